/** Training a small model with TensorFlow.js: its own gradients and its own Adam. */
import { adam, batches, batchesOf, comparedSteps, hasValues, modelOf, weightsOf } from "../workloads/models.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */

/**
 * @param {any} tf
 * @param {Workload} workload
 * @param {Record<string, {shape: number[], data: Float32Array}>} tensors
 * @param {boolean} scatters whether the backend has the gradient of gather; without it, embeddings are rows of a product
 * @returns {import("../runner/measure.js").Prepared}
 */
export function prepareModel(tf, workload, tensors, scatters) {
  const { lr, batch } = modelOf(workload);
  /** @type {Record<string, any>} */
  const weights = {};
  for (const [name, { shape, data }] of Object.entries(weightsOf(tensors)))
    weights[name] = tf.variable(tf.tensor(data, shape));
  const data = Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, tensor.data]));
  const inputs = batchesOf(data).map((arrays) =>
    Object.fromEntries(
      Object.entries(arrays).map(([name, values]) => [name, tf.tensor(values, [batch, workload.n], "int32")]),
    ),
  );
  const lossOf = lossFunction(tf, workload, weights, scatters);
  const optimizer = tf.train.adam(lr, adam.betas[0], adam.betas[1], adam.eps);
  let steps = 0;
  const run = () => {
    const loss = optimizer.minimize(() => lossOf(inputs[steps++ % batches]), true);
    const [value] = loss.dataSync();
    loss.dispose();
    return value;
  };
  const read = (/** @type {number} */ first) => ({
    losses: [first, ...Array.from({ length: comparedSteps - 1 }, run)],
  });
  return { run, read };
}

/** @param {any} tf @param {Workload} workload @param {Record<string, any>} weights @param {boolean} scatters */
function lossFunction(tf, workload, weights, scatters) {
  const { n, heads, d, causal } = workload;
  const model = modelOf(workload);
  const { vocabulary, position, layers, keys, readout, batch } = model;
  const width = heads * d;
  const positions = tf.range(0, n, 1, "int32");
  const mask = causal
    ? tf.tidy(() =>
        tf.where(
          tf.lessEqual(tf.reshape(positions, [1, n]), tf.reshape(positions, [n, 1])),
          ...[tf.zeros([n, n]), tf.fill([n, n], -1e30)],
        ),
      )
    : undefined;
  const rotate = position === "rope" ? rotation(tf, workload) : (/** @type {any} */ rows) => rows;
  const scale = tf.scalar(1 / Math.sqrt(d));
  const lookUp = (/** @type {any} */ table, /** @type {any} */ tokens) =>
    scatters
      ? tf.gather(table, tokens)
      : tf.reshape(tf.matMul(tf.oneHot(tf.reshape(tokens, [batch * n]), vocabulary), table), [batch, n, width]);
  const project = (/** @type {any} */ rows, /** @type {any} */ weight) =>
    tf.reshape(tf.matMul(tf.reshape(rows, [batch * n, width]), weight), [batch, n, -1]);
  const split = (/** @type {any} */ rows) => tf.transpose(tf.reshape(rows, [batch, n, heads, d]), [0, 2, 1, 3]);
  /** The attention weights of a layer. */
  const weightsOfLayer = (/** @type {number} */ layer, /** @type {any} */ x, /** @type {any} */ c) => {
    const q = rotate(split(project(x, weights[`layers.${layer}.Wq`])));
    const k = rotate(split(project(c, weights[`layers.${layer}.Wk`])));
    const scores = tf.mul(tf.matMul(q, tf.transpose(k, [0, 1, 3, 2])), scale);
    return tf.softmax(mask ? tf.add(scores, mask) : scores);
  };
  const output = (/** @type {number} */ layer, /** @type {any} */ shares, /** @type {any} */ c) => {
    const v = split(project(c, weights[`layers.${layer}.Wv`]));
    const joined = tf.reshape(tf.transpose(tf.matMul(shares, v), [0, 2, 1, 3]), [batch, n, width]);
    return project(joined, weights[`layers.${layer}.Wo`]);
  };
  return (/** @type {Record<string, any>} */ { tokens, targets, source }) => {
    const embeddings = lookUp(weights.token_embedding, tokens);
    let hidden = position === "learned" ? tf.add(embeddings, weights.position_embedding) : embeddings;
    const others = source
      ? tf.add(lookUp(weights.source_embedding, source), weights.source_position_embedding)
      : embeddings;
    let shares;
    for (let layer = 0; layer < layers; layer++) {
      const c = keys === "self" ? hidden : others;
      shares = weightsOfLayer(layer, hidden, c);
      if (hasValues(model, layer)) hidden = tf.add(hidden, output(layer, shares, c));
    }
    const right = (/** @type {number} */ count) => tf.oneHot(tf.reshape(targets, [batch * n]), count);
    if (readout === "linear") {
      const logits = tf.add(project(hidden, weights.readout_weight), weights.readout_bias);
      return tf.losses.softmaxCrossEntropy(right(vocabulary), tf.reshape(logits, [batch * n, vocabulary]));
    }
    const probabilities = tf.reshape(tf.mean(shares, 1), [batch * n, n]);
    return tf.neg(tf.mean(tf.log(tf.sum(tf.mul(probabilities, right(n)), 1))));
  };
}

/**
 * Rotary positions of [batch, heads, n, d], with neighbouring components as pairs.
 * @param {any} tf @param {Workload} workload
 */
function rotation(tf, workload) {
  const { n, heads, d } = workload;
  const { batch } = modelOf(workload);
  const pairs = d / 2;
  const angles = Array.from(
    { length: n * pairs },
    (_, at) => Math.floor(at / pairs) * 10000 ** (-(at % pairs) / pairs),
  );
  const cosines = tf.tensor(angles.map(Math.cos), [n, pairs, 1]);
  const sines = tf.tensor(angles.map(Math.sin), [n, pairs, 1]);
  return (/** @type {any} */ rows) => {
    const [left, right] = tf.split(tf.reshape(rows, [batch * heads, n, pairs, 2]), 2, 3);
    const turned = [
      tf.sub(tf.mul(left, cosines), tf.mul(right, sines)),
      tf.add(tf.mul(left, sines), tf.mul(right, cosines)),
    ];
    return tf.reshape(tf.concat(turned, 3), [batch, heads, n, d]);
  };
}
