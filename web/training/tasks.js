/** Every task, by its id. */
import { grammar } from "./tasks/grammar.js";
import { names } from "./tasks/names.js";
import { pairs } from "./tasks/pairs.js";
import { pronoun } from "./tasks/pronoun.js";
import { induction, majority, previous, reverse } from "./tasks/sequences.js";
import { text } from "./tasks/text.js";
import { translation } from "./tasks/translation.js";

/** The tasks that draw their own examples. */
export const tasks = Object.freeze({ reverse, previous, induction, majority, pronoun, translation, grammar });

/** The tasks whose examples come from data: a reader's own, or the data that ships. */
export const dataTasks = Object.freeze({ names, text, pairs });

/** @typedef {import("./tasks/task.js").Task} Task */
/** @typedef {keyof typeof dataTasks} DataTaskId */
/**
 * What is known of a task's data. Only the tasks on data have it.
 * @typedef {{text?: import("./tasks/text.js").TextFacts, names?: import("./tasks/text.js").TextFacts,
 *   pairs?: import("./tasks/pairs.js").PairsFacts}} DataFacts names: counted in names, not in characters
 */

/** What is known of letters that a model writes one after the other. @param {DataFacts} facts */
export const writingOf = ({ text, names }) => text ?? names;

/** Whether a task needs data. @param {string} id @returns {id is DataTaskId} */
export const needsData = (id) => Object.hasOwn(dataTasks, id);

/**
 * A task, with its data where it needs some.
 * @param {string} id of a task
 * @param {string} [data]
 * @returns {{task: Task, facts: DataFacts}}
 * @throws {import("../engine/errors.js").AttentionError} that says what is wrong with the data
 */
export const makeTask = (id, data = "") =>
  needsData(id) ? dataTasks[id].make(data) : { task: tasks[/** @type {keyof typeof tasks} */ (id)], facts: {} };
