import { css, html, nothing } from "lit";

import { isPairStage } from "../../engine/stages.js";
import { formatNumber } from "../../figures/index.js";
import { headOf, hiddenPairs, meanSquare, measure } from "../../figures/measures/meters.js";
import { meterBar, meterStyle } from "../figure/meter-bar.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { memoised } from "../../view/memoised.js";
import { headsOf } from "../../view/view.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../view/view.js").View} View */
/**
 * @typedef {object} Meter
 * @property {string} id of its messages: meter-<id>, meter-<id>-text
 * @property {number} value
 * @property {number} max the value at which its bar is full
 * @property {string} shown the value as text
 * @property {number} [expected] marked on the bar
 * @property {number} [inspected] the value of the inspected row, marked in the accent colour
 * @property {Record<string, string | number>} [args] of its explanation
 * @property {string} [reason] a further sentence: why the value is not the expected one
 */

/** Shows statistics of the scores and weights in view: small bars, each with its value and a line of explanation. */
export class WalkMeters extends ViewElement {
  static deferred = true;
  static styles = [
    shared,
    meterStyle,
    css`
      section {
        padding-block: var(--space-16);
      }
      h3 {
        margin: 0 0 var(--space-8);
        font-size: 1rem;
      }
      dl {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
        gap: var(--space-12) var(--space-32);
        margin: 0;
      }
      dl > div {
        display: grid;
        grid-template-columns: minmax(0, 10rem) minmax(3rem, 1fr) minmax(4.5rem, auto);
        gap: 0 var(--space-12);
        align-content: start;
        align-items: center;
      }
      dd {
        margin: 0;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      .value {
        text-align: end;
      }
      .why {
        grid-column: 1 / -1;
        line-height: 1.4;
      }
      .inspected {
        color: var(--text);
      }
      .expected {
        fill: var(--text);
      }
      .mark {
        fill: var(--text);
      }
      @media (forced-colors: active) {
        .expected {
          fill: CanvasText;
        }
        .mark {
          fill: Highlight;
        }
      }
    `,
  ];

  /** Each pointer move makes a new view: only another walk or head has to be measured. */
  #measure = memoised(measure);

  render() {
    const { t, state, trace } = this.view;
    const meters = meterLists[state.stage]?.(this.view, this.#measure(trace, state.head)) ?? [];
    if (meters.length === 0) return nothing;
    const isFolded = (/** @type {Meter} */ { id }) => id === "gradient";
    const [inSight, folded] = [meters.filter((meter) => !isFolded(meter)), meters.filter(isFolded)];
    const heads = headsOf(this.view, "weights");
    const where = state.head === "all" ? t("meters-all") : t("meters-head", { head: state.head + 1 });
    return html`
      <section class="card" aria-labelledby="meters-title">
        <h3 id="meters-title">
          ${`${t("meters-title")} `}${heads > 1 ? html`<span class="muted small">${where}</span>` : nothing}
        </h3>
        <dl>${inSight.map((meter) => this.#meter(meter))}</dl>
        ${
          folded.length === 0
            ? nothing
            : html`<details>
                <summary class="small muted">${t("meters-training")}</summary>
                <dl>${folded.map((meter) => this.#meter(meter))}</dl>
              </details>`
        }
      </section>
    `;
  }

  /** One meter: its name, value, bar and explanation. @param {Meter} meter */
  #meter({ id, value, max, shown, expected, inspected, args, reason = "" }) {
    const { t } = this.view;
    const name = t(`meter-${id}`);
    const row =
      inspected === undefined
        ? ""
        : t("meter-inspected", { token: inspectedToken(this.view), value: formatNumber(inspected) });
    return html`
      <div>
        <dt>${withSubscripts(name)}</dt>
        <dd>
          <div
            role="meter"
            aria-label=${name}
            aria-valuemin="0"
            aria-valuemax=${max}
            aria-valuenow=${Math.min(value || 0, max)}
            aria-valuetext=${[shown, row].filter(Boolean).join(", ")}
          >
            ${meterBar(value / max, expected === undefined ? null : expected / max, inspected === undefined ? null : inspected / max)}
          </div>
        </dd>
        <dd class="value" aria-hidden="true">${shown}</dd>
        <dd class="why small muted">
          ${withSubscripts(t(`meter-${id}-text`, args))} ${reason}
          ${row ? html`<span class="inspected">${row}</span>` : nothing}
        </dd>
      </div>
    `;
  }
}

/**
 * The index of the inspected row among the measured rows; undefined if it is not among them.
 * @param {View} view
 */
function inspectedRow({ cell, state, run }) {
  if (!cell || !isPairStage(cell.stage)) return undefined;
  const [head = 0, row = 0] = cell.index;
  if (state.head !== "all" && state.head !== head) return undefined;
  return state.head === "all" ? head * (run.shape("weights")[1] ?? 0) + row : row;
}

/** @param {View} view */
const inspectedToken = ({ cell, queries }) => queries[cell?.index[1] ?? 0] ?? "";

/** @typedef {import("../../figures/measures/meters.js").Measured} Measured */
/** @typedef {(view: View, measured: Measured) => Meter[]} MeterList */

/**
 * Why scores do not have the variance of independent components: the mean squares of their factors, and where these come
 * from. "" where a learned vector is added to each key, which the two numbers would leave out.
 * @param {View} view
 */
function varianceReason({ t, run, trace, state: { head }, kind }) {
  const [Q, K] = [trace.tensor("Q"), trace.tensor("K")];
  if (!Q || !K || trace.tensor("relK")) return "";
  const { heads, kv_heads } = run.spec;
  const [, queries = 0, keys = 0] = run.shape("raw");
  const drawn = kind === "random" || kind === "article" ? "random" : kind === "given" ? kind : "set";
  return t("meter-variance-reason", {
    q: formatNumber(meanSquare(headOf(Q, head))),
    k: formatNumber(meanSquare(headOf(K, head === "all" ? head : Math.floor((head * kv_heads) / heads)))),
    origin: trace.tensor("Wq") || kind === "given" ? drawn : "none",
    scores: (head === "all" ? heads : 1) * queries * keys,
    queries,
    keys,
  });
}

/** @type {MeterList} */
const rawVariance = (view, { raw }) => {
  const { d_k } = view.run.spec;
  return [
    {
      id: "raw-variance",
      value: raw.variance,
      max: 2 * d_k,
      expected: d_k,
      shown: formatNumber(raw.variance),
      args: { d_k, deviation: formatNumber(Math.sqrt(d_k)) },
      reason: varianceReason(view),
    },
  ];
};

/** @type {MeterList} */
const scaledVariance = (view, { scaled }) => {
  const { d_k, scale } = view.run.spec;
  const expected = d_k * scale ** 2;
  const args = { d_k, expected: formatNumber(expected) };
  return [
    {
      id: "scaled-variance",
      value: scaled.variance,
      max: 2 * expected,
      expected,
      shown: formatNumber(scaled.variance),
      args,
      reason: varianceReason(view),
    },
  ];
};

/** The meters of how sharp the softmax is. @type {MeterList} */
const sharpness = (view, { largest, entropy, gradient, rows }) => {
  const row = rows[inspectedRow(view) ?? -1];
  const max = Math.log2(Math.max(2, view.keys.length));
  const { t } = view;
  return [
    { id: "largest", value: largest, max: 1, shown: formatNumber(largest), ...inspectedValue(row?.largest) },
    {
      id: "entropy",
      value: entropy,
      max,
      shown: t("meter-bits", { value: formatNumber(entropy) }),
      ...inspectedValue(row?.entropy),
      args: { max: formatNumber(max), keys: view.keys.length },
    },
    // The norm of the Jacobian of a softmax is at most 1/2; two equal weights of 1/2 reach it.
    { id: "gradient", value: gradient, max: 0.5, shown: formatNumber(gradient, 3), ...inspectedValue(row?.gradient) },
  ];
};

/** @param {number | undefined} value */
const inspectedValue = (value) => (value === undefined ? {} : { inspected: value });

/** @type {MeterList} */
const hidden = ({ trace, state, t }) => {
  const { hidden: count, pairs } = hiddenPairs(trace, state.head);
  if (pairs === 0) return [];
  return [{ id: "hidden", value: count, max: pairs, shown: t("meter-of", { count, all: pairs }) }];
};

/** @type {MeterList} */
const empty = ({ trace, t }, { empty: none, count }) => {
  if (!trace.tensor("allow")) return [];
  return [{ id: "empty", value: none, max: count, shown: t("meter-of", { count: none, all: count }) }];
};

/** @type {MeterList} */
const dropped = ({ trace, state, t }) => {
  const ofHead = (/** @type {"weights" | "dropped"} */ id) =>
    headOf(/** @type {import("../../figures/types.js").Tensor} */ (trace.tensor(id)), state.head);
  const weights = ofHead("weights");
  const kept = ofHead("dropped");
  let [nonzero, gone] = [0, 0];
  for (let at = 0; at < weights.length; at++) {
    if (weights[at] === 0) continue;
    nonzero++;
    if (kept[at] === 0) gone++;
  }
  return [
    { id: "dropped", value: gone, max: Math.max(1, nonzero), shown: t("meter-of", { count: gone, all: nonzero }) },
  ];
};

/** Joins several lists of meters into one. @param {...MeterList} lists @returns {MeterList} */
const all =
  (...lists) =>
  (view, measured) =>
    lists.flatMap((list) => list(view, measured));

/** @type {Readonly<Record<string, MeterList>>} the meters to show, by stage */
const meterLists = Object.freeze({
  raw: rawVariance,
  scaled: all(scaledVariance, sharpness),
  masked: all(hidden, empty, sharpness),
  zeroed: all(hidden, empty),
  weights: all(sharpness, empty),
  dropped,
});

customElements.define("walk-meters", WalkMeters);
