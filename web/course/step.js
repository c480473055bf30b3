/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./tables.js").Table} Table */
/** @typedef {import("../words/translate.js").Args} Facts numbers and words that the messages of a step name */
/**
 * What the reader commits to before the engine shows the answer:
 * - choice: one of some options, whose words are messages
 * - token: a token of the queries or of the keys
 * - number: a number on a slider; right within a tolerance; percent: a share, written as a percentage
 * - cell: a cell of the table that is the step's picture, which the reader chooses there
 * @typedef {Readonly<{kind: "choice", options: readonly string[]}
 *   | {kind: "token", side: "queries" | "keys"}
 *   | {kind: "number", min: number, max: number, step: number, tolerance: number, percent?: boolean}
 *   | {kind: "cell", stage: string}>} Question
 */
/**
 * The right answer, read from the walk: the id of an option, the index of a token, a number, or the index of a cell as text
 * ("0,2,1"). What is said of a wrong answer may name the facts, and what `of` finds for that answer.
 * @typedef {Readonly<{answer: string | number, facts: Facts, of?: (given: string | number) => Facts}>} Outcome
 */
/**
 * A picture that the course draws itself, in place of the figure of a stage: web/components/learn/pictures has one file for
 * each kind.
 * @typedef {object} Picture
 * @property {"arrows" | "bars" | "clock" | "grid" | "layer" | "line" | "lens" | "loss" | "maps" | "mix" | "product" | "sampling" | "spread" | "stack"} kind
 * @property {boolean} [hides] whether it leaves out what is asked, until that is answered
 * @property {number} [row] the row that is drawn: the first by default; in lines that of "it"
 * @property {"raw" | "scores"} [stage] what a table shows in place of attention weights, where "scores" are the scaled ones as softmax
 *   gets them
 * @property {number} [guess] the key whose share is guessed
 * @property {boolean} [powers] whether each score has its power of e beside it
 * @property {number} [drags] the key whose score the reader can drag
 * @property {readonly string[]} [words] which words have a bar; unless given, those with the highest scores
 * @property {readonly [number, number]} [range] the lowest and the highest score of bars, before the answer or after it, which sets
 *   one scale for both
 * @property {boolean} [turns] whether the reader can turn the query
 * @property {boolean} [best] whether the word that scores highest stands out
 * @property {boolean} [drops] whether keys drop onto the query's line, where their scores are read
 * @property {boolean} [switches] whether the reader can switch heads off
 * @property {readonly ("sampling_temperature" | "sampling_top_k" | "sampling_top_p")[]} [settings] fields that sliders beside the
 *   picture change
 * @property {"cosine" | "length"} [measure] what a stack writes below each layer: the cosine of the two rows that are least alike, or
 *   the mean length of all
 * @property {(reading: Reading) => readonly (readonly number[])[]} [points] the points of a curve; of a stack, the numbers of each
 *   layer, row after row
 * @property {(reading: Reading) => Numbers} [numbers] what it is drawn from besides the walk in view
 *
 * What a picture is drawn from besides the walk in view: each kind has its own.
 * @typedef {Readonly<{depths?: readonly import("./lens.js").Depth[], heads?: import("./head-maps.js").Heads,
 *   candidates?: readonly import("./reading.js").Candidate[], spreads?: readonly import("./spread.js").Spread[]}>} Numbers
 */
/**
 * One step of a lesson: a saved state with words. Its messages start with `lesson-<lesson>-<step>`: the words themselves;
 * `-ask`, `-right` and an `-<option>` for each option of a prediction, an `-<option>-not` for each that is wrong, which says why,
 * and a `-not` for wrong tokens and cells; a wrong number may have a `-<number>-not`, all that are too large
 * an `-above-not`, all that are too small a `-below-not`; `-task`, `-done` and `-open` of a task.
 * @typedef {object} Step
 * @property {string} id
 * @property {Readonly<Partial<State>>} state the fields in which the state that is shown differs from the default
 * @property {readonly string[]} [controls] fields that the reader can change in this step
 * @property {Picture} [picture] drawn in place of the figure of the stage
 * @property {string} [experiment] id of the experiment that is shown in place of a stage's figure
 * @property {boolean} [brief] whether that experiment shows only its figure and what is computed in it
 * @property {boolean} [sentence] whether only the sentence is shown until the question is answered
 * @property {boolean} [meaning] whether the step is about what numbers mean: how the selected one is computed is not shown
 * @property {Readonly<{input: import("../state/edits.js").Editable, index: readonly number[], min: number, max: number, step: number}>} [edit] a number of an
 *   input (such as a weight) that the reader moves with a slider
 * @property {boolean} [heads] whether the reader can choose among the heads
 * @property {number} [row] the row of the scores or attention weights whose numbers are written below the figure
 * @property {string} [alone] a stage that is drawn without the numbers that it is computed from, until the reader selects a
 *   number of it
 * @property {boolean} [operandsFirst] whether the stage itself is not drawn until the question is answered: only what it is computed
 *   from
 * @property {boolean} [strip] whether all stages are shown above the figure
 * @property {Question} [question]
 * @property {boolean} [look] whether the answer is to be found in the figure, and not to be predicted
 * @property {(reading: Reading) => Outcome} [outcome] of the question, from the state before the answer
 * @property {(reading: Reading) => readonly Table[]} [tablesAtStart] numbers that the words speak of, shown from the start
 * @property {(reading: Reading) => readonly Table[]} [tables] numbers that the feedback speaks of, from the state before the
 *   answer; shown once the reader has answered
 * @property {Readonly<Partial<State>>} [reveal] how the state changes once the reader has answered
 * @property {(reading: Reading) => {done: boolean, facts: Facts}} [task] whether the reader has solved the step's task
 * @property {(reading: Reading) => Facts} [facts] numbers that the words themselves name
 * @property {string} [train] id of a task to which the step leads in Train
 * @property {boolean} [checkpoint] whether the step leads to the place where one opens a model
 * @property {import("../state/experiments/experiments.js").ComparisonId} [explore] id of the question in Explore to which the step's answer leads
 * @property {readonly string[]} [misconceptions] ids of "often said, not so" notes: messages `misconception-<id>-said` and `misconception-<id>-so`
 */
/**
 * @typedef {object} Lesson
 * @property {string} id its title is the message `lesson-<id>`
 * @property {string} [picture] id of the step whose picture, answered, stands for a lesson of the path
 * @property {readonly Step[]} steps
 * @property {readonly (keyof typeof import("./sources.js").sources)[]} sources what its facts can be checked against
 */

/** Whether the words of the step's picture are what one answers with. @param {Step} step */
export const isAnsweredInPicture = ({ question, picture }) =>
  (question?.kind === "token" && question.side === "keys" && picture?.kind === "line") ||
  (question?.kind === "cell" && picture?.kind === "grid");

/** Where the slider of a question stands at first: at its beginning, which suggests no answer. @param {Extract<Question, {kind: "number"}>} question */
export const sliderStart = ({ min }) => min;

/**
 * Whether an answer to a question is right.
 * @param {Question} question
 * @param {Outcome} outcome
 * @param {string | number} given
 */
export function isRight(question, { answer }, given) {
  if (question.kind === "number") return Math.abs(Number(given) - Number(answer)) <= question.tolerance;
  return String(given) === String(answer);
}

/**
 * Whether this can be an answer to a question, as far as the question itself tells.
 * @param {Question | undefined} question
 * @param {unknown} given
 */
export function isAnswer(question, given) {
  if (question?.kind === "number") return typeof given === "number" && given >= question.min && given <= question.max;
  if (!question || typeof given !== "string") return false;
  if (question.kind === "choice") return question.options.includes(given);
  return (question.kind === "token" ? /^\d+$/ : /^\d+(,\d+)*$/).test(given);
}

/** A lesson, unchangeable. @param {Lesson} definition @returns {Lesson} */
export const lesson = (definition) => Object.freeze({ ...definition, steps: Object.freeze(definition.steps) });
