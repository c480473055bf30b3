/** How the engine lays a model out: its spec in the engine's memory, its parameters, and what these start with. */
import {
  MODEL_KEYS_WORDS,
  MODEL_LAYER,
  MODEL_NORM,
  MODEL_READOUT_WORDS,
  MODEL_SPEC,
  NORM_WORDS,
  PARAMETER,
  PARAMETER_KIND_WORDS,
  POSITION_WORDS,
} from "../c.js";
import { askSpec, errorOf, writeSpec } from "../plan.js";
import { createRandom } from "../random/torch-random.js";
import { isAbsolute } from "../spec/position.js";
import { learned } from "../stages.js";
import { alignedBytes, readMember, writeStruct } from "../struct.js";
import { within } from "./model-spec.js";

/**
 * @typedef {import("./model-spec.js").ResolvedLayer} ResolvedLayer
 *
 * A parameter, and where it stands in the model's memory.
 * @typedef {{name: string, kind: typeof PARAMETER_KIND_WORDS[number], layer: number, shape: number[], count: number, offset: number}} Parameter
 */

/** Parameters that start at 0. */
const ZERO = /(^b[qkvo]|^b_[a-z]+|_bias|^bias_table|^sink)$/;

/** The names of c/model/model.h and optimizers.h in the engine's messages, where they differ here. */
export const FIELDS = Object.freeze({
  source_vocabulary: "source.vocabulary",
  source_n: "source.n",
  size: "batch",
  token_bi: "tokens",
  length_b: "lengths",
  target_bi: "targets",
  source_bj: "source",
  source_length_b: "source_lengths",
  method: "optimizer.name",
  lr: "optimizer.lr",
  weight_decay: "optimizer.weight_decay",
  momentum: "optimizer.momentum",
  beta1: "optimizer.betas[0]",
  beta2: "optimizer.betas[1]",
  eps: "optimizer.eps",
});

/**
 * Has the engine check the model's spec and lay it out.
 * @param {import("../engine.js").Core} core
 * @param {number} address of the C struct
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {ResolvedLayer[]} layers
 */
export function makeModel(core, address, spec, layers) {
  const { exports, memory } = core;
  const layersAt = alignedBytes(MODEL_SPEC);
  const own = memory.allocate(layersAt + layers.length * MODEL_LAYER.bytes);
  const { vocabulary, n, d_model, classes, source } = spec;
  const ofSource = { source_vocabulary: source?.vocabulary ?? 0, source_n: source?.n ?? 0 };
  const isAdded = isAbsolute(spec.position); // others belong to layers
  const logits_softcap = spec.logits_softcap ?? 0;
  try {
    memory.bytes(own, layersAt + layers.length * MODEL_LAYER.bytes).fill(0);
    writeStruct(memory, own, MODEL_SPEC, {
      vocabulary,
      n,
      d_model,
      classes,
      ...ofSource,
      position: POSITION_WORDS.indexOf(isAdded ? spec.position : "none"),
      readout: MODEL_READOUT_WORDS.indexOf(spec.readout),
      readout_bias: Number(spec.readout_bias),
      logits_softcap,
      layers: layers.length,
      layer: own + layersAt,
    });
    for (const norm of /** @type {const} */ (["embedding_norm", "final_norm"])) {
      writeStruct(memory, own + MODEL_SPEC.members[norm][1], MODEL_NORM, normMembers(spec, spec[norm]));
    }
    layers.forEach((layer, at) => {
      const address = own + layersAt + at * MODEL_LAYER.bytes;
      const keys = MODEL_KEYS_WORDS.indexOf(spec.layers[at]?.keys ?? "self");
      writeStruct(memory, address, MODEL_LAYER, { keys });
      writeSpec(core, address + MODEL_LAYER.members.spec[1], layer.spec, layer.given);
    });
    const status = exports.attention_make_model(address, own);
    if (status === 0) return;
    layers.forEach((layer, at) => {
      if (exports.attention_check_model_layer(own, at) === status) throwOfLayer(core, status, layer, at);
    });
    const named = { vocabulary, n, d_model, classes, logits_softcap, ...(source && ofSource) };
    throw errorOf(core, status, Object.entries(named), FIELDS);
  } finally {
    memory.free(own);
  }
}

/**
 * The members of a norm outside of the layers.
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {import("./model-spec.js").Norm} kind
 */
const normMembers = ({ norm_weight, norm_bias, norm_offset, norm_epsilon }, kind) => ({
  kind: NORM_WORDS.indexOf(kind),
  weight: Number(norm_weight),
  bias: Number(norm_bias && kind === "layernorm"),
  offset: Number(norm_offset),
  epsilon: norm_epsilon,
});

/**
 * Says what is wrong with a layer, by itself or in its model.
 * @param {import("../engine.js").Core} core
 * @param {number} status
 * @param {ResolvedLayer} layer
 * @param {number} at
 * @returns {never}
 */
function throwOfLayer(core, status, { spec, given }, at) {
  return within(`layers[${at}]`, () => {
    const numbers = (/** @type {number} */ _, /** @type {number} */ plan) => core.exports.attention_plan_floats(plan);
    throw errorOf(core, status, [["memory", askSpec(core, spec, given, numbers, 0) >>> 0]]);
  });
}

/**
 * @param {import("../engine.js").Core} core
 * @param {number} model
 * @returns {Parameter[]}
 */
export function readParameters({ exports, memory, names }, model) {
  return Array.from({ length: exports.attention_model_parameters(model) }, (_, at) => {
    const address = exports.attention_model_parameter(model, at) >>> 0;
    const member = (/** @type {"kind" | "layer" | "tensor" | "rank" | "count" | "offset"} */ each) =>
      readMember(memory, address, PARAMETER, each);
    const kind = PARAMETER_KIND_WORDS[member("kind")] ?? "layer_weight";
    const layer = member("layer");
    const [, shapeAt] = PARAMETER.members.shape;
    const shape = [...memory.ints(address + shapeAt, member("rank"))];
    const name = kind === "layer_weight" ? `layers.${layer}.${names.tensors[member("tensor")]}` : kind;
    return { name, kind, layer, shape, count: member("count"), offset: member("offset") };
  });
}

/**
 * The initial values of a parameter: weights of norms 1 (0 where they are offset by 1), biases 0, everything else
 * torch.randn / sqrt(d_model), or for W_down / sqrt(d_ff).
 * @param {import("../engine.js").Core} core
 * @param {Parameter} parameter
 * @param {bigint} seed
 * @param {import("./model-spec.js").ResolvedModel} spec
 */
export function initial(core, parameter, seed, { d_model, layers, norm_offset }) {
  const { name, kind, layer, count, shape } = parameter;
  const own = name.slice(name.lastIndexOf(".") + 1);
  if (ZERO.test(own)) return new Float32Array(count);
  const isOffset = kind === "layer_weight" ? layers[layer]?.norm_offset : norm_offset;
  if (own.endsWith("norm_weight") || /^norm_[12]_weight$/.test(own))
    return new Float32Array(count).fill(isOffset ? 0 : 1);
  const random = createRandom(core, BigInt.asIntN(64, seedOf(parameter, own, seed)), "scalar");
  const deviation = 1 / Math.sqrt(own === "W_down" ? (shape[0] ?? d_model) : d_model);
  return random.randn(count).map((x) => x * deviation);
}

/**
 * The seed of a parameter depends on the model's seed and on its name alone, so that changing one part of a model leaves
 * the others as they were: 64·seed + 0 to 5 for the parameters outside of layers, in the order of
 * enum attention_parameter_kind; 64·seed + 16 + 16·layer and up for attention's parameters of the first three layers, in
 * the order of learned; all others are spread over 32 bits by a multiple of the golden ratio (Knuth, The Art of Computer
 * Programming 3, 6.4).
 * @param {Parameter} parameter
 * @param {string} own its name in the layer
 * @param {bigint} seed
 */
function seedOf({ kind, layer }, own, seed) {
  const first = seed * 64n;
  if (kind !== "layer_weight") return first + BigInt(PARAMETER_KIND_WORDS.indexOf(kind));
  const index = learned.indexOf(own);
  if (layer < 3 && index < 16) return first + BigInt(16 + 16 * layer + index);
  return (first + BigInt(1 + layer * 64 + index) * 0x9e3779b9n) & 0xffffffffn;
}
