import { html, nothing } from "lit";

import { cellAt, lengthsOf, moveCell } from "../../../figures/index.js";
import { formatGradient } from "../../../figures/measures/gradient-lines.js";
import { gradientScene, gradientThumbnail, gradientTrace, normOf } from "../../../figures/scene/gradients.js";
import { atStage } from "../../../view/view.js";
import { walkLoss, withResidual } from "../../../view/walk-loss.js";
import { isKeySide, isPairStage } from "../../../engine/stages.js";
import { matricesFor, stagesFor } from "../../../state/stages.js";
import { figureTable, moveOf } from "../../figure/table.js";
import { showScene } from "../../figure/show-scene.js";
import { withSubscripts } from "../../rich-text.js";
import { lossChoice, lossText, softmaxSwitches } from "./controls.js";
import { arithmetic, findings, tensorName } from "./gradient-text.js";
import { GradientExperiment } from "../gradient-experiment.js";
import { bar } from "../share-bar.js";
import { backwardStyles } from "./styles.js";
import "../../figure/scene-view.js";
import "../../scroll-box.js";

/** @typedef {import("../../../figures/types.js").Cell} Cell */

/** Gradients with more numbers than this have no table. */
const MAX_TABLE = 4000;

/**
 * Shows the backward pass: the gradients of a loss with respect to every stage and weight matrix. Fires "state-patch"
 * when the reader chooses a loss, a stage or a number.
 */
export class BackwardExperiment extends GradientExperiment {
  static properties = { ...GradientExperiment.properties, open: { state: true } };

  static styles = backwardStyles;

  /** @type {Record<string, import("../../../engine/index.js").Tensor>} */
  #gradients = {};
  /** @type {import("../../figure/scene-image.js").Draw | null} */
  #draw = null;
  /** @type {import("../../../view/walk-loss.js").WalkLoss | null} */
  #loss = null;
  /** @type {Record<string, number>} Euclidean norms of the gradients */
  #norms = {};

  constructor() {
    super();
    /** Whether the table is open. */
    this.open = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../../view/view.js").View | undefined} */ (changed.get("view"));
    const { view } = this;
    const { state, run, theme } = view;
    if (!this.core || (this.#loss && !changed.has("view"))) return;
    const isNew =
      before?.run !== run || before.state.loss !== state.loss || before.state.loss_token !== state.loss_token;
    if (!this.#loss || isNew) {
      const found = walkLoss(view, (of, gradient, stage) => this.gradientsOf(of, gradient, stage));
      this.#loss = found;
      this.#gradients = withResidual(this.gradientsOf(run, found.gradient, found.stage), found);
      this.#norms = Object.fromEntries(Object.entries(this.#gradients).map(([id, { data }]) => [id, normOf(data)]));
    }
    const { stage, index } = this.#inspected();
    const given = {
      stage,
      head: this.#head(),
      values: view.trace,
      gradients: this.#trace(),
      theme,
      inspected: index,
      ...this.#labels(stage),
      names: /** @type {[string, string]} */ ([tensorName(this.view, stage), `∂ ${tensorName(this.view, stage)}`]),
    };
    this.#draw = (space) => gradientScene({ ...given, ...space });
  }

  /**
   * The number whose gradient is explained: the inspected one, otherwise the first weight in the row that the loss
   * depends on.
   */
  #inspected() {
    const { state } = this.view;
    return state.gradient ?? { stage: "weights", index: [this.#head(), this.#row(), 0] };
  }

  /** The first row that the loss depends on. */
  #row() {
    return this.view.state.loss?.[0] ?? this.#loss?.answers[0]?.row ?? 0;
  }

  /** The query head to show: one that uses the key/value head of the inspected number. */
  #head() {
    const { head, gradient } = this.view.state;
    if (gradient?.index.length === 3) {
      const { heads } = this.view.run.spec;
      const { heads: count } = lengthsOf({ shape: this.view.run.shape(gradient.stage) });
      const inspected = /** @type {number} */ (gradient.index[0]);
      const chosen = head === "all" ? 0 : head;
      return Math.floor((chosen * count) / heads) === inspected ? chosen : Math.floor((inspected * heads) / count);
    }
    return head === "all" ? 0 : head;
  }

  #trace() {
    return gradientTrace(this.view.trace, this.#gradients);
  }

  /** The labels of the rows and columns of a stage that belong to tokens. @param {string} stage */
  #labels(stage) {
    const { queries, keys, run } = this.view;
    const rows = run.shape(stage).at(-2);
    const tokens = isKeySide(stage) ? keys : queries;
    const named = run.stages.includes(stage) && rows === tokens.length;
    return { rows: named ? tokens : null, columns: isPairStage(stage) ? keys : null };
  }

  /** @override */
  content() {
    const { t, state, run } = this.view;
    const { stage } = this.#inspected();
    const shape = run.shape(stage);
    const ids = this.#ids();
    const largest = Math.max(...ids.map((id) => this.#norm(id)));
    const { rows, columns } = lengthsOf({ shape });
    return html`
      ${this.brief ? nothing : this.#about()}
      <h4>${t("backward-strip")}</h4>
      <ol>
        ${ids.map((id) => this.#miniature(id, id === stage, largest))}
      </ol>
      <h4>${withSubscripts(t("backward-gradient", { name: tensorName(this.view, stage) }))}</h4>
      <scene-view
        .t=${t}
        .views=${[atStage(this.view, stage)]}
        .draw=${this.#draw}
        .name=${t("backward-figure")}
        .tables=${rows * columns > MAX_TABLE ? false : null}
        .file=${`gradient-${stage}${shape.length === 3 ? `-head${this.#head() + 1}` : ""}`}
        @scene-pick=${(/** @type {CustomEvent} */ event) => this.#pick(event.detail)}
      ></scene-view>
      <p class="small muted">${t("backward-hint")}</p>
      ${rows * columns > MAX_TABLE ? nothing : this.#table()}
      ${this.#loss ? arithmetic(this.view, this.#gradients, this.#inspected(), this.#loss) : nothing}
      ${
        state.head === "all" || run.spec.heads < 2 || shape.length < 3
          ? nothing
          : html`<p class="small muted">${t("backward-head", { head: this.#head() + 1 })}</p>`
      }
    `;
  }

  /** What the loss is, with its controls, and what stands out among all gradients. */
  #about() {
    const { t } = this.view;
    const patch = (/** @type {Record<string, unknown>} */ change) => this.patch(change);
    return html`<p class="muted">${t("backward-text")}</p>
      <p class="muted">${t("backward-step")}</p>
      ${this.#loss ? lossChoice(this.view, this.#loss, patch) : nothing} ${softmaxSwitches(this.view, patch)}
      ${this.#loss ? lossText(this.view, this.#loss) : nothing}
      <p class="result" role="status">${findings(this.view, this.#gradients)}</p>`;
  }

  /** The ids of the gradients to show: the stages from the output back to the embeddings, then the weight matrices. */
  #ids() {
    const { state } = this.view;
    const ids = [...stagesFor(state)].reverse().concat(matricesFor(state));
    return ids.filter((id) => this.#gradients[id]);
  }

  /**
   * The button of one gradient, with a thumbnail and its norm.
   * @param {string} id of a stage or weight matrix
   * @param {boolean} current whether it is the one in view
   * @param {number} largest the largest norm of all gradients
   */
  #miniature(id, current, largest) {
    const norm = this.#norm(id);
    return html`<li>
      <button data-gradient=${id} aria-current=${current ? "step" : "false"} @click=${() => this.#show(id)}>
        <span>∂ ${withSubscripts(tensorName(this.view, id))}</span>
        <canvas aria-hidden="true" data-id=${id}></canvas>
        ${bar(norm / largest)}
        <span class="small norm">${this.view.t("backward-norm", { norm: formatGradient(norm) })}</span>
      </button>
    </li>`;
  }

  updated() {
    const { theme } = this.view;
    const [head, trace] = [this.#head(), this.#trace()];
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      showScene(canvas, gradientThumbnail({ stage: /** @type {string} */ (canvas.dataset.id), head, trace, theme }));
    }
  }

  /** The Euclidean norm of a gradient. @param {string} id */
  #norm(id) {
    return /** @type {number} */ (this.#norms[id]);
  }

  /**
   * Shows the gradient of a stage, and inspects its first number in the row that the loss depends on.
   * @param {string} stage
   */
  #show(stage) {
    const { run, state } = this.view;
    const shape = run.shape(stage);
    const { heads, rows } = lengthsOf({ shape });
    const head = Math.floor(((state.head === "all" ? 0 : state.head) * heads) / run.spec.heads);
    const row = Math.min(this.#row(), rows - 1);
    const index =
      shape.length === 3 ? [head, row, 0] : shape.length === 2 ? [run.stages.includes(stage) ? row : 0, 0] : [0];
    this.patch({ gradient: { stage, index } });
  }

  /**
   * Inspects the number that was clicked.
   * @param {{x: number, y: number, scene: import("../../../figures/types.js").Scene}} place
   */
  #pick({ x, y, scene }) {
    const cell = cellAt(scene, x, y);
    if (cell) this.patch({ gradient: { stage: cell.stage, index: [...cell.index] } });
  }

  #table() {
    const { t } = this.view;
    return html`<details
      ?open=${this.open}
      @toggle=${(/** @type {Event} */ { target }) => {
        this.open = /** @type {HTMLDetailsElement} */ (target).open;
      }}
    >
      <summary>${t("backward-table")}</summary>
      ${this.open ? html`<scroll-box>${this.#cells()}</scroll-box>` : nothing}
    </details>`;
  }

  #cells() {
    const scene = this.#draw?.({ width: 800, measure: (text) => text.length * 8 });
    const matrix = scene?.matrices[1];
    if (!scene || !matrix) return nothing;
    const inspected = this.#inspected();
    return figureTable(matrix, {
      inspected,
      stop: inspected,
      corner: "",
      onFocus: () => {},
      onClick: (_, cell) => this.patch({ gradient: cell }),
      onKey: (event, cell) => this.#key(event, cell, { ...scene, matrices: [matrix] }),
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   * @param {import("../../../figures/types.js").Scene} scene
   */
  #key(event, cell, scene) {
    const move = moveOf(event);
    if (event.key === "Enter" || event.key === " ") this.patch({ gradient: cell });
    else if (move) {
      const { stage, index } = moveCell(scene, cell, move);
      /** @type {HTMLElement | null} */ (
        this.renderRoot.querySelector(`td[data-cell="${stage} ${index.join()}"]`)
      )?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("backward-experiment", BackwardExperiment);
