/** Every task, by its id. */
import { grammar } from "./tasks/grammar.js";
import { pronoun } from "./tasks/pronoun.js";
import { induction, majority, previous, reverse } from "./tasks/sequences.js";
import { translation } from "./tasks/translation.js";

export const tasks = Object.freeze({ reverse, previous, induction, majority, pronoun, translation, grammar });
