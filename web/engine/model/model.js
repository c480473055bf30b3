import { checkBatch, paddedSequence } from "./batch.js";
import {
  BATCH,
  MODEL_KEYS_WORDS,
  MODEL_LAYER,
  MODEL_NORM,
  MODEL_READOUT_WORDS,
  MODEL_SPEC,
  NORM_WORDS,
  OPTIMIZER,
  OPTIMIZER_METHOD_WORDS,
  PARAMETER,
  PARAMETER_KIND_WORDS,
  POSITION_WORDS,
  RESULT,
} from "../c.js";
import { checkNames, checkObject, checkSeed, definedOnly, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { FullRun } from "../full-engine.js";
import { resolveModel, resolveOptimizer, within } from "./model-spec.js";
import { askSpec, errorOf, makePlan, readPlan, writeSpec } from "../plan.js";
import { createRandom } from "../random/torch-random.js";
import { startRun } from "../run.js";
import { learned } from "../stages.js";
import { alignedBytes, readMember, writeStruct } from "../struct.js";
import { checkShape, checkTensor, countOf } from "../tensors.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Integers} Integers
 * @typedef {import("./model-spec.js").ModelSpec} ModelSpec
 * @typedef {import("./model-spec.js").ResolvedLayer} ResolvedLayer
 * @typedef {import("../tensors.js").Tensor} Tensor
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 *
 * What a batch has shown about the model.
 * @typedef {object} Evaluation
 * @property {number} loss mean over the positions that have a target, in nats; NaN or Infinity where the model has diverged
 * @property {number} accuracy correct / count; 0 where there is no target
 * @property {number} correct positions at which the most probable class is the target
 * @property {number} count positions that have a target
 *
 * @typedef {Evaluation & {gradient_norm: number}} StepResult gradient_norm: before clipping
 *
 * A parameter, and where it stands in the model's memory.
 * @typedef {{name: string, kind: typeof PARAMETER_KIND_WORDS[number], layer: number, shape: number[], count: number, offset: number}} Parameter
 */

/** Parameters that start at 0. */
const ZERO = /(^b[qkvo]|^b_[a-z]+|_bias|^bias_table|^sink)$/;

/** The names of c/model/model.h and optimizers.h in the engine's messages, where they differ here. */
const FIELDS = Object.freeze({
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

/* Where the structs of a call stand in their block of memory; attention_model follows. */
const RESULT_AT = alignedBytes(OPTIMIZER);
const BATCH_AT = RESULT_AT + alignedBytes(RESULT);
const MODEL_AT = BATCH_AT + alignedBytes(BATCH);

/**
 * A small model made of attention, and its training: see c/model/model.h. A model owns memory of the engine until it is
 * freed.
 */
export class Model {
  #core;
  #layers;
  #parameters;
  /** Address of the structs of a call: the optimizer, the result and the batch; 0 after free(). */
  #calls;
  /** Address of the C struct, which follows them. */
  #struct;
  /** Address of the floats. */
  #floats;
  #bytes;
  /** Address and bytes of the arrays of a batch. */
  #arrays = { address: 0, bytes: 0 };
  #optimizer;
  #steps = 0;

  /**
   * @param {import("../engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} options
   */
  constructor(core, givenSpec, options) {
    const { seed = 0, ...others } = definedOnly(checkObject(options, "options"));
    checkNames(others, [], "option of a model");
    const seedBits = checkSeed("seed", seed);
    const { spec, layers } = resolveModel(givenSpec);
    this.#core = core;
    this.#layers = layers;
    this.#optimizer = spec.optimizer;
    /** The spec with every default filled in. */
    this.spec = Object.freeze(spec);
    const { exports, memory } = core;
    const bytes = alignedBytes({ bytes: MODEL_AT + exports.attention_model_bytes(layers.length) });
    this.#calls = memory.allocate(bytes);
    this.#struct = this.#calls + MODEL_AT;
    try {
      makeModel(core, this.#struct, spec, layers);
      const floats = exports.attention_model_floats(this.#struct) >>> 0;
      this.#floats = memory.allocate(floats * 4);
      this.#bytes = bytes + floats * 4;
    } catch (error) {
      memory.free(this.#calls);
      throw error;
    }
    this.#parameters = readParameters(core, this.#struct);
    /** How many numbers the model learns. */
    this.parameters = this.#parameters.reduce((sum, { count }) => sum + count, 0);
    this.#start(seedBits);
    core.registry.register(this, this.#calls, this);
    core.registry.register(this, this.#floats, this);
  }

  /** Bytes of engine memory that the model uses. */
  get bytes() {
    return this.isFree ? 0 : this.#bytes + this.#arrays.bytes;
  }

  /** How many steps the model has made. */
  get steps() {
    return this.#steps;
  }

  /** @returns {boolean} whether free() has been called */
  get isFree() {
    return this.#calls === 0;
  }

  /** The optimizer and its settings. Setting it leaves the moments as they are. */
  get optimizer() {
    return this.#optimizer;
  }

  /** @param {import("./model-spec.js").OptimizerSpec} given */
  set optimizer(given) {
    this.#optimizer = resolveOptimizer(given);
  }

  /**
   * One step of training: forward, backward, clipping, and an update of the parameters.
   * @param {Batch} batch
   * @returns {StepResult} before the update
   * @throws {AttentionError} that names the field, what was wanted and what came; the model is then unchanged
   */
  step(batch) {
    const { exports, memory } = this.#core;
    const { address } = this.#writeBatch(batch);
    const optimizer = this.#calls;
    const { name, lr, weight_decay, momentum, betas, eps } = this.#optimizer;
    const settings = { lr, weight_decay, momentum, beta1: betas[0], beta2: betas[1], eps };
    const method = OPTIMIZER_METHOD_WORDS.indexOf(name);
    writeStruct(memory, optimizer, OPTIMIZER, { ...settings, method });
    const result = this.#calls + RESULT_AT;
    const max_norm = this.spec.max_norm ?? 0;
    const status = exports.attention_model_step(this.#struct, this.#floats, address, optimizer, max_norm, result);
    this.#requireOk(status, { ...settings, max_norm });
    this.#steps++;
    return { ...this.#result(), gradient_norm: readMember(memory, result, RESULT, "gradient_norm") };
  }

  /**
   * @param {Batch} batch
   * @returns {Evaluation}
   * @throws {AttentionError} as step() does
   */
  evaluate(batch) {
    this.#evaluate(this.#writeBatch(batch, false).address, 0);
    return this.#result();
  }

  /**
   * What the model answers.
   * @param {Batch} batch targets are not read
   * @returns {Tensor} [batch, n, classes]: logits, or with a pointer probabilities of keys; 0 beyond each length
   * @throws {AttentionError} as step() does
   */
  predict(batch) {
    const { n, readout, classes, layers, source } = this.spec;
    const { memory } = this.#core;
    const { size, address } = this.#writeBatch(batch, false);
    const keys = source && layers.at(-1)?.keys === "source" ? source.n : n;
    const shape = [size, n, readout === "pointer" ? keys : classes];
    const count = countOf(shape);
    const prediction = memory.allocate(count * 4);
    try {
      this.#evaluate(address, prediction);
      return { shape, data: memory.floats(prediction, count).slice() };
    } finally {
      memory.free(prediction);
    }
  }

  /**
   * The gradients of a batch's loss, without an update.
   * @param {Batch} batch
   * @returns {Record<string, Tensor>} by parameter
   * @throws {AttentionError} as step() does
   */
  gradients(batch) {
    const { exports } = this.#core;
    const { address } = this.#writeBatch(batch);
    const result = this.#calls + RESULT_AT;
    this.#requireOk(exports.attention_model_gradients(this.#struct, this.#floats, address, result));
    return this.#read(exports.attention_model_gradient(this.#struct) >>> 0);
  }

  /** @returns {Record<string, Tensor>} copies of the parameters, by name */
  weights() {
    this.#checkAlive();
    return this.#read(0);
  }

  /**
   * Replaces parameters. Those that are not given, and the optimizer's moments, stay.
   * @param {Record<string, TensorInput>} weights by name
   * @throws {AttentionError} that names the parameter; the model is then unchanged
   */
  load(weights) {
    this.#checkAlive();
    const given = definedOnly(checkObject(weights, "weights"));
    const names = this.#parameters.map(({ name }) => name);
    checkNames(given, names, "parameter");
    const chosen = this.#parameters.filter(({ name }) => name in given);
    const tensors = chosen.map((parameter) => {
      const tensor = checkTensor(parameter.name, given[parameter.name], [parameter.shape.length]);
      checkShape(parameter.name, tensor, parameter.shape);
      return tensor.data;
    });
    chosen.forEach((parameter, at) => this.#view(parameter, 0).set(/** @type {Float32Array} */ (tensors[at])));
  }

  /**
   * The walk of one layer for one sequence: a run whose every number can be read and explained. Its inputs are what
   * the layer reads in the model; it has no dropout.
   * @param {{tokens: Integers, source?: Integers}} example tokens: 1 to n
   * @param {number} layer
   * @returns {FullRun} finished; free it
   * @throws {AttentionError} as step() does
   */
  trace(example, layer) {
    const { n, source } = this.spec;
    const { exports } = this.#core;
    wholeNumber("layer", layer, 0, this.#layers.length - 1);
    const given = checkObject(example, "example");
    checkNames(given, ["tokens", "source"], "field of an example");
    const tokens = paddedSequence("tokens", given.tokens, n);
    const sources = source ? paddedSequence("source", given.source, source.n) : undefined;
    const batch = this.#writeBatch(
      {
        tokens: tokens.data,
        lengths: [tokens.length],
        ...(sources ? { source: sources.data, source_lengths: [sources.length] } : {}),
      },
      false,
    );
    this.#evaluate(batch.address, 0);
    const { spec, given: names } = /** @type {ResolvedLayer} */ (this.#layers[layer]);
    const { entries } = readPlan(this.#core, exports.attention_model_plan(this.#struct, layer) >>> 0, spec);
    const tensors = new Map(
      names
        .filter((name) => name !== "keep")
        .map((name) => {
          const entry = /** @type {import("../plan.js").Entry} */ (entries.get(name));
          return [name, { shape: entry.shape, data: this.#view(entry, 0).slice() }];
        }),
    );
    const n_k = tensors.get("C")?.shape[0] ?? tokens.length;
    const plan = makePlan(this.#core, { ...spec, n_q: tokens.length, n_k, dropout: 0 }, [...tensors.keys()]);
    return startRun(this.#core, plan, tensors, FullRun).finish();
  }

  /** Frees the memory. The model can then not be used any more. */
  free() {
    if (this.isFree) return;
    const { memory, registry } = this.#core;
    registry.unregister(this);
    registry.unregister(this.#arrays);
    for (const address of [this.#calls, this.#floats, this.#arrays.address]) if (address) memory.free(address);
    this.#calls = 0;
  }

  #checkAlive() {
    if (this.isFree) throw new AttentionError("model", "must not be used after free()");
  }

  /** Initial parameters and moments. @param {bigint} seed */
  #start(seed) {
    const { exports, memory } = this.#core;
    exports.attention_model_start(this.#struct, this.#floats, Number(BigInt.asUintN(32, seed)));
    writeStruct(memory, this.#calls, OPTIMIZER, { beta1_power: 1, beta2_power: 1 });
    for (const parameter of this.#parameters) {
      const data = initial(this.#core, parameter, seed, this.spec);
      this.#view(parameter, 0).set(data);
    }
  }

  /**
   * @param {{offset: number, count: number}} parameter or a tensor of a layer
   * @param {number} start of the block that has the parameter at its offset, in elements
   */
  #view({ offset, count }, start) {
    return this.#core.memory.floats(this.#floats + (start + offset) * 4, count);
  }

  /** @param {number} start as in #view */
  #read(start) {
    return Object.fromEntries(
      this.#parameters.map((parameter) => [
        parameter.name,
        { shape: [...parameter.shape], data: this.#view(parameter, start).slice() },
      ]),
    );
  }

  /**
   * @param {number} address of the batch
   * @param {number} prediction address, or 0
   */
  #evaluate(address, prediction) {
    const result = this.#calls + RESULT_AT;
    const { exports } = this.#core;
    this.#requireOk(exports.attention_model_evaluate(this.#struct, this.#floats, address, prediction, result));
  }

  /**
   * @param {number} status of a call
   * @param {Record<string, unknown>} [values] by the engine's names, for its message
   */
  #requireOk(status, values = {}) {
    if (status !== 0) throw errorOf(this.#core, status, Object.entries(values), FIELDS);
  }

  /** @returns {Evaluation} */
  #result() {
    const { memory } = this.#core;
    const member = (/** @type {"loss" | "correct" | "count"} */ name) =>
      readMember(memory, this.#calls + RESULT_AT, RESULT, name);
    const [loss, correct, count] = [member("loss"), member("correct"), member("count")];
    return { loss, accuracy: count === 0 ? 0 : correct / count, correct, count };
  }

  /**
   * Checks a batch and copies it into the engine's memory.
   * @param {unknown} given
   * @param {boolean} [targetsNeeded]
   * @returns {{size: number, address: number}} how many sequences, and where the struct is
   */
  #writeBatch(given, targetsNeeded = true) {
    this.#checkAlive();
    const { memory, registry } = this.#core;
    const { size, arrays } = checkBatch(this.spec, given, targetsNeeded);
    const bytes = 4 * arrays.reduce((sum, array) => sum + (array?.length ?? 0), 0);
    if (this.#arrays.bytes < bytes) {
      const arrays = { address: memory.allocate(bytes), bytes };
      if (this.#arrays.address) memory.free(this.#arrays.address);
      registry.unregister(this.#arrays);
      this.#arrays = arrays;
      registry.register(this, arrays.address, arrays);
    }
    let { address } = this.#arrays;
    const struct = this.#calls + BATCH_AT;
    writeStruct(memory, struct, BATCH, { size });
    const members = /** @type {const} */ (["token_bi", "length_b", "target_bi", "source_bj", "source_length_b"]);
    members.forEach((member, at) => {
      const array = arrays[at];
      writeStruct(memory, struct, BATCH, { [member]: array ? address : 0 });
      if (!array) return;
      memory.ints(address, array.length).set(array);
      address += array.length * 4;
    });
    return { size, address: struct };
  }
}

/**
 * Has the engine check the model's spec and lay it out.
 * @param {import("../engine.js").Core} core
 * @param {number} address of the C struct
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {ResolvedLayer[]} layers
 */
function makeModel(core, address, spec, layers) {
  const { exports, memory } = core;
  const layersAt = alignedBytes(MODEL_SPEC);
  const own = memory.allocate(layersAt + layers.length * MODEL_LAYER.bytes);
  const { vocabulary, n, d_model, classes, source } = spec;
  const ofSource = { source_vocabulary: source?.vocabulary ?? 0, source_n: source?.n ?? 0 };
  const isAdded = spec.position === "sinusoidal" || spec.position === "learned"; // others belong to layers
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
function readParameters({ exports, memory, names }, model) {
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
function initial(core, parameter, seed, { d_model, layers, norm_offset }) {
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
