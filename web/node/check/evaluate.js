import { softmaxStage } from "../../engine/explain/rules.js";
import { LOG_SUM_EXP } from "../../engine/fast/log-sum-exp.js";
import { Run } from "../../engine/run.js";
import { rules } from "../../engine/explain/table.js";
import { flatIndex } from "../../engine/explain/terms.js";
import { unflatten } from "../../tensors/compare.js";
import { headRowOf } from "./head-rows.js";
import { emptySlot, fullSlot, isBegun, Known, numberIn, put, wholeRow } from "./known.js";
import { shapeOf } from "./log-sum-exp.js";
import { mayFlush, normalised, operations, shares, wide } from "./operations.js";
import { productNumber, productOf, productRow } from "./products.js";

/**
 * A walk in float64, computed from the same rules that explain the engine's numbers, one number at a time and only those that
 * are asked for. Any stage may be given instead, as a file has it; mistakes may change what a stage reads, or its rule.
 *
 * @typedef {import("../../engine/explain/explain.js").Origin} Origin
 * @typedef {import("../../engine/explain/explain.js").Source} Source
 * @typedef {import("../../engine/explain/explain.js").Term} Term
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("./precision.js").Precision} Precision
 * @typedef {import("../../tensors/compare.js").AnyTensor} AnyTensor
 * @typedef {import("./known.js").Slot} Slot
 *
 * What rules read, with the square of each number's deviation (see operations.js), rows of the last axis, and given tensors
 * as a whole.
 * @typedef {Source & {squareAt: (name: string, index: readonly number[]) => number,
 *   row: (name: string, index: readonly number[]) => import("./known.js").Row,
 *   tensor: (name: string) => AnyTensor | undefined, products: (count: number) => void,
 *   rootOf?: (variance: number, epsilon: number, count: number) => number, empty?: number}} Reader products: counts them;
 *   rootOf: what a norm divides by; empty: the weights of a row that sees no key
 *
 * What a mistake changes: what a stage reads, its rule, where its numbers stand, or its finished numbers.
 * @typedef {object} Change
 * @property {Readonly<Record<string, (reader: Reader) => Reader>>} [readers] by stage
 * @property {Readonly<Record<string, (reader: Reader, index: number[]) => Origin>>} [rules] by stage
 * @property {Readonly<Record<string, (index: number[]) => number[]>>} [places] by stage: where the number of an index stands
 *   by the stage's own rule
 * @property {(value: number, name: string) => number} [rounds] every stage's numbers, and the inputs
 *
 * @typedef {object} Options
 * @property {Precision} precision
 * @property {ReadonlyMap<string, TensorInput>} [given] stages that are not computed, where others read them
 * @property {(value: number) => number} [deviationOf] of a number in given
 * @property {readonly Change[]} [base] what holds of every evaluation of these
 * @property {readonly Change[]} [changes]
 * @property {Known} [known] what evaluations with the same given, base and precision share
 */

/** Numbers of the spec that rotate: their error grows with the angle. */
const ROTATIONS = ["cos", "sin", "-sin"];

export class Evaluation {
  /** What rules read. @type {Map<string, Slot>} */
  #slots = new Map();
  /** What rules compute. @type {Map<string, Slot>} */
  #memos = new Map();
  /** @type {Map<string, Reader>} */
  #readers = new Map();
  #run;
  #source;
  #options;
  #known;
  #changes;
  /** The same, the last first. */
  #latest;

  /** @param {Run} run finished @param {Options} options */
  constructor(run, options) {
    const source = Run.partsOf(run).memory.source();
    this.#run = run;
    this.#source = source;
    this.#options = options;
    const known = options.known ?? new Known(run);
    this.#known = known;
    this.#changes = [...(options.base ?? []), ...(options.changes ?? [])];
    this.#latest = [...this.#changes].reverse();
    /** @type {Reader} */
    this.reader = {
      ...source,
      at: (name, index) => {
        const slot = this.#slot(name);
        return numberIn(slot, flatIndex(slot.shape, index), "values");
      },
      squareAt: (name, index) => {
        const slot = this.#slot(name);
        return numberIn(slot, flatIndex(slot.shape, index), "squares");
      },
      row: (name, index) => {
        const slot = this.#slot(name);
        return wholeRow(slot, flatIndex(slot.shape, index));
      },
      tensor: (name) => {
        if (!source.given(name)) return undefined;
        const { shape, data = [] } = this.#slot(name);
        return { shape, data };
      },
      products: (count) => void (known.products += count),
    };
  }

  /**
   * A number of a stage as its rule gives it, whatever is given in its place.
   * @param {string} name
   * @param {number} at its place in row-major order
   * @returns {import("./operations.js").Wide}
   */
  computed(name, at) {
    if (this.#source.given(name)) {
      const value = this.#source.at(name, unflatten(at, this.#source.shape(name)));
      return wide(value, 0, 0, 1, this.#options.precision);
    }
    const slot = this.#memo(name);
    return { value: numberIn(slot, at, "values"), square: numberIn(slot, at, "squares") };
  }

  /** What a stage's rule computes. @param {string} name @returns {Slot} */
  #memo(name) {
    const own = this.#memos.get(name);
    if (own) return own;
    const memo = this.#shared(name, this.#changes, (changes) => this.#newMemo(name, changes));
    this.#memos.set(name, memo);
    return memo;
  }

  /**
   * A slot that other evaluations read as well, unless several mistakes reach it: these are seldom met again.
   * @param {string} name
   * @param {readonly Change[]} changes
   * @param {(changes: readonly Change[]) => Slot} make
   */
  #shared(name, changes, make) {
    const reaching = changes.filter((change) => this.#known.reaches(change, name));
    const base = this.#options.base ?? [];
    if (reaching.filter((change) => !base.includes(change)).length > 1) return make(reaching);
    return this.#known.slot(this.#known.keyOf(name, reaching), () => make(reaching));
  }

  /** @param {string} name @param {readonly Change[]} changes @returns {Slot} */
  #newMemo(name, changes) {
    /* A stage that only a walk with another mask mode has is as large as the weights. */
    const shape = shapeOf(this.#run, this.#source.has(name) || name === LOG_SUM_EXP ? name : "weights");
    const placing = [...changes].reverse().find(({ places }) => places?.[name]);
    if (!placing) {
      const slot = emptySlot(shape, (at) => this.#compute(name, slot, at));
      return slot;
    }
    const others = changes.filter((change) => change !== placing);
    const own = this.#shared(name, others, (rest) => this.#newMemo(name, rest));
    const slot = emptySlot(shape, (at) => {
      const from = flatIndex(shape, /** @type {any} */ (placing.places)[name](unflatten(at, shape)));
      put(slot, at, numberIn(own, from, "values"), numberIn(own, from, "squares"));
    });
    return slot;
  }

  /** What others read of a tensor: a file's numbers, an input, or what the rule computes. @param {string} name @returns {Slot} */
  #slot(name) {
    const own = this.#slots.get(name);
    if (own) return own;
    const { given, deviationOf } = this.#options;
    const file = given?.get(name);
    const ofFile = () =>
      fullSlot(
        /** @type {TensorInput} */ (file).shape,
        Float64Array.from(/** @type {TensorInput} */ (file).data),
        deviationOf,
      );
    const slot = file
      ? this.#known.slot(`${name} of the file`, ofFile)
      : this.#source.given(name)
        ? this.#shared(name, this.#changes, () => this.#inputSlot(name))
        : this.#memo(name);
    this.#slots.set(name, slot);
    return slot;
  }

  /** An input, rounded where a change does so. @param {string} name */
  #inputSlot(name) {
    const { memory, plan } = Run.partsOf(this.#run);
    const { shape, data } = memory.view(/** @type {import("../../engine/plan.js").Entry} */ (plan.entries.get(name)));
    const rounds = this.#rounds();
    const numbers = new Float64Array(data);
    return fullSlot(shape, rounds ? numbers.map((value) => rounds(value, name)) : numbers);
  }

  /** How numbers are rounded, where a change does so. */
  #rounds() {
    return this.#latest.find(({ rounds }) => rounds)?.rounds;
  }

  /** @param {string} name */
  #readerOf(name) {
    const known = this.#readers.get(name);
    if (known) return known;
    /* What softmax reads and divides by is what the logarithm is of. */
    const stage = name === LOG_SUM_EXP ? softmaxStage(this.#source) : name;
    const reader = this.#changes.reduce((inner, { readers }) => readers?.[stage]?.(inner) ?? inner, this.reader);
    this.#readers.set(name, reader);
    return reader;
  }

  /** @param {string} name @param {Slot} memo @param {number} at */
  #compute(name, memo, at) {
    const reader = this.#readerOf(name);
    const index = unflatten(at, memo.shape);
    const { precision } = this.#options;
    const rounds = this.#rounds();
    const set = (/** @type {number} */ place, /** @type {import("./operations.js").Wide} */ { value, square }) =>
      put(memo, place, rounds ? rounds(value, name) : value, square);
    const changed = this.#latest.find(({ rules: own }) => own?.[name])?.rules?.[name];
    if (!changed) {
      const product = productOf(name, reader);
      if (product && !isBegun(memo, at)) return set(at, productNumber(reader, product, memo.shape, index, precision));
      if (product) return productRow(reader, product, memo.shape, index, precision, set);
      const headRow = headRowOf(name, reader);
      const start = at - (index.at(-1) ?? 0);
      if (headRow) return headRow({ reader, index, precision, set: (column, number) => set(start + column, number) });
    }
    const rule = changed ?? rules[/** @type {keyof typeof rules} */ (name)]?.explain;
    const origin = /** @type {Origin} */ (rule?.(reader, index));
    const context = contextOf(reader, origin, precision);
    if (origin.operation === "norm") {
      const start = at - (index.at(-1) ?? 0);
      const row = normalised(origin, { ...context, ...normOf(reader, name, origin) });
      return row.forEach((number, d) => set(start + d, number));
    }
    if (origin.operation === "softmax" || origin.operation === "share") {
      /* Every share of the row is known now; what is no term is hidden. A sink's share is a tensor of its own. */
      const row = shares(origin, context);
      const isSink = memo.shape.length === 2;
      let isKnown = false;
      origin.terms.forEach((term, place) => {
        const isOwn = isSink ? place === origin.position : term.index.length === 3;
        const number = /** @type {import("./operations.js").Wide} */ (row[place]);
        const to = isSink ? at : flatIndex(memo.shape, term.index);
        if (isOwn) set(to, number);
        isKnown ||= isOwn && to === at;
      });
      const hidden = origin.operation === "share" ? 0 : (row[0]?.value ?? 0) * 0;
      if (!isKnown) set(at, { value: hidden, square: 0 });
      return undefined;
    }
    if (origin.operation === "empty") return set(at, { value: reader.empty ?? 0, square: 0 });
    const make = /** @type {NonNullable<typeof operations[keyof typeof operations]>} */ (operations[origin.operation]);
    return set(at, make(origin, context));
  }
}

/** @param {Reader} reader @param {Origin} origin @param {Precision} precision @returns {import("./operations.js").Context} */
const contextOf = (reader, { frequency }, precision) => ({
  precision,
  flushes: mayFlush(reader),
  squareOf: (term) => squareOfTerm(reader, term, precision, frequency),
});

/**
 * The square of the deviation of a term: numbers of the spec have none, but those that rotate.
 * @param {Reader} reader
 * @param {Term} term
 * @param {Precision} precision
 * @param {number} [frequency] of the rotation, where a mistake makes it another
 */
export function squareOfTerm(reader, { stage, index }, precision, frequency) {
  if (!ROTATIONS.includes(stage)) return isRead(reader, stage) ? reader.squareAt(stage, index) : 0;
  const [at, pair] = /** @type {[number, number]} */ (index);
  const position = reader.given("positions") ? reader.at("positions", [at]) : reader.spec.first + at;
  const angle = position * (frequency ?? reader.engine.attention_rope_frequency(reader.address, pair));
  return (precision.sums(1) * Math.abs(angle)) ** 2;
}

/** Whether a term is a number of the walk, and not one of the spec. @param {Reader} reader @param {string} stage */
const isRead = (reader, stage) => reader.has(stage) || stage === "zeroed" || stage === "weights_unmasked";

/** What normalising a row needs beside it. @param {Reader} reader @param {string} name @param {Origin} origin */
function normOf(reader, name, origin) {
  const { spec } = reader;
  const { weight, bias } = origin;
  const offset = spec.norm_offset ? 1 : 0;
  return {
    rootOf: reader.rootOf,
    ...howNormalised(reader, name),
    weight: (/** @type {number} */ d) => (weight ? offset + reader.at(weight.stage, [d]) : undefined),
    bias: (/** @type {number} */ d) => (bias ? reader.at(bias.stage, [d]) : undefined),
  };
}

/** How the rows of a norm are normalised. @param {Pick<Source, "spec">} run @param {string} name */
export const howNormalised = ({ spec }, name) => ({
  centred: (name === "Q" || name === "K" ? spec.qk_norm : spec.norm) === "layernorm",
  epsilon: spec.norm_epsilon,
});
