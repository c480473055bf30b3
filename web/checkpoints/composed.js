/**
 * Parameters of the engine's model that a folder makes of others: token embeddings times a factor (Gemma), or times a matrix (OPT's
 * 350M), and a readout through a matrix. What is in the folder trains here: the chain rule, then AdamW as torch.optim has it.
 */
import { countOf } from "../tensors/source.js";
import { transposed, writePart } from "./parts.js";
import { products } from "./readout.js";

/**
 * @typedef {import("./model.js").CheckpointModel} Checkpoint
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Tensor} Tensor
 *
 * A matrix of the folder, with what AdamW keeps of it.
 * @typedef {object} Leaf
 * @property {Part} part
 * @property {Tensor} value
 * @property {Float64Array} gradient
 * @property {Float64Array} first moment
 * @property {Float64Array} second moment
 *
 * A parameter of the engine: factor · matrix · by, or its transpose.
 * @typedef {object} Made
 * @property {"token_embedding" | "readout_weight"} name
 * @property {Leaf} matrix a row for each token
 * @property {Leaf | null} by from its columns to the model's width
 * @property {number} factor
 * @property {boolean} transpose
 */

/** Whether a model's embeddings are made of other parameters. @param {Pick<import("./families/family.js").Architecture, "embedding" | "readout">} architecture */
export const isComposed = ({ embedding, readout }) =>
  embedding.factor !== undefined || embedding.projection !== undefined || readout?.projection !== undefined;

/** About how many numbers of a matrix the engine multiplies at a time. */
const BLOCK = 2 ** 20;

export class Composed {
  #checkpoint;
  #engine;
  /** @type {Map<Part, Leaf>} */
  #leaves = new Map();
  /** @type {Made[]} */
  #made;
  #steps = 0;

  /** @param {Checkpoint} checkpoint that has a readout @param {import("./readout.js").Tracer} engine */
  constructor(checkpoint, engine) {
    this.#checkpoint = checkpoint;
    this.#engine = engine;
    const { embedding, readout } = checkpoint.architecture;
    const { weight, projection } = /** @type {NonNullable<typeof readout>} */ (readout);
    const by = (/** @type {Part | undefined} */ part) => (part ? this.#leaf(part) : null);
    // project_in is stored as [d_model, width] and turned when it is read; project_out is stored as it is multiplied.
    const out = projection && { ...projection, transpose: false };
    this.#made = [
      {
        name: "token_embedding",
        matrix: this.#leaf(embedding.tokens),
        by: by(embedding.projection),
        factor: embedding.factor ?? 1,
        transpose: false,
      },
      { name: "readout_weight", matrix: this.#leaf(weight), by: by(out), factor: 1, transpose: true },
    ];
  }

  /** @param {Part} part @returns {Leaf} one for each part, which embeddings and readout may share */
  #leaf(part) {
    const value = this.#leaves.get(part)?.value ?? this.#checkpoint.read(part);
    const zeros = () => new Float64Array(value.data.length);
    const leaf = this.#leaves.get(part) ?? { part, value, gradient: zeros(), first: zeros(), second: zeros() };
    this.#leaves.set(part, leaf);
    return leaf;
  }

  /** The names of the engine's parameters that are made here. */
  get names() {
    return this.#made.map(({ name }) => name);
  }

  /** The engine's parameters as they are now. @returns {Record<string, Tensor>} */
  parameters() {
    return Object.fromEntries(
      this.#made.map(({ name, matrix: { value }, by, factor, transpose }) => {
        const product = by ? times(this.#engine, value, by.value) : value;
        const scaled =
          factor === 1 ? product : { shape: product.shape, data: product.data.map((each) => each * factor) };
        return [name, transpose ? turned(scaled) : scaled];
      }),
    );
  }

  /**
   * One update.
   * @param {Record<string, Tensor>} gradients of the engine's parameters
   * @param {import("./training.js").AdamW} optimizer
   */
  step(gradients, optimizer) {
    for (const { gradient } of this.#leaves.values()) gradient.fill(0);
    for (const made of this.#made) {
      const given = /** @type {Tensor} */ (gradients[made.name]);
      addTo(this.#engine, made, made.transpose ? turned(given) : given);
    }
    this.#steps++;
    for (const leaf of this.#leaves.values()) update(leaf, this.#steps, optimizer);
  }

  /** The folder's tensors as they are now, by their names there. @returns {[name: string, tensor: Tensor][]} */
  tensors() {
    return [...this.#leaves.values()].map(({ part, value }) => {
      const { name, stored } = this.#checkpoint.find(part);
      const data = new Float32Array(countOf(stored.shape));
      writePart(part, value.data, data);
      return [name, { shape: [...stored.shape], data }];
    });
  }
}

/**
 * Adds what a parameter's gradient is for the matrices that it is made of. Rows of zeros, as those of all tokens that a batch
 * does not have, add nothing.
 * @param {import("./readout.js").Tracer} engine
 * @param {Made} made
 * @param {Tensor} gradient with a row for each token
 */
function addTo(engine, { matrix, by, factor }, gradient) {
  const width = gradient.shape[1] ?? 1;
  const own = matrix.value.shape[1] ?? 1;
  for (const rows of inBlocks(rowsWithNumbers(gradient), Math.max(width, own))) {
    const slopes = rowsOf(gradient, rows);
    const slopesOfMatrix = by ? products(engine, slopes, by.value.data, width) : slopes;
    rows.forEach((row, at) => {
      for (let column = 0; column < own; column++)
        add(matrix, row * own + column, factor * Number(slopesOfMatrix[at * own + column]));
    });
    if (!by) continue;
    const values = transposed(rowsOf(matrix.value, rows), rows.length, own).data;
    const ofBy = products(engine, values, transposed(slopes, rows.length, width).data, rows.length);
    ofBy.forEach((slope, at) => add(by, at, factor * slope));
  }
}

/** @param {Leaf} leaf @param {number} at @param {number} slope */
const add = ({ gradient }, at, slope) => (gradient[at] = Number(gradient[at]) + slope);

/** One step of AdamW. @param {Leaf} leaf @param {number} step from 1 @param {import("./training.js").AdamW} optimizer */
function update({ value: { data }, gradient, first, second }, step, { lr, betas: [beta1, beta2], eps, weight_decay }) {
  const [correction1, correction2] = [1 - beta1 ** step, 1 - beta2 ** step];
  gradient.forEach((slope, at) => {
    const mean = beta1 * Number(first[at]) + (1 - beta1) * slope;
    const square = beta2 * Number(second[at]) + (1 - beta2) * slope * slope;
    first[at] = mean;
    second[at] = square;
    const size = Math.sqrt(square / correction2) + eps;
    data[at] = Number(data[at]) * (1 - lr * weight_decay) - (lr * mean) / correction1 / size;
  });
}

/** A matrix with rows as columns. @param {Tensor} matrix @returns {Tensor} */
const turned = ({ shape: [rows = 1, columns = 1], data }) => transposed(data, rows, columns);

/** The product of two matrices. @param {import("./readout.js").Tracer} engine @param {Tensor} a @param {Tensor} b @returns {Tensor} */
function times(engine, { shape: [rows = 1, inner = 1], data: a }, b) {
  const columns = b.shape[1] ?? 1;
  const by = turned(b).data;
  const data = new Float32Array(rows * columns);
  const step = blockOf(Math.max(inner, columns));
  for (let row = 0; row < rows; row += step)
    data.set(products(engine, a.subarray(row * inner, (row + step) * inner), by, inner), row * columns);
  return { shape: [rows, columns], data };
}

/** How many rows the engine is given at a time. @param {number} width */
const blockOf = (width) => Math.max(1, Math.floor(BLOCK / width));

/** @param {readonly number[]} rows @param {number} width @returns {number[][]} */
const inBlocks = (rows, width) =>
  Array.from({ length: Math.ceil(rows.length / blockOf(width)) }, (_, at) =>
    rows.slice(at * blockOf(width), (at + 1) * blockOf(width)),
  );

/** The rows that are not all zero. @param {Tensor} matrix @returns {number[]} */
const rowsWithNumbers = ({ shape: [rows = 1, width = 1], data }) =>
  [...Array(rows).keys()].filter((row) => data.subarray(row * width, (row + 1) * width).some((value) => value !== 0));

/** @param {Tensor} matrix @param {readonly number[]} rows */
function rowsOf({ shape: [, width = 1], data }, rows) {
  const chosen = new Float32Array(rows.length * width);
  rows.forEach((row, at) => chosen.set(data.subarray(row * width, (row + 1) * width), at * width));
  return chosen;
}
