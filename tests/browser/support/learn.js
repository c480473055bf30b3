/** What tests do in Learn. */
import assert from "node:assert/strict";

/**
 * Changes the state of the step as its figure and its controls do.
 * @param {import("./page.js").Page} page
 * @param {object} [change]
 */
export const patch = (page, change) =>
  page.run(
    ({ find }, detail) =>
      find("learn-place", ".figure").dispatchEvent(
        new CustomEvent("state-patch", { detail, bubbles: true, composed: true }),
      ),
    { patch: change },
  );

/**
 * Answers the question of the step that is shown.
 * @param {import("./page.js").Page} page
 * @param {import("../../../web/course/step.js").Step} step
 * @param {string | number} given
 */
export async function answer(page, { question }, given) {
  assert.ok(question);
  if (question.kind === "number")
    return page.run(({ find }, value) => {
      const slider = find("learn-place", "#guess");
      slider.value = String(value);
      slider.dispatchEvent(new Event("input"));
      return slider.getRootNode().host.updateComplete.then(() => find("learn-place", "#commit").click());
    }, given);
  return page.run(({ find }, option) => find("learn-place", `[data-option="${option}"]`).click(), String(given));
}

/** The nearest value that a slider can have. @param {import("../../../web/course/step.js").Question} question @param {string | number} value */
export const settable = (question, value) =>
  question.kind === "number"
    ? question.min + Math.round((Number(value) - question.min) / question.step) * question.step
    : value;
