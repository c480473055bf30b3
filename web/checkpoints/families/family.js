/**
 * What the walk of a model needs to know about its family: how the embeddings are made, what each layer computes and from
 * which tensors, and how logits are read out. Names of tensors and fields are those of transformers.
 *
 * @typedef {import("../config.js").Config} Config
 * @typedef {import("../parts.js").Part} Part
 * @typedef {import("../../engine/spec/spec.js").Spec} Spec
 *
 * @typedef {object} Norm
 * @property {"layernorm" | "rmsnorm"} kind
 * @property {number} epsilon
 * @property {boolean} [offset] whether the factor is 1 + weight
 * @property {Part} [weight]
 * @property {Part} [bias]
 *
 * @typedef {object} Embedding
 * @property {Part} tokens a row for each token
 * @property {number} [factor] of these rows
 * @property {Part} [projection] of these rows to the width of the model
 * @property {{part: Part, first: number, padding?: number}} [positions] first: the row of the first position; padding: a
 *   token that does not count, and has the row of its own id
 * @property {Part} [types] its first row is added: all tokens are of the first type
 * @property {Norm} [norm] of the sum
 *
 * @typedef {object} Readout
 * @property {Part} weight a row for each token
 * @property {Part} [projection] of the last row of the stream to the width of these
 * @property {number} [softcap]
 *
 * What stands at a masked token: a Linear, an activation and a norm, then a row for each token and a bias. A file may lack it.
 * @typedef {object} MaskedHead
 * @property {{W_up: Part, b_up: Part}} dense
 * @property {Spec["activation"]} activation
 * @property {Norm} norm
 * @property {Part} weight a row for each token
 * @property {Part} bias
 *
 * @typedef {object} Architecture
 * @property {readonly string[]} prefixes of all names; a file has one of them
 * @property {number} layers
 * @property {number} vocabulary
 * @property {number} d_model
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d_ff
 * @property {Embedding} embedding
 * @property {(layer: number) => {spec: Spec, parts: Record<string, Part>}} layer parts: by name of the engine's input
 * @property {Norm} [final_norm]
 * @property {Readout | null} readout null: the family predicts no next token
 * @property {MaskedHead} [masked] where it predicts masked tokens
 *
 * @typedef {(config: Config) => Architecture} Family
 */
import { linear, vector } from "../parts.js";

/**
 * The weight of a Linear and its bias, as two inputs of the engine.
 * @param {string} suffix of the inputs' names: "q", "_up"
 * @param {string} module
 * @param {number} output
 * @param {number} input
 * @param {boolean} bias
 * @returns {Record<string, Part>}
 */
export const linearParts = (suffix, module, output, input, bias) => ({
  [`W${suffix}`]: linear(module, output, input),
  ...(bias && { [`b${suffix}`]: vector(`${module}.bias`, output) }),
});

/**
 * The weight of a norm and its bias, as two inputs of the engine.
 * @param {string} input name of the engine's norm
 * @param {string} module
 * @param {number} size
 * @param {boolean} [bias]
 * @returns {Record<string, Part>}
 */
export const normParts = (input, module, size, bias = false) => ({
  [`${input}_weight`]: vector(`${module}.weight`, size),
  ...(bias && { [`${input}_bias`]: vector(`${module}.bias`, size) }),
});

/** @param {string} module @param {number} size @param {number} epsilon @returns {Norm} */
export const layernorm = (module, size, epsilon) => ({
  kind: "layernorm",
  epsilon,
  weight: vector(`${module}.weight`, size),
  bias: vector(`${module}.bias`, size),
});

/**
 * Queries, keys and values in one matrix, head by head: a head's queries, its keys, its values, then the next head's.
 * @param {string} module
 * @param {number} heads
 * @param {number} width of a head
 * @param {boolean} bias
 * @returns {Record<string, Part>}
 */
export function interleavedParts(module, heads, width, bias) {
  const d_model = heads * width;
  const entries = ["q", "k", "v"].flatMap((letter, third) => {
    const rows = { first: third * width, count: width, step: 3 * width };
    const parts = Object.entries(linearParts(letter, module, 3 * d_model, d_model, bias));
    return parts.map(([name, part]) => [name, { ...part, rows }]);
  });
  return Object.fromEntries(entries);
}

/**
 * The readout: the token embeddings themselves, or a matrix of its own, whose name has no prefix.
 * @param {Part} tokens
 * @param {string} name
 * @param {boolean} tied
 * @returns {Readout}
 */
export const readoutOf = (tokens, name, tied) => ({
  weight: tied ? tokens : { ...tokens, names: [name], outside: true },
});
