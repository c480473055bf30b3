import { comparedStages, mixingStage } from "../../engine/explain/rules.js";
import { isPair } from "../../engine/stages.js";
import { Run } from "../../engine/run.js";
import { excessOf, unflatten } from "../../tensors/compare.js";
import { writtenWith } from "./digits.js";
import { fileWalk } from "./isolate.js";
import { FITTED_QUICKLY, fittedFactor } from "./factor.js";
import { areTelling, halfOf, halves, rounded } from "./halves.js";
import { tensorOf } from "./log-sum-exp.js";
import { mistake } from "./changes.js";
import { mistakesOf } from "./mistakes/mistakes.js";
import { scaledBy } from "./mistakes/scores.js";
import { toleranceOf } from "./tolerance.js";

/**
 * Finds which of the usual mistakes explain what is wrong in a file: each is tried by computing with it.
 *
 * @typedef {import("./isolate.js").FileWalk} FileWalk
 * @typedef {import("./isolate.js").Compared} Compared
 * @typedef {import("./changes.js").Mistake} Mistake
 * @typedef {import("./evaluate.js").Change} Change
 * @typedef {import("./evaluate.js").Evaluation} Evaluation
 * @typedef {import("./precision.js").NumberType} NumberType
 *
 * A tensor that is wrong by itself.
 * @typedef {object} Wrong
 * @property {string} name
 * @property {string} id
 * @property {{shape: readonly number[], data: ArrayLike<number>}} file
 * @property {number} worst the place of the number that differs most
 * @property {number[]} probes places of numbers that differ much: a mistake that does not give these is given up. Those of
 *   early tokens come first: under a causal mask they take the least to compute
 *
 * What explains a tensor's numbers.
 * @typedef {{mistakes: Pick<Mistake, "id" | "words">[], excess: number}} Explanation mistakes: one, or several that only
 *   together explain it; excess: the largest difference that is left, over its tolerance
 *
 * @typedef {object} Cause
 * @property {string} id
 * @property {string} words what was done instead
 * @property {number} worst_after the largest difference that is left in what it explains, over its tolerance
 * @property {string[]} explains the names of the tensors
 * @property {string[]} together_with the other cause, where only both together explain them
 */

/** How many products pairs of mistakes may take for one tensor: a few seconds. */
export const PAIR_PRODUCTS = 2 ** 29;

/** Of tensors with more numbers, only those of the first token that differs much decide whether rounding is the cause. */
const SAMPLED = 4096;

/**
 * Errors of up to half a unit, all equally likely, have 0.58 of it as their standard deviation. What sums many of them may be
 * four standard deviations off.
 */
const DEVIATIONS = 4 / Math.sqrt(3);

/** Differences that are larger than this share of the numbers do not come from rounding. */
const FAR = 1 / 4;

/**
 * @param {{walk: FileWalk, compared: readonly Compared[]}[]} walks
 * @param {NumberType} type
 * @param {number} [budget] how many products pairs may take
 * @returns {{causes: Cause[], pairs_left: boolean}} best first: those that explain the most, then those that leave the least;
 *   pairs_left: whether pairs of mistakes are left that were not tried
 */
export function causesOf(walks, type, budget = PAIR_PRODUCTS) {
  let pairs_left = false;
  const explanations = walks.flatMap(({ walk, compared }) => {
    const trial = new Trial(walk, type, budget);
    const wrong = compared.flatMap((one) => wrongIn(walk, one));
    const found = wrong.flatMap((one) =>
      trial.explanationsOf(one).map((explanation) => ({ name: one.name, ...explanation })),
    );
    pairs_left ||= trial.pairsLeft;
    return found;
  });
  return { causes: ranked(explanations), pairs_left };
}

/** @param {FileWalk} walk @param {Compared} compared @returns {Wrong[]} */
function wrongIn(walk, { name, id, engine, alone, isWrong }) {
  const { run, expected } = walk.subject;
  const file = expected.get(id);
  const { given } = Run.partsOf(run).memory.source();
  if (!isWrong || !file || given(id) || "fileShape" in (alone ?? engine)) return [];
  const chained = walk.with();
  const right = alone ? Array.from(file.data, (_, at) => chained.computed(id, at).value) : tensorOf(run, id).data;
  const differences = Array.from(file.data, (number, at) =>
    excessOf(number, /** @type {number} */ (right[at]), Math.max(1, Math.abs(number))),
  );
  const most = differences.reduce((largest, each) => Math.max(largest, each), 0);
  const token = (/** @type {number} */ at) => tokenOf(file.shape, at);
  const worst = differences.indexOf(most);
  /** @type {Map<number, number>} the first place of each token */
  const much = new Map();
  differences.forEach((each, at) => {
    if (each >= most / 32 && !much.has(token(at))) much.set(token(at), at);
  });
  const tokens = [...much.keys()].sort((one, other) => one - other);
  const probed = tokens.reduce((/** @type {number[]} */ few, each) => {
    return few.length === 0 || each > 2 * /** @type {number} */ (few.at(-1)) ? [...few, each] : few;
  }, []);
  const probes = [...probed.map((each) => /** @type {number} */ (much.get(each))), worst];
  return [{ name, id, file, worst, probes }];
}

/** The token that a number of a tensor belongs to. @param {readonly number[]} shape @param {number} at */
const tokenOf = (shape, at) => unflatten(at, shape).at(-2) ?? 0;

/** Tries mistakes on one walk. */
class Trial {
  /** Whether pairs of mistakes are left that were not tried. */
  pairsLeft = false;
  #walk;
  #type;
  #budget;
  #mistakes;
  /** Those in which numbers are rounded, by how. @type {Map<string, FileWalk>} */
  #roundedWalks = new Map();

  /** @param {FileWalk} walk @param {NumberType} type @param {number} budget */
  constructor(walk, type, budget) {
    this.#walk = walk;
    this.#type = type;
    this.#budget = budget;
    this.#mistakes = mistakesOf(Run.partsOf(walk.subject.run).memory.source());
  }

  /** @param {Wrong} wrong @returns {Explanation[]} */
  explanationsOf(wrong) {
    const written = this.#written(wrong);
    if (written.length > 0) return written;
    const able = this.#mistakes.flatMap((mistake) => {
      const [explanation] = explained(this.#walk, wrong, [mistake]);
      return explanation ? [{ ...mistake, explanation }] : [];
    });
    /* Of two mistakes of which one is a part of the other, the part is enough. */
    const alone = able
      .filter(({ id, changes }) => !able.some((other) => other.id !== id && isPart(other.changes, changes)))
      .map(({ explanation }) => explanation);
    if (alone.length > 0) return alone;
    /* Rounding, a number to fit, and two mistakes at once are looked for only where nothing simpler explains the numbers. */
    for (const ways of [this.#halves, this.#factor, this.#writtenMistakes, this.#pairs]) {
      const found = ways.call(this, wrong);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Right numbers that are written with few digits. @param {Wrong} wrong @returns {Explanation[]} */
  #written(wrong) {
    return writtenWith(wrong.file.data)
      .flatMap((written) => explained(this.#writtenWalk(written), wrong, [mistake("few-digits", written.words)]))
      .slice(0, 1);
  }

  /** A mistake, in numbers that are written with few digits. @param {Wrong} wrong @returns {Explanation[]} */
  #writtenMistakes(wrong) {
    return writtenWith(wrong.file.data).flatMap((written) =>
      this.#withRounding(this.#writtenWalk(written), wrong, mistake("few-digits", written.words)),
    );
  }

  /**
   * A mistake together with the rounding of numbers in a file: it must bring them nearer, not be hidden by what rounding allows.
   * @param {FileWalk} walk whose tolerance is that of the rounding
   * @param {Wrong} wrong
   * @param {Mistake} rounding
   * @returns {Explanation[]}
   */
  #withRounding(walk, wrong, rounding) {
    return this.#mistakes.flatMap((mistake) => {
      const found = explained(walk, wrong, [mistake, rounding]);
      return found.length > 0 && this.#isNearer(wrong, mistake.changes) ? found : [];
    });
  }

  /**
   * Two mistakes at once: usual ones, then a rare one and a usual one, then a usual one and a factor that has to be fitted.
   * @param {Wrong} wrong
   * @returns {Explanation[]}
   */
  #pairs(wrong) {
    const { known } = this.#walk;
    const end = known.products + this.#budget;
    const usual = this.#mistakes.filter(({ alone }) => !alone);
    const rare = this.#mistakes.filter(({ alone }) => alone);
    const pairsOf = (/** @type {Mistake} */ one, /** @type {readonly Mistake[]} */ others, isRare = false) =>
      others
        .filter(({ id }) => id !== one.id)
        .map((other) => () => {
          const found = explained(this.#walk, wrong, [one, other]);
          return isRare && found.length > 0 && this.#isHidden(wrong, [...one.changes, ...other.changes]) ? [] : found;
        });
    const ways = [
      usual.flatMap((one, at) => pairsOf(one, usual.slice(at + 1))),
      rare.flatMap((one) => pairsOf(one, usual, true)),
      usual.filter(({ id }) => id !== "scale").map((one) => () => this.#factor(wrong, one)),
    ];
    for (const way of ways) {
      const found = [];
      for (const tried of way) {
        if (known.products > end) {
          this.pairsLeft = true;
          return found;
        }
        found.push(...tried());
      }
      if (found.length > 0) return found;
    }
    return [];
  }

  /** A factor on the scores that fits all numbers, alone or with another mistake. @param {Wrong} wrong @param {...Mistake} others @returns {Explanation[]} */
  #factor(wrong, ...others) {
    const changes = others.flatMap((other) => other.changes);
    const factor = fittedFactor(
      wrong,
      this.#walk.subject.run.spec.scale,
      (scale) => this.#walk.with([...changes, scaledBy(scale)]),
      others.length > 0 ? FITTED_QUICKLY : undefined,
    );
    if (factor === undefined) return [];
    if (this.#isHidden(wrong, [...changes, scaledBy(factor)])) return [];
    const words = `scaled by ${Number(factor.toPrecision(6))}`;
    return explained(this.#walk, wrong, [mistake("scale", words, scaledBy(factor)), ...others]);
  }

  /**
   * Rounding to float16 or bfloat16 on the way, alone or with another mistake.
   * @param {Wrong} wrong
   * @returns {Explanation[]}
   */
  #halves(wrong) {
    if (this.#type !== "float32") return [];
    const half = halfOf(wrong.file.data);
    const rounding = (/** @type {string} */ words, /** @type {Change[]} */ ...changes) =>
      mistake("half-precision", words, ...changes);
    if (half && areTelling(wrong.file.data)) {
      /* The numbers are of this type: it is enough that they are right as such. */
      const walk = this.#halfWalk(half);
      const alone = rounding(`rounded to ${half}`);
      const found = explained(walk, wrong, [alone]);
      return found.length > 0 ? found : this.#withRounding(walk, wrong, alone);
    }
    if (distance(this.#walk.with(), wrong) > FAR * sizeOf(wrong)) return [];
    const source = Run.partsOf(this.#walk.subject.run).memory.source();
    return halves.flatMap((type) =>
      roundings(type, source).flatMap(({ words, change }) =>
        this.#isNearer(wrong, [change]) ? explained(this.#halfWalk(type), wrong, [rounding(words, change)]) : [],
      ),
    );
  }

  /** The walk in which numbers may be as far off as those of a type. @param {import("./halves.js").Half} half */
  #halfWalk(half) {
    return this.#roundedWalk(half, toleranceOf(half, this.#walk.tolerance.asked));
  }

  /** The walk in which numbers may be as far off as those that are written so. @param {import("./digits.js").Written} written */
  #writtenWalk({ words, halfUnit }) {
    const { tolerance } = this.#walk;
    return this.#roundedWalk(words, {
      ...tolerance,
      fromFile: (file, square) => tolerance.fromFile(file, square) + halfUnit(file),
      deviationOf: (file) => tolerance.deviationOf(file) + DEVIATIONS * halfUnit(file),
    });
  }

  /** @param {string} name @param {import("./tolerance.js").Tolerance} tolerance */
  #roundedWalk(name, tolerance) {
    const walk = this.#roundedWalks.get(name) ?? fileWalk(this.#walk.subject, tolerance);
    this.#roundedWalks.set(name, walk);
    return walk;
  }

  /**
   * Whether changes explain numbers by the tolerance alone, which is large where scores are: they bring them no nearer. What is
   * not a number counts as near.
   * @param {Wrong} wrong
   * @param {readonly Change[]} changes
   */
  #isHidden(wrong, changes) {
    return distance(this.#walk.with(changes), wrong) * 4 > distance(this.#walk.with(), wrong);
  }

  /** Whether changes take away nearly all of the difference to a file's numbers. @param {Wrong} wrong @param {readonly Change[]} changes */
  #isNearer(wrong, changes) {
    return distance(this.#walk.with(changes), wrong) * 4 <= distance(this.#walk.with(), wrong);
  }
}

/**
 * @param {FileWalk} walk
 * @param {Wrong} wrong
 * @param {readonly Mistake[]} mistakes
 * @returns {Explanation[]} one, or none where the mistakes do not explain the file's numbers
 */
function explained(walk, wrong, mistakes) {
  const evaluation = walk.with(mistakes.flatMap(({ changes }) => changes));
  const excess = excessIn(evaluation, wrong, walk.tolerance);
  return excess <= 1 ? [{ mistakes: mistakes.map(({ id, words }) => ({ id, words })), excess }] : [];
}

/**
 * Where numbers may have been rounded: everywhere, the inputs, what is computed from them, what products read, or scores or weights
 * alone.
 * @param {import("./halves.js").Half} half
 * @param {import("../../engine/explain/explain.js").Source} run
 * @returns {{words: string, change: Change}[]}
 */
const roundings = (half, run) => {
  const isInput = (/** @type {string} */ name) =>
    run.given(name) && !isPair(name) && /^([EPXCQKV]|[Wb].*|.*_(weight|bias))$/.test(name);
  const weights = mixingStage(run);
  const factors = [...comparedStages(run), "V", weights, "concat", "norm_1", "norm_2", "mlp_activated"];
  const scores = ["raw", "scaled", "biased", "capped"].filter((name) => run.has(name));
  const eachAndAll = [...scores.map((name) => [name]), scores];
  const where = (/** @type {(name: string) => boolean} */ isRounded, words = `rounded to ${half} on the way`) => ({
    words,
    change: {
      rounds: (/** @type {number} */ value, /** @type {string} */ name) =>
        isRounded(name) ? rounded(half, value) : value,
    },
  });
  const only = (/** @type {string} */ what, /** @type {readonly string[]} */ names) =>
    where((name) => names.includes(name), `${what} rounded to ${half}`);
  return [
    where(() => true),
    where(isInput),
    where((name) => !isInput(name)),
    where((name) => isInput(name) || factors.includes(name)),
    ...eachAndAll.map((names) => only("scores", names)),
    only("weights", [weights]),
    ...eachAndAll.map((names) => only("scores and weights", [...names, weights])),
  ];
};

/**
 * The largest difference of a tensor over its tolerance; more than 1 as soon as one number is not explained.
 * @param {Evaluation} evaluation
 * @param {Wrong} wrong
 * @param {import("./tolerance.js").Tolerance} tolerance
 */
function excessIn(evaluation, { id, file, probes }, tolerance) {
  let largest = 0;
  const isExplained = (/** @type {number} */ at) => {
    const { value, square } = evaluation.computed(id, at);
    const number = /** @type {number} */ (file.data[at]);
    const excess = excessOf(number, value, tolerance.fromFile(number, square));
    if (!(excess <= largest)) largest = excess;
    return largest <= 1;
  };
  if (!probes.every(isExplained)) return largest;
  for (let at = 0; at < file.data.length; at++) if (!isExplained(at)) break;
  return largest;
}

/** The places that decide whether rounding is the cause. @param {Wrong} wrong @returns {number[]} */
function sampled({ file: { shape, data }, probes }) {
  const all = Array.from(data, (_, at) => at);
  const token = tokenOf(shape, /** @type {number} */ (probes[0]));
  return data.length <= SAMPLED ? all : all.filter((at) => tokenOf(shape, at) === token);
}

/** The root of the mean square of a tensor's differences. @param {Evaluation} evaluation @param {Wrong} wrong */
function distance(evaluation, wrong) {
  const places = sampled(wrong);
  const total = places.reduce((sum, at) => {
    const number = /** @type {number} */ (wrong.file.data[at]);
    const { value } = evaluation.computed(wrong.id, at);
    return number === value || (Number.isNaN(number) && Number.isNaN(value)) ? sum : sum + (number - value) ** 2;
  }, 0);
  return Math.sqrt(total / places.length);
}

/** The root of the mean square of a tensor's finite numbers. @param {Wrong} wrong */
function sizeOf(wrong) {
  const places = sampled(wrong);
  const total = places.reduce((sum, at) => {
    const number = /** @type {number} */ (wrong.file.data[at]);
    return Number.isFinite(number) ? sum + number ** 2 : sum;
  }, 0);
  return Math.sqrt(total / places.length);
}

/** Whether some are among others, which are more. @template T @param {readonly T[]} some @param {readonly T[]} others */
const isPart = (some, others) => some.length < others.length && some.every((one) => others.includes(one));

/**
 * Without what explains no more tensors than another does, and fewer.
 * @param {(Explanation & {name: string})[]} explanations @returns {Cause[]} */
function ranked(explanations) {
  /** @type {Map<string, Map<string, Explanation & {name: string}>>} by mistakes, then by tensor */
  const byMistakes = new Map();
  for (const explanation of explanations) {
    const key = JSON.stringify(explanation.mistakes);
    const names = byMistakes.get(key) ?? new Map();
    byMistakes.set(key, names.set(explanation.name, explanation));
  }
  const found = [...byMistakes.values()].map((byName) => {
    const all = [...byName.values()];
    const { mistakes } = /** @type {Explanation} */ (all[0]);
    return { mistakes, names: [...byName.keys()], excess: Math.max(...all.map(({ excess }) => excess)) };
  });
  const best = found
    .filter(({ names }) => !found.some((other) => isPart(names, other.names)))
    .sort((one, other) => other.names.length - one.names.length);
  /** @type {Map<string, Cause>} the first of each id explains the most */
  const causes = new Map();
  for (const { mistakes, names, excess } of best) {
    for (const { id, words } of mistakes) {
      const others = mistakes.map((one) => one.id).filter((other) => other !== id);
      const known = causes.get(id);
      if (!known) causes.set(id, { id, words, worst_after: excess, explains: names, together_with: others });
      else if (known.together_with.join() === others.join() && names.some((name) => !known.explains.includes(name))) {
        /* The same mistake in another way, in tensors of its own. */
        known.words = `${known.words}; ${words}`;
        known.worst_after = Math.max(known.worst_after, excess);
        known.explains = [...new Set([...known.explains, ...names])];
      }
    }
  }
  return [...causes.values()].sort(
    (one, other) => other.explains.length - one.explains.length || one.worst_after - other.worst_after,
  );
}
