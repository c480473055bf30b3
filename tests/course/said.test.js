/** What a reader reads in every step, with every answer that can be given, as it is rendered with the engine's numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { lessons, path } from "../../web/course/course.js";
import { whyWrong } from "../../web/course/feedback.js";
import { isRight } from "../../web/course/step.js";
import { digitsFor } from "../../web/course/tables.js";
import { hasTwoLayers } from "../../web/state/recipes/trained-models.js";
import { words } from "../../web/words/words.js";
import { reading, solutions } from "../support/course/course.js";
import { saidIn } from "../support/course/said.js";

/** @typedef {import("../../web/course/step.js").Step} Step */
/** @typedef {import("../support/course/said.js").Said} Said */

const { t } = words("en");

/** Every text of the course, with its step. */
const all = lessons.flatMap((lesson, at) =>
  lesson.steps.flatMap((step, place) =>
    saidIn(t, lesson, step).map((said) => ({
      ...said,
      step,
      where: `${at + 1}.${place + 1} ${lesson.id}, ${step.id}`,
    })),
  ),
);

/** Calls a check for each text, and reports all that fail it together. @param {(said: typeof all[number]) => string | null} check what is wrong */
function none(check) {
  const wrong = all.flatMap((said) => {
    const found = check(said);
    return found === null ? [] : [`${said.where}: ${found}`];
  });
  assert.deepEqual([...new Set(wrong)], []);
}

test("every answer to every question is walked through", () => {
  const asked = lessons.flatMap(({ steps }) => steps.filter(({ question }) => question));
  const answered = new Set(all.filter(({ kind }) => kind === "feedback").map(({ step }) => step));
  assert.equal(answered.size, asked.length);
  for (const step of asked) {
    const given = all.filter((said) => said.step === step && said.kind === "feedback");
    assert.ok(
      given.some(({ isRight }) => isRight) || step.question?.kind === "number",
      `${step.id}: no answer is right`,
    );
    assert.ok(given.some(({ isRight }) => !isRight));
  }
});

test("no verdict stands beside its contrary", () => {
  none(({ kind, isRight, text, why = "" }) => {
    if (kind !== "feedback") return null;
    if (isRight) return /Not quite|Your guess is/.test(text) ? text : null;
    return /\b(?:is|are) (?:right|correct|true)\b|^(?:Yes|Right|Correct)\b/.test(why) ? why : null;
  });
});

test("what is said of a right answer names what it speaks of: it is also read after what is said of a wrong one", () => {
  none(({ kind, isRight, text }) =>
    kind === "feedback" && isRight && /^Yes\. (It|Its|They|Their|This|These|There)\b/.test(text) ? text : null,
  );
});

test("in deeper lessons it is said of every number on either side of the right one why it is wrong", () => {
  const bare = ["learn-above", "learn-below"].map((id) => t(id));
  let count = 0;
  for (const lesson of lessons.filter((each) => !path.includes(each)))
    for (const { id, state, question, outcome } of lesson.steps) {
      if (question?.kind !== "number" || !outcome) continue;
      const right = reading(state, outcome);
      const sides = [question.min, question.max].filter((given) => !isRight(question, right, given));
      for (const given of sides) {
        const why = whyWrong(t, `${lesson.id}-${id}`, question, right, given, {});
        assert.ok(why && !bare.includes(why), `${lesson.id}, ${id}, ${given}: ${why}`);
        count++;
      }
    }
  assert.ok(count >= 34, `${count} sides`);
});

test("no sentence begins with a lone By", () => {
  none(({ kind, text }) => (kind !== "ask" && /(?:^|[.:!?] )By\b/.test(text) ? text : null));
});

/** The value of a sum or product as it is written, such as "4 · (−0.25)". @param {string} written */
function valueOf(written) {
  const code = written
    .replaceAll(",", "")
    .replaceAll("°", "")
    .replaceAll("−", "-")
    .replaceAll("·", "*")
    .replaceAll("²", "**2")
    .replace(/tanh|exp/g, "Math.$&")
    .replace(/√(\d+)/g, "Math.sqrt($1)");
  try {
    return Number(runInNewContext(code));
  } catch {
    return NaN;
  }
}

/** Half of the last digit of a number as it is written. @param {string} written */
const half = (written) => 0.5 / 10 ** (written.split(".")[1]?.length ?? 0) + 1e-9;

/** Equations in a text, such as "0.56 − 0.30 + 0.42 = 0.68". @param {string} text */
const equationsIn = (text) =>
  [
    ...text
      .replaceAll("e to the power of (", "exp(")
      .matchAll(/((?:[\d.,·/+−()²√° ]|tanh|exp)*[\d)²°]) = (−?\d[\d,]*(?:\.\d+)?)/g),
  ].flatMap(([, left = "", right = ""]) => {
    // Words before may end with a bracket or a comma.
    for (let from = 0; from < left.length; from++) {
      const terms = left.slice(from).trim();
      const value = valueOf(terms);
      if (Number.isFinite(value) && /[·/+−²√hp]/.test(terms.slice(1))) return [{ terms, value, right }];
    }
    return [];
  });

test("sums and products add up in the digits that are shown, or it is said that they are rounded", () => {
  let count = 0;
  none(({ text }) => {
    const off = equationsIn(text).filter(({ value, right }) => {
      count++;
      return Math.abs(value - Number(right.replaceAll(",", "").replace("−", "-"))) > half(right);
    });
    if (off.length === 0 || /rounded|all (its|their) digits/.test(text)) return null;
    return off.map(({ terms, value, right }) => `${terms} = ${right}, and not ${value}`).join("; ");
  });
  assert.ok(count > 100, `${count} equations`);
});

test("rows of a table that follow from others add up in the digits that are shown, or the table says that it rounds", () => {
  /** How rows follow from those above, by their names. @type {Readonly<Record<string, (above: number[]) => number>>} */
  const ways = {
    difference: ([before = 0, after = 0]) => after - before,
    product: ([a = 0, b = 0]) => a * b,
    products: ([a = 0, b = 0]) => a * b,
  };
  let rounded = 0;
  for (const lesson of lessons)
    for (const step of lesson.steps) {
      const tables = reading(step.state, (read) => [
        ...(step.tablesAtStart?.(read) ?? []),
        ...(step.tables?.(read) ?? []),
      ]);
      const isSaid = saidIn(t, lesson, step).some(({ kind }) => kind === "rounded");
      const isOff = tables.some(({ rows, digits: min = 2 }) => {
        const digits = digitsFor(rows, min);
        const shown = (/** @type {number} */ row, /** @type {number} */ column) =>
          Number(Number(rows[row]?.values[column]).toFixed(digits));
        return rows.some(({ name, values }, row) =>
          values.some((_, column) => {
            const above = Array.from({ length: row }, (__, each) => shown(each, column));
            const isSum = name === "sum" && rows[0]?.name === "input";
            const value = isSum ? above.reduce((sum, each) => sum + each, 0) : ways[name]?.(above);
            return value !== undefined && Math.abs(value - shown(row, column)) > 0.5 / 10 ** digits + 1e-9;
          }),
        );
      });
      if (isOff) assert.ok(isSaid, `${lesson.id}, ${step.id}`);
      rounded += Number(isOff);
    }
  assert.ok(rounded > 2, `${rounded} tables round`);
});

test("numbers and the words after them agree: one is singular, the others are not", () => {
  const things = "head|column|row|number|word|token|tile|byte|layer|score|attention weight|step|time|set|place";
  const singular = new RegExp(`(?:^|[^\\d.,−])1 (?:${things})s\\b`);
  const plural = new RegExp(`(?:^|[^\\d.,])(?:[2-9]|[1-9]\\d+) (?:${things})\\b(?!s| \\d)`);
  none(({ kind, text }) => (kind === "row" ? null : ((singular.exec(text) ?? plural.exec(text))?.[0] ?? null)));
});

test("a solved task shows a number that is beyond the limit which the task names", () => {
  /** @type {Record<string, (shown: number) => boolean>} */
  const limits = {
    "softmax, now-you": (shown) => shown < 0.3,
    "scaling, now-you": (shown) => shown > 0.9,
    "values, now-you": (shown) => shown > 0.9,
    "alibi, now-you": (shown) => shown > 0.5,
    "windows, now-you": (shown) => shown < 0.5,
    "softcap, now-you": (shown) => shown <= 0.5,
    "backward, now-you": (shown) => shown < -0.4,
  };
  for (const [step, isBeyond] of Object.entries(limits)) {
    const done = all.filter(({ kind, where }) => kind === "done" && where.endsWith(step));
    assert.ok(done.length > 0, step);
    for (const { text } of done) {
      const [number = ""] = /−?\d+\.\d+/.exec(text) ?? [];
      assert.ok(isBeyond(Number(number.replace("−", "-"))), `${step}: ${text}`);
    }
  }
  for (const { text } of all.filter(({ kind, where }) => kind === "done" && where.endsWith("learning, now-you")))
    assert.ok(Number(/the loss ([\d.]+)\./.exec(text)?.[1]) < 0.01, text);
});

/** What a step has, before or after its answer: stages and inputs of its walk. @param {Step} step @param {(read: import("../../web/course/reading.js").Reading) => boolean} has */
const inStep = ({ state, reveal = {}, task }, has) => {
  const lesson = lessons.find(({ steps }) => steps.some((step) => step.task === task))?.id ?? "";
  const solved = task ? solutions[lesson] : {};
  return [state, { ...state, ...reveal }, { ...state, ...solved }].some((each) => reading(each, has));
};

/** Whether a walk has a matrix. @param {string} name */
const hasMatrix = (name) => (/** @type {import("../../web/course/reading.js").Reading} */ read) => {
  try {
    return read.tensor(name).data.length > 0;
  } catch {
    return false;
  }
};

/** How many heads a walk has. @param {import("../../web/course/reading.js").Reading} read */
const headsOf = (read) => Number(read.tensor("Q").shape[0]);

/** How many of something a word or a number says. @param {string} word */
const countOf = (word) => Number({ one: 1, two: 2, three: 3, four: 4 }[word.toLowerCase()] ?? word);

test("what a step speaks of is there: Wo, a mask, heads, layers, tables, the list of words", () => {
  none(({ kind, text, step }) => {
    // Notes on what is often said, and options that are wrong, speak of other cases.
    if (kind === "misconception" || (step.question?.kind === "choice" && step.question.options.includes(kind)))
      return null;
    if (/\bWo\b/.test(text) && !inStep(step, hasMatrix("Wo"))) return `no Wo: ${text}`;
    if (/list of words/.test(text) && !(kind === "feedback" && step.state.recipe === "grammar"))
      return `no list: ${text}`;
    if (/\bthe table (shows|moves|rounds)|in the table\b/i.test(text) && !step.tables && !step.tablesAtStart)
      return `no table: ${text}`;
    for (const [, word = ""] of text.matchAll(/\blayer (\d)\b/g))
      if (Number(word) > 1 && !inStep(step, ({ state }) => hasTwoLayers(state))) return `no layer ${word}: ${text}`;
    for (const [, word = ""] of text.matchAll(/\b[Hh]ead (\d+)\b/g))
      if (!inStep(step, (read) => headsOf(read) >= Number(word))) return `no head ${word}: ${text}`;
    for (const [, word = ""] of text.matchAll(/\b(two|three|four|\d+) heads\b/gi))
      if (
        kind !== "task" &&
        kind !== "done" &&
        kind !== "open" &&
        !inStep(step, (read) => headsOf(read) === countOf(word))
      )
        return `not ${word} heads: ${text}`;
    // Of a mask that is not there, a sentence says so.
    for (const sentence of text.split(/(?<=[.?:]) /))
      if (
        /\bmask(ed)?\b/.test(sentence) &&
        !inStep(step, ({ stages }) => stages.some((stage) => ["masked", "zeroed"].includes(stage))) &&
        !/without|no mask|Suppose|not trained|so far|with the mask on/i.test(sentence)
      )
        return `no mask: ${sentence}`;
    return null;
  });
});
