import { formatNumber } from "../../figures/index.js";
import { hiddenPairs, measure } from "../../figures/measures/meters.js";
import { isKeySide } from "../../engine/stages.js";
import { isParameter } from "../../state/stages.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../words/translate.js").Args} Facts */

/** The terms that can explain themselves, by the ids of their messages. @type {readonly string[]} */
export const termIds = Object.freeze(
  (
    "activation ALiBi attention attention-weight batch bucket causal-mask concat context cross-attention d_k " +
    "d_model d_v dot-product dropout embedding feed-forward FlashAttention gated-MLP GELU gradient " +
    "grouped-query-attention head key KV-cache layer LayerNorm learning-rate logits loss mask padding " +
    "position-encoding prefill query recurrent-network residual RMSNorm RoPE saturation scaling score " +
    "self-attention sink sliding-window softcap softmax standard-deviation temperature token value " +
    "variance weight-matrix"
  ).split(" "),
);

/**
 * The explanation of a term, and what is so in the walk that is shown, if the term has words for it.
 * @param {Translate} t
 * @param {string} id of the term, such as "attention-weight"
 * @param {Facts} facts as `termFacts` makes them
 */
export const termText = (t, id, facts) => [t(`term-${id}`), t(`term-${id}-here`, facts)].filter(Boolean).join(" ");

/** The name of a term. @param {Translate} t @param {string} id */
export const termName = (t, id) => t(`term-${id}-name`) || id.replaceAll("-", " ");

/** The id of a term as it is written in a text: "KV cache" is KV-cache. @param {string} written */
export const termId = (written) => written.replaceAll(" ", "-");

/**
 * The numbers of a walk that explanations of terms name.
 * @param {import("../../view/view.js").View} view
 * @returns {Facts}
 */
export function termFacts({ run, trace, state, queries }) {
  const { heads, kv_heads, d_model, d_k, d_v, n_q, n_k } = run.spec;
  const measured = measure(trace, state.head);
  const { stage = "", index = [] } = state.cell ?? {};
  const isRow = stage !== "" && !isKeySide(stage) && !isParameter(stage);
  const row = isRow ? Math.min(Number(index.at(-2)), n_q - 1) : 0;
  const { largest = 0 } = measured.rows[row] ?? {};
  return {
    heads,
    kv_heads,
    d_model,
    d_k,
    d_v,
    queries: n_q,
    keys: n_k,
    row: queries[row] ?? "",
    largest: formatNumber(largest),
    ...hiddenPairs(trace, state.head),
    root: formatNumber(Math.sqrt(d_k)),
    variance: formatNumber(measured.raw.variance),
    deviation: formatNumber(Math.sqrt(measured.raw.variance)),
    cache: kv_heads * n_k * (d_k + d_v),
  };
}
