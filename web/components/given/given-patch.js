import { givenSizes } from "../../state/recipes/given.js";

/**
 * The change of a state that shows given tensors: their weights, in the first head, of the last query.
 * @param {import("../../state/recipes/given.js").Given} given
 * @param {{labels: string, causal: boolean}} choice labels: of the tokens; "" for their numbers
 * @returns {Partial<import("../../state/state.js").State>}
 */
export function givenPatch(given, { labels, causal }) {
  const { n_q, n_k } = givenSizes(given);
  const alignsKeys = causal && (given.inputs.C !== undefined || n_q !== n_k);
  return {
    recipe: "given",
    given,
    ...(labels.trim() !== "" && { sentence: labels }),
    context: null,
    causal,
    ...(alignsKeys && { align: n_q > n_k ? "top_left" : "bottom_right" }),
    stage: "weights",
    head: 0,
    cell: { stage: "weights", index: [0, n_q - 1, Math.min(n_q, n_k) - 1] },
  };
}
