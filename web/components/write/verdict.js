import { html, nothing } from "lit";

import { mostValues } from "../../exercises/program.js";
import { patience } from "./run-code.js";
import { apart, withCode } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../exercises/exercise.js").Exercise} Exercise */
/** @typedef {import("../../exercises/verdict.js").Verdict} Verdict */

/** What the function returned of a stage, as code names it. @param {Exercise} exercise @param {string} stage */
export const entryOf = ({ name, parameters, stages }, stage) =>
  stages.length > 1 ? stage : `${name}(${parameters.join(", ")})`;

/**
 * What is said of a run.
 * @param {Translate} t
 * @param {Exercise} exercise
 * @param {Verdict} verdict
 * @param {number} cases how many there are
 * @param {(line: number) => void} show a line of the code
 */
export function verdictText(t, exercise, verdict, cases, show) {
  if (verdict.kind === "right") return html`<p><strong>${t("exercises-right", { cases })}</strong></p>`;
  const at = "at" in verdict && verdict.at !== null ? verdict.at : null;
  const mistake = "mistake" in verdict ? verdict.mistake : null;
  return html`<p>
      ${at === null ? nothing : html`<strong>${t("exercises-case", { at: at + 1, of: cases })}.</strong> `}
      ${withCode(wrongText(t, exercise, verdict))}
      ${
        verdict.kind === "failed" && verdict.line !== null
          ? html`<button class="link" id="line" @click=${() => show(/** @type {number} */ (verdict.line))}>
              ${t("exercises-failed-line", { line: verdict.line })}
            </button>`
          : nothing
      }
    </p>
    ${mistake === null ? nothing : html`<p class="why">${withCode(t(`exercise-${exercise.id}-${mistake}`))}</p>`}`;
}

/** @param {Translate} t @param {Exercise} exercise @param {Exclude<Verdict, {kind: "right"}>} verdict */
function wrongText(t, exercise, verdict) {
  const stage = "stage" in verdict ? entryOf(exercise, verdict.stage) : "";
  const indexed = (/** @type {readonly number[]} */ index) => stage + index.map((at) => `[${at}]`).join("");
  switch (verdict.kind) {
    case "wrong": {
      const [got, wanted] = apart(verdict.got, verdict.wanted);
      return t("exercises-wrong", {
        entry: indexed(verdict.index),
        stage,
        got,
        wanted,
        differing: verdict.differing,
      });
    }
    case "shape":
      return t("exercises-shape", { stage, got: verdict.got.join(" × "), wanted: verdict.wanted.join(" × ") });
    case "unfit": {
      const { not, got, index = [] } = verdict;
      const entry = indexed(index);
      return t(`exercises-unfit-${not}`, { stages: exercise.stages.join(", "), stage, entry, got });
    }
    case "large":
      return t("exercises-large", { most: mostValues });
    case "failed":
      return t("exercises-failed", { message: verdict.message.replaceAll("`", "'") });
    case "slow":
      return t("exercises-slow", { seconds: patience });
    case "no-function":
      return t("exercises-no-function", { name: exercise.name });
    case "unread":
      return t("exercises-unread");
    case "no-worker":
      return t("exercises-no-worker");
  }
}
