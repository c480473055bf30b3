/** Every text of the course as a reader gets it: each step before its answer, after each answer that can be given, and its task. */
import { feedbackOn } from "../../../web/course/feedback.js";
import { written } from "../../../web/course/reading.js";
import { digitsFor, isRounded } from "../../../web/course/tables.js";
import { AttentionError } from "../../../web/engine/errors.js";
import { choices } from "../../../web/state/fields.js";
import { reading, solutions } from "./course.js";

/** @typedef {import("../../../web/words/translate.js").Translate} Translate */
/** @typedef {import("../../../web/course/reading.js").Reading} Reading */
/** @typedef {import("../../../web/course/step.js").Step} Step */
/** @typedef {import("../../../web/course/step.js").Lesson} Lesson */
/**
 * A text. kind: the end of its message's id ("" for the step's own words); "feedback", "caption", "row", "rounded" or "misconception".
 * why: of feedback on a wrong answer, the part that is about that answer.
 * @typedef {{kind: string, text: string, given?: string | number, isRight?: boolean, why?: string}} Said
 */

/** All answers that can be given to a question. @param {NonNullable<Step["question"]>} question @param {Reading} read @returns {(string | number)[]} */
export function answersTo(question, read) {
  if (question.kind === "choice") return [...question.options];
  if (question.kind === "token") return read[question.side].map((_, at) => String(at));
  if (question.kind === "number") {
    const { min, max, step } = question;
    return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step);
  }
  const [, rows = 0, columns = 0] = read.tensor(question.stage).shape;
  return Array.from({ length: rows * columns }, (_, at) => [0, Math.floor(at / columns), at % columns].join());
}

/**
 * The texts of a step, as a reader gets them but for the markup's signs.
 * @param {Translate} t
 * @param {Lesson} lesson
 * @param {Step} step
 * @returns {Said[]}
 */
export function saidIn(t, lesson, step) {
  const prefix = `${lesson.id}-${step.id}`;
  const misconceptions = (step.misconceptions ?? []).flatMap((id) =>
    ["said", "so"].map((part) => ({ kind: "misconception", text: t(`misconception-${id}-${part}`) })),
  );
  return [
    ...reading(step.state, (read) => atStart(t, prefix, step, read)),
    ...misconceptions,
    ...ofTask(t, lesson, step),
  ];
}

/** @param {Translate} t @param {string} prefix @param {Step} step @param {Reading} read @returns {Said[]} */
function atStart(t, prefix, step, read) {
  const { question, outcome } = step;
  const facts = step.facts?.(read) ?? {};
  const tables = [...(step.tablesAtStart?.(read) ?? []), ...(step.tables?.(read) ?? [])];
  const asked = question ? [{ kind: "ask", text: t(`lesson-${prefix}-ask`, facts) }] : [];
  const options = question?.kind === "choice" ? question.options : [];
  return [
    { kind: "", text: t(`lesson-${prefix}`, facts) },
    ...asked,
    ...options.map((option) => ({ kind: option, text: t(`lesson-${prefix}-${option}`) })),
    ...(question && outcome ? feedbackIn(t, prefix, question, outcome(read), answersTo(question, read), facts) : []),
    ...moreIn(t, prefix, { ...facts, ...outcome?.(read).facts }),
    ...tables.flatMap((table) => ofTable(t, prefix, table)),
  ];
}

/** What goes further than the feedback. @param {Translate} t @param {string} prefix @param {import("../../../web/course/step.js").Facts} facts @returns {Said[]} */
function moreIn(t, prefix, facts) {
  const text = t(`lesson-${prefix}-more`, facts);
  return text === "" ? [] : [{ kind: "more", text }];
}

/**
 * @param {Translate} t
 * @param {string} prefix
 * @param {NonNullable<Step["question"]>} question
 * @param {import("../../../web/course/step.js").Outcome} outcome
 * @param {(string | number)[]} answers
 * @param {import("../../../web/course/step.js").Facts} facts
 * @returns {Said[]}
 */
function feedbackIn(t, prefix, question, outcome, answers, facts) {
  const right = t(`lesson-${prefix}-right`, outcome.facts);
  return answers.map((given) => {
    const { isRight, verdict, words } = feedbackOn(t, prefix, question, outcome, given, facts);
    return { kind: "feedback", text: `${verdict} ${words}`, given, isRight, why: words.replace(right, "").trim() };
  });
}

/** @param {Translate} t @param {string} prefix @param {import("../../../web/course/tables.js").Table} table @returns {Said[]} */
function ofTable(t, prefix, { id, columns = [], rows, digits: min = 2 }) {
  const digits = digitsFor(rows, min);
  return [
    { kind: "caption", text: t(`lesson-${prefix}-${id}`) },
    ...rows.map(({ name, word = "", values }) => {
      const cells = values.map((value, at) => `${columns[at] ?? ""} ${written(value, digits)}`.trim());
      return { kind: "row", text: `${t(`learn-row-${name}`, { word })}: ${cells.join(" | ")}` };
    }),
    ...(isRounded(rows, digits) ? [{ kind: "rounded", text: t("learn-rounded", { digits }) }] : []),
  ];
}

/** The task, at its start, solved, and with whatever its controls can set. @param {Translate} t @param {Lesson} lesson @param {Step} step @returns {Said[]} */
function ofTask(t, lesson, step) {
  const { task } = step;
  if (!task) return [];
  const prefix = `lesson-${lesson.id}-${step.id}`;
  const after = [{}, solutions[lesson.id] ?? {}, ...settingsOf(step)].flatMap((change) => {
    try {
      const { done, facts } = reading({ ...step.state, ...change }, task);
      return [{ kind: done ? "done" : "open", text: t(`${prefix}-${done ? "done" : "open"}`, facts) }];
    } catch (error) {
      // The controls refuse what the engine refuses.
      if (error instanceof AttentionError) return [];
      throw error;
    }
  });
  return [{ kind: "task", text: t(`${prefix}-task`) }, ...after];
}

/** Values that the controls of a task can set, by field. @type {Readonly<Record<string, readonly unknown[]>>} */
const settable = {
  ...Object.fromEntries(
    ["position", "mask_mode", "padding_side", "norm", "norm_place"].map((field) => [
      field,
      choices[/** @type {keyof typeof choices} */ (field)],
    ]),
  ),
  ...Object.fromEntries(["causal", "tied", "weights", "scaling"].map((field) => [field, [true, false]])),
  d_model: [1, 2, 3, 4, 12, 16, 48],
  heads: [1, 2, 3, 4, 6, 8, 12, 16],
  kv_heads: [1, 2, 4],
  d_k: [1, 2, 4, 6, 64],
  window: [1, 2, 3, 4, 5],
  temperature: [0.1, 0.5, 1, 2, 5, 10],
  padding: [0, 1, 2, 3],
  seed: [1, 2, 3, 4],
  shaw_clip: [0, 1, 2, 3],
  softmax_sink: [-2, 0, 1, 2, 3, 4],
  softcap: [1, 2, 3, 4, 5, 10, 50],
  t5_buckets: [2, 4, 8, 16, 32],
  t5_max_distance: [8, 16, 64],
  tile_queries: [1, 2, 3, 4, 8],
  tile_keys: [1, 2, 3, 4, 8],
  sentence: ["one", "dog", "chased", "dog chased", "the dog chased the cat", "chased ball", "it is"],
  context: ["one", "one two three four five six seven"],
};

/** Every combination of what the controls of a step can set. @param {Step} step @returns {Partial<import("../../../web/state/state.js").State>[]} */
function settingsOf({ controls = [], experiment }) {
  const fields = experiment === "tiles" ? ["tile_queries", "tile_keys"] : controls;
  return fields.reduce(
    (all, field) => all.flatMap((change) => (settable[field] ?? []).map((value) => ({ ...change, [field]: value }))),
    /** @type {Record<string, unknown>[]} */ ([{}]),
  );
}
