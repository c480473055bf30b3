import { Reading } from "../../course/reading.js";
import { termFacts } from "../terms/terms.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Facts} Facts */
/** @typedef {import("../../course/tables.js").Table} Table */

/**
 * The walk of a step as lessons read it, and what the step and notes on terms name of it: once for each state, because every
 * move of the pointer draws the step again.
 * @typedef {{state: View["state"], reading: Reading, facts: Facts, atStart: readonly Table[],
 *   points: readonly (readonly number[])[], numbers: import("../../course/step.js").Numbers, task: {done: boolean, facts: Facts} | null}} Shown
 */

/** What a step reads from the numbers that it shows, and what it read before the answer, which stays as it was read. */
export class StepReading {
  /** @type {Shown | null} null until something is shown */
  #shown = null;
  /** The right answer. @type {import("../../course/step.js").Outcome | null} */
  outcome = null;
  /** What the step's own words name. @type {Facts} */
  #said = {};
  /** What the feedback speaks of. @type {readonly Table[]} */
  tables = [];

  /** What is shown; null before it is. */
  get shown() {
    return this.#shown;
  }

  /** What the step's words name now. */
  get facts() {
    return { ...this.#shown?.facts, ...this.#said };
  }

  /** Reads what is shown. @param {View} view @param {Step} step */
  read(view, step) {
    const { state } = view;
    if (this.#shown?.state === state) return this.#shown;
    this.#shown?.reading.free();
    const reading = new Reading(state, view, view.compute);
    return (this.#shown = {
      state,
      reading,
      facts: { ...termFacts(view), ...step.facts?.(reading) },
      atStart: step.tablesAtStart?.(reading) ?? [],
      points: step.picture?.points?.(reading) ?? [],
      numbers: step.picture?.numbers?.(reading) ?? {},
      task: step.task?.(reading) ?? null,
    });
  }

  /** Keeps what the answer is about, before the step reveals it. @param {Step} step */
  keepAnswer(step) {
    if (!this.#shown) return;
    const { reading } = this.#shown;
    this.outcome = step.outcome?.(reading) ?? null;
    this.#said = step.facts?.(reading) ?? {};
    this.tables = step.tables?.(reading) ?? [];
  }

  /** Forgets the step. */
  forget() {
    this.#shown?.reading.free();
    this.#shown = null;
    this.outcome = null;
    this.#said = {};
    this.tables = [];
  }
}
