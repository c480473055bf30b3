import { html, nothing, svg } from "lit";

import { largest, percent, written } from "../../../course/reading.js";
import { changeEdits } from "../../../state/edits.js";
import { dragged, rangeFor, rounded } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {{key: number, word: string, score: number, share: number}} Bar */

const [width, height] = [360, 308];
/** Where the bars stand, and the strip of shares. */
const [top, floor, strip] = [30, 168, 252];
const stripHeight = 34;
/** What a bar can be dragged to. */
const [lowest, highest] = [-4, 6];
/** More words than these are not drawn one by one: the largest are, and the rest as one. */
const most = 5;

/** The words of a row with their scores and shares. @param {Drawn["view"]} view @param {number} row @returns {Bar[]} */
function barsOf({ run, keys }, row) {
  const of = (/** @type {string} */ stage) => run.tensor(stage).data.slice(row * keys.length, (row + 1) * keys.length);
  const [scores, shares] = [of(run.stages.includes("scaled") ? "scaled" : "raw"), of("weights")];
  return keys.map((word, key) => ({ key, word, score: Number(scores[key]), share: Number(shares[key]) }));
}

/** Those that are drawn: the largest, in the order of the sentence. @param {readonly Bar[]} bars */
const drawnOf = (bars) => {
  const kept = [...bars].sort((a, b) => b.score - a.score).slice(0, most);
  return bars.filter((bar) => kept.includes(bar));
};

/** How numbers become heights: 0 stands on one line, and all fit. @param {readonly number[]} scores that must fit */
function heights(scores) {
  const [min, max] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const unit = (floor - top) / (max - min || 1);
  return { unit, zero: top + max * unit };
}

/**
 * Scores as bars; below them a strip that is always as long, of which each word gets its share: so dividing by the sum is seen.
 * @param {Drawn} drawn
 */
export function bars({ view, picture, isHidden, guess, patch }) {
  const { t } = view;
  const all = barsOf(view, picture.row ?? 0);
  const shown = drawnOf(all);
  const { drags, guess: asked } = picture;
  const scores = shown.map(({ score }) => score);
  const { unit, zero } = heights(drags === undefined ? (picture.range ?? scores) : [lowest, highest]);
  const slot = width / shown.length;
  const wide = Math.min(56, slot * 0.62);
  const segments = segmentsOf(all, shown);
  const set = (/** @type {number} */ score) =>
    patch({ edits: changeEdits(view.state.edits, "C", [{ place: [drags ?? 0, 0], value: score }]) });
  const columns = shown.map((bar, at) => {
    const x = slot * (at + 0.5) - wide / 2;
    const tall = Math.abs(bar.score) * unit;
    const y = bar.score < 0 ? zero : zero - tall;
    const isHeld = bar.key === drags;
    const from = Math.max(zero, y + tall) + 24;
    const segment = segments.find(({ key }) => key === bar.key);
    return svg`
      ${segment && !isHidden ? ribbon(x, x + wide, from, segment) : nothing}
      <rect class=${bar.score < 0 ? "minus" : "plus"} x=${x} y=${y} width=${wide} height=${tall} />
      <text x=${x + wide / 2} y=${bar.score < 0 ? zero - 6 : y - (isHeld ? 16 : 6)} class="figure-number ${isHeld ? "held" : ""}">${written(bar.score, 1)}</text>
      <text x=${x + wide / 2} y=${from - 7} class="word">${bar.word}</text>
      ${isHeld ? handle(x + wide / 2, zero - bar.score * unit, wide, (/** @type {number} */ down) => set(rounded((zero - down) / unit, lowest, highest))) : nothing}
    `;
  });
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <path class="axis" d="M0 ${zero}H${width}" />
      ${columns} ${isHidden ? hiddenStrip(guess, shown, asked) : stripOf(segments)}
      ${guess !== null && !isHidden && asked !== undefined ? guessed(segments, asked, guess) : nothing}
      <text x=${width} y=${strip + stripHeight + 17} class="note end">${t("picture-shares-sum")}</text>
    </svg>
    ${drags === undefined ? nothing : rangeFor(t("picture-score-of", { word: view.keys[drags] ?? "" }), all[drags]?.score ?? 0, { min: lowest, max: highest, step: 0.1 }, set)}
    ${numbersBehind(t, {
      caption: t("picture-bars"),
      columns: [t("learn-row-scaled"), ...(isHidden ? [] : [t("learn-row-weights")])],
      rows: all.map(({ word, score, share }) => ({
        word,
        values: [written(score), ...(isHidden ? [] : [percent(share)])],
      })),
    })}
  `;
}

/** Where the shares of words lie on the strip; what is not drawn word by word is one piece. @param {readonly Bar[]} all @param {readonly Bar[]} shown */
function segmentsOf(all, shown) {
  const rest = all.filter((bar) => !shown.includes(bar)).reduce((sum, { share }) => sum + share, 0);
  const pieces = [...shown, ...(rest > 0 ? [{ key: -1, word: "", score: 0, share: rest }] : [])];
  let from = 0;
  return pieces.map(({ key, share }) => {
    const x = from;
    from += share * width;
    return { key, share, x, wide: share * width };
  });
}

/** From a bar to its piece of the strip. @param {number} left @param {number} right @param {number} y @param {{x: number, wide: number}} segment */
function ribbon(left, right, y, { x, wide }) {
  const [a, b, middle] = [x, x + wide, (y + strip) / 2];
  return svg`<path class="ribbon" d="M${left} ${y}C${left} ${middle} ${a} ${middle} ${a} ${strip}H${b}C${b} ${middle} ${right} ${middle} ${right} ${y}Z" />`;
}

/** @param {ReturnType<typeof segmentsOf>} segments */
const stripOf = (segments) => {
  const first = largest(segments.map(({ share }) => share));
  return segments.map(
    ({ x, wide, share }, at) => svg`
    <rect class="share ${at === first ? "first" : ""}" x=${x + 0.5} y=${strip} width=${Math.max(0, wide - 1)} height=${stripHeight} />
    ${wide > 34 ? svg`<text class="on-share" x=${x + wide / 2} y=${strip + 22}>${percent(share)}</text>` : nothing}
  `,
  );
};

/** The strip before the answer: only as long as the reader's guess. @param {number | null} guess @param {readonly Bar[]} shown @param {number | undefined} asked */
const hiddenStrip = (guess, shown, asked) => svg`
  <rect class="unknown" x="0.5" y=${strip} width=${width - 1} height=${stripHeight} />
  ${guess === null ? nothing : svg`<rect class="guess" x="0.5" y=${strip} width=${Math.max(0, guess * width - 1)} height=${stripHeight} />`}
  <text class="on-guess" x="10" y=${strip + 22}>${shown.find(({ key }) => key === asked)?.word ?? ""} ?</text>
`;

/** The reader's guess over the answer. @param {ReturnType<typeof segmentsOf>} segments @param {number} asked @param {number} guess */
function guessed(segments, asked, guess) {
  const x = segments.find(({ key }) => key === asked)?.x ?? 0;
  return svg`<rect class="guess" x=${x + 0.5} y=${strip - 4} width=${Math.max(0, Math.min(guess * width, width - x) - 1)} height=${stripHeight + 6} />`;
}

/** @param {number} x @param {number} y @param {number} wide @param {(y: number) => void} move */
const handle = (x, y, wide, move) => svg`
  <g class="handle" @pointerdown=${dragged(([, down]) => move(down))}>
    <rect class="grip" x=${x - wide / 2 - 12} y=${y - 22} width=${wide + 24} height="44" />
    <path class="rod" d="M${x - wide / 2 - 6} ${y}h${wide + 12}" />
    <circle r="9" cx=${x} cy=${y} /><path class="arrows" d="M${x - 3} ${y - 2}l3 -3l3 3M${x - 3} ${y + 2}l3 3l3 -3" />
  </g>
`;
