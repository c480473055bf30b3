/** How much there is to read: in all lessons, and in each of their steps. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lessons, minutesOf, path } from "../../web/course/course.js";
import { ten } from "../../web/course/questions/questions.js";
import { words } from "../../web/words/words.js";
import { reading } from "../support/course/course.js";
import { saidIn } from "../support/course/said.js";

const { t } = words("en");

/**
 * Six lessons that came later, on what the first ones leave out: the parts of a layer around attention, and what one does with a
 * model.
 */
const later = ["residual", "norm", "mlp", "lens", "sampling", "real-head"];

/**
 * The words of the lessons and of what is often said, as they are written: of all, and without those that came later. Cut rather
 * than raise them.
 */
const most = Object.freeze({ all: 10000, first: 9000 });

/** The words of a text: what holds a letter or a digit. @param {string} text */
const count = (text) => text.match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;

/** @param {readonly {count: number}[]} messages */
const sum = (messages) => messages.reduce((total, message) => total + message.count, 0);

/** The sentences of a text; a point within a number ends none. @param {string} text */
const sentences = (text) => text.split(/[.?!](?=\s|$)/).filter((each) => /\p{L}/u.test(each)).length;

/** What a reader reads of a step, without its tables. */
const said = lessons.flatMap((lesson) =>
  lesson.steps.flatMap((step) =>
    saidIn(t, lesson, step)
      .filter(({ kind }) => !["row", "caption", "rounded"].includes(kind))
      .map((each) => ({ ...each, where: `${lesson.id}, ${step.id}` })),
  ),
);

/** Reports all texts of some kinds that a check objects to. @param {readonly string[]} kinds @param {(text: string) => string | null} check */
function none(kinds, check) {
  const wrong = said.flatMap(({ kind, text, where }) => {
    const found = kinds.includes(kind) ? check(text) : null;
    return found === null ? [] : [`${where}: ${found}: ${text}`];
  });
  assert.deepEqual([...new Set(wrong)], []);
}

test("the lessons have no more words than their budget, nor have the first ones alone", () => {
  const text = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const written = [...text.matchAll(/^((?:lesson|misconception)-[\w-]+) =(.*(?:\n[ \n].*)*)/gm)].map(
    ([, id = "", words = ""]) => ({
      isFirst: !later.some((lesson) => `${id}-`.startsWith(`lesson-${lesson}-`)),
      count: count(words.replace(/\{ \$\w+ ->|^ *\*?\[[\w-]+\]/gm, "")),
    }),
  );
  assert.ok(written.length > 500, `${written.length} messages`);
  const all = sum(written);
  const first = sum(written.filter(({ isFirst }) => isFirst));
  assert.ok(all > first && all <= most.all, `${all} words`);
  assert.ok(first <= most.first, `${first} words`);
  assert.ok(first > 0.95 * most.first, `${first} words: lower the budget`);
});

test("the minutes of each lesson of the path are those of its words, at 200 a minute, and 40 seconds for each answer", () => {
  for (const lesson of path) {
    // Of texts of one kind a reader gets one, such as the feedback on one answer: the longest counts.
    const read = lesson.steps.flatMap(({ id, question }) => {
      const kinds = ["", "ask", "task", "feedback", "done", ...(question?.kind === "choice" ? question.options : [])];
      const texts = said.filter(({ where }) => where === `${lesson.id}, ${id}`);
      return kinds.map((of) => ({
        count: Math.max(0, ...texts.filter(({ kind }) => kind === of).map(({ text }) => count(text))),
      }));
    });
    const minutes = sum(read) / 200 + (40 / 60) * lesson.steps.length;
    assert.equal(minutesOf(lesson), Math.round(minutes), `${lesson.id}: ${minutes.toFixed(2)} minutes`);
  }
});

test("a step has at most 45 words before its question, and its question or task at most 25", () => {
  none([""], (text) => (count(text) > 45 ? `${count(text)} words` : null));
  none(["ask", "task"], (text) => (count(text) > 25 ? `${count(text)} words` : null));
});

test("feedback is at most two sentences and 40 words, after the verdict; what goes further has at most 40 words", () => {
  none(["feedback"], (text) => {
    const words = text.replace(/^(Yes|Not quite)\. /, "");
    return count(words) > 40 || sentences(words) > 2 ? `${count(words)} words, ${sentences(words)} sentences` : null;
  });
  none(["more", "misconception"], (text) => (count(text) > 40 ? `${count(text)} words` : null));
});

test("no sentence has a number of more than two digits after its point: tables and tasks have the others", () => {
  none(["", "ask", "feedback", "more"], (text) => /\d\.\d{3,}/.exec(text.replace("2.718", ""))?.[0] ?? null);
});

test("length gives no answer away: the right one is the longest in at most half of the questions, and nowhere by more than a quarter", () => {
  const asked = [
    ...ten.map(({ id, options, answer }) => ({ prefix: `question-${id}`, options, answer })),
    ...path.flatMap(({ id, steps }) =>
      steps.flatMap(({ id: step, question, outcome, state }) => {
        if (question?.kind !== "choice" || !outcome) return [];
        const answer = String(reading(state, (read) => outcome(read).answer));
        return [{ prefix: `lesson-${id}-${step}`, options: question.options, answer }];
      }),
    ),
  ];
  assert.ok(asked.length > 20, `${asked.length} questions`);
  const ratios = asked.map(({ prefix, options, answer }) => {
    assert.ok(options.includes(answer), prefix);
    const lengths = (/** @type {readonly string[]} */ of) => of.map((option) => t(`${prefix}-${option}`).length);
    const wrong = lengths(options.filter((option) => option !== answer));
    return { prefix, ratio: Number(lengths([answer])) / Math.max(...wrong) };
  });
  assert.deepEqual(
    ratios.filter(({ ratio }) => ratio > 1.25),
    [],
  );
  const longest = ratios.filter(({ ratio }) => ratio > 1).map(({ prefix }) => prefix);
  assert.ok(longest.length <= ratios.length / 2, longest.join(", "));
});
