import { html, nothing } from "lit";

import { byTitle, counts, meanKnown } from "../../course/questions/handed-in.js";
import { known, ten } from "../../course/questions/questions.js";
import { written } from "../../course/reading.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/questions/handed-in.js").HandedIn} HandedIn */

// The table's roles are named, since on a phone its rows stand one below the other as blocks.

/**
 * What a class has answered: for each title a table of how often each question was answered rightly, and which wrong answers were
 * chosen.
 * @param {Translate} t
 * @param {readonly HandedIn[]} collection at least one
 * @param {{save: () => void, forget: () => void}} act
 */
export const collected = (t, collection, { save, forget }) =>
  html`${byTitle(collection).map((group) => section(t, group))}
    <p class="small muted">${t("questions-class-kept")}</p>
    <p class="row">
      <button id="save" @click=${save}>${t("questions-class-save")}</button>
      <button id="forget" class="link" @click=${forget}>${t("questions-class-forget")}</button>
    </p>`;

/** @param {Translate} t @param {{title: string, handedIn: readonly HandedIn[]}} group */
function section(t, { title, handedIn }) {
  const count = ten.length;
  return html`<section class="collected">
    <h3 dir="auto">${title || t("questions-class")}</h3>
    <p>
      ${t("questions-class-count", { count: handedIn.length })}.
      ${t("questions-class-mean", { mean: written(meanKnown(handedIn), 1), count })}
    </p>
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${t("questions-class-question")}</th>
          <th scope="col" role="columnheader">${t("questions-class-right")}</th>
          <th scope="col" role="columnheader">${t("questions-class-wrong")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${ten.map((question) => row(t, handedIn, question))}
      </tbody>
    </table>
    ${
      handedIn.some(({ name }) => name !== "")
        ? html`<details>
            <summary>${t("questions-class-names")}</summary>
            <ul>
              ${handedIn.map(
                (each) =>
                  html`<li>
                    <bdi>${each.name || t("questions-class-anonymous")}</bdi>:
                    ${t("questions-class-score", { known: known(each.answers), count })}
                  </li>`,
              )}
            </ul>
          </details>`
        : nothing
    }
  </section>`;
}

/** @param {Translate} t @param {readonly HandedIn[]} handedIn @param {import("../../course/questions/questions.js").Question} question */
function row(t, handedIn, question) {
  const { right, wrong } = counts(handedIn, question);
  return html`<tr role="row" data-question=${question.id}>
    <th scope="row" role="rowheader">${withSubscripts(t(`question-${question.id}`))}</th>
    <td role="cell" class="right">${t("questions-class-score", { known: right, count: handedIn.length })}</td>
    <td role="cell">
      ${wrong.map(
        ({ option, count }) =>
          html`<p>
            <strong>${t("questions-class-times", { times: count })}</strong>
            ${option === null ? t("questions-unanswered") : withSubscripts(t(`question-${question.id}-${option}`))}
          </p>`,
      )}
    </td>
  </tr>`;
}
