/** Answers rounds of questions as a reader with a keyboard does. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { questionOf } from "../../../web/course/questions/questions.js";
import { eventually } from "./eventually.js";

/** @typedef {import("./page.js").Page} Page */

/** What the round in view shows. @param {Page} page */
export const round = (page) =>
  page.run(({ find, findAll }) => {
    const text = (/** @type {string} */ selector) =>
      (find("question-round", selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
    return {
      where: text("#where"),
      asked: text("#ask"),
      feedback: text("[role=status]"),
      chosen: findAll("question-round", "[aria-pressed=true]").map((button) => button.dataset.option),
      on: text("#on"),
      pass: text("#pass"),
    };
  });

/** The key that chooses an answer. @param {string} id @param {string} option */
export const keyOf = (id, option) => String(questionOf(id).options.indexOf(option) + 1);

/** An answer that is wrong. @param {string} id */
export const wrong = (id) => {
  const { options, answer } = questionOf(id);
  return options.find((option) => option !== answer) ?? assert.fail();
};

/**
 * Answers all questions of a round by keys.
 * @param {Page} page
 * @param {readonly string[]} ids
 * @param {(id: string) => boolean} isKnown whether it is answered rightly
 */
export async function answerAll(page, ids, isKnown) {
  for (const [at, id] of ids.entries()) {
    await eventually(async () => assert.equal((await round(page)).where, `Question ${at + 1} of ${ids.length}`));
    const option = isKnown(id) ? questionOf(id).answer : wrong(id);
    await page.press(keyOf(id, option));
    await eventually(async () => assert.deepEqual((await round(page)).chosen, [option]));
    await page.press(Key.ENTER);
  }
}
