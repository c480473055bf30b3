import { html } from "lit";

import { keptOf } from "../../exercises/kept.js";
import { listed, minutesOfAll, writeWriteLink } from "../../exercises/listed.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */

/** The items of a list of all exercises. @param {Translate} t @param {import("../../exercises/kept.js").AllKept} kept */
export const exerciseItems = (t, kept) =>
  listed.map(
    ({ id, minutes }) =>
      html`<li>
        <a href="#${writeWriteLink(id)}">${t(`exercise-${id}`)}</a>
        <span class="small muted">
          ${keptOf(kept, id).solved ? t("exercises-done") : t("exercises-minutes", { minutes })}
        </span>
      </li>`,
  );

/** All exercises, with what is done. @param {Translate} t @param {import("../../exercises/kept.js").AllKept} kept */
export const exerciseList = (t, kept) =>
  html`<main class="list">
    <p class="where small muted"><a href="#place=learn">${t("exercises-lessons")}</a></p>
    <h2 tabindex="-1">${t("exercises-title")}</h2>
    <p class="lead">${t("exercises-lead", { minutes: minutesOfAll })}</p>
    <ol>
      ${exerciseItems(t, kept)}
    </ol>
    <p class="small muted">${t("exercises-private")}</p>
  </main>`;
