import { BLOCK_FIELDS, checkAlone, resolveBlock } from "./block.js";
import { bool, checkNames, checkObject, definedOnly, finite, oneOf } from "../checks.js";
import { resolveDropout } from "./dropout.js";
import { resolveMasking } from "./masking.js";
import { resolvePosition } from "./position.js";
import { sizesOfEmbeddings, sizesOfQueries, startsAtQueries } from "./sizes.js";
import { SPEC_WORDS } from "./spec-words.js";
import { settingNames } from "../stages.js";
import { readInputs } from "../tensors.js";

/**
 * Which attention to compute. Every field can be left out; sizes are then taken from the inputs. After the semicolon:
 * the default.
 * @typedef {SpecFields & Partial<Record<import("../stages.js").StageSetting, number>>} Spec settings of stages: none
 *
 * @typedef {object} SpecFields
 * @property {number} [heads] query heads; 1, or those of Q
 * @property {number} [kv_heads] key/value heads; must divide heads evenly; heads
 * @property {number} [d_model] width of X
 * @property {number} [d_context] width of C
 * @property {number} [d_k] width of one head's queries and keys; d_model / heads
 * @property {number} [d_v] width of one head's values; d_k
 * @property {number} [scale] factor on raw scores; 1/sqrt(d_k). 1 is "no scaling"
 * @property {boolean} [causal] query i sees no later key; false
 * @property {"bottom_right" | "top_left"} [align] the corner that the causal diagonal meets; bottom_right
 * @property {number} [window] hides distant keys: with causal those with 0 <= i - j < window stay visible, otherwise
 *   those with |i - j| <= window; none
 * @property {number} [sink_tokens] the first N keys stay visible whatever the window hides (still causal); 0
 * @property {import("./position.js").Position} [position] none
 * @property {boolean} [softmax_sink] inputs.sink (one score for each head) is added to the denominator of softmax;
 *   false
 * @property {import("./dropout.js").Dropout} [dropout] weights are dropped where inputs.keep is 0, or as
 *   torch.nn.functional.dropout drops them after torch.manual_seed(torch_seed); the others are divided by 1 - p. residual:
 *   what attention and the MLP add to the stream, likewise, by keep_output and keep_mlp_output; mlp: the MLP's activated
 *   numbers, by keep_mlp. One seed draws all, in the order of computation; none
 * @property {"before_softmax" | "after_softmax" | "after_softmax_renormalised"} [mask_mode] before_softmax
 * @property {{value: number, how?: "fill" | "add"}} [mask_value] what hidden scores
 *   become (fill), or what is added to them (add); -Infinity
 * @property {"none" | "layernorm" | "rmsnorm"} [norm] of rows of width d_model; none
 * @property {"pre" | "post" | "both"} [norm_place] before attention and the MLP, after each residual, or before both and
 *   after both (Gemma); pre
 * @property {number} [norm_epsilon] is added to the variance or to the mean of squares; 1e-5
 * @property {boolean} [norm_offset] the factor is 1 + weight (Gemma); false
 * @property {"none" | "layernorm" | "rmsnorm"} [qk_norm] of each head's queries and keys, before they are rotated; none
 * @property {"none" | "sequential" | "parallel"} [residual] attention's output is added to X, and the MLP's to the sum;
 *   parallel: the MLP does not read the sum, but X; none
 * @property {"none" | "plain" | "gated"} [mlp] activation(x·W_up)·W_down, or (activation(x·W_gate) · x·W_up)·W_down; none
 * @property {import("./spec-words.js").SpecWords["activation"]} [activation] relu
 * @property {number} [d_ff] width of the MLP's hidden layer; 4·d_model
 * @property {number} [prefill] KV cache: number of rows in the first append; run.steps() adds the others one by one;
 *   none
 */

/** @typedef {import("../tensors.js").TensorInput} TensorInput */

/**
 * A spec as one flat object with every default filled in: the members of attention_spec in c/attention.h, but with
 * words and booleans in place of numbers.
 * @typedef {ResolvedSizes & import("./position.js").ResolvedPosition & import("./masking.js").ResolvedMasking
 *   & import("./block.js").ResolvedBlock & import("./dropout.js").Probabilities} ResolvedSpec
 *
 * @typedef {object} ResolvedSizes
 * @property {number} n_q
 * @property {number} n_k
 * @property {number} d_model
 * @property {number} d_context
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d_k
 * @property {number} d_v
 * @property {number} d_out
 * @property {number} scale
 * @property {boolean} causal
 * @property {import("./spec-words.js").SpecWords["align"]} align
 */

/** @typedef {Pick<import("./dropout.js").ResolvedDropout, "seed" | "drawn">} Drawn what is drawn, and the seed for it */

/** The fields of a spec. */
export const FIELDS = Object.freeze([
  ...["heads", "kv_heads", "d_model", "d_context", "d_k", "d_v", "scale", "causal", "align"],
  ...[
    "window",
    "sink_tokens",
    "position",
    ...settingNames,
    "softmax_sink",
    "dropout",
    "mask_mode",
    "mask_value",
    "prefill",
  ],
  ...BLOCK_FIELDS,
]);

/**
 * Checks the names, types and ranks of a spec and its inputs, and fills in the defaults. Whether the sizes fit together
 * is checked later, by the engine's plan.
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 * @returns {{spec: ResolvedSpec, inputs: Map<string, TensorInput>, dropout: Drawn}}
 */
export function resolve(givenSpec, givenInputs) {
  const inputs = readInputs(givenInputs);
  return { ...resolveFor(givenSpec, inputs), inputs };
}

/**
 * The same for inputs of which only the shapes are known.
 * @param {unknown} givenSpec
 * @param {ReadonlyMap<string, {shape: readonly number[]}>} inputs
 * @returns {{spec: ResolvedSpec, dropout: Drawn}}
 */
export function resolveFor(givenSpec, inputs) {
  const spec = definedOnly(checkObject(givenSpec, "spec"));
  checkNames(spec, FIELDS, "field of a spec");
  const position = resolvePosition(spec.position);
  const { n_q, n_k, d_model, d_context, heads, kv_heads, d_k, d_v } = startsAtQueries(inputs)
    ? sizesOfQueries(spec, inputs, position.position)
    : sizesOfEmbeddings(spec, inputs, position.position);
  const d_out = inputs.get("Wo")?.shape[1] ?? heads * d_v;
  const scale = spec.scale === undefined ? 1 / Math.sqrt(d_k) : finite("scale", spec.scale);
  const causal = spec.causal === undefined ? false : bool("causal", spec.causal);
  const align = spec.align === undefined ? "bottom_right" : oneOf("align", spec.align, SPEC_WORDS.align);
  const masking = resolveMasking(spec, (name) => inputs.has(name));
  const block = resolveBlock(spec, d_model, inputs.get("W_up")?.shape[1]);
  if (startsAtQueries(inputs)) checkAlone(block, "a walk from Q, K and V");
  const { seed, drawn, ...probabilities } = resolveDropout(spec, (name) => inputs.has(name));
  // Spread into the object as its first part, the sizes would cost V8 most of the time of a small walk.
  return {
    spec: {
      n_q,
      n_k,
      d_model,
      d_context,
      heads,
      kv_heads,
      d_k,
      d_v,
      d_out,
      scale,
      causal,
      align,
      ...position,
      ...masking,
      ...block,
      ...probabilities,
    },
    dropout: { seed, drawn },
  };
}
