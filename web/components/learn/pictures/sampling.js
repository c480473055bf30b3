import { html, nothing, svg } from "lit";

import { percent, sum } from "../../../course/reading.js";
import { rangeFor } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {NonNullable<import("../../../course/step.js").Picture["settings"]>[number]} Setting */
/** @typedef {import("../../../course/reading.js").Candidate} Candidate */

/** How many words have a bar of their own; the others have one together. */
const most = 7;
const [width, tall] = [360, 26];
/** Where bars begin, and how long a share of 100 % is. */
const [left, long] = [92, 210];

/** The sliders of the settings. @type {Readonly<Record<Setting, {min: number, max: number, step: number, digits: number}>>} */
const ranges = {
  sampling_temperature: { min: 0, max: 4, step: 0.1, digits: 1 },
  sampling_top_k: { min: 1, max: 10, step: 1, digits: 0 },
  sampling_top_p: { min: 0.05, max: 1, step: 0.05, digits: 2 },
};

/**
 * The words that may come next: each with its probability as a bar, filled where it may be drawn, and its chance. What is left
 * out is hollow. A guess of the first word's chance, or of how many words are kept, is dashed.
 * @param {Drawn} drawn
 */
export function sampling({ view, picture, numbers: { candidates = [] }, guess, patch }) {
  const { t, state } = view;
  const [first, others] = [candidates.slice(0, most), candidates.slice(most)];
  const rest = { word: t("picture-sampling-rest", { words: others.length }), ...totalOf(others) };
  const rows = [...first, rest];
  const height = rows.length * tall + 6;
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${rows.map((row, at) => rowOf(row, at * tall))}
      ${guess === null ? nothing : picture.guess === undefined ? cutOf(guess) : svg`<rect class="guess" x=${left} y="2" width=${guess * long} height=${tall - 4} />`}
    </svg>
    ${(picture.settings ?? []).map((field) =>
      rangeFor(t(`picture-${field}`), Number(state[field] ?? ranges[field].max), ranges[field], (value) =>
        patch({ [field]: Number(value.toFixed(2)) }),
      ),
    )}
    ${numbersBehind(t, {
      caption: t("picture-sampling"),
      columns: [t("picture-sampling-probability"), t("picture-sampling-chance")],
      rows: rows.map(({ word, probability, chance }) => ({ word, values: [percent(probability), percent(chance)] })),
    })}
  `;
}

/** Some words together. @param {readonly Candidate[]} words */
const totalOf = (words) => ({
  probability: sum(words.map(({ probability }) => probability)),
  chance: sum(words.map(({ chance }) => chance)),
});

/** @param {Candidate} candidate @param {number} y */
function rowOf({ word, probability, chance }, y) {
  const isKept = chance > 0;
  const share = isKept ? chance : probability;
  return svg`
    <text class="end ${isKept ? "" : "note"}" x=${left - 8} y=${y + 19}>${word}</text>
    <rect class=${isKept ? "share" : "left-out"} x=${left} y=${y + 3} width=${share * long} height=${tall - 6} />
    <text class="start ${isKept ? "" : "note"}" x=${left + share * long + 8} y=${y + 19}>${percent(share)}</text>
  `;
}

/** The line below so many words. @param {number} count */
const cutOf = (count) => svg`<path class="cut" d="M0 ${Math.min(count, most + 1) * tall}H${width}" />`;
