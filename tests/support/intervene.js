/** What follows where a trained model attends otherwise than it does. */

/**
 * @typedef {import("../../web/engine/index.js").Engine} Engine
 * @typedef {import("../../web/engine/index.js").Model} Model
 * @typedef {import("../../web/engine/index.js").Tensor} Tensor
 */

/**
 * The weights of a pointer's last layer, after what one position reads in the first layer was set by hand: its
 * attention weights, and the tokens whose values it reads. Everything else stays as it is.
 * @param {Engine} engine
 * @param {Model} model a pointer of two layers, each with one head and the embeddings as keys
 * @param {readonly number[]} tokens
 * @param {number} position
 * @param {{weights?: readonly number[], values?: readonly number[]}} change weights: [n], of the position over all
 *   positions; values: the token whose value each position gives to it; both as they are by default
 * @returns {number[]} [n]: the last layer's weights at the position
 */
export function interveneAt(engine, model, tokens, position, { weights, values = tokens }) {
  const parameters = model.weights();
  const first = model.trace({ tokens }, 0);
  const last = model.trace({ tokens }, 1);
  const given = model.trace({ tokens: values }, 0);
  const n = tokens.length;
  const row = (/** @type {Tensor} */ { shape, data }, /** @type {number} */ at) => {
    const width = /** @type {number} */ (shape.at(-1));
    return data.slice(at * width, (at + 1) * width);
  };
  const share = weights ?? Array.from(row(first.tensor("weights"), position));
  const V = given.tensor("V");
  const context = Array.from({ length: /** @type {number} */ (V.shape.at(-1)) }, (_, column) =>
    share.reduce((sum, weight, j) => sum + weight * /** @type {number} */ (row(V, j)[column]), 0),
  );
  const Wo = /** @type {Tensor} */ (parameters["layers.0.Wo"]);
  const X = last.tensor("X");
  const width = /** @type {number} */ (X.shape[1]);
  const changed = Float32Array.from(X.data);
  row(first.tensor("X"), position).forEach((before, column) => {
    changed[position * width + column] =
      before + context.reduce((sum, value, d) => sum + value * /** @type {number} */ (row(Wo, d)[column]), 0);
  });
  const inputs = Object.fromEntries(["Wq", "Wk", "Wv"].map((name) => [name, parameters[`layers.1.${name}`]]));
  const { heads, d_k, scale } = model.spec.layers[1] ?? {};
  const run = engine
    .trace({ heads, d_k, scale }, { X: { shape: X.shape, data: changed }, C: last.tensor("C"), ...inputs })
    .finish();
  const answer = Array.from(row(run.tensor("weights"), position)).slice(0, n);
  for (const each of [first, last, given, run]) each.free();
  return answer;
}
