import { checkBatch, paddedSequence } from "./batch.js";
import { checkNames, checkObject, checkSeed, definedOnly, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";
import { FullRun } from "./full-engine.js";
import { resolveModel, resolveOptimizer, within } from "./model-spec.js";
import { askSpec, errorOf, makePlan, readPlan, writeSpec } from "./plan.js";
import { createRandom } from "./random/torch-random.js";
import { startRun } from "./run.js";
import { checkShape, checkTensor, countOf } from "./tensors.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Integers} Integers
 * @typedef {import("./model-spec.js").ModelSpec} ModelSpec
 * @typedef {import("./model-spec.js").ResolvedLayer} ResolvedLayer
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
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
 * @typedef {{name: string, kind: number, layer: number, shape: number[], count: number, offset: number}} Parameter
 */

/** The parameters that do not belong to a layer: enum attention_parameter_kind of c/learn/model.h. */
const KINDS = [
  ...["token_embedding", "position_embedding", "source_embedding", "source_position_embedding"],
  ...["readout_weight", "readout_bias"],
];
/** Numbers of parameters of a layer that a seed has room for, in the seed of each parameter. */
const SEEDS = 64;
const LAYER_WEIGHTS = ["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo", "relK", "relV", "bias_table", "sink"];
/** Parameters that start at 0. */
const ZERO = ["readout_bias", "bq", "bk", "bv", "bo", "bias_table", "sink"];

/** The names of c/learn/model.h and optimizers.h in the engine's messages, where they differ here. */
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

const OPTIMIZER_BYTES = 80;
const RESULT_BYTES = 24;
const BATCH_BYTES = 24;

/**
 * A small model made of attention, and its training: see c/learn/model.h. A model owns memory of the engine until it is
 * freed.
 */
export class Model {
  #core;
  #layers;
  #parameters;
  /** Address of the C struct, followed by the optimizer, the result and the batch's struct; 0 after free(). */
  #struct;
  /** Address of the floats. */
  #floats;
  #bytes;
  /** Address and bytes of the arrays of a batch. */
  #arrays = { address: 0, bytes: 0 };
  #optimizer;
  #steps = 0;

  /**
   * @param {import("./engine.js").Core} core
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
    const structBytes = roundUp(exports.attention_model_bytes());
    this.#struct = memory.allocate(structBytes + OPTIMIZER_BYTES + RESULT_BYTES + BATCH_BYTES);
    try {
      makeModel(core, this.#struct, spec, layers);
      const floats = exports.attention_model_floats(this.#struct) >>> 0;
      this.#floats = memory.allocate(floats * 4);
      this.#bytes = structBytes + OPTIMIZER_BYTES + RESULT_BYTES + BATCH_BYTES + floats * 4;
    } catch (error) {
      memory.free(this.#struct);
      throw error;
    }
    this.#parameters = readParameters(core, this.#struct);
    /** How many numbers the model learns. */
    this.parameters = this.#parameters.reduce((sum, { count }) => sum + count, 0);
    this.#start(seedBits);
    core.registry.register(this, this.#struct, this);
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
    return this.#struct === 0;
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
    const optimizer = this.#part(0);
    const doubles = new Float64Array(memory.heap.buffer, optimizer, 8);
    const { name, lr, weight_decay, momentum, betas, eps } = this.#optimizer;
    doubles.set([lr, weight_decay, momentum, ...betas, eps]);
    memory.ints(optimizer + 64, 1)[0] = Number(name === "adam");
    const result = this.#part(OPTIMIZER_BYTES);
    const max_norm = this.spec.max_norm ?? 0;
    const status = exports.attention_model_step(this.#struct, this.#floats, address, optimizer, max_norm, result);
    const settings = { lr, weight_decay, momentum, beta1: betas[0], beta2: betas[1], eps, max_norm };
    this.#requireOk(status, settings);
    this.#steps++;
    return { ...this.#result(), gradient_norm: new Float64Array(memory.heap.buffer, result, 2)[1] ?? 0 };
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
    const shape = [size, n, readout === "linear" ? classes : keys];
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
    const result = this.#part(OPTIMIZER_BYTES);
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
          const entry = /** @type {import("./plan.js").Entry} */ (entries.get(name));
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
    for (const address of [this.#struct, this.#floats, this.#arrays.address]) if (address) memory.free(address);
    this.#struct = 0;
  }

  #checkAlive() {
    if (this.isFree) throw new AttentionError("model", "must not be used after free()");
  }

  /** The address of what follows the C struct. @param {number} offset */
  #part(offset) {
    return this.#struct + roundUp(this.#core.exports.attention_model_bytes()) + offset;
  }

  /** Initial parameters and moments. @param {bigint} seed */
  #start(seed) {
    const { exports, memory } = this.#core;
    exports.attention_model_start(this.#struct, this.#floats, Number(BigInt.asUintN(32, seed)));
    new Float64Array(memory.heap.buffer, this.#part(0), 8).set([0, 0, 0, 0, 0, 0, 1, 1]);
    for (const parameter of this.#parameters) {
      const data = initial(this.#core, parameter, seed, this.spec.d_model);
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
    const result = this.#part(OPTIMIZER_BYTES);
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
    const address = this.#part(OPTIMIZER_BYTES);
    const [loss = NaN] = new Float64Array(memory.heap.buffer, address, 1);
    const [correct = 0, count = 0] = memory.ints(address + 16, 2);
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
    const struct = this.#part(OPTIMIZER_BYTES + RESULT_BYTES);
    const members = [size];
    for (const array of arrays) {
      members.push(array ? address : 0);
      if (!array) continue;
      memory.ints(address, array.length).set(array);
      address += array.length * 4;
    }
    memory.ints(struct, members.length).set(members);
    return { size, address: struct };
  }
}

/** @param {number} bytes */
const roundUp = (bytes) => Math.ceil(bytes / 16) * 16;

/**
 * Has the engine check the model's spec and lay it out.
 * @param {import("./engine.js").Core} core
 * @param {number} address of the C struct
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {ResolvedLayer[]} layers
 */
function makeModel(core, address, spec, layers) {
  const { exports, memory } = core;
  const own = memory.allocate(exports.attention_model_spec_bytes());
  const layerBytes = exports.attention_spec_bytes();
  const added = ["none", "sinusoidal", "learned"].indexOf(spec.position);
  const keys = [0, 1].map((at) => ["self", "embeddings", "source"].indexOf(spec.layers[at]?.keys ?? "self"));
  const { vocabulary, n, d_model, source } = spec;
  try {
    const sizes = [
      ...[vocabulary, n, d_model, Math.max(0, added), Number(spec.readout === "pointer"), spec.classes],
      ...[source?.vocabulary ?? 0, source?.n ?? 0, layers.length, ...keys],
    ];
    memory.ints(own, sizes.length).set(sizes);
    layers.forEach((layer, at) => {
      writeSpec(core, own + sizes.length * 4 + at * layerBytes, layer.spec, layer.given);
    });
    const status = exports.attention_make_model(address, own);
    if (status === 0) return;
    layers.forEach((layer, at) => {
      if (exports.attention_check_model_layer(own, at) === status) throwOfLayer(core, status, layer, at);
    });
    const named = { vocabulary, n, d_model, classes: spec.classes };
    const ofSource = { source_vocabulary: source?.vocabulary, source_n: source?.n };
    throw errorOf(core, status, Object.entries({ ...named, ...ofSource }), FIELDS);
  } finally {
    memory.free(own);
  }
}

/**
 * Says what is wrong with a layer, by itself or in its model.
 * @param {import("./engine.js").Core} core
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
 * @param {import("./engine.js").Core} core
 * @param {number} model
 * @returns {Parameter[]}
 */
function readParameters({ exports, memory, names }, model) {
  return Array.from({ length: exports.attention_model_parameters(model) }, (_, at) => {
    const address = exports.attention_model_parameter(model, at) >>> 0;
    const [kind = 0, layer = 0, tensor = 0, rank = 0, rows = 0, columns = 0, count = 0, offset = 0] = memory.ints(
      address,
      8,
    );
    const name = KINDS[kind] ?? `layers.${layer}.${names.tensors[tensor]}`;
    return { name, kind, layer, shape: [rows, columns].slice(0, rank), count, offset };
  });
}

/**
 * The initial values of a parameter: biases 0, everything else torch.randn · 1/sqrt(d_model). The seed of each
 * parameter depends on the model's seed and on its name alone, so that changing one part of a model leaves the others
 * as they were: 64·seed + 0 to 5 for the parameters outside of layers, in the order of KINDS; 64·seed + 16 + 16·layer
 * and up for those of a layer, in the order of LAYER_WEIGHTS.
 * @param {import("./engine.js").Core} core
 * @param {Parameter} parameter
 * @param {bigint} seed
 * @param {number} d_model
 */
function initial(core, { name, kind, layer, count }, seed, d_model) {
  const own = name.slice(name.lastIndexOf(".") + 1);
  if (ZERO.includes(own)) return new Float32Array(count);
  const number = kind < KINDS.length ? kind : 16 + 16 * layer + LAYER_WEIGHTS.indexOf(own);
  const random = createRandom(core, BigInt.asIntN(64, seed * BigInt(SEEDS) + BigInt(number)), "scalar");
  const deviation = 1 / Math.sqrt(d_model);
  return random.randn(count).map((x) => x * deviation);
}
