import { Run } from "../../engine/run.js";
import { rules } from "../../engine/explain/table.js";
import { allStages } from "../../engine/stages.js";
import { countOf } from "../../engine/tensors.js";
import { unflatten } from "../../tensors/compare.js";
import { normalised, operations, shares, wide } from "./operations.js";
import { productOf, productRow } from "./products.js";

/**
 * A walk in float64, computed from the same rules that explain the engine's numbers, one number at a time and only those that
 * are asked for. Any stage may be given instead, as a file has it; a mistake may change what a stage reads, or its rule.
 *
 * @typedef {import("../../engine/explain/explain.js").Origin} Origin
 * @typedef {import("../../engine/explain/explain.js").Source} Source
 * @typedef {import("../../engine/explain/explain.js").Term} Term
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("./precision.js").Precision} Precision
 * @typedef {import("../../tensors/compare.js").AnyTensor} AnyTensor
 *
 * What rules read, with the square of each number's deviation (see operations.js), and given tensors as a whole.
 * @typedef {Source & {squareAt: (name: string, index: readonly number[]) => number,
 *   tensor: (name: string) => AnyTensor | undefined}} Reader
 *
 * What a mistake changes: what a stage reads, its rule, or its finished numbers.
 * @typedef {object} Change
 * @property {Readonly<Record<string, (reader: Reader) => Reader>>} [readers] by stage
 * @property {Readonly<Record<string, (reader: Reader, index: number[]) => Origin>>} [rules] by stage
 * @property {(value: number, name: string) => number} [rounds] every stage's numbers, and the inputs
 *
 * @typedef {object} Options
 * @property {Precision} precision
 * @property {ReadonlyMap<string, TensorInput>} [given] stages that are not computed, where others read them
 * @property {(value: number) => number} [deviationOf] of a number in given
 * @property {Change} [change]
 * @property {Evaluation} [same] an evaluation without the change, whose stages before the change are these too
 *
 * The numbers of a tensor, in row-major order, each computed when it is first read.
 * @typedef {{shape: readonly number[], values: Float64Array, squares: Float64Array, done: Uint8Array,
 *   compute: (at: number) => void}} Slot
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
  #first;

  /** @param {Run} run finished @param {Options} options */
  constructor(run, options) {
    const source = Run.partsOf(run).memory.source();
    this.#run = run;
    this.#source = source;
    this.#options = options;
    const { readers = {}, rules: changed = {}, rounds } = options.change ?? {};
    const places = [...Object.keys(readers), ...Object.keys(changed)].map((name) => allStages.indexOf(name));
    this.#first = rounds ? -1 : Math.min(...places.filter((place) => place >= 0), allStages.length);
    /** @type {Reader} */
    this.reader = {
      ...source,
      at: (name, index) => {
        const slot = this.#slot(name);
        return numberIn(slot.values, slot, placeOf(slot.shape, index));
      },
      squareAt: (name, index) => {
        const slot = this.#slot(name);
        return numberIn(slot.squares, slot, placeOf(slot.shape, index));
      },
      tensor: (name) => (source.given(name) ? { shape: source.shape(name), data: this.#slot(name).values } : undefined),
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
    const slot = this.memo(name);
    const value = numberIn(slot.values, slot, at);
    return { value, square: numberIn(slot.squares, slot, at) };
  }

  /** What a stage's rule computes. @param {string} name @returns {Slot} */
  memo(name) {
    const known = this.#memos.get(name);
    if (known) return known;
    const { same } = this.#options;
    const place = allStages.indexOf(name);
    const isSame = same && place >= 0 && place < this.#first;
    const memo = isSame ? same.memo(name) : this.#newMemo(name);
    this.#memos.set(name, memo);
    return memo;
  }

  /** @param {string} name @returns {Slot} */
  #newMemo(name) {
    /* A stage that only a walk with another mask mode has is as large as the weights. */
    const shape = this.#source.shape(this.#source.has(name) ? name : "weights");
    const count = countOf(shape);
    const [values, squares] = [new Float64Array(count), new Float64Array(count)];
    const done = new Uint8Array(count);
    return { shape, values, squares, done, compute: (at) => this.#compute(name, this.memo(name), at) };
  }

  /** What others read of a tensor: a file's numbers, an input, or what the rule computes. @param {string} name @returns {Slot} */
  #slot(name) {
    const known = this.#slots.get(name);
    if (known) return known;
    const { given, deviationOf, change, same } = this.#options;
    const file = given?.get(name);
    const round = (/** @type {number} */ value) => change?.rounds?.(value, name) ?? value;
    const slot = file
      ? complete(file, Float64Array.from(file.data), (value) => deviationOf?.(value) ?? 0)
      : this.#source.given(name)
        ? same && !change?.rounds
          ? same.#slot(name)
          : this.#inputSlot(name, round)
        : this.memo(name);
    this.#slots.set(name, slot);
    return slot;
  }

  /** @param {string} name @param {(value: number) => number} round */
  #inputSlot(name, round) {
    const { memory, plan } = Run.partsOf(this.#run);
    const input = memory.view(/** @type {import("../../engine/plan.js").Entry} */ (plan.entries.get(name)));
    return complete(input, Float64Array.from(input.data, round), () => 0);
  }

  /** @param {string} name */
  #readerOf(name) {
    const known = this.#readers.get(name);
    if (known) return known;
    const change = this.#options.change?.readers?.[name];
    const reader = change ? change(this.reader) : this.reader;
    this.#readers.set(name, reader);
    return reader;
  }

  /** @param {string} name @param {Slot} memo @param {number} at */
  #compute(name, memo, at) {
    const reader = this.#readerOf(name);
    const index = unflatten(at, memo.shape);
    const set = (/** @type {number} */ place, /** @type {import("./operations.js").Wide} */ { value, square }) => {
      memo.values[place] = this.#options.change?.rounds?.(value, name) ?? value;
      memo.squares[place] = square;
      memo.done[place] = 1;
    };
    const changed = this.#options.change?.rules?.[name];
    const product = changed ? undefined : productOf(name, reader);
    if (product) return productRow(reader, product, memo.shape, index, this.#options.precision, set);
    const rule = changed ?? rules[/** @type {keyof typeof rules} */ (name)]?.explain;
    const origin = /** @type {Origin} */ (rule?.(reader, index));
    const context = contextOf(reader, origin, this.#options.precision);
    if (origin.operation === "norm") {
      const start = at - (index.at(-1) ?? 0);
      const row = normalised(origin, { ...context, ...normOf(reader, name, origin) });
      return row.forEach((number, d) => set(start + d, number));
    }
    if (origin.operation === "softmax" || origin.operation === "share") {
      /* Every share of the row is known now; what is no term is hidden. A sink's share is a tensor of its own. */
      const row = shares(origin, context);
      const isSink = memo.shape.length === 2;
      origin.terms.forEach((term, place) => {
        const isOwn = isSink ? place === origin.position : term.index.length === 3;
        const number = /** @type {import("./operations.js").Wide} */ (row[place]);
        if (isOwn) set(isSink ? at : placeOf(memo.shape, term.index), number);
      });
      const hidden = origin.operation === "share" ? 0 : (row[0]?.value ?? 0) * 0;
      if (!memo.done[at]) set(at, { value: hidden, square: 0 });
      return undefined;
    }
    const make = /** @type {NonNullable<typeof operations[keyof typeof operations]>} */ (operations[origin.operation]);
    return set(at, make(origin, context));
  }
}

/**
 * @param {Float64Array} numbers of a slot
 * @param {Slot} slot
 * @param {number} at
 */
function numberIn(numbers, slot, at) {
  if (slot.done[at] === 0) slot.compute(at);
  return /** @type {number} */ (numbers[at]);
}

/** @param {readonly number[]} shape @param {readonly number[]} index @returns {number} the place in row-major order */
function placeOf(shape, index) {
  let place = 0;
  for (let axis = 0; axis < shape.length; axis++)
    place = place * /** @type {number} */ (shape[axis]) + /** @type {number} */ (index[axis]);
  return place;
}

/**
 * A tensor of which nothing is left to compute.
 * @param {{shape: readonly number[]}} tensor
 * @param {Float64Array} values
 * @param {(value: number) => number} deviationOf
 * @returns {Slot}
 */
function complete({ shape }, values, deviationOf) {
  const squares = values.map((value) => {
    const square = deviationOf(value) ** 2;
    return Number.isFinite(square) ? square : 0;
  });
  return { shape, values, squares, done: new Uint8Array(values.length).fill(1), compute: () => {} };
}

/** @param {Reader} reader @param {Origin} origin @param {Precision} precision @returns {import("./operations.js").Context} */
function contextOf(reader, origin, precision) {
  const { frequency } = origin;
  const flushes = reader.spec.mask_mode !== "after_softmax_renormalised" || !reader.has("zeroed");
  const squareOf = (/** @type {Term} */ { stage, index }) =>
    isRead(reader, stage) ? reader.squareAt(stage, index) : 0;
  if (frequency === undefined) return { precision, flushes, squareOf };
  const angleAt = (/** @type {number} */ at) =>
    frequency * (reader.given("positions") ? reader.at("positions", [at]) : reader.spec.first + at);
  return {
    precision,
    flushes,
    squareOf: (term) =>
      ROTATIONS.includes(term.stage)
        ? (precision.sums(1) * Math.abs(angleAt(/** @type {number} */ (term.index[0])))) ** 2
        : squareOf(term),
  };
}

/** Whether a term is a number of the walk, and not one of the spec. @param {Reader} reader @param {string} stage */
const isRead = (reader, stage) => reader.has(stage) || stage === "zeroed" || stage === "weights_unmasked";

/** What normalising a row needs beside it. @param {Reader} reader @param {string} name @param {Origin} origin */
function normOf(reader, name, origin) {
  const { spec } = reader;
  const { weight, bias } = origin;
  const kind = name === "Q" || name === "K" ? spec.qk_norm : spec.norm;
  const offset = spec.norm_offset ? 1 : 0;
  return {
    centred: kind === "layernorm",
    epsilon: spec.norm_epsilon,
    weight: (/** @type {number} */ d) => (weight ? offset + reader.at(weight.stage, [d]) : undefined),
    bias: (/** @type {number} */ d) => (bias ? reader.at(bias.stage, [d]) : undefined),
  };
}
