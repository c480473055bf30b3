import { css, html, LitElement } from "lit";

import { paintCanvas } from "../../../figures/index.js";
import { newMeasure } from "../../figure/text-measure.js";
import { originText, withoutTerms, withSubscripts } from "../../rich-text.js";
import { stageFormula } from "../../stage/formula.js";
import { stageWords } from "../../stage/next-stage.js";
import { shared } from "../../styles.js";
import { sceneOf } from "../../../view/scenes.js";
import { stageTitle } from "../../../view/stage-names.js";
import { shapeText } from "../../../view/view.js";

/** @typedef {import("../../../view/view.js").View} View */

/** The width of a figure, px: that of A4 between margins of 1 cm. */
const width = 718;

/** The number of pixels of a figure per px; fewer where a side would have more than `maxSide` pixels. */
const ratio = 3;
const maxSide = 3000;

/** All stages of a walk for paper, a page for each: title, text, formula and numbers. Not shown on the screen. */
export class PrintStages extends LitElement {
  static properties = { view: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: none;
        font-size: 1rem;
      }
      @media print {
        :host {
          display: block;
        }
      }
      section + section {
        break-before: page;
      }
      h1,
      h2 {
        margin: 0 0 var(--space-4);
        font-size: var(--title);
      }
      p {
        margin: 0 0 var(--space-8);
      }
      .formula {
        margin: 0 0 var(--space-16);
        font-size: 1.1875rem;
      }
      canvas {
        display: block;
        max-width: 100%;
        max-height: 75vh; /* of the paper's height */
        margin: 0 auto;
      }
    `,
  ];

  constructor() {
    super();
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  }

  render() {
    const { view } = this;
    return view.run.stages.map(
      (stage, at) => html`
        <section>
          ${
            at === 0
              ? html`<h1>${view.t("app-name")}: ${view.state.sentence}</h1>
                  <p class="muted small">${originText(view)}</p>`
              : ""
          }
          ${this.#stage(viewAt(view, stage), at)}
        </section>
      `,
    );
  }

  /** @param {View} view @param {number} at its place in the walk */
  #stage(view, at) {
    const { stage } = view.state;
    return html`
      <h2>${at + 1} · ${stageTitle(view)}</h2>
      <p class="muted small">${shapeText(view, stage)}</p>
      <p class="text">${withSubscripts(withoutTerms(stageWords(view)))}</p>
      <div class="formula">${stageFormula(view)}</div>
      <canvas role="img" aria-label=${stageTitle(view)}></canvas>
    `;
  }

  updated() {
    const measure = newMeasure();
    this.renderRoot.querySelectorAll("canvas").forEach((canvas, at) => {
      const stage = /** @type {string} */ (this.view.run.stages[at]);
      paint(canvas, sceneOf(viewAt(this.view, stage), { width, measure }));
    });
  }
}

/** The view of a stage in the light theme, with no number inspected. @param {View} view @param {string} stage @returns {View} */
const viewAt = (view, stage) => ({
  ...view,
  theme: "light",
  state: { ...view.state, stage, cell: null },
  cell: null,
  explanation: null,
});

/** Paints a scene sharp enough for paper. @param {HTMLCanvasElement} canvas @param {import("../../../figures/types.js").Scene} scene */
function paint(canvas, scene) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return;
  const pixels = Math.min(ratio, maxSide / Math.max(scene.width, scene.height));
  canvas.width = Math.ceil(scene.width * pixels);
  canvas.height = Math.ceil(scene.height * pixels);
  canvas.style.width = `${scene.width}px`;
  paintCanvas(context, scene, { ratio: pixels });
}

customElements.define("print-stages", PrintStages);
