/** The terms in the page's words about a stage explain themselves. Loaded when the reader begins. */
import { withSubscripts } from "../rich-text.js";
import { termNote } from "../term-note.js";
import { termFacts } from "../terms.js";

/** How each term is written in a sentence, as the source of a regular expression, by the id of its explanation. */
const written = Object.freeze({
  "attention-weight": "(?:attention )?weights?(?! matri)",
  "weight-matrix": "weight matri(?:x|ces)|W[qkvo]",
  "dot-product": "dot products?",
  "standard-deviation": "standard deviation",
  "cross-attention": "cross-attention",
  "grouped-query-attention": "(?:grouped|multi)-query attention",
  "causal-mask": "causal mask",
  "feed-forward": "feed-forward",
  "position-encoding": "rotary positions?",
  "sliding-window": "window",
  "KV-cache": "cache",
  token: "tokens?",
  embedding: "embeddings?",
  query: "quer(?:y|ies)",
  key: "keys?",
  value: "values?",
  head: "heads?",
  score: "scores?",
  softmax: "softmax",
  mask: "mask(?:s|ing)?",
  padding: "padding",
  sink: "sinks?",
  bucket: "buckets?",
  temperature: "temperature",
  variance: "variance",
  gradient: "gradient",
  dropout: "dropout|dropped",
  context: "contexts?",
  concat: "concat",
  ALiBi: "ALiBi",
  d_model: "d_model",
  d_k: "d_k",
  d_v: "d_v",
});

const ids = Object.keys(written);
const anyTerm = new RegExp(
  `\\b(?:${Object.values(written)
    .map((source) => `(${source})`)
    .join("|")})\\b`,
  "gi",
);

/**
 * A text in which each term explains itself, where it first occurs.
 * @param {import("../../view/view.js").View} view
 * @param {string} text
 */
export function withTerms(view, text) {
  const { t } = view;
  const parts = [];
  const seen = new Set();
  let end = 0;
  for (const match of text.matchAll(anyTerm)) {
    const id = ids[match.slice(1).findIndex(Boolean)] ?? "";
    if (seen.has(id)) continue;
    seen.add(id);
    parts.push(withSubscripts(text.slice(end, match.index)));
    parts.push(termNote(t, id, withSubscripts(match[0]), () => (view.run.isFree ? null : termFacts(view))));
    end = match.index + match[0].length;
  }
  return [...parts, withSubscripts(text.slice(end))];
}
