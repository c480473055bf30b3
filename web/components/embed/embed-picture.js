import { html, LitElement, nothing } from "lit";

import { copyImage, copyText, download } from "../download.js";
import { figureName, onPaper, papers } from "../figure/scene-image.js";
import { choice } from "./choice.js";
import { kilobytes } from "./kilobytes.js";
import { courseBlob, pictureOf } from "./pictures.js";
import { partStyles } from "./styles.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("./pictures.js").PictureKind} PictureKind */
/** @typedef {import("./pictures.js").Moves} Moves */
/** @typedef {{name: string, blob: Blob, url: string}} Made a picture that is ready */

/** A figure as a file, with a preview and its size. */
export class EmbedPicture extends LitElement {
  static properties = {
    view: { attribute: false },
    picture: { attribute: false },
    kind: { attribute: false },
    moves: { state: true },
    paper: { state: true },
    made: { state: true },
    problem: { state: true },
    said: { state: true },
  };

  static styles = partStyles;

  /** Ends what is made and no longer chosen. */
  #making = new AbortController();

  constructor() {
    super();
    /** What is embedded. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** A picture of a lesson that is embedded in place of the stage in view; null for none. @type {import("../embed-button.js").CoursePicture | null} */
    this.picture = null;
    /** @type {PictureKind} */
    this.kind = "svg";
    /** @type {Moves} */
    this.moves = "stages";
    /** @type {import("../figure/scene-image.js").Paper} */
    this.paper = "page";
    /** @type {Made | null} */
    this.made = null;
    this.problem = "";
    this.said = "";
  }

  /** What was said was said of another kind. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("kind")) this.said = "";
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (["view", "picture", "kind", "moves", "paper"].some((name) => changed.has(name))) void this.#make();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
  }

  render() {
    const { kind, made } = this;
    const { t } = this.view;
    const copy = html`<button id="copy" aria-disabled=${!made} @click=${this.#copy}>${t("export-copy")}</button>`;
    return html`
      <div class="row">
        ${choice(this, { name: "paper", label: "export-paper", values: papers, prefix: "export-paper-", chosen: this.paper })}
        ${
          kind === "gif"
            ? choice(this, {
                name: "moves",
                label: "embed-shows",
                values: ["stages", "steps"],
                prefix: "embed-moves-",
                chosen: this.moves,
              })
            : nothing
        }
        <button id="save" aria-disabled=${!made} @click=${() => made && download(made.name, made.blob)}>
          ${t("embed-save")}
        </button>
        ${kind === "gif" ? nothing : copy}
      </div>
      <p class="small muted">${t(`embed-${kind}-hint`)}</p>
      ${
        made
          ? html`<div class="picture"><img src=${made.url} alt=${t("embed-preview")} /></div>
              <p class="small" id="size">${t("embed-size", { kilobytes: kilobytes(made.blob.size) })}</p>`
          : html`<p class="muted" role="status">${this.problem || t("embed-making")}</p>`
      }
      <p class="said" role="status">${this.said}</p>
    `;
  }

  /** Makes the picture that is chosen. */
  async #make() {
    this.#forget();
    const { signal } = (this.#making = new AbortController());
    const { kind, moves, view, picture } = this;
    const onGround = onPaper(view, this.paper);
    try {
      const blob = await (picture
        ? courseBlob(kind, picture, onGround.theme)
        : pictureOf(kind, onGround, moves, signal));
      signal.throwIfAborted();
      if (blob) this.made = { name: this.#fileName(), blob, url: URL.createObjectURL(blob) };
      else this.problem = view.t("embed-too-large");
    } catch (error) {
      if (!signal.aborted) this.problem = view.t("embed-failed", { reason: /** @type {Error} */ (error).message });
    }
  }

  #fileName() {
    const { kind, moves, view, picture } = this;
    if (picture) return `attention-${picture.file}.${kind}`;
    return kind === "gif" && moves === "stages" ? "attention.gif" : `${figureName(view)}.${kind}`;
  }

  #forget() {
    this.#making.abort();
    if (this.made) URL.revokeObjectURL(this.made.url);
    this.made = null;
    this.problem = "";
  }

  async #copy() {
    const { kind, made, view } = this;
    if (!made) return;
    if (kind === "svg") await copyText(this, await made.blob.text());
    else await copyImage(this, view.t, Promise.resolve(made.blob));
  }
}

customElements.define("embed-picture", EmbedPicture);
