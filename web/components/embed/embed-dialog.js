import { html, LitElement, nothing } from "lit";

import { embedsOf } from "../../export/embed.js";
import { fragmentOrNull } from "../../state/url.js";
import { canDrawLines } from "../../view/scenes.js";
import { copyText, download, isImageCopied } from "../download.js";
import { eventValue } from "../event-value.js";
import { option } from "../option.js";
import { pictureOf } from "./pictures.js";
import { embedStyles } from "./styles.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../export/embed.js").EmbedView} EmbedView */
/** @typedef {import("./pictures.js").PictureKind} PictureKind */
/** @typedef {import("./pictures.js").Moves} Moves */
/** @typedef {"element" | "iframe" | "oembed"} CodeKind */
/** @typedef {{name: string, blob: Blob, url: string}} Made a picture that is ready */

const codeKinds = Object.freeze(/** @type {const} */ (["element", "iframe", "oembed"]));
const pictureKinds = Object.freeze(/** @type {const} */ (["svg", "png", "gif"]));
const papers = Object.freeze(/** @type {const} */ (["page", "light", "dark"]));

/** The rows of a size in kB, in which lines of code and scripts are counted alike. @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toFixed(bytes < 99500 ? 1 : 0);

/**
 * The dialog "Embed this": a figure for another page, as lines to paste or as a picture, each with a preview and its size.
 * Fires "closed". All is made in the page.
 */
export class EmbedDialog extends LitElement {
  static properties = {
    view: { attribute: false },
    kind: { state: true },
    shows: { state: true },
    moves: { state: true },
    paper: { state: true },
    made: { state: true },
    loaded: { state: true },
    problem: { state: true },
    said: { state: true },
  };

  static styles = embedStyles;

  constructor() {
    super();
    /** What is embedded. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** @type {CodeKind | PictureKind} */
    this.kind = "element";
    /** @type {EmbedView} */
    this.shows = "stage";
    /** @type {Moves} */
    this.moves = "stages";
    /** @type {typeof papers[number]} */
    this.paper = "page";
    /** @type {Made | null} */
    this.made = null;
    /** Bytes that the frame of the preview has loaded; 0 until it has. */
    this.loaded = 0;
    this.problem = "";
    this.said = "";
  }

  /** What there is to choose from: the element does not train a reader's model again, so of that there are only pictures. */
  get kinds() {
    return this.view.state.recipe === "trained" ? pictureKinds : [...codeKinds, ...pictureKinds];
  }

  willUpdate() {
    const [first = "svg"] = this.kinds;
    if (!(/** @type {readonly string[]} */ (this.kinds).includes(this.kind))) this.kind = first;
  }

  firstUpdated() {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const isOther = ["view", "kind", "moves", "paper"].some((name) => changed.has(name));
    if (isOther && isPicture(this.kind)) void this.#make(this.kind);
  }

  render() {
    const { t } = this.view;
    return html`
      <dialog aria-labelledby="title" @close=${() => this.dispatchEvent(new CustomEvent("closed"))}>
        <div class="head">
          <h2 id="title">${t("embed-title")}</h2>
          <button id="close" @click=${() => this.renderRoot.querySelector("dialog")?.close()}>
            ${t("embed-close")}
          </button>
        </div>
        <div class="row" role="group" aria-label=${t("embed-kind")}>
          ${this.kinds.map((kind) => this.#choice(kind))}
        </div>
        ${this.kinds === pictureKinds ? html`<p class="small muted">${t("embed-own-model")}</p>` : nothing}
        ${isPicture(this.kind) ? this.#picture(this.kind) : this.#code(this.kind)}
        <p class="said" role="status">${this.said}</p>
      </dialog>
    `;
  }

  /** The button that chooses a kind. @param {CodeKind | PictureKind} kind */
  #choice(kind) {
    const choose = () => Object.assign(this, { kind, said: "" });
    return html`<button id=${kind} aria-pressed=${this.kind === kind} @click=${choose}>
      ${this.view.t(`embed-${kind}`)}
    </button>`;
  }

  // Lines to paste.

  /** @param {CodeKind} kind */
  #code(kind) {
    const { t, state } = this.view;
    const fragment = fragmentOrNull({ ...state, experiment: null, experiment_state: null, compare: null });
    if (fragment === null) return html`<p>${t("embed-no-link")}</p>`;
    const views = canDrawLines(state.stage) ? ["stage", "equation", "lines", "walk"] : ["stage", "equation", "walk"];
    const view = /** @type {EmbedView} */ (views.includes(this.shows) ? this.shows : "stage");
    const text = this.#linesOf(kind, fragment, view);
    return html`
      <div class="row">
        ${this.#select("shows", "embed-shows", views, "embed-view-", view)}
        <button id="copy" @click=${() => copyText(this, text)}>${t("embed-copy")}</button>
      </div>
      <textarea readonly rows="5" aria-label=${t("embed-code")} .value=${text}></textarea>
      <p class="small muted">${t(`embed-${kind}-hint`)}</p>
      ${this.#framePreview(fragment, view)}
      <p class="size small" id="size">${this.#sizeOfLines(text)}</p>
    `;
  }

  /** @param {CodeKind} kind @param {string} fragment @param {EmbedView} view */
  #linesOf(kind, fragment, view) {
    const { t, state } = this.view;
    const title = `${t("embed-figure-title")}: ${state.sentence}`;
    const fallback = t("embed-fallback", { title });
    const { lang: locale } = document.documentElement;
    return embedsOf({ fragment, view, title, fallback, base: baseOf(window.location), locale })[kind];
  }

  /** @param {string} text */
  #sizeOfLines(text) {
    const { t } = this.view;
    const lines = kilobytes(new TextEncoder().encode(text).length);
    if (this.loaded === 0) return t("embed-size-lines", { kilobytes: lines });
    return t("embed-size-loaded", { kilobytes: lines, loaded: kilobytes(this.loaded) });
  }

  /**
   * The figure in a frame, where embed.html is beside this page: it shows nothing but the element, so it previews both.
   * @param {string} fragment
   * @param {EmbedView} view
   */
  #framePreview(fragment, view) {
    const { t, theme } = this.view;
    if (!hasFiles()) return html`<p class="small muted">${t("embed-preview-none")}</p>`;
    const address = `embed.html?view=${view}&theme=${theme}&locale=${document.documentElement.lang}#${fragment}`;
    return html`<iframe src=${address} title=${t("embed-preview")} @load=${this.#frameLoaded}></iframe>`;
  }

  /** How much the frame has loaded, compressed as it came. @param {Event} event */
  #frameLoaded({ currentTarget }) {
    const { contentWindow } = /** @type {HTMLIFrameElement} */ (currentTarget);
    const [page] = contentWindow?.performance.getEntriesByType("navigation") ?? [];
    this.loaded = /** @type {PerformanceNavigationTiming | undefined} */ (page)?.encodedBodySize ?? 0;
  }

  // Pictures.

  /** @param {PictureKind} kind */
  #picture(kind) {
    const { t } = this.view;
    const { made } = this;
    return html`
      <div class="row">
        ${this.#select("paper", "embed-paper", papers, "embed-paper-", this.paper)}
        ${kind === "gif" ? this.#select("moves", "embed-shows", ["stages", "steps"], "embed-moves-", this.moves) : nothing}
        <button id="save" aria-disabled=${!made} @click=${() => made && download(made.name, made.blob)}>
          ${t("embed-save")}
        </button>
        ${kind === "gif" ? nothing : html`<button id="copy" aria-disabled=${!made} @click=${() => void this.#copy(kind)}>${t("embed-copy")}</button>`}
      </div>
      <p class="small muted">${t(`embed-${kind}-hint`)}</p>
      ${
        made
          ? html`<div class="picture"><img src=${made.url} alt=${t("embed-preview")} /></div>
              <p class="size small" id="size">${t("embed-size", { kilobytes: kilobytes(made.blob.size) })}</p>`
          : html`<p class="muted" role="status">${this.problem || t("embed-making")}</p>`
      }
    `;
  }

  /** Makes the picture that is chosen; one that is no longer chosen when it is ready is thrown away. @param {PictureKind} kind */
  async #make(kind) {
    this.#forget();
    const { paper, moves, view } = this;
    const isChosen = () => this.isConnected && this.kind === kind && this.paper === paper && this.moves === moves;
    try {
      const blob = await pictureOf(kind, { ...view, theme: paper === "page" ? view.theme : paper }, moves);
      if (!isChosen()) return;
      if (blob) this.made = { name: this.#nameOf(kind, moves), blob, url: URL.createObjectURL(blob) };
      else this.problem = view.t("embed-too-large");
    } catch (error) {
      if (isChosen()) this.problem = view.t("embed-failed", { reason: /** @type {Error} */ (error).message });
    }
  }

  /** The name of a saved figure, such as "attention-weights-head2.png". @param {PictureKind} kind @param {Moves} moves */
  #nameOf(kind, moves) {
    const { run, state } = this.view;
    if (kind === "gif" && moves === "stages") return "attention.gif";
    const isSingle = run.shape(state.stage).length === 3 && state.head !== "all";
    return `attention-${state.stage}${isSingle ? `-head${Number(state.head) + 1}` : ""}.${kind}`;
  }

  #forget() {
    if (this.made) URL.revokeObjectURL(this.made.url);
    this.made = null;
    this.problem = "";
  }

  /** @param {"svg" | "png"} kind */
  async #copy(kind) {
    const { blob } = this.made ?? {};
    if (!blob) return;
    if (kind === "svg") return copyText(this, await blob.text());
    this.said = ""; // so that copying again is announced again
    const isCopied = await isImageCopied(Promise.resolve(blob));
    this.said = this.view.t(isCopied ? "export-image-copied" : "export-image-not-copied");
  }

  /**
   * A labelled list of choices, which sets the property of its name.
   * @param {"shows" | "moves" | "paper"} name
   * @param {string} label id of its message
   * @param {readonly string[]} values
   * @param {string} prefix of the ids of their messages
   * @param {string} chosen
   */
  #select(name, label, values, prefix, chosen) {
    const { t } = this.view;
    const choose = (/** @type {Event} */ event) => Object.assign(this, { [name]: eventValue(event), said: "" });
    return html`<label class="small muted">
      ${t(label)}
      <select id=${name} @change=${choose}>
        ${values.map((value) => option(value, t(`${prefix}${value}`), value === chosen))}
      </select>
    </label>`;
  }
}

/** @param {string} kind @returns {kind is PictureKind} */
const isPicture = (kind) => /** @type {readonly string[]} */ (pictureKinds).includes(kind);

/**
 * The address of the folder of this page; "" for a page on disk, which other pages cannot load.
 * @param {Location} location
 */
const baseOf = ({ protocol, href }) => (/^https?:$/.test(protocol) ? new URL(".", href).href : "");

/** Whether this page has files beside it; the page in one file has none. */
const hasFiles = () => document.querySelector("script[src]") !== null;

customElements.define("embed-dialog", EmbedDialog);
