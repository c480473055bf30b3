/** The lessons: every answer against one that was found by hand, every message, and what is stored and linked. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lessonOf, lessons } from "../../web/course/course.js";
import { createEngine } from "../../web/engine/index.js";
import { whyWrong } from "../../web/course/feedback.js";
import { formerSteps } from "../../web/course/former-steps.js";
import { readLearnLink, writeLearnLink } from "../../web/course/link.js";
import { givenIn, isDone, readProgress, withStep, writeProgress } from "../../web/course/progress.js";
import { percent, written } from "../../web/course/reading.js";
import { isAnswer, isRight, sliderStart } from "../../web/course/step.js";
import { words } from "../../web/words/words.js";
import { controlsFor } from "../../web/state/controls.js";
import { choices } from "../../web/state/fields.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { fragmentOrNull } from "../../web/state/url.js";
import { trainedModels } from "../../web/state/recipes/trained-models.js";
import { pronounFacts } from "../../web/training/shipped-facts.js";
import { addTrained } from "../../web/training/trained.js";
import { headLinesOf } from "../../web/view/scenes.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { reading, solutions } from "../support/course/course.js";
import { refusing, storageOf } from "../support/storage.js";

/** @typedef {import("../../web/state/state.js").State} State */

const { t } = words("en");
/** An engine with the trained models. */
const trainedEngine = await createEngine();
addTrained(trainedEngine);

/** All steps, each with its lesson and the start of its messages' ids. */
const steps = lessons.flatMap((lesson) =>
  lesson.steps.map((step) => ({ lesson, step, prefix: `lesson-${lesson.id}-${step.id}` })),
);

/** The step of a lesson. @param {string} lesson @param {string} id */
const stepOf = (lesson, id) => {
  const step = lessonOf(lesson).steps.find((each) => each.id === id);
  assert.ok(step, `${lesson} has no step ${id}`);
  return step;
};

/** What the engine answers to the question of a step. @param {string} lesson @param {string} id */
function outcomeOf(lesson, id) {
  const { state, outcome } = stepOf(lesson, id);
  assert.ok(outcome, `${lesson}, ${id} asks nothing`);
  return reading(state, outcome);
}

/** What is said of a wrong answer. @param {string} lesson @param {string} id @param {string | number} given */
const whyOf = (lesson, id, given) =>
  whyWrong(t, `${lesson}-${id}`, stepOf(lesson, id).question ?? assert.fail(id), outcomeOf(lesson, id), given, {});

/**
 * The answers, found by hand: by counting, from the words' rows as they are written by hand, from published numbers, or from
 * what the papers prove.
 * @type {Record<string, Record<string, string | number>>}
 */
const answers = {
  purpose: { tired: 2, wide: 6, early: 0, gather: 11 },
  rows: { tokens: 5, bank: "same" },
  "who-acts": { query: "actor", score: 1 },
  scores: { transpose: "tokens", directions: "different" },
  scaling: { grow: "4", gradient: "hardly" },
  softmax: { ratio: "400", temperature: "evener" },
  values: { even: "mean", lookup: "all" },
  "whole-walk": { meet: "raw", reach: "all" },
  "query-key": { ask: 0, dot: 1 * 1.5 + 2 * -0.5, below: 3, table: "0,3,0", matrices: "all" },
  shares: {
    share: Math.exp(3.5) / (Math.exp(3.5) + Math.exp(0.5) + Math.exp(1.5) + Math.exp(-2)),
    rise: Math.exp(2.5) / (Math.exp(3.5) + Math.exp(2.5) + Math.exp(1.5) + Math.exp(-2)),
    add: "same",
    wide: "one",
    divide: Math.sqrt(256),
  },
  mix: {
    alive: (2 * Math.exp(3.5) + Math.exp(1.5)) / (Math.exp(3.5) + Math.exp(0.5) + Math.exp(1.5) + Math.exp(-2)),
    value: "same",
    back: 1,
    trained: "one",
  },
  "several-heads": { gender: 2, article: 0, off: "la", mix: "article" },
  "order-future": { swap: "same", turn: "cat", why: 2, count: (6 * 5) / 2, first: 1 },
  learns: { slope: "up", guess: "know", added: "falls", layer: "attention" },
  "next-word": { "every-row": "cat", wrong: "laugh" },
  places: { layers: "sum", query: "query", later: "same", before: 8 - 2, sizes: 768 / 12 },
  "two-sentences": { shape: "three-five", widths: "queries-keys", same: "same" },
  learning: {
    square: "twice",
    back: 2 * (0.22 - 1) * 0.5745,
    dropout: String(100 / (1 - 0.5)),
  },
  order: {
    added: "first",
    mask: "different",
    distance: "same",
  },
  future: { leak: "different", divided: "same" },
  padding: { fill: 2 + 1 + 0, hidden: "same", blind: "zero", finite: "all" },
  cache: { "old-rows": "none", "not-queries": "keys-values", watch: 3 + 4 + 5, shared: 2 * 6 * 4 * 4 },
  cost: { double: "4", heads: "scores", work: 16 },
  alibi: {
    penalty: -4 / 4,
    slopes: "4",
    gaussian: String(2 ** 2 / 2),
  },
  t5: { far: "same", sign: "yes" },
  shaw: { vectors: 2 * 2 + 1, query: "different" },
  windows: { window: 3, sink: 3 + 1, "off-by-one": "below" },
  softcap: { limit: 5 * Math.tanh(16 / 5), small: "99" },
  tiles: { held: 2 * 2, rescale: String(Math.round(100 * Math.exp(2 - 4))), same: "same" },
  backward: { weights: 1, below: "grows", matrix: "row" },
  residual: { alike: "alike", kept: "one" },
  norm: { long: String(2 * 2), constant: "rmsnorm", place: "longer" },
  mlp: { xor: "no", curve: String(1 - 1), share: (4 + 4) / (1 + 1 + 1 + 1 + 4 + 4) },
  "real-head": { find: "1-2", off: 2 },
  sampling: { temperature: "rises", "top-k": 28.3 / (28.3 + 18.8), "top-p": 6 },
  lens: { between: "cat", brought: 2 },
};

test("every fact that a step reads is named by its words, or belongs to what several steps share", () => {
  const text = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const named = (/** @type {string} */ prefix) =>
    [...text.matchAll(/^([\w-]+) =.*(?:\n[ }].*)*/gm)]
      .filter(([, id = ""]) => id === prefix || id.startsWith(`${prefix}-`))
      .flatMap(([message]) => [...message.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name));
  /** What a word is asked for finds for any such step: see `wordOfLargest`. */
  const shared = ["word", "value"];
  for (const { lesson, step, prefix } of steps) {
    const facts = [
      step.facts,
      step.outcome &&
        ((/** @type {import("../../web/course/reading.js").Reading} */ read) => step.outcome?.(read).facts ?? {}),
    ];
    const read = facts.flatMap((each) => (each ? Object.keys(reading(step.state, each)) : []));
    const task = step.task ? Object.keys(reading(step.state, step.task).facts) : [];
    const notes = (step.misconceptions ?? []).flatMap((id) => named(`misconception-${id}`));
    const unnamed = [...read, ...task].filter((name) => ![...shared, ...named(prefix), ...notes].includes(name));
    assert.deepEqual(unnamed, [], `${lesson.id}, ${step.id}`);
  }
});

/** Usual wrong numbers without a message of their own: of a share, what one gets without its new sum; the half; the sum without signs. @type {Record<string, Record<string, readonly number[]>>} */
const usualNumbers = {
  shares: { share: [3.5 / 7.5, 0.5], rise: [4 * 0.074] },
  "query-key": { dot: [2.5, 0] },
  mix: { alive: [2, 0.75], trained: [0.5] },
  "order-future": { count: [18, 21], first: [1 / 6, 0.5] },
};

/** The wrong numbers of a question that have messages of their own. @param {string} prefix */
function namedNumbers(prefix) {
  const text = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  return [...text.matchAll(new RegExp(`^${prefix}-(\\d+)-not =`, "gm"))].map(([, number]) => Number(number));
}

test("every question has the answer that was found by hand, and some other answer is wrong", () => {
  const asked = steps.filter(({ step }) => step.question);
  assert.deepEqual(
    asked.map(({ lesson, step }) => `${lesson.id} ${step.id}`).sort(),
    Object.entries(answers)
      .flatMap(([lesson, of]) => Object.keys(of).map((id) => `${lesson} ${id}`))
      .sort(),
  );
  for (const { lesson, step } of asked) {
    const { question } = step;
    assert.ok(question);
    const outcome = outcomeOf(lesson.id, step.id);
    const right = /** @type {string | number} */ (answers[lesson.id]?.[step.id]);
    assert.ok(isRight(question, outcome, right), `${lesson.id}, ${step.id}: ${outcome.answer}`);
    if (question.kind === "choice") assert.ok(question.options.includes(String(right)), `${lesson.id}, ${step.id}`);
    const wrong = { choice: "-", token: "99", number: -1000, cell: "9,9,9" }[question.kind];
    assert.ok(!isRight(question, outcome, wrong), `${lesson.id}, ${step.id}`);
    // Nobody should be right without moving the slider, nor be led to an answer that is wrong and usual.
    if (question.kind === "number") {
      const start = sliderStart(question);
      assert.ok(!isRight(question, outcome, start), `${lesson.id}, ${step.id}: starts at ${start}, the answer`);
      const usual = [...(usualNumbers[lesson.id]?.[step.id] ?? []), ...namedNumbers(`lesson-${lesson.id}-${step.id}`)];
      for (const each of usual)
        assert.ok(
          Math.abs(each - start) > question.tolerance,
          `${lesson.id}, ${step.id}: starts at ${start}, near ${each}`,
        );
    }
  }
});

test("a question that asks to predict does not show its answer; one that asks to look does", () => {
  for (const { lesson, step } of steps) {
    const { outcome, question } = step;
    if (!outcome || !question) continue;
    /** What the answer is read from: stages of the walk that is shown, and whatever else is computed for it. @type {Set<string>} */
    const read = new Set();
    const shown = reading(step.state, (made) => {
      for (const way of /** @type {const} */ (["tensor", "other", "next", "uses", "tiles"])) {
        const original = /** @type {(...given: any[]) => any} */ (made[way]).bind(made);
        const spy = (/** @type {any[]} */ ...given) => {
          read.add(way === "tensor" ? given[0] : way);
          return original(...given);
        };
        Object.defineProperty(made, way, { value: spy });
      }
      outcome(made);
      return made.state.stage;
    });
    const where = `${lesson.id}, ${step.id}`;
    const isShown =
      !step.picture?.hides && !step.sentence && !step.experiment && !step.operandsFirst && read.has(shown);
    if (step.look) assert.ok(isShown, `${where}: ${shown} has no answer to look for`);
    else assert.ok(!isShown || read.size > 1, `${where}: ${shown} shows the answer`);
    // Where a stage is read for the answer and others for the feedback, the answer must still not stand in the figure.
    if (
      step.look ||
      step.picture?.hides ||
      step.sentence ||
      step.experiment ||
      step.operandsFirst ||
      question.kind !== "number" ||
      Number.isInteger(question.step)
    )
      continue;
    const answer = written(Number(outcomeOf(lesson.id, step.id).answer));
    const numbers = reading(step.state, (made) => Array.from(made.tensor(shown).data, (value) => written(value)));
    assert.ok(!numbers.includes(answer), `${where}: ${answer} stands in ${shown}`);
  }
});

test("feedback reads well after Yes and after Not quite", () => {
  for (const { step, prefix } of steps) {
    if (!step.outcome) continue;
    const said = t(`${prefix}-right`, reading(step.state, step.outcome).facts);
    assert.doesNotMatch(said, /^(Yes|No|Not|There|It must)\b/, prefix);
  }
});

test("a share just below 1 or above 0 is written with a decimal, as on the first screen; other shares have none", () => {
  assert.deepEqual([0.9999, 0.9996, 0.997, 0.5, 1, 0.004, 0.0004, 0].map(percent), [
    "> 99.9 %",
    "> 99.9 %",
    "99.7 %",
    "50 %",
    "100 %",
    "0.4 %",
    "< 0.1 %",
    "0 %",
  ]);
});

/** Lessons that do not end with a task: on the path, after what can be dragged. */
const withoutTask = ["several-heads", "order-future", "learns"];

test("every lesson has at least two questions, and sources; deeper ones and the first four of the path end with a task", () => {
  for (const { id, steps: of, sources } of lessons) {
    assert.ok(of.filter((step) => step.question).length >= 2, id);
    assert.deepEqual(
      of.map((step) => step.task !== undefined),
      of.map((_, at) => at === of.length - 1 && !withoutTask.includes(id)),
      id,
    );
    assert.ok(sources.length > 0, id);
  }
  assert.equal(new Set(lessons.map(({ id }) => id)).size, lessons.length);
});

test("every task is open at its start, and solved by what its controls can set", () => {
  const withTask = lessons.filter(({ id }) => !withoutTask.includes(id));
  assert.deepEqual(Object.keys(solutions).sort(), withTask.map(({ id }) => id).sort());
  for (const { id, steps: of } of withTask) {
    const step = of.at(-1);
    assert.ok(step?.task);
    assert.equal(reading(step.state, step.task).done, false, id);
    const solution = solutions[id] ?? {};
    const solved = { ...step.state, ...solution };
    assert.equal(reading(solved, step.task).done, true, id);
    if (step.experiment) continue; // what an experiment can change is tested with the experiment
    const isMoved = step.edit !== undefined || step.picture?.drags !== undefined || step.picture?.turns === true;
    const switched = step.picture?.switches === true ? ["edits", "layer_edits"] : [];
    const free = /** @type {string[]} */ ([
      ...(step.controls ?? []),
      ...(isMoved ? ["edits"] : []),
      ...switched,
      ...(step.picture?.settings ?? []),
    ]);
    for (const field of Object.keys(solution)) assert.ok(free.includes(field), `${id}: ${field}`);
  }
});

test("a task for a trained model is not solved with words that it does not know, and names them and others that it knows", () => {
  for (const [lesson, sentence, unknown] of /** @type {const} */ ([
    ["purpose", "The uncle cannot cross the street because it is too pizza", ["uncle", "pizza"]],
    ["purpose", "The animal cannot cross the street because it is too pizza", ["pizza"]],
    ["next-word", "the uncles know the baker", ["uncles"]],
  ])) {
    const step = lessonOf(lesson).steps.at(-1);
    assert.ok(step?.task);
    const { done, facts } = reading({ ...step.state, sentence }, step.task);
    assert.equal(done, false, sentence);
    const said = t(`lesson-${lesson}-now-you-open`, facts);
    assert.ok(said.startsWith(`The model has never seen ${unknown.map((word) => `“${word}”`).join(", ")},`), said);
    const [, ...listed] = said.split(/It knows/);
    const examples = [...listed.join().matchAll(/\(([^)]+)\)|“(\w+)”/g)].map(([, list, word]) => list ?? word);
    // Where the answer names none, the words of the step do.
    const intro = listed.length > 0 ? "" : t(`lesson-${lesson}-now-you`);
    const [, before = ""] = /The model knows (.+)\./.exec(intro) ?? [];
    const all = [...examples.flatMap((list) => String(list).split(/[,;] /)), ...before.split(/, | and /)];
    const words = all.filter((word) => word !== "");
    assert.ok(words.length > 5);
    for (const word of words)
      assert.deepEqual(
        reading({ ...step.state, sentence: word }, (read) => read.unknownWords),
        [],
      );
  }
});

test("every step's state is valid before and after its answer, has a link, and its controls have an effect there", () => {
  for (const { lesson, step } of steps) {
    const where = `${lesson.id}, ${step.id}`;
    const state = changeState(defaultState, step.state);
    const after = changeState(state, step.reveal ?? {});
    for (const each of [state, after]) {
      assert.ok(fragmentOrNull(each), where);
      reading(each, (read) => read.tensor(each.stage));
    }
    const controls = /** @type {string[]} */ ([...controlsFor(state), "sentence"]);
    for (const field of step.controls ?? []) assert.ok(controls.includes(field), `${where}: ${field}`);
  }
});

test("every message of a step is there and names only facts that the step has", () => {
  for (const { lesson, step, prefix } of steps) {
    const facts = reading(step.state, (read) => ({ ...step.facts?.(read) }));
    const outcome = step.outcome ? reading(step.state, step.outcome).facts : {};
    const open = step.task ? reading(step.state, step.task).facts : {};
    const done = step.task ? reading({ ...step.state, ...solutions[lesson.id] }, step.task).facts : {};
    const options = step.question?.kind === "choice" ? step.question.options : [];
    const tables = [step.tablesAtStart, step.tables].flatMap((made) => (made ? reading(step.state, made) : []));
    /** @type {[string, Record<string, string | number>][]} */
    const wanted = [
      [`lesson-${lesson.id}`, {}],
      [prefix, facts],
      ...(step.question
        ? [
            [`${prefix}-ask`, facts],
            [`${prefix}-right`, outcome],
          ]
        : []),
      ...options.map((id) => [`${prefix}-${id}`, {}]),
      ...tables.flatMap(({ id, rows }) => [
        [`${prefix}-${id}`, {}],
        ...rows.map(({ name, word = "" }) => [`learn-row-${name}`, { word }]),
      ]),
      ...(step.task
        ? [
            [`${prefix}-task`, {}],
            [`${prefix}-open`, open],
            [`${prefix}-done`, done],
          ]
        : []),
      ...(step.misconceptions ?? []).flatMap((id) => [
        [`misconception-${id}-said`, {}],
        [`misconception-${id}-so`, {}],
      ]),
    ].map(([id, of]) => [String(id), /** @type {Record<string, string | number>} */ (of)]);
    for (const [id, of] of wanted) {
      const said = t(id, of);
      assert.notEqual(said, "", id);
      assert.ok(!/\{|\}|undefined/.test(said), `${id}: ${said}`);
      for (const [, term] of said.matchAll(/\[\[([^\]|]+)/g))
        assert.notEqual(t(`term-${term?.replaceAll(" ", "-")}`), "", `${id}: ${term}`);
      for (const [, words, to = ""] of said.matchAll(/\[([^\][]+)\]\(([^)]*)\)/g)) {
        assert.ok(lessonOf(to), `${id}: no lesson ${to}`);
        assert.notEqual(to, lesson.id, `${id}: “${words}” leads to its own lesson`);
      }
    }
  }
});

/** What the ends of messages mean that are asked for by any step, whatever its options are called. */
const ends = ["ask", "right", "not", "more", "task", "done", "open"];

test("no message of a step has two meanings: an option or a table is called neither like another nor like the end of a message", () => {
  for (const { step, prefix } of steps) {
    const options = step.question?.kind === "choice" ? step.question.options : [];
    const tables = [step.tablesAtStart, step.tables].flatMap((made) => (made ? reading(step.state, made) : []));
    const own = [...ends, ...options.flatMap((id) => [id, `${id}-not`]), ...new Set(tables.map(({ id }) => id))];
    assert.deepEqual(
      own.filter((id, at) => own.indexOf(id) !== at),
      [],
      prefix,
    );
  }
  const all = lessons.flatMap(({ id, steps: of }) => [id, ...of.map((step) => `${id}-${step.id}`)]);
  assert.equal(new Set(all).size, all.length, "no lesson is called like the step of another");
});

test("what the words say of the matrices of “who acts?” is so: which of their rows hold anything", () => {
  const { state } = stepOf("who-acts", "query");
  const [thing, action, speed] = [3, 4, 6];
  reading(state, (read) => {
    assert.equal(read.at("Wq", action, 0), 2);
    assert.deepEqual(read.row("Wq", speed).slice(0, 2), [0, 0]); // of the first head
    const actor = Array.from({ length: 7 }, (_, row) => read.at("Wk", row, 0));
    assert.deepEqual(actor, [0, 0, 2, 0, 0, 0, 0]);
    assert.deepEqual(
      read.keys.filter((_, row) => read.at("X", row, 2) !== 0),
      ["dog"],
    );
    assert.equal(read.at("X", 4, thing), 1);
  });
});

test("a window is a task: no width but one leaves three words, and switching it on does not", () => {
  const { state, task } = stepOf("whole-walk", "now-you");
  assert.ok(task);
  const solved = [1, 2, 3, 4, 5].filter((window) => reading({ ...state, window }, task).done);
  assert.deepEqual(solved, [2]);
  assert.deepEqual(reading({ ...state, window: 2 }, task).facts.words, ["“chased”", "“the”", "“cat”"]);
});

test("positions are a task: those that are added to the rows do not solve it, the others do", () => {
  const { state, task } = stepOf("order", "now-you");
  assert.ok(task);
  const all = /** @type {readonly State["position"][]} */ (choices.position);
  const solved = all.filter((position) => reading({ ...state, position }, task).done);
  assert.deepEqual([...solved].sort(), ["alibi", "distance", "rope", "shaw", "t5"]);
  for (const position of solved)
    assert.ok(Number(reading({ ...state, position }, task).facts.difference) > 0, `${position}: a change that is seen`);
});

/** Wrong answers to a question for a number that its slider can give, too large and too small. @param {string} lesson @param {string} id */
function wrongNumbers(lesson, id) {
  const { question } = stepOf(lesson, id);
  const outcome = outcomeOf(lesson, id);
  if (question?.kind !== "number") return { above: [], below: [] };
  const { min, max, step } = question;
  const wrong = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step).filter(
    (each) => !isRight(question, outcome, each),
  );
  const right = Number(outcome.answer);
  return { above: wrong.filter((each) => each > right), below: wrong.filter((each) => each < right) };
}

test("what is said of a wrong answer belongs to an answer that can be given, and is wrong", () => {
  const words = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const notes = [...words.matchAll(/^(lesson-[\w-]+)-not =/gm)].map(([, id = ""]) => id);
  assert.ok(notes.length > 0);
  for (const id of notes) {
    const found = steps.filter((each) => `${id}-`.startsWith(`${each.prefix}-`));
    const { lesson, step, prefix = "" } = found.sort((a, b) => b.prefix.length - a.prefix.length)[0] ?? {};
    const given = id.slice(prefix.length + 1);
    const { question } = step ?? {};
    assert.ok(lesson && step && question, id);
    assert.equal(given === "", question.kind === "token" || question.kind === "cell", id);
    if (given === "") continue;
    if (question.kind === "number" && (given === "above" || given === "below")) {
      assert.ok(wrongNumbers(lesson.id, step.id)[given].length > 0, id);
      continue;
    }
    assert.ok(!isRight(question, outcomeOf(lesson.id, step.id), given), id);
    if (question.kind === "choice") assert.ok(question.options.includes(given), id);
    if (question.kind !== "number") continue;
    const { min, max, step: apart } = question;
    assert.ok(Number(given) >= min && Number(given) <= max && (Number(given) - min) % apart === 0, id);
  }
});

test("every wrong answer that can be chosen is told why it is wrong, with the engine's numbers", () => {
  for (const { lesson, step, prefix } of steps) {
    const { question } = step;
    if (!question) continue;
    const outcome = outcomeOf(lesson.id, step.id);
    const said = reading(step.state, (read) => step.facts?.(read) ?? {});
    const words = question.kind === "token" ? reading(step.state, (read) => read[question.side]) : [];
    const given = {
      choice: () => (question.kind === "choice" ? [...question.options] : []),
      token: () => words.map((_, at) => String(at)),
      number: () => (question.kind === "number" ? [question.min, question.max] : []),
      cell: () => ["0,4,1"],
    }[question.kind]();
    const wrong = given.filter((each) => !isRight(question, outcome, each));
    assert.ok(wrong.length > 0, prefix);
    const notes = wrong.map((each) => whyWrong(t, `${lesson.id}-${step.id}`, question, outcome, each, said));
    for (const note of notes) assert.doesNotMatch(note, /^$|\{|\}|undefined|NaN/, `${prefix}: ${note}`);
    if (question.kind === "choice") assert.equal(new Set(notes).size, wrong.length, `${prefix}: ${notes.join(" ")}`);
    if (question.kind === "token")
      for (const [at, note] of notes.entries()) assert.ok(note.includes(`“${words[Number(wrong[at])]}”`), note);
  }
});

test("what is said of a wrong word is that word's own number", () => {
  const { state } = stepOf("purpose", "tired");
  const shares = reading(state, (read) => read.row("weights", 8));
  assert.ok(whyOf("purpose", "tired", 6).startsWith(`“road” gets ${percent(Number(shares[6]))}:`));
  // The rows are written by hand: only “dog” is an animal, only “chased” an action.
  assert.match(whyOf("who-acts", "score", 2), /“chased” it is 0:/);
  assert.match(whyOf("backward", "weights", 0), /“dog” passes on −0\.5\./);
  assert.match(whyOf("backward", "weights", 2), /“ball” passes on 1\./);
  const { of } = outcomeOf("query-key", "table");
  assert.match(t("lesson-query-key-table-not", of?.("0,4,1")), /“it” looking at “road”/);
  reading(stepOf("query-key", "table").state, (read) =>
    assert.equal(of?.("0,4,1").chosen, written(read.at("raw", 4, 1), 1)),
  );
});

test("on the path every wrong number is told what decides, and that is so by its direction", () => {
  const [animal, road, tired, cross] = /** @type {const} */ ([3.5, 0.5, 1.5, -2]).map((score) => Math.exp(score));
  assert.ok(animal && road && tired && cross);
  const others = road + tired + cross;
  const share = animal / (animal + others);
  const risen = Math.exp(2) * road;
  const riseTo = risen / (risen + animal + tired + cross);
  /** What is so of each wrong answer, found by hand; a direction without one has none. @type {Record<string, Partial<Record<"above" | "below", (given: number) => boolean>>>} */
  const isSo = {
    // The products are 1 · 1.5 and 2 · (−0.5).
    "query-key dot": { above: (given) => given > 1.5 - 1, below: (given) => given < 1.5 - 1 },
    "shares share": { above: (given) => given > share, below: (given) => given < share && others < animal / 4 },
    "shares rise": {
      above: (given) => given > riseTo && 7.4 * (road / (animal + others)) > riseTo,
      below: (given) => given < riseTo && Math.abs(risen / road - 7.4) < 0.05,
    },
    "mix alive": { above: (given) => given > 2, below: (given) => given < 2 * share && share > 3 / 4 },
    "order-future first": { below: (given) => given < 1 },
  };
  for (const [of, so] of Object.entries(isSo)) {
    const [lesson = "", id = ""] = of.split(" ");
    for (const [side, given] of Object.entries(wrongNumbers(lesson, id))) {
      const holds = so[/** @type {"above" | "below"} */ (side)];
      assert.equal(holds !== undefined, given.length > 0, `${of}, ${side}`);
      const note = t(`lesson-${lesson}-${id}-${side}-not`);
      assert.equal(given.length > 0, note !== "", `${of}, ${side}`);
      assert.ok((note.match(/[\p{L}\d]+/gu) ?? []).length <= 12, note);
      for (const each of given) {
        assert.ok(holds?.(each), `${of}, ${side}: ${each}`);
        assert.equal(whyOf(lesson, id, each), note, `${of}: ${each}`);
      }
    }
  }
  // Numbers with words of their own keep them.
  assert.match(whyOf("order-future", "count", 21), /^21 remain/);
});

test("notes on wrong choices name numbers that can be computed by hand", () => {
  assert.match(whyOf("softmax", "ratio", "20"), new RegExp(`^About ${Math.round(Math.exp(3))} times`));
  assert.match(whyOf("learning", "square", "once"), /−0\.78/);
  assert.match(whyOf("learning", "square", "square"), /0\.6/);
});

test("with turned queries and keys a score depends on the distance alone; with waves added it changes with the place", () => {
  const { facts } = outcomeOf("order", "distance");
  const added = (/** @type {number} */ p, /** @type {number} */ q) => 1 + Math.sin(p) + Math.sin(q) + Math.cos(p - q); // (1 + sin p, cos p) · (1 + sin q, cos q)
  assert.equal(facts.score, written(Math.cos(3 - 1)));
  assert.deepEqual([facts.added, facts.far_added], [written(added(1, 3)), written(added(11, 13))]);
  assert.notEqual(facts.added, facts.far_added);
});

test("the lesson on the backward pass finds the engine's gradients of the scores, the query and Wq", async () => {
  const { state, tablesAtStart } = stepOf("backward", "matrix");
  const engine = await createEngine();
  const { run } = computeWalk(changeState(defaultState, state), engine, new Map());
  const gradients = /** @type {import("../../web/engine/index.js").Run} */ (run).backward({
    shape: [1, 2],
    data: Float32Array.of(0, 1),
  });
  const near = (/** @type {unknown} */ text, /** @type {number | undefined} */ value, /** @type {number} */ within) =>
    assert.ok(Math.abs(Number(String(text).replace("−", "-")) - Number(value)) < within, `${text} and ${value}`);
  const [{ rows = [] } = {}] = reading(state, (read) => tablesAtStart?.(read) ?? []);
  const [scores = [], , products = []] = rows.map(({ values }) => values);
  for (const [key, value] of scores.entries()) near(value, gradients.scaled?.data[key], 1e-6);
  near(
    products.reduce((sum, value) => sum + value),
    gradients.Q?.data[1],
    1e-5,
  );
  const { facts } = outcomeOf("backward", "matrix");
  near(facts.query, gradients.Q?.data[1], 6e-3);
  const [, first = NaN, third = NaN, fourth = NaN] = gradients.Wq?.data ?? [];
  near(facts.gradient, first, 6e-3);
  assert.deepEqual([third, fourth], [0, 0]);
  assert.deepEqual([facts.x1, facts.x2], ["1", "0"]);
  run.free();
  // The matrices change nothing: the walk is that of the steps before.
  const before = reading(stepOf("backward", "watch").state, (read) => [read.row("weights", 0), read.row("output", 0)]);
  assert.deepEqual(
    reading(state, (read) => [read.row("weights", 0), read.row("output", 0)]),
    before,
  );
});

test("the tables beside T5's steps hold what its scores get, by distance, and its numbers agree with the words", () => {
  for (const [id, row, when] of /** @type {const} */ ([
    ["far", 13, "tables"],
    ["sign", 13, "tablesAtStart"],
    ["now-you", 13, "tablesAtStart"],
  ])) {
    const [{ columns = [], rows = [] } = {}] = tablesOf("t5", id, when);
    assert.deepEqual(
      columns,
      Array.from({ length: 14 }, (_, key) => String(key - row).replace("-", "−")),
      id,
    );
    const added = reading(stepOf("t5", id).state, (read) =>
      read.row("biased", row).map((score, key) => score - read.at("scaled", row, key)),
    );
    for (const [key, value] of added.entries())
      if (Number.isFinite(value)) assert.ok(Math.abs(value - Number(rows[0]?.values[key])) < 1e-5, `${id}, ${key}`);
    const { facts } = id === "now-you" ? { facts: {} } : outcomeOf("t5", id);
    const shown = rows.flatMap(({ values }) => values.map((value) => written(value)));
    for (const number of Object.values(facts)) assert.ok(shown.includes(String(number)), `${id}: ${number}`);
  }
});

test("on a phone X of “who acts?” stands in a table with the names of its columns", () => {
  const [{ columns = [], rows = [], phone, named } = {}] = tablesOf("who-acts", "query", "tablesAtStart");
  assert.deepEqual([phone, named], [true, true]);
  assert.deepEqual(columns, ["article", "adjective", "animal", "thing", "action", "size", "speed"]);
  for (const name of columns) assert.notEqual(t(`dimension-${name}`), "", name);
  reading(stepOf("who-acts", "query").state, (read) =>
    assert.deepEqual(
      rows.map(({ word, values }) => [word, values]),
      read.queries.map((word, row) => [word, read.row("X", row)]),
    ),
  );
});

/** The tables that a step shows with its answer, or from the start. @param {string} lesson @param {string} id @param {"tables" | "tablesAtStart"} [when] */
function tablesOf(lesson, id, when = "tables") {
  const step = stepOf(lesson, id);
  const made = step[when];
  assert.ok(made, `${lesson}, ${id} has no tables`);
  return reading(step.state, made);
}

test("the table beside the first step on learning holds how the loss changes for each unit", () => {
  const { state, facts } = stepOf("learning", "square");
  const [, slopes = []] = tablesOf("learning", "square", "tablesAtStart")[0]?.rows.map(({ values }) => values) ?? [];
  // (d + step)² − d² is step · (2 · d + step), with d the number less 1.
  const output = reading(state, (read) => read.at("output", 2, 0));
  assert.equal(
    written(output),
    reading(state, (read) => facts?.(read).number),
  );
  for (const [at, step] of [0.1, 0.01, 0.001].entries())
    assert.ok(Math.abs(Number(slopes[at]) - (2 * (output - 1) + step)) < 1e-9, `${step}`);
});

test("words whose probabilities are compared stand in a table, in per cent as in the words", () => {
  for (const id of ["every-row", "wrong"]) {
    const { first, second } = outcomeOf("next-word", id).facts;
    const [{ columns = [], rows = [] } = {}] = tablesOf("next-word", id);
    assert.deepEqual(
      rows[0]?.values.map((value) => `${written(value, 1)} %`),
      [first, second],
      id,
    );
    const { question } = stepOf("next-word", id);
    assert.deepEqual(columns, question?.kind === "choice" ? question.options : []);
  }
});

test("each row of a table has a number for each column, and a difference is what comes after less what was before", () => {
  for (const { lesson, step } of steps.filter((each) => each.step.tables))
    for (const { columns, rows } of tablesOf(lesson.id, step.id)) {
      const width = columns?.length ?? rows[0]?.values.length;
      for (const { values } of rows) assert.equal(values.length, width, `${lesson.id}, ${step.id}`);
      if (rows[0]?.name !== "before") continue;
      const [before, after, difference] = rows.map(({ values }) => values);
      assert.deepEqual(
        difference,
        after?.map((value, at) => value - Number(before?.[at])),
      );
    }
});

test("every name of a row is that of a row in some table, or of a picture", () => {
  const text = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const names = [...text.matchAll(/^learn-row-([\w-]+) =/gm)].map(([, name = ""]) => name);
  const inTables = steps.flatMap(({ step }) =>
    [step.tablesAtStart, step.tables].flatMap((made) => (made ? reading(step.state, made) : [])),
  );
  const inPictures = ["head", "place", "scaled", "weights"];
  const used = [...inPictures, ...inTables.flatMap(({ rows }) => rows.map(({ name }) => name))];
  assert.deepEqual(
    names.filter((name) => !used.includes(name)),
    [],
  );
});

test("the tables show what the feedback says of them", () => {
  const differences = (/** @type {string} */ lesson, /** @type {string} */ id) =>
    tablesOf(lesson, id).map(({ rows }) => (rows[2]?.values ?? []).map(Math.abs));
  assert.equal(written(Math.max(...differences("order", "mask").flat())), outcomeOf("order", "mask").facts.difference);
  for (const row of differences("future", "leak")) assert.ok(Math.max(...row) > 0.005, "the leak is in sight");
  const [variances = [], deviations = []] = tablesOf("scaling", "grow")[0]?.rows.map(({ values }) => values) ?? [];
  const { narrow, wide } = outcomeOf("scaling", "grow").facts;
  assert.deepEqual(
    deviations.map((value) => written(value)),
    [narrow, wide],
  );
  for (const [at, value] of deviations.entries()) assert.ok(Math.abs(value ** 2 - Number(variances[at])) < 1e-9);
});

test("the tables of single lessons hold what can be computed by hand", () => {
  const rowsOf = (/** @type {string} */ lesson, /** @type {string} */ id) =>
    (tablesOf(lesson, id)[0]?.rows ?? []).map(({ values }) => values);
  const isNear = (/** @type {number | undefined} */ value, /** @type {number} */ wanted, within = 1e-5) =>
    assert.ok(Math.abs(Number(value) - wanted) < within, `${value} and ${wanted}`);

  const powers = [1, 2, 3, 4].map(Math.exp);
  const squares = [2, 4, 6, 8].map(Math.exp);
  const [one = [], two = []] = rowsOf("softmax", "ratio");
  for (const [shares, terms] of [/** @type {const} */ ([one, powers]), /** @type {const} */ ([two, squares])])
    for (const [at, share] of shares.entries()) isNear(share, Number(terms[at]) / terms.reduce((a, b) => a + b));

  const [here = [], next = []] = rowsOf("order", "added");
  assert.deepEqual(here, [0, 0, 0, 0]);
  for (const [at, column] of [0, 2, 12, 14].entries()) isNear(next[at], Math.sin(10000 ** (-column / 16)));

  for (const [id, places] of /** @type {const} */ ([["distance", [11, 13]]]))
    for (const [at, [x, y]] of rowsOf("order", id).entries()) {
      isNear(x, Math.cos(Number(places[at])));
      isNear(y, Math.sin(Number(places[at])));
    }

  assert.deepEqual(rowsOf("cost", "work"), [[4, 8, 16].map((n) => n * 16 * 16), [4, 8, 16].map((n) => n * n * 16)]);
  assert.deepEqual(rowsOf("cache", "watch"), [
    [3, 4, 5],
    [3, 1, 1],
  ]);

  // 1e9 in float32 has no digits left for the differences of scores.
  const [withMask = [], added = [], lost = []] = rowsOf("padding", "finite");
  const exponentials = withMask.map((score) => Math.exp(score - Number(withMask[0])));
  for (const [at, power] of exponentials.entries())
    isNear(Number(added[at]), power / exponentials.reduce((a, b) => a + b));
  reading(stepOf("padding", "finite").state, (read) =>
    assert.deepEqual(
      withMask.map(Math.fround),
      read.row("scaled", 0).map((score) => Math.fround(score - 10000)),
    ),
  );
  isNear(
    added.reduce((a, b) => a + b),
    1,
  );
  for (const weight of lost) isNear(weight, 1 / 5);
  assert.equal(written(Number(added.at(-1))), outcomeOf("padding", "finite").facts.weight);
  const [batch, alone] = rowsOf("padding", "hidden");
  assert.deepEqual(batch, alone);

  assert.deepEqual(rowsOf("cache", "old-rows")[2], [0, 0, 0, 0, 0]);
});

test("the products of which scores are sums have the variance that the lesson on scaling names, near 1", () => {
  const { state, facts } = stepOf("scaling", "grow");
  const said = Number(reading(state, (read) => facts?.(read) ?? {}).product);
  const [Q, K] = reading(state, (read) => [read.tensor("Q"), read.tensor("K")].map(({ data }) => Array.from(data)));
  const [q = [], k = []] = [Q, K];
  const width = 4;
  const products = q.flatMap((value, at) =>
    k.filter((_, other) => other % width === at % width).map((key) => value * key),
  );
  assert.equal(products.length, 11 * 11 * width);
  const mean = products.reduce((a, b) => a + b) / products.length;
  const variance = products.reduce((total, product) => total + (product - mean) ** 2, 0) / products.length;
  assert.equal(said, Number(variance.toFixed(2)));
  assert.ok(said > 0.5 && said < 2);
});

test("the batch of the lesson on padding has the sentences that its words name", () => {
  const { sentence, batch = [] } = stepOf("padding", "fill").state;
  for (const each of [sentence, ...batch]) assert.ok(t("lesson-padding-fill").includes(`“${each}”`), each);
});

test("the rows beside the step on what changes in layer 2 give its scores: the sums of the products, column by column", () => {
  const [scores, rows] = tablesOf("places", "query");
  const [tired = [], wide = [], animal = [], road = []] = rows?.rows.map(({ values }) => values) ?? [];
  const dot = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
    a.reduce((sum, value, at) => sum + value * Number(b[at]), 0);
  for (const [at, query] of [tired, wide].entries())
    for (const [key, value] of [animal, road].entries())
      assert.ok(Math.abs(Number(scores?.rows[at]?.values[key]) - dot(query, value)) < 1e-3, `${at}, ${key}`);
  assert.ok(dot(tired, animal) > 0 && dot(tired, road) < 0 && dot(wide, road) > dot(wide, animal));
  const { state } = stepOf("places", "query");
  const sentence = "The animal cannot cross the road because it is too wide";
  const kept = reading({ ...state, sentence }, (read) => [2, 6].map((row) => read.row("K", row)));
  assert.deepEqual(kept, [animal, road], "the keys are the same in both sentences");
});

test("with the mask of a decoder “it” sees no later word in either layer; without it the last word decides", () => {
  const { state, reveal } = stepOf("places", "later");
  for (const layer of [1, 2])
    reading({ ...state, ...reveal, layer }, (read) => {
      const hidden = read.queries.flatMap((_, query) => read.row("weights", query).slice(query + 1));
      assert.deepEqual(new Set(hidden), new Set([0]));
      assert.equal(hidden.length, (12 * 11) / 2);
    });
  const free = (/** @type {string} */ last) =>
    reading({ ...state, sentence: `The animal cannot cross the road because it is too ${last}` }, (read) =>
      read.row("weights", 8).findIndex((weight) => weight > 0.9),
    );
  assert.deepEqual([free("tired"), free("wide")], [2, 6]);
});

test("in each known model the heads side by side are as wide as d_model", () => {
  const rows = tablesOf("places", "sizes")[0]?.rows ?? [];
  const [d_model = [], heads = [], kv_heads = [], d_k = [], layers = []] = rows.map(({ values }) => values);
  assert.deepEqual(
    heads.map((count, at) => count * Number(d_k[at])),
    d_model,
  );
  assert.deepEqual([...layers, ...kv_heads], [12, 32, 32, 12, 32, 8]);
});

test("every term that can explain itself stands in some lesson, or in the words of a stage", () => {
  const folder = new URL("../../web/words/locales/en/", import.meta.url);
  const [terms, ...words] = ["terms.ftl", "learn.ftl", "explore.ftl"].map((name) =>
    readFileSync(new URL(name, folder), "utf8"),
  );
  const marked = [...words.join("\n").matchAll(/\[\[([^\]|]+)/g)].map(([, term]) => term?.replaceAll(" ", "-"));
  const ids = [...(terms ?? "").matchAll(/^term-([\w-]+) =/gm)].map(([, id = ""]) => id.replace(/-(here|name)$/, ""));
  for (const id of ids) assert.ok(marked.includes(id), id);
});

test("numbers that stand in the words of a step are those of its walk", () => {
  /** @type {[lesson: string, step: string, message: string, numbers: (reading: import("../../web/course/reading.js").Reading) => string[]][]} */
  const claims = [
    ["who-acts", "score", "", (read) => read.row("Q", 2).map((value) => written(value, 0))],
    ["next-word", "every-row", "", (read) => [String(read.next(read.queries.length - 1).words.length)]],
    ["values", "even", "", (read) => [String(read.row("V", 0).length)]],
    [
      "cost",
      "now-you",
      "",
      (read) => [String(read.tensor("X").data.length), String(read.tensor("weights").data.length)],
    ],
    ["scores", "transpose", "-ask", (read) => [String(read.tensor("K").shape.at(-1))]],
    [
      "softmax",
      "ratio",
      "",
      (read) => [0, 1].flatMap((row) => read.row("scaled", row).map((score) => written(score, 0))),
    ],
    ["softcap", "limit", "", (read) => read.row("scaled", 3).map((value) => written(value, 0))],
    ["softcap", "small", "", (read) => read.row("scaled", 0).map((value) => written(value, 0))],
    ["tiles", "rescale", "", (read) => read.row("scaled", 0).map((value) => written(value, 0))],
    ["backward", "below", "", (read) => [written(read.at("V", 0, 1), 1)]],
    ["order", "added", "-right", (read) => [written(read.at("P", 0, 0), 0), written(Math.sin(1))]],
  ];
  for (const [lesson, id, part, numbers] of claims) {
    const step = stepOf(lesson, id);
    const outcome = step.outcome ? reading(step.state, step.outcome).facts : {};
    const said = t(`lesson-${lesson}-${id}${part}`, outcome);
    const found = [...said.matchAll(/−?\d+(?:\.\d+)?/g)].map(([number]) => number);
    for (const number of reading(step.state, numbers)) assert.ok(found.includes(number), `${number} in: ${said}`);
  }
});

test("what the lesson on learning passes back by hand are the gradients of the engine's backward pass", async () => {
  const { facts } = outcomeOf("learning", "back");
  const state = changeState(defaultState, stepOf("learning", "back").state);
  const engine = await createEngine();
  const { run } = computeWalk(state, engine, new Map());
  const [number = NaN] = run.tensor("output").data.subarray(2 * 4);
  const dOutput = new Float32Array(5 * 4);
  dOutput[2 * 4] = 2 * (number - 1); // of (number − 1)²
  const gradients = /** @type {import("../../web/engine/index.js").Run} */ (run).backward({
    shape: [5, 4],
    data: dOutput,
  });
  const said = (/** @type {unknown} */ text) => Number(String(text).replace("−", "-"));
  const isSaid = (/** @type {unknown} */ text, /** @type {number | undefined} */ value) =>
    assert.ok(Math.abs(said(text) - Number(value)) <= 0.006, `${text} and ${value}`);
  isSaid(facts.output, dOutput[2 * 4]);
  isSaid(facts.concat, gradients.concat?.data[2 * 4]);
  run.free();
});

test("before queries, keys and scores are explained, figures of the deeper lessons show nothing that is computed from X", () => {
  for (const { lesson, step } of steps.filter(({ lesson: { id } }) => id === "rows")) {
    const shown = [step.state, step.reveal ?? {}].flatMap(({ stage, cell }) => [stage, cell?.stage]);
    assert.deepEqual(new Set([...shown, undefined, "X"]), new Set([undefined, "X"]), `${lesson.id}, ${step.id}`);
  }
});

test("the cache needs a row of K for each word, and writing 1,000 words without it 500,500, as the lesson says", () => {
  const { facts } = outcomeOf("cache", "watch");
  assert.equal(facts.kept, 5);
  const rows = Array.from({ length: 1000 }, (_, at) => at + 1).reduce((sum, count) => sum + count);
  assert.ok(t("lesson-cache-watch-right", facts).includes(rows.toLocaleString("en")));
});

test("a finite mask leaves a row in which all is hidden as if nothing were, or even; −∞ leaves it 0", () => {
  const { facts } = outcomeOf("padding", "finite");
  const powers = reading(stepOf("padding", "finite").state, (read) => {
    assert.deepEqual(read.row("weights", 0), [0, 0, 0, 0, 0]);
    return read.row("scaled", 0).map(Math.exp);
  });
  const share = Number(powers[4]) / powers.reduce((sum, power) => sum + power);
  assert.ok(Math.abs(Number(facts.weight) - share) < 0.006, `${facts.weight} and ${share}`); // 10,000 has 3 decimals in float32
  assert.equal(facts.even, written(1 / 5));
});

test("dropout doubles what half of the draws keep, so that a row adds up to 1 on average", () => {
  const { state, reveal } = stepOf("learning", "dropout");
  const sums = Array.from({ length: 400 }, (_, seed) =>
    reading({ ...state, ...reveal, dropout_seed: seed + 1 }, (read) =>
      read.row("dropped", 2).reduce((sum, weight) => sum + weight),
    ),
  );
  const mean = sums.reduce((sum, each) => sum + each) / sums.length;
  assert.ok(Math.abs(mean - 1) < 0.1, `${mean}`); // its standard error is 0.02
  assert.equal(written(Number(sums[0])), outcomeOf("learning", "dropout").facts.sum);
});

test("the Gaussian penalty is half of the distance's square", () => {
  const { facts } = outcomeOf("alibi", "gaussian");
  assert.deepEqual([facts.two, facts.three], [written(-(2 ** 2) / 2, 1), written(-(3 ** 2) / 2, 1)]);
});

test("the lesson on scaling says how far a share follows its score: e to the power of each, divided by the sum", () => {
  const share = (/** @type {number} */ score) => Math.exp(score) / (Math.exp(score) + 1);
  const gainOf = (/** @type {number} */ before) => share(Math.log(before / (1 - before)) + 0.1) - before;
  const { state } = stepOf("scaling", "gradient");
  const [without = 0, scaled = 0] = [false, true].map((scaling) =>
    reading({ ...state, scaling }, (read) => Math.max(...read.row("weights", 7))),
  );
  const said = t("lesson-scaling-gradient");
  assert.ok(said.includes(`one of 0.50 becomes ${written(0.5 + gainOf(0.5))} if`), said);
  const { facts } = outcomeOf("scaling", "gradient");
  assert.equal(facts.weight, percent(without));
  assert.equal(facts.times, String(Math.round(gainOf(scaled) / gainOf(without))));
});

test("the last step on scaling compares the largest attention weight with that of the same walk with scaling", () => {
  const { state, task } = stepOf("scaling", "now-you");
  assert.ok(task);
  const { facts } = reading({ ...state, scaling: false }, task);
  const largest = reading({ ...state, scaling: true }, (read) => Math.max(...Array.from(read.tensor("weights").data)));
  assert.equal(facts.scaled, written(largest, 3));
  assert.ok(Number(facts.weight) > Number(facts.scaled));
});

test("the bytes of the cache that the lesson names are those of 4 numbers in K and 4 in V for 6 words and 4 heads", () => {
  const { state, facts = () => ({}) } = stepOf("cache", "shared");
  assert.deepEqual(reading(state, facts), { bytes: (4 + 4) * 6 * 4 * 4 });
});

test("every note on what is often said belongs to a step", () => {
  const words = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const notes = [...words.matchAll(/^misconception-([\w-]+)-said =/gm)].map(([, id]) => id);
  assert.deepEqual(notes.sort(), [...new Set(steps.flatMap(({ step }) => step.misconceptions ?? []))].sort());
});

test("no note on what is often said stands in two steps", () => {
  const notes = steps.flatMap(({ step }) => step.misconceptions ?? []);
  assert.deepEqual(notes, [...new Set(notes)]);
});

test("dividing each row by its sum after zeroing leaks nothing, as the lesson says; zeroing alone does", () => {
  const { state } = stepOf("future", "leak");
  const change = (/** @type {"after_softmax" | "after_softmax_renormalised"} */ mask_mode) => {
    const [before, after] = [{}, { X: [5, 0, 5] }].map((edits) =>
      reading({ ...state, mask_mode, edits }, (read) => read.row("output", 0)),
    );
    return Math.max(...(before ?? []).map((value, column) => Math.abs(value - Number(after?.[column]))));
  };
  assert.ok(change("after_softmax") > 0.01);
  assert.ok(change("after_softmax_renormalised") < 1e-6);
});

test("zeroing and dividing again does not solve the task to make the mask leak", () => {
  const { state, task } = stepOf("future", "now-you");
  assert.ok(task);
  assert.equal(reading({ ...state, mask_mode: "after_softmax_renormalised" }, task).done, false);
});

test("shared keys are as wide as their note says, and not d_model / groups", () => {
  const { state, reveal } = stepOf("cache", "shared");
  const [wide, shared] = [state, { ...state, ...reveal }].map((each) =>
    reading(each, (read) => read.tensor("Wk").shape),
  );
  assert.deepEqual(
    [wide, shared],
    [
      [16, 4 * 4],
      [16, 1 * 4],
    ],
  );
});

test("without a mask, earlier outputs change with a new word; with it they keep every bit", () => {
  const { state } = stepOf("cache", "old-rows");
  const outputs = (/** @type {boolean} */ causal, /** @type {string} */ end) =>
    reading({ ...state, causal, sentence: `${state.sentence}${end}` }, (read) => read.row("output", 0));
  assert.deepEqual(outputs(true, ""), outputs(true, " step"));
  assert.notDeepEqual(outputs(false, ""), outputs(false, " step"));
});

test("concat is the contexts transposed and then reshaped, and not reshaped alone", () => {
  reading({ sentence: "The big dog chased the ball", heads: 4, d_model: 16, d_k: 4 }, (read) => {
    const { shape, data } = read.tensor("context");
    const [heads = 0, words = 0, width = 0] = shape;
    const concat = Array.from(read.tensor("concat").data);
    const transposed = concat.map((_, at) => {
      const [word, column] = [Math.floor(at / (heads * width)), at % (heads * width)];
      return data[(Math.floor(column / width) * words + word) * width + (column % width)];
    });
    assert.deepEqual(concat, transposed);
    assert.notDeepEqual(concat, Array.from(data));
  });
  assert.match(t("term-concat"), /a transpose, then a reshape/);
});

test("the gradient that the lesson on softmax measures is weight · (value − mean of the values)", () => {
  const { slope, mean } = outcomeOf("backward", "below").facts;
  const [scores, values] = [
    [2, 1, 0],
    [-0.5, -3, 1],
  ];
  const powers = scores.map(Math.exp);
  const weights = powers.map((power) => power / powers.reduce((sum, each) => sum + each, 0));
  const middle = weights.reduce((sum, weight, at) => sum + weight * Number(values[at]), 0);
  assert.equal(mean, written(middle));
  const wanted = Number(weights[0]) * (Number(values[0]) - middle);
  assert.ok(Math.abs(Number(slope) - wanted) <= 0.006, `${slope} and ${wanted}`);
});

test("the bucket of a distance is that of T5's paper: exact up to half of the buckets, then in logarithmic steps", () => {
  const bucket = (/** @type {number} */ back) =>
    back < 4 ? back : Math.min(7, 4 + Math.floor((Math.log(back / 4) / Math.log(16 / 4)) * 4 + 1e-9));
  reading(stepOf("t5", "far").state, (read) => {
    const biases = read.row("bias", 13).reverse();
    for (const [a, one] of biases.entries())
      for (const [b, other] of biases.entries()) assert.equal(one === other, bucket(a) === bucket(b), `${a} and ${b}`);
  });
});

test("a link opens a step, and says what it cannot use", () => {
  for (const { lesson, step } of steps) {
    const position = { lesson: lesson.id, step: lesson.steps.indexOf(step) };
    assert.deepEqual(readLearnLink(writeLearnLink(position)), { position, leftOut: [] });
  }
  assert.deepEqual(readLearnLink("place=learn"), { position: { lesson: null, step: 0 }, leftOut: [] });
  const wrong = readLearnLink("place=learn&lesson=scalling&step=2");
  assert.deepEqual(wrong.position, { lesson: null, step: 0 });
  assert.match(wrong.leftOut[0]?.message ?? "", /scalling/);
  for (const step of ["6", "0", "1.5", "", "divides"]) {
    const beyond = readLearnLink(`place=learn&lesson=scaling&step=${step}`);
    assert.deepEqual(beyond.position, { lesson: "scaling", step: 0 });
    assert.equal(
      beyond.leftOut[0]?.message,
      `step: must be one of grow, gradient, now-you, or a whole number from 1 to 5, got "${step}"`,
    );
  }
  const alone = readLearnLink("place=learn&step=2");
  assert.deepEqual(alone.position, { lesson: null, step: 0 });
  assert.match(alone.leftOut[0]?.message ?? "", /step.*must come with a lesson/);
});

test("an older link, which numbers its step, opens that step, or the step of the path that says now what it said", () => {
  const leads = (/** @type {string} */ lesson, /** @type {string} */ step = "") => {
    const { position, leftOut } = readLearnLink(`place=learn&lesson=${lesson}${step && `&step=${step}`}`);
    assert.deepEqual(leftOut, [], `${lesson}, ${step}`);
    return `${position.lesson}/${lessonOf(position.lesson ?? "").steps[position.step]?.id}`;
  };
  for (const { id, steps: of } of lessons.filter((lesson) => !Object.hasOwn(formerSteps, lesson.id)))
    for (const [at, step] of of.entries()) assert.equal(leads(id, String(at + 1)), `${id}/${step.id}`);
  for (const [lesson, steps] of Object.entries(formerSteps))
    for (const [at, [id, now]] of Object.entries(steps).entries()) {
      assert.equal(leads(lesson, String(at + 1)), now ?? `${lesson}/${id}`);
      assert.equal(leads(lesson, id), now ?? `${lesson}/${id}`, "an old link may name its step");
    }
  for (const [lesson, of] of Object.entries(formerSteps)) {
    const now = lessons.find(({ id }) => id === lesson)?.steps.map(({ id }) => id) ?? [];
    assert.notDeepEqual(Object.keys(of), now, `${lesson}: the table says nothing of it`);
    for (const [id, to] of Object.entries(of)) assert.equal(now.includes(id), to === null, `${lesson}/${id}`);
  }
  assert.equal(leads("heads", "4"), "several-heads/mix");
  assert.equal(leads("order", "4"), "order-future/turn");
  assert.equal(leads("again"), "purpose/gather");
  assert.equal(leads("future", "divided"), "future/divided");
  assert.equal(leads("future", "1"), "order-future/why");
  assert.equal(leads("dot-product"), "query-key/dot");
  assert.equal(leads("scaling"), "scaling/grow");
  const gone = readLearnLink("place=learn&lesson=dot-product&step=9");
  assert.deepEqual(gone.position, readLearnLink("place=learn&lesson=query-key&step=dot").position);
  assert.match(gone.leftOut[0]?.message ?? "", /^step: must be a whole number from 1 to 5, got "9"$/);
});

test("what is done is stored; whatever else is stored is ignored", () => {
  const kept = storageOf();
  const storage = () => kept;
  const lesson = lessonOf("scaling");
  assert.deepEqual(readProgress(storage), {});
  /** @type {import("../../web/course/progress.js").Progress} */
  const none = {};
  const given = lesson.steps.map(({ question }) =>
    question?.kind === "choice" ? (question.options[0] ?? null) : question?.kind === "number" ? question.min : null,
  );
  const all = lesson.steps.reduce((progress, { id }, at) => withStep(progress, "scaling", id, given[at]), none);
  assert.ok(isDone(all, lesson));
  assert.ok(!isDone(withStep({}, "scaling", "grow"), lesson));
  writeProgress(storage, all);
  assert.deepEqual(readProgress(storage), all);
  assert.deepEqual(
    lesson.steps.map(({ id }) => givenIn(readProgress(storage), "scaling", id)),
    given,
  );
  assert.equal(withStep(all, "scaling", "grow"), all, "what was answered stays");
  assert.equal(givenIn(withStep(all, "scaling", "grow", "16"), "scaling", "grow"), "16");
  for (const wrong of ["5", 4, {}, null, ["4"], "__proto__"]) {
    for (const key of kept.items.keys()) kept.setItem(key, JSON.stringify({ scaling: { grow: wrong } }));
    assert.deepEqual(readProgress(storage), { scaling: { grow: null } }, "done, and asked again");
  }
  for (const [kind, good, bad] of /** @type {const} */ ([
    [{ kind: "token", side: "keys" }, "3", "-1"],
    [{ kind: "cell", stage: "raw" }, "0,1,4", "0,,4"],
    [{ kind: "number", min: 0, max: 10, step: 0.5, tolerance: 1 }, 10, 11],
  ])) {
    assert.ok(isAnswer(kind, good));
    for (const wrong of [bad, NaN, "", undefined, [good]]) assert.ok(!isAnswer(kind, wrong), `${kind.kind}: ${wrong}`);
  }
  for (const text of ["", "[1", "null", '{"scaling":7,"nothing":["grow"]}', '{"scaling":["other"]}', "3"]) {
    for (const key of kept.items.keys()) kept.setItem(key, text);
    assert.deepEqual(readProgress(storage), {}, text);
  }
  assert.deepEqual(readProgress(refusing), {});
  assert.equal(writeProgress(refusing, all), false);
});

test("the first lesson draws the lines of “it” alone, the only row that training asked about, and says what the model is for", () => {
  const asked = lessons.flatMap(({ steps: of }) =>
    of.flatMap(({ state, reveal = {} }) =>
      [state, { ...state, ...reveal }].filter(({ picture }) => picture === "lines"),
    ),
  );
  assert.ok(asked.length > 10);
  for (const patch of asked) {
    const state = changeState(defaultState, patch);
    const it = state.sentence.split(" ").indexOf("it") + 1; // after the dot
    reading(patch, (read) => {
      assert.equal(read.queries[it], "it");
      const { links, texts } = headLinesOf(
        viewOf(state, computeWalk(state, trainedEngine, new Map()), { t, theme: "light", cell: state.cell }),
        {
          width: 700,
        },
      );
      assert.deepEqual(new Set(links.map(({ cell }) => cell.index[1])), new Set([it]));
      const shares = read.row("weights", it).filter((share) => share >= 0.02);
      assert.deepEqual(
        links.map(({ weight }) => weight),
        shares.sort((a, b) => a - b),
      );
      assert.ok(texts.some(({ text }) => text.includes("Only “it” was trained")));
    });
  }
  assert.match(t("lesson-purpose-tired"), /trained for “it” alone/);
  assert.ok(trainedModels.pronoun.pointer); // its answer is the word that "it" looks at most
  assert.ok(pronounFacts.sentences > 2000 && pronounFacts.words > 190 && pronounFacts.words < 210);
});

test("a model trained to the end may give one word everything: hardly any loss is left there", () => {
  for (const [id, key] of /** @type {const} */ ([
    ["tired", 2],
    ["wide", 6],
    ["early", 0],
  ])) {
    const share = reading(stepOf("purpose", id).state, (read) => read.at("weights", 8, key));
    // The loss of this model is minus the logarithm of the share at the right word, and its gradient there share − 1.
    assert.ok(share > 0.999 && -Math.log(share) < 0.001 && 1 - share < 0.001, `${id}: ${share}`);
  }
  assert.match(
    t("lesson-shares-divide-more", outcomeOf("shares", "divide").facts),
    /After training one word may still get nearly all, but not by chance/,
  );
});

test("where a random row starts saturated, hardly any of a gradient passes back through softmax, though the loss is large", async () => {
  const engine = await createEngine();
  const { state: patch } = stepOf("scaling", "gradient");
  const [without, scaled] = [false, true].map((scaling) => {
    const { run } = computeWalk(changeState(defaultState, { ...patch, scaling }), engine, new Map());
    const { data, shape } = run.tensor("output");
    const [words = 0, width = 0] = shape.slice(-2);
    // Every number of the output of "it" should be 1.
    const errors = Array.from(data.subarray(7 * width, 8 * width), (value) => value - 1);
    const wanted = new Float32Array(words * width);
    wanted.set(
      errors.map((error) => 2 * error),
      7 * width,
    );
    const gradients = /** @type {import("../../web/engine/index.js").Run} */ (run).backward({
      shape: [words, width],
      data: wanted,
    });
    const norm = (/** @type {string} */ stage) => Math.hypot(...Array.from(gradients[stage]?.data ?? []));
    run.free();
    return { loss: Math.hypot(...errors) ** 2, passes: norm("scaled") / norm("weights") };
  });
  assert.ok(without && scaled);
  assert.ok(without.loss > scaled.loss, "the answer is no better");
  assert.ok(without.passes < 0.02 && scaled.passes > 5 * without.passes, `${without.passes} and ${scaled.passes}`);
});

test("attention weights add up to 1 where a word sees any, but not in a row that sees none, nor with a sink", () => {
  const totalOf = (/** @type {string} */ lesson, /** @type {string} */ id, row = 0, reveal = {}) =>
    reading({ ...stepOf(lesson, id).state, ...reveal }, (read) =>
      read.row("weights", row).reduce((sum, each) => sum + each),
    );
  assert.ok(Math.abs(totalOf("values", "even") - 1) < 1e-6);
  assert.equal(totalOf("padding", "blind"), 0);
  assert.ok(totalOf("windows", "off-by-one", 10, stepOf("windows", "off-by-one").reveal) < 0.99);
});

test("no stage without a window or a mask depends on places; a window and a causal mask do", () => {
  const state = { sentence: "the dog chased the cat", causal: false, heads: 1, head: 0, d_model: 8, d_k: 8 };
  const order = [0, 4, 2, 3, 1];
  const largest = (/** @type {Partial<State>} */ change) =>
    reading({ ...state, ...change }, (read) => {
      const swapped = read.other({ token_order: order });
      const columns = new Map([...["raw", "scaled", "weights"].map((stage) => /** @type {const} */ ([stage, order]))]);
      const differences = read.stages
        .filter((stage) => stage !== "masked")
        .flatMap((stage) =>
          read.queries.flatMap((_, row) => {
            const [before, after] = [read.row(stage, Number(order[row])), swapped.row(stage, row)];
            const moved = columns.has(stage) ? order.map((column) => before[column]) : before;
            return moved.map((value, at) => Math.abs(Number(value) - Number(after[at])));
          }),
        );
      return Math.max(...differences);
    });
  assert.ok(largest({}) < 1e-5);
  assert.ok(largest({ window: 2 }) > 0.01);
  assert.ok(largest({ causal: true }) > 0.01);
  assert.match(t("lesson-order-future-swap", { share: "" }), /Nothing in them says where it stands/);
});

test("the first lesson’s model takes two steps, and without the first the second finds another word", () => {
  const { state } = stepOf("places", "before");
  const strongest = (/** @type {Partial<State>} */ change) =>
    reading({ ...state, ...change }, (read) => {
      const row = read.row("weights", 8);
      return read.keys[row.indexOf(Math.max(...row))];
    });
  assert.deepEqual([strongest({ layer: 1 }), strongest({ layer: 2 })], ["tired", "animal"]);
  const said = t("lesson-places-before-right", outcomeOf("places", "before").facts);
  assert.match(said, /two steps, one in each layer: first to “tired”, then to “animal”/);
  // With the adjective hidden from "it" in layer 1, the sentences with "tired" and with "wide" have one answer.
  const hidden = { hidden_pairs: [8, 11] };
  const answers = ["tired", "wide"].map((last) =>
    strongest({ ...hidden, sentence: `The animal cannot cross the road because it is too ${last}` }),
  );
  assert.equal(answers[0], answers[1]);
});

test("with attention weights set to 0 after softmax, all rows but the last add up to less than 1", () => {
  const totals = reading(stepOf("future", "leak").state, (read) =>
    read.queries.map((_, row) => read.row("weights", row).reduce((sum, weight) => sum + weight)),
  );
  assert.deepEqual(
    totals.map((total) => total < 0.999),
    [true, true, true, true, true, false],
  );
  assert.match(t("lesson-future-leak"), /all rows but the last no longer add up to 1/);
});

test("what the lesson on scaling compares are standard deviations", () => {
  const { facts } = outcomeOf("scaling", "grow");
  const spread = (/** @type {number} */ d_k) =>
    reading({ ...stepOf("scaling", "grow").state, d_k }, (read) => {
      const scores = Array.from(read.tensor("raw").data);
      const mean = scores.reduce((sum, score) => sum + score) / scores.length;
      return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length).toFixed(2);
    });
  const said = t("lesson-scaling-grow-right", facts);
  assert.ok(said.startsWith(`The standard deviation goes from ${spread(4)} to ${spread(64)},`), said);
});

test("two equal shares of words that offer no actor do not solve the task of who acts", () => {
  const { state, task } = stepOf("who-acts", "now-you");
  assert.ok(task);
  const { done, facts } = reading({ ...state, sentence: "ball chased" }, task);
  assert.equal(done, false);
  assert.match(
    t("lesson-who-acts-now-you-open", facts),
    /2 words share the largest one, 0\.50 each, but none of them offers an actor/,
  );
});

test("the answer on distances is the same where the reader has moved the sentence before", () => {
  const { state, outcome } = stepOf("order", "distance");
  assert.ok(outcome);
  assert.deepEqual(reading({ ...state, first_position: 10 }, outcome), outcomeOf("order", "distance"));
});
