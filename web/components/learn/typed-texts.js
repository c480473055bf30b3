/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../state/state.js").State} State */
/** @typedef {{patch: Partial<State>, isSolved: boolean}} Typed isSolved: whether it solved the task */

/** Fields of a task's controls in which one types. */
const typedFields = /** @type {const} */ (["sentence", "context"]);

/** @type {Typed} */
const nothing = Object.freeze({ patch: {}, isSolved: false });

/** What was typed in tasks of lessons: it is there again when the reader comes back, until the page is closed. */
export class TypedTexts {
  /** @type {Map<Step, Typed>} */
  #typed = new Map();

  /** Keeps what is typed where a reader leaves a step. @param {Step | null} step @param {State} state @param {boolean} isSolved */
  keep(step, state, isSolved) {
    const fields = typedFields.filter((field) => step?.controls?.includes(field));
    if (!step?.task || fields.length === 0) return;
    this.#typed.set(step, { patch: Object.fromEntries(fields.map((field) => [field, state[field]])), isSolved });
  }

  /** @param {Step | null} step */
  of(step) {
    return (step && this.#typed.get(step)) ?? nothing;
  }
}
