import { css, html, nothing, svg } from "lit";

import { costOf } from "../../../engine/cost.js";
import { formatNumber, palettes } from "../../../figures/index.js";
import { difference } from "../../../figures/measures/meters.js";
import { shadeOf } from "../../../figures/colour/palette.js";
import { changeState } from "../../../state/state.js";
import { withSubscripts } from "../../rich-text.js";
import { questionStyles } from "../styles.js";
import { walkPrefixes } from "./prefix-runs.js";
import { LabElement } from "../lab-element.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../view/view.js").Walk} Walk */
/**
 * @typedef {object} Measured
 * @property {string[]} tokens
 * @property {number} heads
 * @property {import("../../../engine/tensors.js").Tensor} weights of the one masked pass
 * @property {import("../../../engine/tensors.js").Tensor} open weights of a pass without the mask
 * @property {{same: boolean, multiplyAdds: number}[]} prefixes
 * @property {number} multiplyAdds of the one pass
 * @property {{apart: number, again: number}} dropped how far two passes are apart with dropout, and without it
 */

/** Prefixes that are walked one by one. */
const MOST = 32;

/** The share of weights that the demonstration of dropout drops. */
const DROPPED = 0.2;

/** What the walk must be for training on prefixes: causal self-attention over one sentence, masked before the softmax. */
const trained = Object.freeze({
  ...{ causal: true, context: null, batch: [], item: 0, padding: 0, ignored: [], order: null, dropout: 0 },
  ...{ mask_mode: "before_softmax", mask_value: null, compare: null, cell: null, head: "all" },
});

/** Every prefix of the sentence and its next token, all in one masked pass. */
export class TrainingLab extends LabElement {
  static styles = [
    questionStyles,
    css`
      .scroll {
        margin-bottom: 12px;
      }
      table {
        max-width: none;
      }
      td,
      th {
        min-width: 4.5rem;
        border-top: 1px solid var(--hairline);
      }
      thead th {
        border-top: 0;
      }
      tbody th {
        min-width: 10rem;
      }
      td.alone {
        white-space: nowrap;
      }
      @media (max-width: 30rem) {
        tbody th {
          min-width: 6rem;
        }
      }
      td.row svg {
        display: block;
        min-width: 6rem;
        height: 20px;
      }
      .next {
        color: var(--accent);
        font-weight: 600;
      }
    `,
  ];

  /** @type {Measured | null} */
  #measured = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.renumbered(changed)) this.#measured = measured(this.view);
  }

  render() {
    const { t, state } = this.view;
    const m = this.#measured;
    if (!m) return nothing;
    const head = state.head === "all" ? 0 : Math.min(state.head, m.heads - 1);
    const count = m.tokens.length;
    const alone = m.prefixes.reduce((sum, prefix) => sum + prefix.multiplyAdds, 0);
    const same = m.prefixes.filter((prefix) => prefix.same).length;
    const number = (/** @type {number} */ value) => t("meter-count", { value });
    return html`
      <p class="muted">${t("training-text")}</p>
      <div role="status" class="result">
        <p>${t("training-same", { same, count: m.prefixes.length })}</p>
        <p>${t("training-cost", { one: number(m.multiplyAdds), alone: number(alone), count: m.prefixes.length })}</p>
      </div>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("training-table")}>
        <table>
          <caption class="visually-hidden">
            ${t("training-table")}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t("training-prefix")}</th>
              <th scope="col">${t("training-next")}</th>
              <th scope="col">${t("training-row", { head: head + 1 })}</th>
              <th scope="col">${t("training-alone")}</th>
              <th scope="col" class="number">${t("training-leak")}</th>
              <th scope="col" class="number">${t("training-answer")}</th>
            </tr>
          </thead>
          <tbody>
            ${m.prefixes.map((prefix, row) => this.#row(m, prefix.same, head, row))}
          </tbody>
        </table>
      </div>
      ${count > MOST ? html`<p class="muted small">${t("training-more", { most: MOST, count })}</p>` : nothing}
      <p>${t("training-end-text")}</p>
      <p>${t("training-mask")}</p>
      <p>${withSubscripts(t("training-weights", { question: t("lab-backward") }))}</p>
      <p>
        ${t("training-dropout", {
          percent: 100 * DROPPED,
          apart: formatNumber(m.dropped.apart, 3),
          again: formatNumber(m.dropped.again, 3),
        })}
      </p>
    `;
  }

  /**
   * @param {Measured} m
   * @param {boolean} same
   * @param {number} head
   * @param {number} row
   */
  #row({ tokens, weights, open }, same, head, row) {
    const { t } = this.view;
    const next = tokens[row + 1];
    const unmasked = rowOf(open, head, row);
    const later = unmasked.slice(row + 1).reduce((sum, weight) => sum + weight, 0);
    return html`
      <tr>
        <th scope="row">${tokens.slice(0, row + 1).join(" ")}</th>
        <td class="next">${next ?? t("training-end")}</td>
        <td class="row">${this.#weights(tokens, rowOf(weights, head, row), row)}</td>
        <td class="alone">${t(same ? "training-equal" : "training-differs")}</td>
        <td class="number">${next === undefined ? "–" : formatNumber(later)}</td>
        <td class="number">${next === undefined ? "–" : formatNumber(unmasked[row + 1] ?? NaN)}</td>
      </tr>
    `;
  }

  /**
   * A row of attention as it stands in the matrix: what is hidden is grey.
   * @param {readonly string[]} tokens
   * @param {readonly number[]} weights
   * @param {number} row
   */
  #weights(tokens, weights, row) {
    const { t, theme } = this.view;
    const { fills } = palettes[theme].shades.sequential;
    const most = weights.indexOf(Math.max(...weights));
    const side = 18;
    const name = t("training-strongest", { token: tokens[most] ?? "", weight: formatNumber(weights[most] ?? 0) });
    return html`<svg role="img" aria-label=${name} width=${weights.length * (side + 1)} height="20">
      ${weights.map(
        (weight, key) => svg`<rect
          x=${key * (side + 1)} y="1" width=${side} height=${side} rx="2"
          fill=${key > row ? palettes[theme].hidden : (fills[shadeOf(weight, "sequential", 1)] ?? "")}
        ></rect>`,
      )}
    </svg>`;
  }
}

/**
 * @param {import("../../../engine/tensors.js").Tensor} tensor
 * @param {number} head
 * @param {number} row
 */
function rowOf({ shape: [, rows = 0, columns = 0], data }, head, row) {
  const start = (head * rows + row) * columns;
  return Array.from(data.subarray(start, start + columns));
}

/** @param {View} view @returns {Measured} */
function measured({ state, compute, engine }) {
  const base = changeState(state, trained);
  const patched = (/** @type {Record<string, unknown>} */ patch) => compute(changeState(base, patch));
  const whole = compute(base);
  const { run, spec, inputs, tokens } = whole;
  const prefixes = walkPrefixes(engine, spec, inputs, run.tensor("output"), MOST);
  const outputs = [
    patched({ dropout: DROPPED, dropout_seed: 1 }),
    patched({ dropout: DROPPED, dropout_seed: 2 }),
    compute(base),
  ].map((walk) => taken(walk, "output"));
  const apart = (/** @type {any} */ a, /** @type {any} */ b) => difference(a, b).largest;
  const [first, second, again] = outputs;
  const result = {
    tokens,
    heads: run.spec.heads,
    weights: run.tensor("weights"),
    open: taken(patched({ causal: false }), "weights"),
    prefixes,
    multiplyAdds: Object.values(costOf(run)).reduce((sum, cost) => sum + cost.multiplyAdds, 0),
    dropped: { apart: apart(first, second), again: apart(run.tensor("output"), again) },
  };
  run.free();
  return result;
}

/**
 * One tensor of a walk that nobody needs any longer.
 * @param {Walk} walk
 * @param {string} id
 */
function taken({ run }, id) {
  const tensor = run.tensor(id);
  run.free();
  return tensor;
}

customElements.define("training-lab", TrainingLab);
