/** The ways in which onnxruntime can compute a work, each as a model. */
import { microsoft } from "../onnx.js";
import { widthOf } from "../works.js";

/**
 * @typedef {import("../works.js").Work} Work
 * @typedef {import("../onnx.js").Node} Node
 * @typedef {import("../onnx.js").Value} Value
 * @typedef {Record<string, {shape: number[], data: Float32Array}>} Tensors
 * @typedef {{nodes: Node[], constants?: Value[], integers?: import("../onnx.js").Integers[], opset?: number}} Part
 */

/** @param {string} op @param {string[]} inputs @param {string} output @param {Node["attributes"]} [attributes] @returns {Node} */
const node = (op, inputs, output, attributes = {}) => ({ op, inputs, outputs: [output], attributes });

/** @param {string} name @param {number[]} data */
const integers = (name, data) => ({ name, shape: [data.length], data });

/**
 * From Q, K, V [1, n, heads·d] to "context" [1, n, heads·d], with Microsoft's operator.
 * @param {Work} work @returns {Part}
 */
function multiHeadAttention({ heads, causal }) {
  const attributes = { num_heads: heads, unidirectional: Number(causal) };
  const attention = node("MultiHeadAttention", ["Q", "K", "V"], "context", attributes);
  return { nodes: [{ ...attention, domain: microsoft }] };
}

/** The same with the operator of ONNX itself. @param {Work} work @returns {Part} */
function opset23({ heads, kv_heads, causal }) {
  const attributes = { q_num_heads: heads, kv_num_heads: kv_heads, is_causal: Number(causal) };
  return { nodes: [node("Attention", ["Q", "K", "V"], "context", attributes)], opset: 23 };
}

/**
 * Heads apart: from [1, n, heads·d] to [heads, n, d], keys to [heads, d, n].
 * @param {string} name @param {number} n @param {number} heads @param {number} d @param {number[]} perm
 */
function split(name, n, heads, d, perm) {
  const to = `${name}_split`;
  return {
    nodes: [node("Reshape", [name, `${name}_shape`], to), node("Transpose", [to], `${name}_heads`, { perm })],
    integers: [integers(`${name}_shape`, [n, heads, d])],
  };
}

/**
 * From Q_heads [heads, n, d], K_heads [heads, d, keys], V_heads [heads, keys, d] to context_heads, in small steps. Heads that
 * share keys are rows of one product.
 * @param {Work} work @param {number} queries @returns {Part & {constants: Value[]}}
 */
function smallSteps({ n, heads, kv_heads, d, causal }, queries) {
  const masked = causal && queries > 1;
  const grouped = heads !== kv_heads;
  const [rows, size] = [heads / kv_heads, queries];
  const nodes = [
    node("Mul", ["Q_heads", "scale"], "Q_scaled"),
    ...(grouped ? [node("Reshape", ["Q_scaled", "grouped"], "Q_grouped")] : []),
    node("MatMul", [grouped ? "Q_grouped" : "Q_scaled", "K_heads"], "raw"),
    ...(masked && grouped ? [node("Reshape", ["raw", "apart"], "raw_apart")] : []),
    ...(masked ? [node("Add", [grouped ? "raw_apart" : "raw", "mask"], "masked")] : []),
    node("Softmax", [masked ? "masked" : "raw"], "weights_apart", { axis: -1 }),
    ...(masked && grouped ? [node("Reshape", ["weights_apart", "together"], "weights")] : []),
    node("MatMul", [masked && grouped ? "weights" : "weights_apart", "V_heads"], "mixed"),
    grouped ? node("Reshape", ["mixed", "ungrouped"], "context_heads") : node("Identity", ["mixed"], "context_heads"),
  ];
  /** @type {Value[]} */
  const constants = [{ name: "scale", shape: [], data: Float32Array.of(1 / Math.sqrt(d)) }];
  if (masked) constants.push(causalMask(n));
  return {
    ...{ nodes, constants },
    integers: [
      ...(grouped ? [integers("grouped", [kv_heads, rows * size, d]), integers("ungrouped", [heads, size, d])] : []),
      ...(grouped && masked
        ? [integers("apart", [kv_heads, rows, size, n]), integers("together", [kv_heads, rows * size, n])]
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

/** @param {Work} work @param {number} queries @param {"Q" | "all"} which are to be taken apart @returns {Part & {constants: Value[]}} */
function graph(work, queries, which) {
  const { n, heads, kv_heads, d } = work;
  const apart = [
    split("Q", queries, heads, d, [1, 0, 2]),
    ...(which === "all" ? [split("K", n, kv_heads, d, [1, 2, 0]), split("V", n, kv_heads, d, [1, 0, 2])] : []),
  ];
  const steps = smallSteps(work, queries);
  return {
    nodes: [
      ...apart.flatMap(({ nodes }) => nodes),
      ...steps.nodes,
      node("Transpose", ["context_heads"], "context_rows", { perm: [1, 0, 2] }),
      node("Reshape", ["context_rows", "joined"], "context"),
    ],
    constants: steps.constants,
    integers: [
      ...apart.flatMap((part) => part.integers),
      ...(steps.integers ?? []),
      integers("joined", [1, queries, heads * d]),
    ],
  };
}

/**
 * Wq, Wk and Wv side by side: one product makes all three.
 * @param {Tensors} tensors
 */
function packed({ Wq, Wk, Wv }) {
  const rows = Wq.shape[0];
  const widths = [Wq, Wk, Wv].map(({ shape }) => shape[1]);
  const width = widths.reduce((a, b) => a + b);
  const data = new Float32Array(rows * width);
  let to = 0;
  for (const W of [Wq, Wk, Wv]) {
    const own = W.shape[1];
    for (let i = 0; i < rows; i++) data.set(W.data.subarray(i * own, (i + 1) * own), i * width + to);
    to += own;
  }
  return { name: "Wqkv", shape: [rows, width], data, widths };
}

/** @param {Tensors} tensors @param {string[]} names @returns {Value[]} */
const constantsOf = (tensors, names) =>
  names.map((name) => ({ name, shape: tensors[name].shape, data: tensors[name].data }));

/** @type {Readonly<Record<string, (work: Work, queries: number) => Part>>} */
const kernels = Object.freeze({
  MultiHeadAttention: multiHeadAttention,
  "opset 23": opset23,
  graph: (work, queries) => graph(work, queries, "all"),
});

/** @param {Work} work @param {Tensors} tensors @param {string} variant */
function layer(work, tensors, variant) {
  const { n } = work;
  const width = widthOf(work);
  const ends = {
    inputs: [{ name: "X", shape: [1, n, width], data: tensors.X.data }],
    outputs: [{ name: "output", shape: [1, n, width] }],
  };
  const last = node("MatMul", ["context", "Wo"], "output");
  if (variant === "Attention") {
    const all = packed(tensors);
    const bias = { name: "bias", shape: [3 * width], data: new Float32Array(3 * width) };
    const attributes = { num_heads: work.heads, unidirectional: Number(work.causal) };
    const attention = node("Attention", ["X", "Wqkv", "bias"], "context", attributes);
    return {
      ...ends,
      nodes: [{ ...attention, domain: microsoft }, last],
      constants: [all, bias, ...constantsOf(tensors, ["Wo"])],
    };
  }
  const part = kernels[variant](work, n);
  const projections = ["Q", "K", "V"].map((name) => node("MatMul", ["X", `W${name.toLowerCase()}`], name));
  return {
    ...{ ...ends, ...part },
    nodes: [...projections, ...part.nodes, last],
    constants: [...constantsOf(tensors, ["Wq", "Wk", "Wv", "Wo"]), ...(part.constants ?? [])],
  };
}

/**
 * Q, K and V as the model takes them: heads side by side, or [heads, n, d] for small steps.
 * @param {Work} work @param {Tensors} tensors @param {string} variant
 */
function attention(work, tensors, variant) {
  const { n, heads, kv_heads, d } = work;
  if (variant === "graph") {
    const part = smallSteps(work, n);
    return {
      ...part,
      nodes: [node("Transpose", ["K"], "K_heads", { perm: [0, 2, 1] }), ...renamed(part.nodes)],
      inputs: ["Q", "K", "V"].map((name) => ({ ...tensors[name], name })),
      outputs: [{ name: "context_heads", shape: [heads, n, d] }],
    };
  }
  const share = variant === "MultiHeadAttention" ? heads / kv_heads : 1;
  const inputs = [
    { name: "Q", shape: [1, n, heads * d], data: sideBySide(tensors.Q, 1) },
    { name: "K", shape: [1, n, kv_heads * share * d], data: sideBySide(tensors.K, share) },
    { name: "V", shape: [1, n, kv_heads * share * d], data: sideBySide(tensors.V, share) },
  ];
  const part = kernels[variant](work, n);
  return { constants: [], ...part, inputs, outputs: [{ name: "context", shape: [1, n, heads * d] }] };
}

/** Q and V come with their heads apart. @param {Node[]} nodes */
const renamed = (nodes) =>
  nodes.map((one) => ({ ...one, inputs: one.inputs.map((name) => name.replace(/^([QV])_heads$/, "$1")) }));

/**
 * From [heads, n, d] to [n, heads·d].
 * @param {{shape: number[], data: Float32Array}} tensor @param {number} share how many times each head is written
 */
function sideBySide({ shape: [heads, n, d], data }, share) {
  const result = new Float32Array(data.length * share);
  for (let h = 0; h < heads * share; h++)
    for (let i = 0; i < n; i++) {
      const from = (Math.floor(h / share) * n + i) * d;
      result.set(data.subarray(from, from + d), (i * heads * share + h) * d);
    }
  return result;
}

/**
 * One token: its keys and values are made, as they must be, and given out; those of the cache are part of the model, which
 * spares copying them at each call ("fixed"), or are given at each call.
 * @param {Work} work @param {Tensors} tensors @param {string} variant
 */
function decode(work, tensors, variant) {
  const { n, heads, d } = work;
  const width = widthOf(work);
  const X = { name: "X", shape: [1, 1, width], data: tensors.X.data.subarray((n - 1) * width) };
  const made = ["K", "V"].map((name) => ({ name: `${name}_new`, shape: [1, 1, width] }));
  const projections = ["Q", "K", "V"].map((name) =>
    node("MatMul", ["X", `W${name.toLowerCase()}`], name === "Q" ? "Q" : `${name}_new`),
  );
  const weights = constantsOf(tensors, ["Wq", "Wk", "Wv", "Wo"]);
  const last = node("MatMul", ["context", "Wo"], "output");
  const outputs = [{ name: "output", shape: [1, 1, width] }, ...made];
  if (variant === "graph, fixed") {
    const part = graph(work, 1, "Q");
    const data = new Float32Array(heads * d * n);
    for (let h = 0; h < heads; h++)
      for (let j = 0; j < n; j++)
        for (let c = 0; c < d; c++) data[(h * d + c) * n + j] = tensors.K.data[(h * n + j) * d + c];
    const cache = [
      { name: "K_heads", shape: [heads, d, n], data },
      { name: "V_heads", shape: [heads, n, d], data: tensors.V.data },
    ];
    return {
      ...{ ...part, inputs: [X], outputs },
      nodes: [...projections, ...part.nodes, last],
      constants: [...weights, ...cache, ...part.constants],
    };
  }
  const shape = variant.startsWith("opset 23") ? [1, n, width] : [1, heads, n, d];
  const cache = ["K", "V"].map((name) => {
    const data = variant.startsWith("opset 23") ? sideBySide(tensors[name], 1) : tensors[name].data;
    return { name, shape, data };
  });
  const part = kernels[variant.replace(", fixed", "")]({ ...work, causal: false }, 1);
  const fixed = variant.endsWith("fixed");
  return {
    ...{ ...part, outputs, nodes: [...projections, ...part.nodes, last] },
    inputs: fixed ? [X] : [X, ...cache],
    constants: fixed ? [...weights, ...cache] : weights,
  };
}

/** @param {Work} work @returns {string[]} none for training, which onnxruntime-web does not do */
export function graphVariants({ kind, heads, kv_heads }) {
  if (kind === "training") return [];
  if (kind === "decode") return ["MultiHeadAttention", "MultiHeadAttention, fixed", "opset 23, fixed", "graph, fixed"];
  const all = kind === "layer" && heads === kv_heads ? ["Attention"] : [];
  return ["graph", "MultiHeadAttention", ...all, "opset 23"];
}

/** @param {Work} work @param {Tensors} tensors @param {string} variant @returns {import("../onnx.js").Model} */
export function graphOf(work, tensors, variant) {
  const make = { layer, attention, decode, training: layer }[work.kind];
  return make(work, tensors, variant);
}
