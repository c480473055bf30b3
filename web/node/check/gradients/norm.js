/** What comes back through norms. */
import { norms } from "../../../engine/explain/stream.js";
import { Run } from "../../../engine/run.js";
import { howNormalised } from "../evaluate.js";
import { columnSums } from "./matrix.js";

/** @typedef {keyof typeof norms} Norm */

/** What a norm reads, normalised, and by what each row was divided. @param {Run} run @param {Norm} stage */
function rowsOf(run, stage) {
  const source = Run.partsOf(run).memory.source();
  const { centred, epsilon } = howNormalised(source, stage);
  const { shape, data } = run.tensor(norms[stage](source).from);
  const width = Number(shape.at(-1));
  const normalised = Float64Array.from(data);
  const roots = [];
  for (let start = 0; start < normalised.length; start += width) {
    const row = normalised.subarray(start, start + width);
    const mean = centred ? meanOf(row) : 0;
    const root = Math.sqrt(meanOf(row.map((x) => (x - mean) ** 2)) + epsilon);
    row.forEach((x, at) => (row[at] = (x - mean) / root));
    roots.push(root);
  }
  return { normalised, roots, width, centred };
}

/** @param {Float64Array} row */
const meanOf = (row) => row.reduce((total, x) => total + x, 0) / row.length;

/**
 * The gradient of what a norm reads, of that of its result.
 * @param {Run} run
 * @param {Norm} stage
 * @param {ArrayLike<number>} gradient
 * @param {{noMean?: boolean, noProjection?: boolean}} [mistake] what is left out
 */
export function throughNorm(run, stage, gradient, mistake) {
  const source = Run.partsOf(run).memory.source();
  const name = norms[stage](source).weight;
  const weight = source.given(name) ? run.tensor(name).data : null;
  const factor = (/** @type {number} */ d) => (weight ? Number(run.spec.norm_offset) + Number(weight[d]) : 1);
  const { normalised, roots, width, centred } = rowsOf(run, stage);
  const found = Float64Array.from(gradient, (value, at) => value * factor(at % width));
  roots.forEach((root, i) => {
    const [row, z] = [found, normalised].map((all) => all.subarray(i * width, (i + 1) * width));
    if (!row || !z) return;
    const mean = centred && !mistake?.noMean ? meanOf(row) : 0;
    const along = mistake?.noProjection ? 0 : meanOf(row.map((value, d) => value * Number(z[d])));
    row.forEach((value, d) => (row[d] = (value - mean - along * Number(z[d])) / root));
  });
  return found;
}

/** The gradients of a norm's weight and bias, of that of its result. @param {Run} run @param {Norm} stage @param {Float64Array} gradient */
export function ofParameters(run, stage, gradient) {
  const { normalised, width } = rowsOf(run, stage);
  const products = gradient.map((value, at) => value * Number(normalised[at]));
  return { weight: columnSums(products, width), bias: columnSums(gradient, width) };
}
