import { attentionIn, candidates, headsOf, itemsOf, usualHeads } from "../../tensors/attention-arrays.js";

/** @typedef {import("../../tensors/attention-arrays.js").Named} Named */
/** @typedef {import("../../tensors/attention-arrays.js").Found} Found */
/**
 * What can be computed from arrays, and what is chosen of it.
 * @typedef {{all: Found[], found: Found, xs: Named[], cs: Named[], X: Named | null, C: Named | null, heads: number[],
 *   head: number, items: number, item: number, causal: boolean}} Choices
 * - all: what the names of arrays say; found: the chosen one
 * - xs, cs: the arrays that X and C can be; X, C: the chosen ones
 * - heads: the numbers of heads that there can be, none where an array says it; head: the chosen one
 * - items: how many a batch has; item: the chosen one, from 0
 * - causal: chosen, or usual: not where keys and values come from a context
 */

/** The choice of no context: keys and values come from X too. */
export const noContext = "none";

/**
 * The first of everything, unless the reader chose another.
 * @param {readonly Named[]} arrays
 * @param {Readonly<Record<string, string>>} chosen by the names of fields
 * @returns {Choices | null} null where no attention is found
 */
export function choicesOf(arrays, chosen) {
  const all = attentionIn(arrays);
  const found = all[Number(chosen.layer ?? 0)] ?? all[0];
  if (!found) return null;
  const isProjected = found.kind === "projected";
  const [xs, cs] = isProjected ? [[], []] : [candidates(found, arrays, "X"), candidates(found, arrays, "C")];
  const [X, C] = [
    xs[Number(chosen.X ?? 0)] ?? null,
    chosen.C === noContext ? null : (cs[Number(chosen.C ?? 0)] ?? null),
  ];
  const heads = headsOf(found);
  const wanted = Number(chosen.heads ?? usualHeads(found));
  const head = heads.includes(wanted) ? wanted : (heads[0] ?? 1);
  const items = itemsOf(found, X);
  const item = Number(chosen.item ?? 0);
  const causal = chosen.causal ? chosen.causal === "yes" : C === null;
  return { all, found, xs, cs, X, C, heads, head, items, item: item < items ? item : 0, causal };
}

/** How many columns each head has. @param {Found} found @param {number} heads */
export function columnsOf({ arrays, kind, transposed }, heads) {
  const width = arrays[0]?.shape[transposed ? 0 : 1] ?? 0;
  return (kind === "joined" ? width / 3 : width) / heads;
}
