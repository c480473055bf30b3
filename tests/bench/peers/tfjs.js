/** TensorFlow.js on its wasm backend with one thread and SIMD; models also on its backend in plain JavaScript. */
import { prepareModel } from "./tfjs-model.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */

/** In Node, loads the packages; in browsers their bundles, which share a global `tf`. @param {string} modules URL */
async function load(modules) {
  const packages = `${modules}@tensorflow/`;
  if (typeof document === "undefined") {
    const { createRequire } = await import("node:module");
    const require = createRequire(modules);
    return { tf: quietly(() => require("@tensorflow/tfjs")), wasm: require("@tensorflow/tfjs-backend-wasm") };
  }
  for (const bundle of ["tfjs/dist/tf", "tfjs-backend-wasm/dist/tf-backend-wasm"])
    await script(`${packages}${bundle}.min.js`);
  const { tf } = /** @type {any} */ (globalThis);
  tf.wasm.setWasmPaths(`${packages}tfjs-backend-wasm/dist/`);
  return { tf, wasm: tf.wasm };
}

/** Loads without messages: the library recommends its native package for Node, which is not what is timed. @template T @param {() => T} load @returns {T} */
function quietly(load) {
  const { warn, log } = console;
  Object.assign(console, { warn: () => {}, log: () => {} });
  try {
    return load();
  } finally {
    Object.assign(console, { warn, log });
  }
}

/** @param {string} src */
const script = (src) =>
  new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject }));
  });

/**
 * "batched" multiplies all heads in one product of rank 3, "by head" makes one matrix product per head. "own gradients"
 * transposes matrices before the products of the backward pass: the library's gradients leave that to the product, which is
 * slow in its backend. Models are trained on the backends "wasm" and "cpu".
 * @param {Workload} workload
 */
export const variantsOf = ({ kind, heads }) => {
  if (kind === "training") return ["gradients", "own gradients"];
  if (kind === "model") return ["wasm", "cpu"];
  return heads === 1 ? ["batched"] : ["batched", "by head"];
};

/**
 * @param {Workload} workload
 * @param {Record<string, {shape: number[], data: Float32Array}>} tensors
 * @param {{variant: string, modules: string}} options
 * @returns {Promise<import("../runner/measure.js").Prepared>}
 */
export async function prepare(workload, tensors, { variant, modules }) {
  const { tf, wasm } = await load(modules);
  wasm.setThreadsCount(1);
  const backend = variant === "cpu" ? "cpu" : "wasm";
  if (!(await tf.setBackend(backend))) throw new Error(`the ${backend} backend of TensorFlow.js did not start`);
  if (workload.kind === "model") return prepareModel(tf, workload, tensors, backend === "cpu");
  const inputs = Object.fromEntries(
    Object.entries(tensors).map(([name, { shape, data }]) => [name, tf.tensor(data, shape)]),
  );
  const multiply = variant === "own gradients" ? productWithFastGradient(tf) : tf.matMul;
  const attend = attention(tf, workload, variant, multiply);
  const run = (/** @type {() => any} */ compute) => () => {
    const result = tf.tidy(compute);
    const data = result.dataSync();
    result.dispose();
    return data;
  };
  if (workload.kind === "attention") {
    return { run: run(() => attend(inputs.Q, inputs.K, inputs.V)), read: (context) => ({ context }) };
  }
  const layer = layerOf(tf, workload, attend, multiply);
  if (workload.kind === "block") return { run: run(() => blockOf(tf, layer, inputs)), read: (output) => ({ output }) };
  if (workload.kind === "training") return training(tf, layer, inputs);
  const { X, K, V, ...weights } = inputs;
  const rows = workload.kind === "decode" ? tf.slice(X, [workload.n - 1, 0]) : X;
  return { run: run(() => layer(rows, weights, K && { K, V })), read: (output) => ({ output }) };
}

/** A matrix product whose gradient transposes before it multiplies. @param {any} tf */
function productWithFastGradient(tf) {
  const transpose = (/** @type {any} */ T) => tf.transpose(T, T.rank === 3 ? [0, 2, 1] : [1, 0]);
  return tf.customGrad((/** @type {any} */ a, /** @type {any} */ b, /** @type {Function} */ save) => {
    save([a, b]);
    const gradFunc = (/** @type {any} */ dy, /** @type {any[]} */ [A, B]) => [
      tf.matMul(dy, transpose(B)),
      tf.matMul(transpose(A), dy),
    ];
    return { value: tf.matMul(a, b), gradFunc };
  });
}

/**
 * @param {any} tf @param {Workload} workload @param {string} variant @param {Function} multiply
 * @returns {(Q: any, K: any, V: any) => any} from [heads, n, d] to [heads, n, d]
 */
function attention(tf, { n, heads, kv_heads, d, causal, kind }, variant, multiply) {
  const rows = tf.range(0, n, 1, "int32");
  const visible = () => tf.lessEqual(tf.reshape(rows, [1, n]), tf.reshape(rows, [n, 1]));
  const mask =
    causal && kind !== "decode"
      ? tf.tidy(() => tf.where(visible(), tf.zeros([n, n]), tf.fill([n, n], -1e30)))
      : undefined;
  const scale = tf.scalar(1 / Math.sqrt(d));
  const one = (/** @type {any} */ Q, /** @type {any} */ K, /** @type {any} */ V) => {
    const rank = K.rank;
    // Transposing before the product is faster than a product that transposes.
    const transposed = tf.transpose(K, rank === 3 ? [0, 2, 1] : [1, 0]);
    const scores = multiply(tf.mul(Q, scale), transposed);
    return multiply(tf.softmax(mask ? tf.add(scores, mask) : scores), V);
  };
  const groupSize = heads / kv_heads;
  if (variant !== "by head") {
    const repeatHeads = (/** @type {any} */ T) => {
      if (groupSize === 1) return T;
      const tiled = tf.tile(tf.reshape(T, [kv_heads, 1, n, d]), [1, groupSize, 1, 1]);
      return tf.reshape(tiled, [heads, n, d]);
    };
    return (Q, K, V) => one(Q, repeatHeads(K), repeatHeads(V));
  }
  return (Q, K, V) => {
    const [qs, ks, vs] = [tf.unstack(Q), tf.unstack(K), tf.unstack(V)];
    return tf.stack(
      qs.map((/** @type {any} */ q, /** @type {number} */ h) =>
        one(q, ks[Math.floor(h / groupSize)], vs[Math.floor(h / groupSize)]),
      ),
    );
  };
}

/** @param {any} tf @param {Workload} workload @param {ReturnType<typeof attention>} attend @param {Function} multiply */
function layerOf(tf, { heads, kv_heads, d }, attend, multiply) {
  const splitHeads = (/** @type {any} */ T, /** @type {number} */ count) =>
    tf.transpose(tf.reshape(T, [T.shape[0], count, d]), [1, 0, 2]);
  return (/** @type {any} */ X, /** @type {any} */ { Wq, Wk, Wv, Wo }, /** @type {any} */ cache) => {
    const [Q, K, V] = [Wq, Wk, Wv].map((W, at) => splitHeads(multiply(X, W), at === 0 ? heads : kv_heads));
    const context = attend(Q, cache?.K ?? K, cache?.V ?? V);
    return multiply(tf.reshape(tf.transpose(context, [1, 0, 2]), [X.shape[0], heads * d]), Wo);
  };
}

/** A layer with norms, residuals and an MLP around it. @param {any} tf @param {ReturnType<typeof layerOf>} layer @param {Record<string, any>} inputs */
function blockOf(tf, layer, { X, ...inputs }) {
  const norm = (/** @type {string} */ name, /** @type {any} */ x) => {
    const { mean, variance } = tf.moments(x, 1, true);
    const normed = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, 1e-5)));
    return tf.add(tf.mul(normed, inputs[`${name}_weight`]), inputs[`${name}_bias`]);
  };
  const gelu = (/** @type {any} */ x) => {
    const cube = tf.mul(tf.mul(x, x), x);
    const curve = tf.tanh(tf.mul(tf.add(x, tf.mul(cube, 0.044715)), Math.sqrt(2 / Math.PI)));
    return tf.mul(tf.mul(x, 0.5), tf.add(curve, 1));
  };
  const { Wq, Wk, Wv, Wo } = inputs;
  const stream = tf.add(X, layer(norm("norm_1", X), { Wq, Wk, Wv, Wo }, undefined));
  const hidden = gelu(tf.add(tf.matMul(norm("norm_2", stream), inputs.W_up), inputs.b_up));
  return tf.add(stream, tf.add(tf.matMul(hidden, inputs.W_down), inputs.b_down));
}

/** @param {any} tf @param {ReturnType<typeof layerOf>} layer @param {Record<string, any>} inputs */
function training(tf, layer, { dOutput, ...inputs }) {
  const names = ["X", "Wq", "Wk", "Wv", "Wo"];
  const gradients = tf.grads((/** @type {any[]} */ ...[X, Wq, Wk, Wv, Wo]) => layer(X, { Wq, Wk, Wv, Wo }, undefined));
  const values = names.map((name) => inputs[name]);
  return {
    run: () => {
      const results = tf.tidy(() => gradients(values, dOutput));
      const data = results.map((/** @type {any} */ result) => result.dataSync());
      tf.dispose(results);
      return data;
    },
    read: (/** @type {Float32Array[]} */ data) => {
      const [X, { Wq, Wk, Wv, Wo }] = [inputs.X, inputs];
      const output = tf.tidy(() => layer(X, { Wq, Wk, Wv, Wo }, undefined).dataSync());
      return { output, ...Object.fromEntries(names.map((name, at) => [name, data[at]])) };
    },
  };
}
