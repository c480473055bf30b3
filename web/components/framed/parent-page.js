import { AttentionError } from "../../engine/errors.js";
import { quote } from "../../state/errors.js";
import { contentHeight } from "./frame-fit.js";

// What a page in a frame may say to the page around it, which the frame's address names: ?parent=https://example.org.

/**
 * The origin of the page around a frame.
 * @param {URLSearchParams} query of the frame's address
 * @returns {{origin: string, problem: AttentionError | null}} origin: "" where none is named, or what is named is no origin
 */
export function parentOrigin(query) {
  const parent = query.get("parent") ?? "";
  const origin = URL.canParse(parent) ? new URL(parent).origin : "";
  if (parent === origin) return { origin, problem: null };
  const wanted = "must be an origin such as https://example.org";
  return { origin: "", problem: new AttentionError("parent", `${wanted}, got ${quote(parent)}`) };
}

/** The page around this frame. Without a frame, and without an origin, nobody is told anything, or can ask. */
export class ParentPage {
  #origin;
  #isFramed = window.parent !== window;

  /** @param {string} origin "" if it is unknown */
  constructor(origin) {
    this.#origin = origin;
  }

  /** Tells it something. @param {Record<string, unknown>} message */
  tell(message) {
    if (this.#isFramed && this.#origin !== "") window.parent.postMessage(message, this.#origin);
  }

  /**
   * Tells it how high the content of this frame is. That is no secret, so a page of any origin is told it, and can then resize
   * the frame.
   */
  tellHeight() {
    const message = { type: "attention-resize", height: contentHeight() };
    if (this.#isFramed) window.parent.postMessage(message, this.#origin || "*");
  }

  /** Answers what it asks. @param {(data: unknown) => Record<string, unknown>} answer */
  answer(answer) {
    window.addEventListener("message", ({ source, origin, data }) => {
      if (this.#isFramed && this.#origin !== "" && source === window.parent && origin === this.#origin)
        this.tell(answer(data));
    });
  }
}
