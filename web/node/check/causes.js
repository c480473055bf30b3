import { isPair } from "../../engine/stages.js";
import { Run } from "../../engine/run.js";
import { both } from "./changes.js";
import { excessOf } from "../../tensors/compare.js";
import { fromFile } from "./isolate.js";
import { fittedFactor } from "./factor.js";
import { halfOf, halves, rounded } from "./halves.js";
import { mistakesOf, scaledBy } from "./mistakes.js";
import { toleranceOf } from "./tolerance.js";

/**
 * Finds which of the usual mistakes explain what is wrong in a file: each is tried by computing with it.
 *
 * @typedef {import("./isolate.js").Subject} Subject
 * @typedef {import("./isolate.js").Compared} Compared
 * @typedef {import("./evaluate.js").Change} Change
 * @typedef {import("./evaluate.js").Evaluation} Evaluation
 * @typedef {import("./tolerance.js").Tolerance} Tolerance
 *
 * A tensor that is wrong by itself.
 * @typedef {{subject: Subject, name: string, id: string, worst: number, file: {data: ArrayLike<number>}}} Wrong worst:
 *   the place of the number that differs most
 *
 * A mistake that explains a tensor's numbers.
 * @typedef {{ids: string[], words: string, excess: number}} Explanation ids: of one cause, or of two that only together
 *   explain it; excess: the largest difference that is left, over its tolerance
 *
 * @typedef {object} Cause
 * @property {string} id
 * @property {string} words what was done instead
 * @property {number} worst_after the largest difference that is left in what it explains, over its tolerance
 * @property {string[]} explains the names of the tensors
 * @property {string[]} with the other causes that it explains them with
 */

/** Pairs of mistakes are tried in walks of at most so many products. */
const FEW_PRODUCTS = 2 ** 17;

/**
 * @param {{subject: Subject, compared: readonly Compared[]}[]} walks
 * @param {Tolerance} tolerance
 * @param {import("./precision.js").NumberType} type
 * @returns {Cause[]} best first: those that explain the most, then those that leave the least
 */
export function causesOf(walks, tolerance, type) {
  const explanations = walks.flatMap(({ subject, compared }) => {
    const wrong = compared.flatMap((one) => wrongIn(subject, one));
    const trial = new Trial(subject, tolerance, type);
    return wrong.flatMap((one) => trial.explanationsOf(one).map((explanation) => ({ name: one.name, ...explanation })));
  });
  return ranked(explanations);
}

/** @param {Subject} subject @param {Compared} compared @returns {Wrong[]} */
function wrongIn(subject, { name, id, engine, alone, isWrong }) {
  const { index } = alone && "index" in alone ? alone : "index" in engine ? engine : {};
  const file = subject.expected.get(id);
  const { given, shape } = Run.partsOf(subject.run).memory.source();
  if (!isWrong || !index || !file || given(id)) return [];
  const worst = shape(id).reduce((at, size, axis) => at * size + /** @type {number} */ (index[axis]), 0);
  return [{ subject, name, id, worst, file }];
}

/** Tries mistakes on one walk. */
class Trial {
  #subject;
  #tolerance;
  #type;
  #mistakes;
  #right;

  /** @param {Subject} subject @param {Tolerance} tolerance @param {import("./precision.js").NumberType} type */
  constructor(subject, tolerance, type) {
    this.#subject = subject;
    this.#tolerance = tolerance;
    this.#type = type;
    this.#mistakes = mistakesOf(Run.partsOf(subject.run).memory.source());
    this.#right = fromFile(subject, tolerance);
  }

  /** @param {Wrong} wrong @returns {Explanation[]} */
  explanationsOf(wrong) {
    const alone = this.#mistakes.flatMap(({ id, words, change }) => this.#with(wrong, [id], words, change));
    const found = [...alone, ...this.#halves(wrong)];
    /* What has a number to fit, or is two mistakes at once, is looked for only where nothing simpler explains the numbers. */
    const fitted = found.length > 0 ? found : this.#factor(wrong);
    return fitted.length > 0 ? fitted : this.#pairs(wrong);
  }

  /**
   * @param {Wrong} wrong
   * @param {string[]} ids
   * @param {string} words
   * @param {Change} change
   * @param {Tolerance} [tolerance]
   * @returns {Explanation[]} one, or none where the mistake does not explain the file's numbers
   */
  #with(wrong, ids, words, change, tolerance = this.#tolerance) {
    const same = tolerance === this.#tolerance ? this.#right : undefined;
    const evaluation = fromFile(this.#subject, tolerance, { change, ...(same && { same }) });
    const excess = excessIn(evaluation, wrong, tolerance);
    return excess <= 1 ? [{ ids, words, excess }] : [];
  }

  /** Two mistakes at once. @param {Wrong} wrong @returns {Explanation[]} */
  #pairs(wrong) {
    const { n_q, n_k, heads, d_k, d_model } = this.#subject.run.spec;
    if (heads * d_k * (n_q * n_k + (n_q + n_k) * d_model) > FEW_PRODUCTS) return [];
    const single = this.#mistakes.filter(({ several }) => !several);
    return single.flatMap((one, at) =>
      single.slice(at + 1).flatMap((other) => {
        if (other.id === one.id) return [];
        const words = `${one.words}, and ${other.words}`;
        return this.#with(wrong, [one.id, other.id], words, both(one.change, other.change));
      }),
    );
  }

  /** A factor on the scores that fits all numbers. @param {Wrong} wrong @returns {Explanation[]} */
  #factor(wrong) {
    const factor = fittedFactor(wrong, this.#subject.run.spec.scale, (scale) =>
      fromFile(this.#subject, this.#tolerance, { change: scaledBy(scale), same: this.#right }),
    );
    if (factor === undefined) return [];
    return this.#with(wrong, ["scale"], `scaled by ${Number(factor.toPrecision(6))}`, scaledBy(factor));
  }

  /**
   * Rounding to float16 or bfloat16 on the way, alone or with another mistake.
   * @param {Wrong} wrong
   * @returns {Explanation[]}
   */
  #halves(wrong) {
    if (this.#type !== "float32") return [];
    const id = "half-precision";
    const half = halfOf(wrong.file.data);
    if (half) {
      /* The numbers are of this type: it is enough that they are right as such. */
      const tolerance = toleranceOf(half, this.#tolerance.asked);
      const rounding = this.#with(wrong, [id], `rounded to ${half}`, {}, tolerance);
      if (rounding.length > 0) return rounding;
      return this.#mistakes.flatMap(({ id: other, words, change }) =>
        this.#with(wrong, [other, id], `${words}, and rounded to ${half}`, change, tolerance),
      );
    }
    return halves.flatMap((type) => {
      const tolerance = toleranceOf(type, this.#tolerance.asked);
      const words = `rounded to ${type} on the way`;
      return roundings(type).flatMap((change) => {
        const isNearer = this.#isNearer(wrong, change);
        return isNearer ? this.#with(wrong, [id], words, change, tolerance) : [];
      });
    });
  }

  /** Whether a change takes away nearly all of the difference to a file's numbers. @param {Wrong} wrong @param {Change} change */
  #isNearer(wrong, change) {
    const changed = fromFile(this.#subject, this.#tolerance, { change });
    return distance(changed, wrong) * 4 <= distance(this.#right, wrong);
  }
}

/** Where numbers may have been rounded: everywhere, the inputs, or what is computed from them. @param {import("./halves.js").Half} half @returns {Change[]} */
const roundings = (half) => {
  const isInput = (/** @type {string} */ name) => !isPair(name) && /^([EPXC]|[Wb].*|.*_(weight|bias))$/.test(name);
  const round = (/** @type {number} */ value) => rounded(half, value);
  return [
    { rounds: round },
    { rounds: (value, name) => (isInput(name) ? round(value) : value) },
    { rounds: (value, name) => (isInput(name) ? value : round(value)) },
  ];
};

/**
 * The largest difference of a tensor over its tolerance; more than 1 as soon as one number is not explained.
 * @param {Evaluation} evaluation
 * @param {Wrong} wrong
 * @param {Tolerance} tolerance
 */
function excessIn(evaluation, { id, file, worst }, tolerance) {
  const excessAt = (/** @type {number} */ at) => {
    const { value, square } = evaluation.computed(id, at);
    const number = /** @type {number} */ (file.data[at]);
    return excessOf(number, value, tolerance.fromFile(number, square));
  };
  let largest = excessAt(worst);
  for (let at = 0; at < file.data.length && largest <= 1; at++) {
    const excess = excessAt(at);
    if (!(excess <= largest)) largest = excess;
  }
  return largest;
}

/** The root of the mean square of a tensor's differences. @param {Evaluation} evaluation @param {Wrong} wrong */
function distance(evaluation, { id, file }) {
  let total = 0;
  for (let at = 0; at < file.data.length; at++) {
    const number = /** @type {number} */ (file.data[at]);
    const { value } = evaluation.computed(id, at);
    if (number !== value && !(Number.isNaN(number) && Number.isNaN(value))) total += (number - value) ** 2;
  }
  return Math.sqrt(total / file.data.length);
}

/** @param {(Explanation & {name: string})[]} explanations @returns {Cause[]} */
function ranked(explanations) {
  /** @type {Map<string, Map<string, Explanation & {name: string}>>} by id and words, then by tensor */
  const byMistake = new Map();
  for (const explanation of explanations) {
    const key = JSON.stringify([explanation.ids, explanation.words]);
    const names = byMistake.get(key) ?? new Map();
    byMistake.set(key, names.set(explanation.name, explanation));
  }
  const mistakes = [...byMistake.values()].map((byName) => {
    const all = [...byName.values()];
    const { ids, words } = /** @type {Explanation} */ (all[0]);
    return { ids, words, names: [...byName.keys()], excess: Math.max(...all.map(({ excess }) => excess)) };
  });
  const best = mistakes.sort((one, other) => other.names.length - one.names.length);
  /** @type {Map<string, Cause>} the first of each id explains the most */
  const causes = new Map();
  for (const { ids, words, names, excess } of best) {
    for (const id of ids) {
      if (causes.has(id)) continue;
      const others = ids.filter((other) => other !== id);
      causes.set(id, { id, words, worst_after: excess, explains: names, with: others });
    }
  }
  return [...causes.values()].sort(
    (one, other) => other.explains.length - one.explains.length || one.worst_after - other.worst_after,
  );
}
