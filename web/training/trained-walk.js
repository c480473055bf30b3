import { AttentionError } from "../engine/errors.js";
import { defaultState, numberFields } from "../state/fields.js";
import { placeIn } from "../state/edits.js";
import { tokenise } from "../state/tokens.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} Tensor */
/**
 * A layer of a model over one sequence, as the engine computes it.
 * @typedef {object} LayerWalk
 * @property {readonly string[]} tokens of the queries
 * @property {readonly string[] | null} keys tokens of the keys in cross-attention; null in self-attention
 * @property {{heads: number, d_k: number, causal: boolean, scaled: boolean, position: "none" | "rope" | "alibi"}} spec
 * @property {readonly number[]} strongest head, query and key of the weight to look at first
 * @property {Readonly<Record<string, Tensor>>} inputs X [n_q, d_model], in cross-attention C [n_k, d_model], and Wq, Wk, Wv, Wo
 * @property {number} layer 0 for the first
 * @property {Readonly<Record<string, Tensor>> | null} other the inputs of the model's other layer; null where it has none
 */

/**
 * The change of the default state with which a walk (the pass through all stages) has the numbers of a trained layer: every
 * embedding and every weight is set as if by hand, so that every number on the page can be explained. The X of a second layer
 * is left to be computed by the first, whose numbers are in the state too.
 * @param {LayerWalk} layer
 * @returns {Partial<State>}
 */
export function trainedWalk({ tokens, keys, spec, inputs, strongest, layer, other }) {
  const { heads, d_k, causal, scaled, position } = spec;
  const sentence = sentenceOf(tokens);
  const { shape: [n = 0, d_model = 0] = [] } = inputs.X ?? {};
  if (n !== tokens.length)
    throw new AttentionError("X", `must have a row for each of ${tokens.length} tokens, got ${n}`);
  const defaults = Object.fromEntries(numberFields.map((field) => [field, defaultState[field]]));
  return {
    ...defaults,
    ...{ sentence, context: keys && sentenceOf(keys), heads, d_model, d_k, scaling: scaled, position },
    ...{ causal, align: causal && keys ? "bottom_right" : null },
    ...(other && { layer: layer + 1 }),
    ...{ edits: allEdits(inputs, heads, layer > 0), other_edits: allEdits(other ?? {}, heads, layer === 0) },
    ...{ stage: "weights", head: 0, cell: { stage: "weights", index: strongest } },
  };
}

/**
 * A text that the page splits into exactly these tokens again.
 * @param {readonly string[]} tokens
 */
function sentenceOf(tokens) {
  const sentence = tokens.join(" ");
  if (tokenise(sentence).length === tokens.length) return sentence;
  return tokens.map((_, at) => `t${at + 1}`).join(" ");
}

/**
 * All numbers of a layer's inputs as edits.
 * @param {Readonly<Record<string, Tensor>>} inputs
 * @param {number} heads
 * @param {boolean} isSecond whether its X is computed by another layer
 * @returns {State["edits"]}
 */
const allEdits = (inputs, heads, isSecond) =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(inputs)
        .filter(([name]) => !(isSecond && name === "X"))
        .map(([name, tensor]) => [name, editsOf(name, tensor, heads)]),
    ),
  );

/**
 * All numbers of a tensor as edits. Heads are column blocks of Wq, Wk and Wv, and row blocks of Wo.
 * @param {string} name
 * @param {Tensor} tensor [rows, columns]
 * @param {number} heads
 * @returns {readonly number[]} index and value of each number, one after the other
 */
function editsOf(name, { shape, data }, heads) {
  const [rows = 0, columns = 0] = shape;
  const tensor = /** @type {"X" | "C" | "Wq" | "Wk" | "Wv" | "Wo"} */ (name);
  /** @type {import("../state/edits.js").EditShape} */
  const sizes =
    name === "X" || name === "C"
      ? [rows, columns]
      : name === "Wo"
        ? [heads, rows / heads, columns]
        : [heads, rows, columns / heads];
  return Object.freeze(
    Array.from(data).flatMap((value, at) => [...placeIn(tensor, sizes, Math.floor(at / columns), at % columns), value]),
  );
}
