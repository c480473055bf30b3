import { STAGES } from "../../engine/c.js";
import { LOG_SUM_EXP } from "../../engine/fast/log-sum-exp.js";

/**
 * The numbers of a walk that several evaluations share: those that none of their changes reaches, or the same changes.
 *
 * @typedef {import("../../engine/run.js").Run} Run
 * @typedef {import("./evaluate.js").Change} Change
 *
 * The numbers of a tensor, by rows of its last axis: a row is made when one of its numbers is first read, and each number
 * computed when it is read.
 * @typedef {object} Slot
 * @property {readonly number[]} shape
 * @property {number} width of a row
 * @property {(Row | undefined)[]} rows
 * @property {(at: number) => void} compute at: a place in row-major order
 * @property {Float64Array} [data] of an input, all rows
 *
 * @typedef {object} Row
 * @property {Float64Array} values
 * @property {Float64Array} squares of their deviations
 * @property {Uint8Array} done 1 where a number is computed
 * @property {number} left how many are not
 */

/** What other stages compute beside theirs, by the stage. @type {Readonly<Record<string, string>>} */
export const OWNERS = Object.freeze({
  allow: "masked",
  bias: "biased",
  raw_content: "raw",
  raw_relative: "raw",
  sink_weight: "weights",
  [LOG_SUM_EXP]: "weights",
  context_content: "context",
  Q_projected: "Q",
  K_projected: "K",
});

/** Queries, keys and values: none of them is made of another. @type {Readonly<Record<string, string>>} */
const BRANCHES = Object.freeze({
  Q: "Q",
  Q_projected: "Q",
  Q_rot: "Q",
  K: "K",
  K_projected: "K",
  K_rot: "K",
  V: "V",
});

export class Known {
  /** @type {Map<string, Slot>} */
  #slots = new Map();
  /** @type {Map<Change, number>} */
  #numbers = new Map();
  /** @type {Map<string, number>} */
  #places = new Map();
  /** How many products have been computed. */
  products = 0;

  /** @param {import("../../engine/run.js").Run} run */
  constructor(run) {
    const { stages } = run;
    let place = stages.length;
    for (const name of [...STAGES].reverse()) {
      const own = stages.indexOf(name);
      if (own >= 0) place = own;
      this.#places.set(name, place);
    }
    for (const [name, owner] of Object.entries(OWNERS)) this.#places.set(name, this.#placeOf(owner));
  }

  /** @param {string} name @returns {number} of a stage in the order of computation; -1: an input, before all */
  #placeOf(name) {
    return this.#places.get(name) ?? -1;
  }

  /**
   * Whether a change can have an effect on a tensor.
   * @param {Change} change
   * @param {string} name
   */
  reaches({ readers, rules, places, rounds }, name) {
    if (rounds) return true;
    return [readers, rules, places].some((stages) => {
      for (const from in stages) if (this.#leadsTo(from, name)) return true;
      return false;
    });
  }

  /** @param {string} from @param {string} to */
  #leadsTo(from, to) {
    if (from === to) return true;
    const [one, other] = [BRANCHES[from], BRANCHES[to]];
    if (one && other && one !== other) return false;
    if (one === "V" && !other && this.#placeOf(to) < this.#placeOf("context")) return false;
    return this.#placeOf(from) <= this.#placeOf(to);
  }

  /** The name of a tensor with changes. @param {string} name @param {readonly Change[]} changes those that reach it */
  keyOf(name, changes) {
    let key = name;
    for (const change of changes) {
      const number = this.#numbers.get(change) ?? this.#numbers.size;
      this.#numbers.set(change, number);
      key += ` ${number}`;
    }
    return key;
  }

  /** @param {string} key @param {() => Slot} make @returns {Slot} */
  slot(key, make) {
    const known = this.#slots.get(key);
    if (known) return known;
    const slot = make();
    this.#slots.set(key, slot);
    return slot;
  }
}

/** @param {readonly number[]} shape @param {(at: number) => void} compute @returns {Slot} */
export const emptySlot = (shape, compute) => ({ shape, width: shape.at(-1) ?? 1, rows: [], compute });

/**
 * A tensor of which nothing is left to compute.
 * @param {readonly number[]} shape
 * @param {Float64Array} data
 * @param {(value: number) => number} [deviationOf] none: the numbers are exact
 * @returns {Slot}
 */
export function fullSlot(shape, data, deviationOf) {
  const width = shape.at(-1) ?? 1;
  const done = new Uint8Array(width).fill(1);
  const exact = new Float64Array(width);
  const rows = Array.from({ length: data.length / width }, (_, row) => {
    const values = data.subarray(row * width, (row + 1) * width);
    const squares = deviationOf ? values.map((value) => finite(deviationOf(value) ** 2)) : exact;
    return { values, squares, done, left: 0 };
  });
  return { shape, width, rows, compute: () => {}, data };
}

/** @param {number} square */
const finite = (square) => (Number.isFinite(square) ? square : 0);

/** A row, of which numbers may be left to compute. @param {Slot} slot @param {number} place @returns {Row} */
function rowOf(slot, place) {
  const known = slot.rows[place];
  if (known) return known;
  const { width } = slot;
  const [values, squares, done] = [new Float64Array(width), new Float64Array(width), new Uint8Array(width)];
  return (slot.rows[place] = { values, squares, done, left: width });
}

/** A row with all its numbers. @param {Slot} slot @param {number} place @returns {Row} */
export function wholeRow(slot, place) {
  const row = rowOf(slot, place);
  for (let column = 0; row.left > 0 && column < slot.width; column++) {
    if (row.done[column] === 0) slot.compute(place * slot.width + column);
  }
  return row;
}

/**
 * @param {Slot} slot
 * @param {number} at
 * @param {"values" | "squares"} which
 */
export function numberIn(slot, at, which) {
  const { width } = slot;
  const [place, column] = [Math.floor(at / width), at % width];
  const row = slot.rows[place] ?? rowOf(slot, place);
  if (row.done[column] === 0) slot.compute(at);
  return /** @type {number} */ (row[which][column]);
}

/** @param {Slot} slot @param {number} at @param {number} value @param {number} square */
export function put(slot, at, value, square) {
  const { width } = slot;
  const row = rowOf(slot, Math.floor(at / width));
  const column = at % width;
  row.values[column] = value;
  row.squares[column] = square;
  if (row.done[column] === 0) row.left--;
  row.done[column] = 1;
}

/** Whether a number of a row has been computed. @param {Slot} slot @param {number} at of one of its numbers */
export const isBegun = ({ rows, width }, at) => (rows[Math.floor(at / width)]?.left ?? width) < width;
