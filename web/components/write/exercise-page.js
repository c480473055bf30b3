import { html, nothing } from "lit";

import { listed, writeWriteLink } from "../../exercises/listed.js";
import { differs } from "../../exercises/verdict.js";
import { codeField } from "./code-field.js";
import { matrixTable, numberLine } from "./matrix.js";
import { entryOf, verdictText } from "./verdict.js";
import { withCode } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../exercises/exercise.js").Exercise} Exercise */
/** @typedef {import("../../exercises/cases.js").Case} Case */
/** @typedef {import("../../exercises/verdict.js").Verdict} Verdict */

/**
 * @typedef {object} Shown
 * @property {Exercise} exercise
 * @property {readonly Case[]} cases
 * @property {string} code
 * @property {import("../../exercises/kept.js").Kept} kept
 * @property {boolean} isRunning
 * @property {Verdict | null} verdict of the last run of this code
 * @property {boolean} showsSolution
 * @property {string | null} before code that was replaced, and can be brought back
 * @property {boolean} isStored whether the browser has stored what was written
 *
 * @typedef {object} Acts
 * @property {(code: string) => void} changed
 * @property {() => void} run
 * @property {() => void} reset
 * @property {() => void} restore brings back what was replaced
 * @property {() => void} solve shows a solution
 * @property {(line: number) => void} showLine
 */

/** An exercise: what the function must do, where it is written, and what came of it beside the engine's numbers. @param {Translate} t @param {Shown} shown @param {Acts} act */
export function exercisePage(t, shown, act) {
  const { exercise, code, kept, isRunning, verdict, cases, showsSolution, before, isStored } = shown;
  const at = listed.findIndex(({ id }) => id === exercise.id);
  return html`<main class="exercise">
    <article class="words">
      <p class="where small muted">
        <a href="#${writeWriteLink(null)}">${t("exercises-all")}</a>
        · <span id="where">${t("exercises-where", { at: at + 1, of: listed.length })}</span>
      </p>
      <h2 tabindex="-1" aria-describedby="where">${t(`exercise-${exercise.id}`)}</h2>
      <p class="reading">${withCode(t(`exercise-${exercise.id}-text`))}</p>
    </article>
    <section class="writing">
      ${codeField(t, code, act)}
      <p class="buttons">
        <button id="run" class=${kept.solved && verdict?.kind === "right" ? "" : "main"} @click=${act.run}>
          ${t("exercises-run")}
        </button>
        <button id="reset" aria-disabled=${kept.code === null} @click=${act.reset}>${t("exercises-reset")}</button>
        ${before === null ? nothing : html`<button id="restore" @click=${act.restore}>${t("exercises-restore")}</button>`}
        ${kept.tried && !showsSolution ? html`<button id="solve" @click=${act.solve}>${t("exercises-solution")}</button>` : nothing}
      </p>
      <p id="stored" class="small" role="status">${isStored ? nothing : t("exercises-not-stored")}</p>
      <div id="verdict" role="status">
        ${isRunning ? html`<p class="muted">${t("exercises-running")}</p>` : verdict ? verdictText(t, exercise, verdict, cases.length, act.showLine) : nothing}
      </div>
      ${kept.solved ? wayOn(t, at) : nothing}
      ${
        showsSolution
          ? html`<h3 id="solution" tabindex="-1">${t("exercises-solution-of")}</h3>
              <pre
                tabindex="0"
                role="group"
                aria-labelledby="solution"
                dir="ltr"
              ><code>${exercise.solution}</code></pre>`
          : nothing
      }
    </section>
    ${numbers(t, shown)}
  </main>`;
}

/** The way to the next exercise. @param {Translate} t @param {number} at */
function wayOn(t, at) {
  const next = listed[at + 1]?.id ?? null;
  const words = next === null ? t("exercises-to-list") : t("exercises-next", { title: t(`exercise-${next}`) });
  return html`<p><a class="button main" id="next" href="#${writeWriteLink(next)}">${words}</a></p>`;
}

/** The numbers of the case that went wrong, else of the first: what the function is called with, and what came of it. @param {Translate} t @param {Shown} shown */
function numbers(t, { exercise, cases, verdict }) {
  const at = verdict && "at" in verdict ? (verdict.at ?? 0) : 0;
  const stage = verdict && "stage" in verdict ? verdict.stage : (exercise.stages.at(-1) ?? "");
  const { given, expected } = /** @type {Case} */ (cases[at]);
  const wanted = expected[stage] ?? [];
  const name = entryOf(exercise, stage);
  const rows = verdict && "rows" in verdict ? verdict.rows : null;
  const marked = (/** @type {number} */ i, /** @type {number} */ j) =>
    differs(Number(rows?.[i]?.[j]), Number(wanted[i]?.[j]));
  return html`<section class="numbers" aria-labelledby="case">
    <h3 id="case">${t("exercises-case", { at: at + 1, of: cases.length })}</h3>
    <div class="matrices">
      ${Object.entries(given).map(([id, value]) =>
        typeof value === "number" ? numberLine(id, value) : matrixTable(t, id, value, id === "A" ? "weights" : id),
      )}
    </div>
    <div class="matrices results">
      ${rows ? matrixTable(t, name, rows, stage, { title: t("exercises-yours"), differs: marked }) : nothing}
      ${matrixTable(t, name, wanted, stage, { title: t("exercises-engine") })}
    </div>
  </section>`;
}
