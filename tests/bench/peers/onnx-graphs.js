/** The ONNX models that compute a workload, one for each way in which onnxruntime can do it. */
import { microsoft } from "./onnx-model.js";
import { widthOf } from "../workloads/workloads.js";

/**
 * @typedef {import("../workloads/workloads.js").Workload} Workload
 * @typedef {import("./onnx-model.js").Node} Node
 * @typedef {import("./onnx-model.js").Value} Value
 * @typedef {Record<string, {shape: number[], data: Float32Array}>} Tensors
 * @typedef {{nodes: Node[], constants?: Value[], integers?: import("./onnx-model.js").Integers[], opset?: number}} Part
 */

/** @param {string} op @param {string[]} inputs @param {string} output @param {Node["attributes"]} [attributes] @returns {Node} */
const node = (op, inputs, output, attributes = {}) => ({ op, inputs, outputs: [output], attributes });

/** @param {string} name @param {number[]} data */
const integers = (name, data) => ({ name, shape: [data.length], data });

/**
 * Computes "context" [1, n, heads·d] from Q, K and V, each [1, n, heads·d], with Microsoft's operator.
 * @param {Workload} workload @returns {Part}
 */
function multiHeadAttention({ heads, causal }) {
  const attributes = { num_heads: heads, unidirectional: Number(causal) };
  const attention = node("MultiHeadAttention", ["Q", "K", "V"], "context", attributes);
  return { nodes: [{ ...attention, domain: microsoft }] };
}

/** The same with the standard ONNX operator. @param {Workload} workload @returns {Part} */
function opset23({ heads, kv_heads, causal }) {
  const attributes = { q_num_heads: heads, kv_num_heads: kv_heads, is_causal: Number(causal) };
  return { nodes: [node("Attention", ["Q", "K", "V"], "context", attributes)], opset: 23 };
}

/** Angles of RoPE by position: their cosines and sines, each [n, d/2]. @param {Workload} workload @returns {Value[]} */
function rotations({ n, d }) {
  const pairs = d / 2;
  const angles = Float64Array.from(
    { length: n * pairs },
    (_, at) => Math.floor(at / pairs) * 10000 ** (-(at % pairs) / pairs),
  );
  const table = (/** @type {string} */ name, /** @type {(angle: number) => number} */ of) => ({
    name,
    shape: [n, pairs],
    data: Float32Array.from(angles, of),
  });
  return [table("cosines", Math.cos), table("sines", Math.sin)];
}

/**
 * Computes "context" from Q, K and V with Microsoft's operator for heads that share keys and values. It is always causal and
 * rotates queries and keys itself, or with the variant "RotaryEmbedding" lets the operator of this name do so. For a decoder,
 * Q, K and V are those of the new token, and past_K and past_V [1, kv_heads, n - 1, d] the others'.
 * @param {Workload} workload @param {number} queries @param {boolean} separate @returns {Part}
 */
function groupQueryAttention(workload, queries, separate) {
  const { n, heads, kv_heads } = workload;
  const attributes = {
    num_heads: heads,
    kv_num_heads: kv_heads,
    ...(separate ? {} : { do_rotary: 1, rotary_interleaved: 1 }),
  };
  const past = queries < n ? ["past_K", "past_V"] : ["", ""];
  const rotated = (/** @type {string} */ name, /** @type {number} */ count) => ({
    ...node("RotaryEmbedding", [name, "first", "cosines", "sines"], `${name}_rotated`, {
      interleaved: 1,
      num_heads: count,
    }),
    domain: microsoft,
  });
  const [query, key] = separate ? ["Q_rotated", "K_rotated"] : ["Q", "K"];
  return {
    nodes: [
      ...(separate ? [rotated("Q", heads), rotated("K", kv_heads)] : []),
      {
        op: "GroupQueryAttention",
        domain: microsoft,
        attributes,
        inputs: [query ?? "", key ?? "", "V", ...past, "last", "total", ...(separate ? [] : ["cosines", "sines"])],
        outputs: ["context", "all_K", "all_V"],
      },
    ],
    constants: rotations(workload),
    integers: [
      { name: "last", shape: [1], data: [n - 1], bits: 32 },
      { name: "total", shape: [1], data: [n], bits: 32 },
      ...(separate ? [integers("first", [n - queries])] : []),
    ],
  };
}

/**
 * Splits heads: from [1, n, heads·d] to [heads, n, d], or with another permutation [heads, d, n] for keys.
 * @param {string} name @param {number} n @param {number} heads @param {number} d @param {number[]} perm
 */
function splitHeads(name, n, heads, d, perm) {
  const to = `${name}_split`;
  return {
    nodes: [node("Reshape", [name, `${name}_shape`], to), node("Transpose", [to], `${name}_heads`, { perm })],
    integers: [integers(`${name}_shape`, [n, heads, d])],
  };
}

/**
 * Computes context_heads from Q_heads [heads, n, d], K_heads [heads, d, keys] and V_heads [heads, keys, d] with basic
 * operators. The query heads that share keys are multiplied in one product.
 * @param {Workload} workload @param {number} queries @returns {Part & {constants: Value[]}}
 */
function basicOperators({ n, heads, kv_heads, d, causal }, queries) {
  const masked = causal && queries > 1;
  const grouped = heads !== kv_heads;
  const groupSize = heads / kv_heads;
  const nodes = [
    node("Mul", ["Q_heads", "scale"], "Q_scaled"),
    ...(grouped ? [node("Reshape", ["Q_scaled", "grouped_shape"], "Q_grouped")] : []),
    node("MatMul", [grouped ? "Q_grouped" : "Q_scaled", "K_heads"], "raw"),
    ...(masked && grouped ? [node("Reshape", ["raw", "by_head_shape"], "raw_by_head")] : []),
    ...(masked ? [node("Add", [grouped ? "raw_by_head" : "raw", "mask"], "masked")] : []),
    node("Softmax", [masked ? "masked" : "raw"], "weights_by_head", { axis: -1 }),
    ...(masked && grouped ? [node("Reshape", ["weights_by_head", "grouped_scores_shape"], "weights")] : []),
    node("MatMul", [masked && grouped ? "weights" : "weights_by_head", "V_heads"], "context_grouped"),
    grouped
      ? node("Reshape", ["context_grouped", "ungrouped_shape"], "context_heads")
      : node("Identity", ["context_grouped"], "context_heads"),
  ];
  /** @type {Value[]} */
  const constants = [{ name: "scale", shape: [], data: Float32Array.of(1 / Math.sqrt(d)) }];
  if (masked) constants.push(causalMask(n));
  return {
    nodes,
    constants,
    integers: [
      ...(grouped
        ? [
            integers("grouped_shape", [kv_heads, groupSize * queries, d]),
            integers("ungrouped_shape", [heads, queries, d]),
          ]
        : []),
      ...(grouped && masked
        ? [
            integers("by_head_shape", [kv_heads, groupSize, queries, n]),
            integers("grouped_scores_shape", [kv_heads, groupSize * queries, n]),
          ]
        : []),
    ],
  };
}

/** @param {number} n */
function causalMask(n) {
  const data = new Float32Array(n * n);
  for (let i = 0; i < n; i++) data.fill(-Infinity, i * n + i + 1, (i + 1) * n);
  return { name: "mask", shape: [n, n], data };
}

/** @param {Workload} workload @param {number} queries @param {"Q" | "all"} which tensors' heads to split @returns {Part & {constants: Value[]}} */
function graph(workload, queries, which) {
  const { n, heads, kv_heads, d } = workload;
  const splits = [
    splitHeads("Q", queries, heads, d, [1, 0, 2]),
    ...(which === "all"
      ? [splitHeads("K", n, kv_heads, d, [1, 2, 0]), splitHeads("V", n, kv_heads, d, [1, 0, 2])]
      : []),
  ];
  const attention = basicOperators(workload, queries);
  return {
    nodes: [
      ...splits.flatMap(({ nodes }) => nodes),
      ...attention.nodes,
      node("Transpose", ["context_heads"], "context_rows", { perm: [1, 0, 2] }),
      node("Reshape", ["context_rows", "context_shape"], "context"),
    ],
    constants: attention.constants,
    integers: [
      ...splits.flatMap((part) => part.integers),
      ...(attention.integers ?? []),
      integers("context_shape", [1, queries, heads * d]),
    ],
  };
}

/**
 * Wq, Wk and Wv concatenated, so that one product computes Q, K and V.
 * @param {Tensors} tensors
 */
function concatenatedWeights({ Wq, Wk, Wv }) {
  const rows = Wq.shape[0];
  const widths = [Wq, Wk, Wv].map(({ shape }) => shape[1]);
  const width = widths.reduce((a, b) => a + b);
  const data = new Float32Array(rows * width);
  let column = 0;
  for (const W of [Wq, Wk, Wv]) {
    const columns = W.shape[1];
    for (let i = 0; i < rows; i++) data.set(W.data.subarray(i * columns, (i + 1) * columns), i * width + column);
    column += columns;
  }
  return { name: "Wqkv", shape: [rows, width], data, widths };
}

/** @param {Tensors} tensors @param {string[]} names @returns {Value[]} */
const constantsOf = (tensors, names) =>
  names.map((name) => ({ name, shape: tensors[name].shape, data: tensors[name].data }));

/** @type {Readonly<Record<string, (workload: Workload, queries: number) => Part>>} */
const kernels = Object.freeze({
  MultiHeadAttention: multiHeadAttention,
  "opset 23": opset23,
  GroupQueryAttention: (workload, queries) => groupQueryAttention(workload, queries, false),
  "RotaryEmbedding and GroupQueryAttention": (workload, queries) => groupQueryAttention(workload, queries, true),
  graph: (workload, queries) => graph(workload, queries, "all"),
});

/** @param {Workload} workload @param {Tensors} tensors @param {string} variant */
function layer(workload, tensors, variant) {
  return layerOn(workload, tensors, variant, "X");
}

/** The same, of the tensor of that name. @param {Workload} workload @param {Tensors} tensors @param {string} variant @param {string} source */
function layerOn(workload, tensors, variant, source) {
  const { n } = workload;
  const width = widthOf(workload);
  const ends = {
    inputs: [{ name: "X", shape: [1, n, width], data: tensors.X.data }],
    outputs: [{ name: "output", shape: [1, n, width] }],
  };
  const last = node("MatMul", ["context", "Wo"], "output");
  if (variant === "Attention") {
    const all = concatenatedWeights(tensors);
    const bias = { name: "bias", shape: [3 * width], data: new Float32Array(3 * width) };
    const attributes = { num_heads: workload.heads, unidirectional: Number(workload.causal) };
    const attention = node("Attention", [source, "Wqkv", "bias"], "context", attributes);
    return {
      ...ends,
      nodes: [{ ...attention, domain: microsoft }, last],
      constants: [all, bias, ...constantsOf(tensors, ["Wo"])],
    };
  }
  const part = kernels[variant](workload, n);
  const projections = ["Q", "K", "V"].map((name) => node("MatMul", [source, `W${name.toLowerCase()}`], name));
  return {
    ...ends,
    ...part,
    nodes: [...projections, ...part.nodes, last],
    constants: [...constantsOf(tensors, ["Wq", "Wk", "Wv", "Wo"]), ...(part.constants ?? [])],
  };
}

/**
 * A layer with norms, residuals and an MLP around it.
 * @param {Workload} workload @param {Tensors} tensors @param {string} variant
 */
function block(workload, tensors, variant) {
  const attention = layerOn(workload, tensors, variant, "norm_1");
  const epsilon = { axis: -1, epsilon: { float: 1e-5 } };
  const norm = (/** @type {string} */ name, /** @type {string} */ from) =>
    node("LayerNormalization", [from, `${name}_weight`, `${name}_bias`], name, epsilon);
  const names = ["norm_1_weight", "norm_1_bias", "norm_2_weight", "norm_2_bias", "W_up", "b_up", "W_down", "b_down"];
  const nodes = [
    norm("norm_1", "X"),
    ...attention.nodes,
    node("Add", ["X", "output"], "residual_1"),
    norm("norm_2", "residual_1"),
    node("MatMul", ["norm_2", "W_up"], "hidden"),
    { ...node("FastGelu", ["hidden", "b_up"], "activated"), domain: microsoft },
    node("MatMul", ["activated", "W_down"], "down"),
    node("Add", ["down", "b_down"], "mlp"),
    node("Add", ["residual_1", "mlp"], "residual_2"),
  ];
  const outputs = attention.outputs.map((output) => ({ ...output, name: "residual_2" }));
  return { ...attention, nodes, outputs, constants: [...attention.constants, ...constantsOf(tensors, names)] };
}

/**
 * Attention on Q, K and V, which the model takes as [1, n, heads·d], or as [heads, n, d] for basic operators.
 * @param {Workload} workload @param {Tensors} tensors @param {string} variant
 */
function attention(workload, tensors, variant) {
  const { n, heads, kv_heads, d } = workload;
  if (variant === "graph") {
    const part = basicOperators(workload, n);
    return {
      ...part,
      nodes: [node("Transpose", ["K"], "K_heads", { perm: [0, 2, 1] }), ...withSplitInputs(part.nodes)],
      inputs: ["Q", "K", "V"].map((name) => ({ ...tensors[name], name })),
      outputs: [{ name: "context_heads", shape: [heads, n, d] }],
    };
  }
  const copies = variant === "MultiHeadAttention" ? heads / kv_heads : 1;
  const inputs = [
    { name: "Q", shape: [1, n, heads * d], data: joinHeads(tensors.Q, 1) },
    { name: "K", shape: [1, n, kv_heads * copies * d], data: joinHeads(tensors.K, copies) },
    { name: "V", shape: [1, n, kv_heads * copies * d], data: joinHeads(tensors.V, copies) },
  ];
  const part = kernels[variant](workload, n);
  return { constants: [], ...part, inputs, outputs: [{ name: "context", shape: [1, n, heads * d] }] };
}

/** Takes Q and V as inputs in place of Q_heads and V_heads: their heads are split already. @param {Node[]} nodes */
const withSplitInputs = (nodes) =>
  nodes.map((one) => ({ ...one, inputs: one.inputs.map((name) => name.replace(/^([QV])_heads$/, "$1")) }));

/**
 * Reorders [heads, n, d] to [n, heads·d].
 * @param {{shape: number[], data: Float32Array}} tensor @param {number} copies how many times each head is written
 */
function joinHeads({ shape: [heads, n, d], data }, copies) {
  const result = new Float32Array(data.length * copies);
  for (let h = 0; h < heads * copies; h++)
    for (let i = 0; i < n; i++) {
      const from = (Math.floor(h / copies) * n + i) * d;
      result.set(data.subarray(from, from + d), (i * heads * copies + h) * d);
    }
  return result;
}

/**
 * Decodes one token. Its key and value are computed, as every decoder must, and are outputs of the model. The cached keys
 * and values are either inputs of each call or, in the variants called "fixed", part of the model, which saves copying them.
 * @param {Workload} workload @param {Tensors} tensors @param {string} variant
 */
function decode(workload, tensors, variant) {
  const { n, heads, d } = workload;
  const width = widthOf(workload);
  const X = { name: "X", shape: [1, 1, width], data: tensors.X.data.subarray((n - 1) * width) };
  const newKeyValue = ["K", "V"].map((name) => ({ name: `${name}_new`, shape: [1, 1, width] }));
  const projections = ["Q", "K", "V"].map((name) =>
    node("MatMul", ["X", `W${name.toLowerCase()}`], name === "Q" ? "Q" : `${name}_new`),
  );
  const weights = constantsOf(tensors, ["Wq", "Wk", "Wv", "Wo"]);
  const last = node("MatMul", ["context", "Wo"], "output");
  const outputs = [{ name: "output", shape: [1, 1, width] }, ...newKeyValue];
  if (variant === "graph, fixed") {
    const part = graph(workload, 1, "Q");
    const data = new Float32Array(heads * d * n);
    for (let h = 0; h < heads; h++)
      for (let j = 0; j < n; j++)
        for (let c = 0; c < d; c++) data[(h * d + c) * n + j] = tensors.K.data[(h * n + j) * d + c];
    const cache = [
      { name: "K_heads", shape: [heads, d, n], data },
      { name: "V_heads", shape: [heads, n, d], data: tensors.V.data },
    ];
    return {
      ...part,
      inputs: [X],
      outputs,
      nodes: [...projections, ...part.nodes, last],
      constants: [...weights, ...cache, ...part.constants],
    };
  }
  if (workload.rope) return decodeWithPast(workload, tensors, variant, { X, weights, last });
  const shape = variant.startsWith("opset 23") ? [1, n, width] : [1, heads, n, d];
  const cache = ["K", "V"].map((name) => {
    const data = variant.startsWith("opset 23") ? joinHeads(tensors[name], 1) : tensors[name].data;
    return { name, shape, data };
  });
  const part = kernels[variant.replace(", fixed", "")]({ ...workload, causal: false }, 1);
  const fixed = variant.endsWith("fixed");
  return {
    ...part,
    outputs,
    nodes: [...projections, ...part.nodes, last],
    inputs: fixed ? [X] : [X, ...cache],
    constants: fixed ? [...weights, ...cache] : weights,
  };
}

/**
 * The same with an operator that adds the new key and value to those of the past: its inputs, or with "fixed" constants.
 * @param {Workload} workload @param {Tensors} tensors @param {string} variant
 * @param {{X: Value, weights: Value[], last: Node}} ends
 */
function decodeWithPast(workload, tensors, variant, { X, weights, last }) {
  const { n, kv_heads, d } = workload;
  const past = ["K", "V"].map((name) => {
    const data = new Float32Array(kv_heads * (n - 1) * d);
    for (let h = 0; h < kv_heads; h++)
      data.set(tensors[name].data.subarray(h * n * d, (h * n + n - 1) * d), h * (n - 1) * d);
    return { name: `past_${name}`, shape: [1, kv_heads, n - 1, d], data };
  });
  const part = kernels[variant.replace(", fixed", "")](workload, 1);
  const projections = ["Q", "K", "V"].map((name) => node("MatMul", ["X", `W${name.toLowerCase()}`], name));
  const fixed = variant.endsWith("fixed");
  return {
    ...part,
    nodes: [...projections, ...part.nodes, last],
    inputs: fixed ? [X] : [X, ...past],
    outputs: [{ name: "output", shape: [1, 1, widthOf(workload)] }],
    constants: [...weights, ...(part.constants ?? []), ...(fixed ? past : [])],
  };
}

/** @param {Workload} workload @returns {string[]} none for gradients and training, which onnxruntime-web does not support */
export function graphVariants({ kind, heads, kv_heads, rope }) {
  if (kind === "training" || kind === "model") return [];
  if (rope) {
    const operators = ["GroupQueryAttention", "RotaryEmbedding and GroupQueryAttention"];
    return kind === "decode" ? operators.flatMap((one) => [one, `${one}, fixed`]) : operators;
  }
  if (kind === "decode") return ["MultiHeadAttention", "MultiHeadAttention, fixed", "opset 23, fixed", "graph, fixed"];
  const all = (kind === "layer" || kind === "block") && heads === kv_heads ? ["Attention"] : [];
  return ["graph", "MultiHeadAttention", ...all, "opset 23"];
}

/** @param {Workload} workload @param {Tensors} tensors @param {string} variant @returns {import("./onnx-model.js").Model} */
export function graphOf(workload, tensors, variant) {
  const make = { layer, attention, decode, block, training: layer, model: layer }[workload.kind];
  return make(workload, tensors, variant);
}
