import { css, html, nothing } from "lit";

import { cellAt, moveCell } from "../../figures/index.js";
import { formatGradient, gradientLines } from "../../figures/gradient-lines.js";
import {
  gradientScene,
  gradientThumbnail,
  gradientTrace,
  hiddenGradient,
  lossGradient,
  normOf,
} from "../../figures/gradients.js";
import { matricesFor, stagesFor } from "../../state/stages.js";
import { figureTable, moveOf } from "../figure-table.js";
import { showScene } from "../show-scene.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { withSubscripts } from "../words.js";
import { bar, labStyles } from "./parts.js";
import "./scene-canvas.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */

/** More numbers than this are no table. */
const MANY = 4000;
const WIDTHS = [4, 16, 64, 256];

/** The gradient of a chosen output flowing back through the stages. Fires "state-patch". */
export class BackwardLab extends ViewElement {
  static styles = [
    shared,
    labStyles,
    css`
      ol {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
        gap: 8px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      ol button {
        display: flex;
        flex-direction: column;
        gap: 4px;
        width: 100%;
        height: 100%;
        padding: 8px 10px;
        border-radius: var(--radius);
        text-align: start;
      }
      ol button[aria-current="true"] {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      ol canvas {
        margin-block: auto;
      }
      .arithmetic {
        padding: 12px 16px;
        border-inline-start: 3px solid var(--accent);
        border-radius: 8px;
        background: var(--accent-soft);
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** @type {Record<string, import("../../engine/index.js").Tensor>} */
  #gradients = {};
  /** @type {import("./scene-canvas.js").Draw | null} */
  #draw = null;
  #open = false;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../view.js").View | undefined} */ (changed.get("view"));
    const { view } = this;
    const { state, run, theme } = view;
    if (before && before.state === state && before.run === run && before.theme === theme) return;
    if (before?.run !== run || before.state.loss !== state.loss) {
      this.#gradients = view.engine.backward(run, lossGradient(run.shape("output"), state.loss));
    }
    const { stage, index } = this.#asked();
    const given = {
      ...{ stage, head: this.#head(), values: view.trace, gradients: this.#trace(), theme, asked: index },
      ...this.#labels(stage),
      names: /** @type {[string, string]} */ ([this.#name(stage), `∂ ${this.#name(stage)}`]),
    };
    this.#draw = (room) => gradientScene({ ...given, ...room });
  }

  /** The number whose gradient is explained, the first of the weights unless one was asked about. */
  #asked() {
    const { state } = this.view;
    return state.gradient ?? { stage: "weights", index: [this.#head(), state.loss[0] ?? 0, 0] };
  }

  #head() {
    const { head, gradient } = this.view.state;
    if (gradient?.index.length === 3) {
      const { heads } = this.view.run.spec;
      const own = this.view.run.shape(gradient.stage)[0] ?? 1;
      const asked = gradient.index[0] ?? 0;
      const chosen = head === "all" ? 0 : head;
      return Math.floor((chosen * own) / heads) === asked ? chosen : Math.floor((asked * heads) / own);
    }
    return head === "all" ? 0 : head;
  }

  #trace() {
    return gradientTrace(this.view.trace, this.#gradients);
  }

  /** @param {string} stage */
  #name(stage) {
    return /^[Wbr]/.test(stage) && !stagesFor(this.view.state).includes(stage) ? stage : this.view.t(`stage-${stage}`);
  }

  /** @param {string} stage */
  #labels(stage) {
    const { queries, keys, run } = this.view;
    const rows = run.shape(stage).at(-2);
    const pairs = run.shape(stage).length === 3 && !["Q", "K", "V", "Q_rot", "K_rot", "context"].includes(stage);
    const keySide = ["C", "K", "V", "K_rot"].includes(stage);
    const isStage = run.stages.includes(stage);
    const named = !isStage || rows !== (keySide ? keys : queries).length ? null : keySide ? keys : queries;
    return { rows: named, columns: pairs ? keys : null };
  }

  render() {
    const { t, state, run } = this.view;
    const { stage } = this.#asked();
    const shape = run.shape(stage);
    return html`
      <p class="muted">${t("backward-text")}</p>
      <p class="muted">${t("backward-step")}</p>
      ${this.#losses()} ${this.#switches()}
      <p class="result" role="status">${this.#findings()}</p>
      <h4>${t("backward-strip")}</h4>
      <ol>
        ${this.#ids().map((id) => this.#miniature(id, id === stage))}
      </ol>
      <h4>${withSubscripts(t("backward-gradient", { name: this.#name(stage) }))}</h4>
      <scene-canvas
        .t=${t}
        .draw=${this.#draw}
        .label=${t("backward-figure")}
        .file=${`gradient-${stage}${shape.length === 3 ? `-head${this.#head() + 1}` : ""}`}
        @scene-pick=${(/** @type {CustomEvent} */ event) => this.#pick(event.detail)}
      ></scene-canvas>
      <p class="small muted">${t("backward-hint")}</p>
      ${(shape.at(-1) ?? 1) * (shape.at(-2) ?? 1) > MANY ? nothing : this.#table()} ${this.#arithmetic()}
      ${
        state.head === "all" || run.spec.heads < 2 || shape.length < 3
          ? nothing
          : html`<p class="small muted">${t("backward-head", { head: this.#head() + 1 })}</p>`
      }
    `;
  }

  /** What is shown, from the output back, the weights after the stages. */
  #ids() {
    const { state } = this.view;
    const ids = [...stagesFor(state)].reverse().concat(matricesFor(state));
    return ids.filter((id) => this.#gradients[id]);
  }

  #losses() {
    const { t, state, queries, run } = this.view;
    const [row, column] = state.loss;
    const columns = run.shape("output")[1] ?? 1;
    const choose = (/** @type {string} */ first, /** @type {string} */ second) =>
      this.patch({ loss: first === "" ? [] : second === "" ? [Number(first)] : [Number(first), Number(second)] });
    const valueOf = (/** @type {Event} */ { target }) => /** @type {HTMLSelectElement} */ (target).value;
    return html`<div class="line">
      <label>
        ${t("backward-loss")}
        <select class="row" @change=${(/** @type {Event} */ event) => choose(valueOf(event), "")}>
          <option value="" ?selected=${row === undefined}>${t("backward-loss-all")}</option>
          ${queries.map(
            (token, at) =>
              html`<option value=${at} ?selected=${at === row}>
                ${t("backward-loss-row", { token, number: at + 1 })}
              </option>`,
          )}
        </select>
      </label>
      ${
        row === undefined
          ? nothing
          : html`<label>
              ${t("backward-column")}
              <select class="column" @change=${(/** @type {Event} */ event) => choose(String(row), valueOf(event))}>
                <option value="" ?selected=${column === undefined}>${t("backward-column-all")}</option>
                ${Array.from(
                  { length: columns },
                  (_, at) => html`<option value=${at} ?selected=${at === column}>${at + 1}</option>`,
                )}
              </select>
            </label>`
      }
    </div>`;
  }

  /** Scaling and d_k, which decide whether softmax lets anything through. */
  #switches() {
    const { t, state, controls } = this.view;
    return html`<div class="line">
      ${
        controls.includes("scaling")
          ? html`<div class="choice" role="group" aria-label=${t("backward-scaling")}>
              ${[true, false].map(
                (scaling) =>
                  html`<button
                    class=${scaling ? "scaled" : "unscaled"}
                    aria-pressed=${state.scaling === scaling}
                    @click=${() => this.patch({ scaling })}
                  >
                    ${withSubscripts(t(scaling ? "backward-scaled" : "backward-unscaled"))}
                  </button>`,
              )}
            </div>`
          : nothing
      }
      ${
        controls.includes("d_k")
          ? html`<div class="choice" role="group" aria-label=${t("control-d_k")}>
              ${WIDTHS.map(
                (d_k) =>
                  html`<button data-width=${d_k} aria-pressed=${state.d_k === d_k} @click=${() => this.patch({ d_k })}>
                    ${withSubscripts(`d_k ${d_k}`)}
                  </button>`,
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  /** What follows from the norms, in a few sentences. */
  #findings() {
    const { t, run, trace, state } = this.view;
    const norm = (/** @type {string} */ id) => normOf(this.#gradients[id]?.data ?? []);
    const after = run.stages.includes("weights_unmasked") ? "weights_unmasked" : "weights";
    const share = norm("scaled") / norm(after);
    const matrices = matricesFor(state).filter((id) => id.startsWith("W"));
    const ranked = [...matrices].sort((a, b) => norm(b) - norm(a));
    const { count, zero } = hiddenGradient(trace, this.#gradients.scaled);
    return html`${
      Number.isFinite(share)
        ? withSubscripts(t("backward-softmax", { share: formatGradient(share) }))
        : t("backward-softmax-none")
    }
    ${
      ranked.length > 1
        ? withSubscripts(t("backward-most", { most: ranked[0] ?? "", least: ranked.at(-1) ?? "" }))
        : nothing
    }
    ${count === 0 ? nothing : t(zero === count ? "backward-hidden" : "backward-leaks", { count, zero })}`;
  }

  /**
   * @param {string} id
   * @param {boolean} current
   */
  #miniature(id, current) {
    const norm = normOf(this.#gradients[id]?.data ?? []);
    const most = Math.max(...this.#ids().map((other) => normOf(this.#gradients[other]?.data ?? [])));
    return html`<li>
      <button data-gradient=${id} aria-current=${current ? "true" : "false"} @click=${() => this.#show(id)}>
        <span>∂ ${withSubscripts(this.#name(id))}</span>
        <canvas aria-hidden="true" data-id=${id}></canvas>
        ${bar(norm / most)}
        <span class="small norm">${this.view.t("backward-norm", { norm: formatGradient(norm) })}</span>
      </button>
    </li>`;
  }

  updated() {
    const { theme } = this.view;
    const [head, trace] = [this.#head(), this.#trace()];
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      showScene(canvas, gradientThumbnail({ stage: canvas.dataset.id ?? "", head, trace, theme }));
    }
  }

  /** @param {string} stage */
  #show(stage) {
    const { run, state } = this.view;
    const shape = run.shape(stage);
    const head = Math.floor(((state.head === "all" ? 0 : state.head) * (shape[0] ?? 1)) / run.spec.heads);
    const row = Math.min(state.loss[0] ?? 0, (shape.at(-2) ?? 1) - 1);
    const index =
      shape.length === 3 ? [head, row, 0] : shape.length === 2 ? [run.stages.includes(stage) ? row : 0, 0] : [0];
    this.patch({ gradient: { stage, index } });
  }

  /** @param {{x: number, y: number, scene: import("../../figures/types.js").Scene}} place */
  #pick({ x, y, scene }) {
    const cell = cellAt(scene, x, y);
    if (cell) this.patch({ gradient: { stage: cell.stage, index: [...cell.index] } });
  }

  #table() {
    const { t } = this.view;
    const scene = this.#draw?.({ width: 800, measure: (text) => text.length * 8 });
    const matrix = scene?.matrices[1];
    if (!matrix || !scene) return nothing;
    const asked = this.#asked();
    return html`<details
      ?open=${this.#open}
      @toggle=${(/** @type {Event} */ { target }) => {
        this.#open = /** @type {HTMLDetailsElement} */ (target).open;
        this.requestUpdate();
      }}
    >
      <summary>${t("backward-table")}</summary>
      ${
        this.#open
          ? html`<div class="scroll">
              ${figureTable(matrix, {
                ...{ asked, stop: asked, corner: "", onFocus: () => {} },
                onClick: (_, cell) => this.patch({ gradient: cell }),
                onKey: (event, cell) => this.#key(event, cell, { ...scene, matrices: [matrix] }),
              })}
            </div>`
          : nothing
      }
    </details>`;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   * @param {import("../../figures/types.js").Scene} scene
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

  #arithmetic() {
    const { t, run } = this.view;
    const { stage, index } = this.#asked();
    const explanation = run.explainGradient(this.#gradients, stage, [...index]);
    const lines = gradientLines(explanation);
    const place = index.map((at) => at + 1).join(", ");
    const values = run.tensor(stage);
    const value = values.data[index.reduce((sum, at, axis) => sum * (values.shape[axis] ?? 1) + at, 0)] ?? NaN;
    return html`<div class="arithmetic" role="status">
      <p>
        ${withSubscripts(t("backward-cell", { name: this.#name(stage), place, value: formatGradient(value) }))}
        <strong class="value">${formatGradient(explanation.value)}</strong>
      </p>
      ${lines.length === 0 ? html`<p class="small">${t("backward-given")}</p>` : nothing}
      ${lines.map(
        ({ from, operation, text, more }) =>
          html`<p class="small">
            ${withSubscripts(t(`backward-op-${operation}`, { from: this.#name(from) }))}
            <span class="terms">${text}</span>
            ${more > 0 ? t("backward-more", { count: more }) : nothing}
          </p>`,
      )}
      ${lines.length > 1 ? html`<p class="small">${t("backward-added", { count: lines.length })}</p>` : nothing}
      <p class="small muted">${t("backward-meaning", { change: formatGradient(explanation.value) })}</p>
    </div>`;
  }
}

customElements.define("backward-lab", BackwardLab);
