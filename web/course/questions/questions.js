/**
 * Questions about what the course says, apart from its steps: each is about one idea, and its wrong answers are what people often
 * get wrong. Their words are the messages `question-<id>`, `-<option>` for each option, `-<option>-not` for each wrong one (why one
 * might think so, and what decides) and `-right`.
 */

/** @typedef {Readonly<{id: string, options: readonly [string, string, string], answer: string, lesson: string, step: string}>} Question lesson, step: where the course says it */

/**
 * The ten that are asked before the path and after it, in the path's order.
 * @type {readonly Question[]}
 */
export const ten = Object.freeze([
  { id: "purpose", options: ["mix", "important", "closest"], answer: "mix", lesson: "purpose", step: "tired" },
  { id: "length", options: ["same", "longer", "swapped"], answer: "longer", lesson: "query-key", step: "below" },
  { id: "table", options: ["both", "seen", "looks"], answer: "looks", lesson: "query-key", step: "table" },
  { id: "softmax", options: ["twice", "power", "all"], answer: "power", lesson: "shares", step: "share" },
  { id: "divide", options: ["spread", "sum", "lengths"], answer: "spread", lesson: "shares", step: "divide" },
  { id: "value", options: ["importance", "share", "passes"], answer: "passes", lesson: "mix", step: "alive" },
  {
    id: "output",
    options: ["beside", "best", "mixes"],
    answer: "mixes",
    lesson: "several-heads",
    step: "mix",
  },
  { id: "order", options: ["reading", "matrices", "added"], answer: "added", lesson: "order-future", step: "turn" },
  { id: "future", options: ["zero", "infinity", "after"], answer: "infinity", lesson: "order-future", step: "count" },
  { id: "training", options: ["shares", "weights", "rows"], answer: "weights", lesson: "learns", step: "slope" },
]);

/**
 * Those that are asked only on later visits, once the step that says them is done.
 * @type {readonly Question[]}
 */
export const further = Object.freeze([
  { id: "matrices", options: ["faster", "apart", "parts"], answer: "apart", lesson: "query-key", step: "matrices" },
  { id: "kept", options: ["order", "proportions", "zeros"], answer: "order", lesson: "shares", step: "add" },
  { id: "weight", options: ["decides", "takes", "alike"], answer: "takes", lesson: "mix", step: "alive" },
  { id: "slice", options: ["slice", "all", "words"], answer: "all", lesson: "several-heads", step: "article" },
  { id: "stream", options: ["added", "replaces", "beside"], answer: "added", lesson: "learns", step: "added" },
  { id: "norm", options: ["row", "column", "batch"], answer: "row", lesson: "learns", step: "layer" },
  { id: "leak", options: ["always", "never", "sum"], answer: "sum", lesson: "future", step: "divided" },
  { id: "cache", options: ["own", "large", "changes"], answer: "own", lesson: "cache", step: "not-queries" },
  { id: "groups", options: ["divided", "two", "eight"], answer: "two", lesson: "cache", step: "shared" },
  { id: "shaw", options: ["query", "key", "embedding"], answer: "key", lesson: "shaw", step: "vectors" },
]);

/** All of them. */
export const questions = Object.freeze([...ten, ...further]);

/** A question by its id, which must exist. @param {string} id @returns {Question} */
export const questionOf = (id) => /** @type {Question} */ (questions.find((question) => question.id === id));

/** What was answered to some questions, by their ids; null: passed. @typedef {Readonly<Record<string, string | null>>} Answers */

/** Whether a question was answered rightly. @param {Answers} answers @param {Question} question */
export const isKnown = (answers, { id, answer }) => answers[id] === answer;

/** How many questions were answered rightly. @param {Answers} answers */
export const known = (answers) => Object.keys(answers).filter((id) => isKnown(answers, questionOf(id))).length;
