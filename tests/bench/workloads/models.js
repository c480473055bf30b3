/**
 * The small models whose training is timed: token embeddings and positions, one or two attention layers with residuals,
 * a readout, cross-entropy and Adam. One call is one training step. Every peer starts with the same weights and takes the
 * same batches in turn.
 */
/** @typedef {import("./workloads.js").Workload} Workload */
/** @typedef {import("./workloads.js").TensorPlan} TensorPlan */

/**
 * @typedef {object} ModelLayer
 * @property {number} heads
 * @property {boolean} causal
 * @property {"self" | "embeddings" | "source"} keys what keys and values are made from: the layer's input, the embeddings
 *   without positions, or another sequence
 *
 * What peers need to know of a model; n, d_model (heads·d), the number of heads and the mask are those of the workload.
 * @typedef {object} Model
 * @property {number} vocabulary
 * @property {"learned" | "rope"} position
 * @property {number} layers all alike
 * @property {ModelLayer["keys"]} keys
 * @property {"linear" | "pointer"} readout pointer: the weights of the last layer are the prediction
 * @property {number} batch examples of one step
 * @property {number} lr
 */

/** How many batches there are: steps take them in turn. */
export const batches = 8;

/** How many losses are compared before a peer is timed. */
export const comparedSteps = 10;

/** Adam's other settings, the same for all. */
export const adam = Object.freeze({ betas: /** @type {[number, number]} */ ([0.9, 0.98]), eps: 1e-8 });

/** Classes of a pointer's targets: the first two positions, which every key sequence has. */
const pointerTargets = 2;

/** @type {readonly (Omit<Workload, "kind" | "kv_heads" | "d" | "model"> & {width: number, vocabulary: number} & Partial<Model>)[]} */
const sizes = [
  {
    id: "reverse",
    title: "one layer, 8 tokens, width 16, 1 head",
    n: 8,
    width: 16,
    heads: 1,
    causal: false,
    vocabulary: 10,
  },
  {
    id: "induction",
    title: "two causal layers, 12 tokens, width 16, 1 head",
    n: 12,
    width: 16,
    heads: 1,
    causal: true,
    vocabulary: 12,
    layers: 2,
  },
  {
    id: "pronoun",
    title: "two layers and a pointer, 14 tokens, width 16, 1 head",
    n: 14,
    width: 16,
    heads: 1,
    causal: false,
    vocabulary: 128,
    layers: 2,
    keys: /** @type {const} */ ("embeddings"),
    readout: /** @type {const} */ ("pointer"),
  },
  {
    id: "translation",
    title: "one layer of cross-attention, 8 and 8 tokens, width 32, 2 heads",
    n: 8,
    width: 32,
    heads: 2,
    causal: false,
    vocabulary: 24,
    keys: /** @type {const} */ ("source"),
  },
  {
    id: "text",
    title: "two causal layers with RoPE, 64 tokens, width 64, 4 heads",
    n: 64,
    width: 64,
    heads: 4,
    causal: true,
    vocabulary: 64,
    layers: 2,
    position: /** @type {const} */ ("rope"),
    batch: 16,
    lr: 3e-3,
  },
];

/** What a model has unless its line above says otherwise. @type {Omit<Model, "vocabulary">} */
const usual = Object.freeze({ position: "learned", layers: 1, keys: "self", readout: "linear", batch: 32, lr: 1e-2 });

/** @type {readonly (Workload & {model: Model})[]} */
export const models = Object.freeze(
  sizes.map(({ id, title, n, width, heads, causal, ...own }) => {
    const model = { ...usual, ...own };
    return {
      id,
      kind: /** @type {const} */ ("model"),
      title: `a step of ${model.batch} examples: ${title}`,
      n,
      heads,
      kv_heads: heads,
      d: width / heads,
      causal,
      model,
    };
  }),
);

/** The model of a workload of kind "model". @param {Workload} workload */
export function modelOf({ id, model }) {
  if (!model) throw new Error(`${id}: wanted a workload that is a model`);
  return model;
}

/** Whether a layer computes values and an output: the last one before a pointer ends at its weights. @param {Model} model @param {number} layer */
export const hasValues = ({ layers, readout }, layer) => readout === "linear" || layer < layers - 1;

/** The spec of a workload's model, as engine.model takes it. @param {Workload} workload */
export function specOf(workload) {
  const { n, heads, d, causal } = workload;
  const { vocabulary, position, layers, keys, readout, lr } = modelOf(workload);
  return {
    vocabulary,
    n,
    d_model: heads * d,
    position,
    readout,
    layers: Array.from({ length: layers }, () => ({ heads, causal, keys })),
    ...(keys === "source" ? { source: { vocabulary, n } } : {}),
    optimizer: { name: /** @type {const} */ ("adam"), lr, ...adam },
  };
}

/** The initial weights of a model by their names in engine.model, then its batches. @param {Workload} workload @returns {TensorPlan[]} */
export function modelTensors(workload) {
  const { n, heads, d } = workload;
  const model = modelOf(workload);
  const { vocabulary, position, keys, readout, layers, batch } = model;
  const width = heads * d;
  const std = 1 / Math.sqrt(width);
  const matrix = (/** @type {string} */ name, /** @type {number} */ rows, columns = width) => ({
    name,
    shape: [rows, columns],
    std,
  });
  const embeddings = (/** @type {string} */ start) => [
    matrix(`${start}_embedding`, vocabulary),
    ...(position === "learned"
      ? [matrix(start === "token" ? "position_embedding" : "source_position_embedding", n)]
      : []),
  ];
  const tokens = (/** @type {string} */ name, /** @type {number} */ below) => ({
    name,
    shape: [batches, batch, n],
    below,
    std: 0,
  });
  return [
    ...embeddings("token"),
    ...(keys === "source" ? embeddings("source") : []),
    ...Array.from({ length: layers }, (_, layer) =>
      ["Wq", "Wk", "Wv", ...(hasValues(model, layer) ? ["Wo"] : [])].map((name) =>
        matrix(`layers.${layer}.${name}`, width),
      ),
    ).flat(),
    ...(readout === "linear"
      ? [matrix("readout_weight", width, vocabulary), { name: "readout_bias", shape: [vocabulary], std }]
      : []),
    tokens("tokens", vocabulary),
    tokens("targets", readout === "linear" ? vocabulary : pointerTargets),
    ...(keys === "source" ? [tokens("source", vocabulary)] : []),
  ];
}

/** The names of a model's batches among its tensors; the others are weights. */
const batchNames = Object.freeze(["tokens", "targets", "source"]);

/** @template T @param {Record<string, T>} tensors @returns {Record<string, T>} those that are learnt */
export const weightsOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).filter(([name]) => !batchNames.includes(name)));

/**
 * Every batch of a model, as engine.model takes it.
 * @param {Record<string, ArrayLike<number>>} data
 * @returns {{tokens: Int32Array, targets: Int32Array, source?: Int32Array}[]}
 */
export function batchesOf({ tokens = [], targets = [], source }) {
  const part = (/** @type {ArrayLike<number>} */ all, /** @type {number} */ at) => {
    const count = all.length / batches;
    return Int32Array.from({ length: count }, (_, of) => all[at * count + of] ?? NaN);
  };
  return Array.from({ length: batches }, (_, at) => ({
    tokens: part(tokens, at),
    targets: part(targets, at),
    ...(source && { source: part(source, at) }),
  }));
}

/** The multiplications and additions of one step's matrix products: forward, and twice as many backward. @param {Workload} workload */
export function modelFlops(workload) {
  const { n, heads, d, causal } = workload;
  const model = modelOf(workload);
  const width = heads * d;
  const pairs = causal ? (n * (n + 1)) / 2 : n * n;
  const projection = 2 * n * width * width;
  const scores = 2 * pairs * width;
  const layers = Array.from({ length: model.layers }, (_, layer) =>
    hasValues(model, layer) ? 4 * projection + 2 * scores : 2 * projection + scores,
  );
  const readout = model.readout === "linear" ? 2 * n * width * model.vocabulary : 0;
  return 3 * model.batch * layers.reduce((sum, flops) => sum + flops, readout);
}
