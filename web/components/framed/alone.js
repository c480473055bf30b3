import { AttentionError } from "../../engine/errors.js";
import { oneOf } from "../../state/kinds.js";
import { FrameFit } from "./frame-fit.js";
import { parentOrigin, ParentPage } from "./parent-page.js";

/**
 * What a frame shows alone, without the page around it: that lesson, or that step, which the link after the # names.
 * @typedef {"lesson" | "step"} Alone
 */

/** The options of such a frame, in the query of its address: index.html?alone=step&theme=dark&parent=https://example.org#… */
const kinds = Object.freeze({ alone: oneOf(["lesson", "step"]), theme: oneOf(["light", "dark"]) });

/**
 * Reads the query of the page's address. Options that the page does not have are those of other tools.
 * @param {string} search such as "?alone=step&theme=dark"
 * @returns {{alone: Alone | null, theme: "light" | "dark" | null, origin: string, problems: AttentionError[]}} alone: null for the
 *   whole page; theme: null for the reader's own; origin: of the page that is told what the reader does, "" for none
 */
export function readAlone(search) {
  const query = new URLSearchParams(search);
  const { origin, problem } = parentOrigin(query);
  const problems = problem ? [problem] : [];
  /** @param {keyof typeof kinds} name @returns {any} */
  const read = (name) => {
    const given = query.get(name);
    try {
      if (given !== null) kinds[name].check(name, given);
      return given;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      problems.push(error);
      return null;
    }
  };
  return { alone: read("alone"), theme: read("theme"), origin, problems };
}

/**
 * Shows the page alone in its frame, where its address asks for that; a window of its own shows the whole page. The page around the
 * frame is told by messages what the reader does: {type: "attention-ready", lesson, step} once it is shown,
 * {type: "attention-answer", lesson, step, given, right}, {type: "attention-resize", height}, and what is wrong with the address:
 * {type: "attention-error", field, message}. Links open another window, because the frame shows nothing else.
 * @param {import("lit").LitElement} page fires "course-answer" and "course-shown"
 * @returns {{alone: Alone | null, theme: "light" | "dark" | null, problem: AttentionError[] | null}}
 */
export function showAlone(page) {
  const { alone, theme, origin, problems } = readAlone(window.location.search);
  if (window.parent === window) return { alone: null, theme: null, problem: null };
  const problem = problems.length > 0 ? problems : null;
  if (alone === null) return { alone, theme, problem };
  document.documentElement.dataset.alone = alone;
  document.head.append(Object.assign(document.createElement("base"), { target: "_blank" }));
  const parent = new ParentPage(origin);
  page.addEventListener("course-answer", (event) =>
    parent.tell({ type: "attention-answer", .../** @type {CustomEvent} */ (event).detail }),
  );
  const tellShown = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent<{lesson: string, step: string, leftOut: readonly AttentionError[]}>} */ (
      event
    );
    for (const { field, message } of [...problems, ...detail.leftOut])
      parent.tell({ type: "attention-error", field, message });
    parent.tell({ type: "attention-ready", lesson: detail.lesson, step: detail.step });
  };
  page.addEventListener("course-shown", tellShown, { once: true });
  const fit = new FrameFit();
  new ResizeObserver(() => {
    parent.tellHeight();
    fit.note();
  }).observe(document.body);
  return { alone, theme, problem };
}
