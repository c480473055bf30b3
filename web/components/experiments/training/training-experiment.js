import { css, html, nothing, svg } from "lit";

import { costOf } from "../../../engine/cost.js";
import { formatNumber, lengthsOf, palettes } from "../../../figures/index.js";
import { difference } from "../../../figures/measures/meters.js";
import { shadeOf } from "../../../figures/colour/palette.js";
import { changeState } from "../../../state/state.js";
import { withSubscripts } from "../../rich-text.js";
import { questionStyles } from "../styles.js";
import { walkPrefixes } from "./prefix-runs.js";
import { ExperimentElement } from "../experiment-element.js";
import { scrollTable } from "../../scroll-box.js";
import { phone } from "../../styles.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../view/view.js").Walk} Walk */
/**
 * @typedef {object} Measured
 * @property {string[]} tokens
 * @property {number} heads
 * @property {import("../../../engine/tensors.js").Tensor} weights of the masked pass over the whole sentence, [heads, n, n]
 * @property {import("../../../engine/tensors.js").Tensor} unmasked weights of a pass without the mask
 * @property {{same: boolean, multiplyAdds: number}[]} prefixes
 * @property {number} multiplyAdds of the masked pass
 * @property {{apart: number, again: number}} dropped apart: the largest difference between two passes with dropout; again:
 *   between two passes without it
 */

/** The largest number of prefixes that are computed one by one. */
const MAX_PREFIXES = 32;

/** The probability of dropout in its demonstration. */
const DROPOUT = 0.2;

/** The settings of a decoder in training: causal self-attention over one sentence, masked before softmax. */
const training = Object.freeze({
  causal: true,
  context: null,
  batch: [],
  sentence_index: 0,
  padding: 0,
  ignored_keys: [],
  token_order: null,
  dropout: 0,
  mask_mode: "before_softmax",
  mask_value: null,
  compare: null,
  cell: null,
  head: "all",
});

/** Shows that one masked pass trains on every prefix of the sentence, because each row predicts the next token. */
export class TrainingExperiment extends ExperimentElement {
  static styles = [
    questionStyles,
    css`
      scroll-box {
        margin-bottom: var(--space-12);
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
      @media ${phone} {
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
        color: var(--text);
        font-weight: 600;
      }
    `,
  ];

  /** @type {Measured | null} null where the walk cannot read one sentence from left to right, as some trained models */
  #measured = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.renumbered(changed)) this.#measured = measured(this.view);
  }

  render() {
    const { t, state } = this.view;
    const m = this.#measured;
    if (!m) return html`<p class="muted">${t("training-text")}</p>`;
    const head = state.head === "all" ? 0 : Math.min(state.head, m.heads - 1);
    const count = m.tokens.length;
    const alone = m.prefixes.reduce((sum, prefix) => sum + prefix.multiplyAdds, 0);
    const same = m.prefixes.filter((prefix) => prefix.same).length;
    const number = (/** @type {number} */ value) => t("meter-count", { value });
    const heads = ["prefix", "next", "row", "alone", "leak", "answer"].map((id) =>
      t(`training-${id}`, { head: head + 1 }),
    );
    const body = html`<tbody>
      ${m.prefixes.map((prefix, row) => this.#row(m, prefix.same, head, row))}
    </tbody>`;
    return html`
      <p class="muted">${t("training-text")}</p>
      <div role="status" class="result">
        <p>${t("training-same", { same, count: m.prefixes.length })}</p>
        <p>${t("training-cost", { one: number(m.multiplyAdds), alone: number(alone), count: m.prefixes.length })}</p>
      </div>
      ${scrollTable(t("training-table"), heads, body, { numbers: 4 })}
      ${count > MAX_PREFIXES ? html`<p class="muted small">${t("training-more", { max: MAX_PREFIXES, count })}</p>` : nothing}
      <p>${t("training-end-text")}</p>
      <p>${t("training-mask")}</p>
      <p>
        ${withSubscripts(t("training-weights", { question: t("experiment-backward"), random: String(state.recipe === "random") }))}
      </p>
      <p>
        ${t("training-dropout", {
          percent: 100 * DROPOUT,
          apart: formatNumber(m.dropped.apart, 3),
          again: formatNumber(m.dropped.again, 3),
        })}
      </p>
    `;
  }

  /**
   * The table row of one prefix.
   * @param {Measured} m
   * @param {boolean} same whether the prefix alone has the same output
   * @param {number} head
   * @param {number} row
   */
  #row({ tokens, weights, unmasked: open }, same, head, row) {
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
        <td class="number">${next === undefined ? "–" : formatNumber(/** @type {number} */ (unmasked[row + 1]))}</td>
      </tr>
    `;
  }

  /**
   * A row of weights as coloured squares; hidden keys are left out.
   * @param {readonly string[]} tokens
   * @param {readonly number[]} weights
   * @param {number} row
   */
  #weights(tokens, weights, row) {
    const { t, theme } = this.view;
    const { fills } = palettes[theme].shades("sequential");
    const largest = Math.max(...weights);
    const token = /** @type {string} */ (tokens[weights.indexOf(largest)]);
    const side = 18;
    const name = t("training-strongest", { token, weight: formatNumber(largest) });
    return html`<svg role="img" aria-label=${name} width=${weights.length * (side + 1)} height="20">
      ${weights.slice(0, row + 1).map(
        (weight, key) => svg`<rect
          x=${key * (side + 1)} y="1" width=${side} height=${side} rx="2"
          fill=${fills[shadeOf(weight, "sequential", 1)]}
        ></rect>`,
      )}
    </svg>`;
  }
}

/**
 * One row of a tensor.
 * @param {import("../../../engine/tensors.js").Tensor} tensor [heads, rows, columns]
 * @param {number} head
 * @param {number} row
 */
function rowOf(tensor, head, row) {
  const { data } = tensor;
  const { rows, columns } = lengthsOf(tensor);
  const start = (head * rows + row) * columns;
  return Array.from(data.subarray(start, start + columns));
}

/** Computes everything the experiment shows. @param {View} view @returns {Measured | null} */
function measured({ state, compute, engine }) {
  const base = changeState(state, training);
  if (base.context !== null) return null;
  const patched = (/** @type {Record<string, unknown>} */ patch) => compute(changeState(base, patch));
  const whole = compute(base);
  const { run, spec, inputs, tokens } = whole;
  const prefixes = walkPrefixes(engine, spec, inputs, run.tensor("output"), MAX_PREFIXES);
  const outputs = [
    patched({ dropout: DROPOUT, dropout_seed: 1 }),
    patched({ dropout: DROPOUT, dropout_seed: 2 }),
    compute(base),
  ].map((walk) => tensorOf(walk, "output"));
  const apart = (/** @type {any} */ a, /** @type {any} */ b) => difference(a, b).largest;
  const [first, second, again] = outputs;
  const result = {
    tokens,
    heads: run.spec.heads,
    weights: run.tensor("weights"),
    unmasked: tensorOf(patched({ causal: false }), "weights"),
    prefixes,
    multiplyAdds: Object.values(costOf(run)).reduce((sum, cost) => sum + cost.multiplyAdds, 0),
    dropped: { apart: apart(first, second), again: apart(run.tensor("output"), again) },
  };
  run.free();
  return result;
}

/**
 * A copy of one tensor of a walk, whose run is freed.
 * @param {Walk} walk
 * @param {string} id
 */
function tensorOf({ run }, id) {
  const tensor = run.tensor(id);
  run.free();
  return tensor;
}

customElements.define("training-experiment", TrainingExperiment);
