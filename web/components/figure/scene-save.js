import { css, html, LitElement } from "lit";

import { copyImage, download } from "../download.js";
import { badged, pngOf, savedSvg, toSave } from "./scene-image.js";
import { shared } from "../styles.js";

/** Buttons that save the figure of an experiment as SVG or PNG, at a width that suits a printed page. */
export class SceneSave extends LitElement {
  static properties = {
    t: { attribute: false },
    views: { attribute: false },
    draw: { attribute: false },
    label: { attribute: false },
    file: { attribute: false },
    problem: { state: true },
    said: { state: true },
  };

  static styles = [
    shared,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-12);
        align-items: baseline;
        margin-top: var(--space-4);
      }
      [role]:empty {
        margin-inline-start: calc(-1 * var(--space-12)); /* what says nothing takes no gap */
      }
    `,
  ];

  constructor() {
    super();
    this.t = /** @type {import("../../view/view.js").View["t"]} */ (/** @type {unknown} */ (undefined));
    /** @type {readonly import("../../view/view.js").View[]} whose numbers these are; none: no walk's */
    this.views = [];
    this.draw = /** @type {import("./scene-image.js").Draw | null} */ (null);
    /** What the figure shows; it becomes the title inside the file. */
    this.label = "";
    /** The name of the file, without the prefix "attention-" and the extension. */
    this.file = "";
    this.problem = "";
    /** Whether the figure was copied, in words. */
    this.said = "";
  }

  render() {
    const { t, label } = this;
    return html`
      <div class="small muted" role="group" aria-label=${t("export-save-figure", { name: label })}>
        <span aria-hidden="true">${t("export-save-as")}</span>
        <button class="link" data-kind="svg" @click=${() => this.#svg()}>SVG</button>
        <button class="link" data-kind="png" @click=${() => this.#png()}>PNG</button>
        <button class="link" data-kind="copy" @click=${() => this.#copy()}>${t("export-copy-png")}</button>
        <span role="status">${this.said}</span>
        <span role="alert">${this.problem}</span>
      </div>
    `;
  }

  /** The figure as it is saved. */
  #scene() {
    return this.draw && toSave(badged(this.draw, this.views));
  }

  #svg() {
    const scene = this.#scene();
    if (scene) download(`attention-${this.file}.svg`, savedSvg(scene, this.label), "image/svg+xml");
  }

  async #copy() {
    const scene = this.#scene();
    await copyImage(this, this.t, Promise.resolve(scene && pngOf(scene)));
  }

  async #png() {
    const scene = this.#scene();
    const image = scene && (await pngOf(scene));
    this.problem = image ? "" : this.t("export-png-large");
    if (image) download(`attention-${this.file}.png`, image);
  }
}

customElements.define("scene-save", SceneSave);
