/**
 * How far the gradients of a walk may be off by rounding: by the same rule as its stages (see operations.js), from the terms
 * that the backward pass sums. Products of matrices, softmax and norms are followed by rows, all else number by number.
 *
 * @typedef {import("../../../engine/explain/explain.js").Term} Term
 * @typedef {import("../../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("./wide-matrix.js").Sums} Sums
 * @typedef {import("./wide-matrix.js").WideNumbers} WideNumbers
 */
import { softmaxStage } from "../../../engine/explain/rules.js";
import { norms } from "../../../engine/explain/stream.js";
import { rules } from "../../../engine/explain/table.js";
import { elementAt, flatIndex } from "../../../engine/explain/terms.js";
import { Run } from "../../../engine/run.js";
import { unflatten } from "../../../tensors/compare.js";
import { deviationOfPart } from "./parts.js";
import { throughContext, throughProduct, throughScores } from "./products.js";
import { throughNorm, throughShares, throughSoftmax } from "./rows.js";
import { squareOfTerm } from "../evaluate.js";
import { steepest, wide } from "../operations.js";
import { productOf } from "../products.js";
import { noSums } from "./wide-matrix.js";

/** What comes before the name of a stage in that of its gradient, as explanations have it. */
const GRADIENT = "d_";

/** In place of a gradient of 0, which explanations leave out: it may be off as well. */
const NEARLY_ZERO = 2 ** -149;

/** How the name of a number ends that an activation makes. */
const ACTIVATED = "(mlp_hidden)";

export class GradientDeviations {
  /** @type {Map<string, WideNumbers>} */
  #numbers = new Map();
  /** @type {Map<string, WideNumbers>} */
  #gradientNumbers = new Map();
  #run;
  #gradients;
  #stages;
  #backward;

  /**
   * @param {import("../../../engine/run.js").Run} run finished
   * @param {import("../evaluate.js").Evaluation} evaluation of the walk from its beginning
   * @param {Readonly<Record<string, TensorInput>>} gradients of the run
   * @param {import("../precision.js").Precision} precision
   */
  constructor(run, evaluation, gradients, precision) {
    const source = Run.partsOf(run).memory.source();
    this.#run = run;
    this.#gradients = gradients;
    this.#stages = Object.keys(rules).filter((name) => source.has(name) && !source.given(name));
    this.#backward = {
      source,
      precision,
      reader: evaluation.reader,
      number: (/** @type {string} */ name) => this.#numberOf(name),
      d: (/** @type {string} */ name) => this.#gradientOf(name),
    };
  }

  /** The squares of the deviations of a gradient, in row-major order. @param {string} name */
  squaresOf(name) {
    return this.#gradientOf(name).squares;
  }

  /** @param {string} name @returns {WideNumbers} */
  #numberOf(name) {
    const known = this.#numbers.get(name);
    if (known) return known;
    const { shape, data } = this.#run.tensor(name);
    const { source, reader } = this.#backward;
    const rows = source.given(name) ? 0 : data.length / Number(shape.at(-1));
    const squares = new Float64Array(data.length);
    for (let row = 0; row < rows; row++)
      squares.set(reader.row(name, unflatten(row, shape.slice(0, -1))).squares, row * Number(shape.at(-1)));
    const found = { values: Float64Array.from(data), squares };
    this.#numbers.set(name, found);
    return found;
  }

  /** @param {string} name @returns {WideNumbers} */
  #gradientOf(name) {
    const known = this.#gradientNumbers.get(name);
    if (known) return known;
    const { data } = /** @type {TensorInput} */ (this.#gradients[name]);
    const parts = this.#stages.flatMap((stage) => this.#through(stage, name) ?? []);
    const count = parts.reduce((total, part) => total + part.count, 0);
    const squares = Float64Array.from(data, (value, at) => {
      const size = parts.reduce((total, part) => total + Number(part.size[at]), 0);
      const through = parts.reduce((total, part) => total + Number(part.through[at]), 0);
      /* What is hidden or dropped is exactly 0. */
      return value === 0 && size === 0 && through === 0
        ? 0
        : wide(value, through, size, count, this.#backward.precision).square;
    });
    const found = { values: Float64Array.from(data), squares };
    this.#gradientNumbers.set(name, found);
    return found;
  }

  /** What comes back to a tensor through a stage: undefined where the stage does not read it. @param {string} stage @param {string} name @returns {Sums | undefined} */
  #through(stage, name) {
    const backward = this.#backward;
    const { source, reader } = backward;
    const product = productOf(stage, reader);
    if (product) return throughProduct(backward, stage, product, name);
    if (stage === "raw" && !source.has("relK")) return throughScores(backward, name);
    if (stage === "context" && !source.has("relV")) return throughContext(backward, name);
    if (stage === softmaxStage(source)) return throughSoftmax(backward, name);
    if (stage === "weights" && source.spec.mask_mode === "after_softmax_renormalised")
      return throughShares(backward, name);
    if (stage in norms && (stage.includes("norm") || source.has(`${stage}_projected`)))
      return throughNorm(backward, /** @type {keyof typeof norms} */ (stage), name);
    return this.#byNumbers(stage, name);
  }

  /** @param {string} stage @param {string} name @returns {Sums | undefined} */
  #byNumbers(stage, name) {
    const { source, reader } = this.#backward;
    const { shape, data } = /** @type {TensorInput} */ (this.#gradients[name]);
    const rule = rules[/** @type {keyof typeof rules} */ (stage)];
    const d = (/** @type {string} */ of, /** @type {readonly number[]} */ at) => ({
      stage: `${GRADIENT}${of}`,
      index: [...at],
      value: elementAt(/** @type {TensorInput} */ (this.#gradients[of]), at) || NEARLY_ZERO,
    });
    const squareOf = (/** @type {Term} */ term) => {
      if (term.stage.endsWith(ACTIVATED)) return this.#squareOfActivated(term);
      if (!term.stage.startsWith(GRADIENT)) return squareOfTerm(reader, term, this.#backward.precision);
      const of = term.stage.slice(GRADIENT.length);
      const { shape } = /** @type {TensorInput} */ (this.#gradients[of]);
      return Number(this.#gradientOf(of).squares[flatIndex(shape, term.index)]);
    };
    const found = noSums(data.length, 0);
    let isRead = false;
    for (let at = 0; at < data.length; at++) {
      const parts = rule.gradient({ run: source, d }, name, unflatten(at, shape));
      isRead ||= parts.length > 0;
      for (const part of parts) {
        const { size, through, count } = deviationOfPart(part, squareOf);
        found.size[at] = Number(found.size[at]) + size;
        found.through[at] = Number(found.through[at]) + through;
        found.count = Math.max(found.count, count);
      }
      if (!isRead) return undefined;
    }
    return found;
  }

  /** Of what the activation made of a number, by which gradients are multiplied. @param {Term} term */
  #squareOfActivated({ index, value }) {
    const { source, reader } = this.#backward;
    return reader.squareAt("mlp_hidden", index) * steepest(source.at("mlp_hidden", index), value) ** 2;
  }
}
