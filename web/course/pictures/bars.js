import { largest, percent, written } from "../reading.js";
import { d, path, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {{key: number, word: string, score: number, share: number}} Bar */
/** @typedef {{key: number, share: number, x: number, wide: number}} Segment */

const height = 284;
/** Where the bars stand, and the strip of shares. */
const [top, floor, strip] = [30, 160, 228];
const stripHeight = 34;
/** Where words stand, in one row below all bars, and the ribbons begin: so none crosses another, nor a word. */
const [wordsAt, ribbonsAt] = [floor + 17, floor + 24];
/** What a bar can be dragged to. */
export const [lowest, highest] = /** @type {const} */ ([-4, 6]);
/** More words than these are not drawn one by one: the largest are, and the rest as one. */
const most = 5;

/** The words of a row with their scores and shares. @param {Drawn} drawn @returns {Bar[]} */
export function barsOf({ view: { run, keys }, picture: { row = 0 } }) {
  const of = (/** @type {string} */ stage) => run.tensor(stage).data.slice(row * keys.length, (row + 1) * keys.length);
  const [scores, shares] = [of(run.stages.includes("scaled") ? "scaled" : "raw"), of("weights")];
  return keys.map((word, key) => ({ key, word, score: Number(scores[key]), share: Number(shares[key]) }));
}

/** Those that are drawn, in the order of the sentence: the picture's own, or the largest. @param {readonly Bar[]} bars @param {Drawn["picture"]} picture */
const drawnOf = (bars, { words }) => {
  if (words) return bars.filter(({ word }) => words.includes(word));
  const kept = [...bars].sort((a, b) => b.score - a.score).slice(0, most);
  return bars.filter((bar) => kept.includes(bar));
};

/**
 * Where bars stand: how numbers become heights, so that 0 stands on one line and all fit; and how wide a bar is and its place.
 * @param {Drawn["picture"]} picture
 * @param {readonly Bar[]} shown
 */
function placesOf({ drags, range }, shown) {
  const scores = drags === undefined ? (range ?? shown.map(({ score }) => score)) : [lowest, highest];
  const [min, max] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const unit = (floor - top) / (max - min || 1);
  const slot = width / shown.length;
  return { unit, zero: top + max * unit, slot, wide: Math.min(56, slot * 0.62) };
}

/** Where the bar is held that can be dragged; null for none. @param {Drawn} drawn */
export function heldBar(drawn) {
  const { picture } = drawn;
  const shown = drawnOf(barsOf(drawn), picture);
  const at = shown.findIndex(({ key }) => key === picture.drags);
  if (at < 0) return null;
  const { unit, zero, slot, wide } = placesOf(picture, shown);
  return { x: slot * (at + 0.5), y: zero - Number(shown[at]?.score) * unit, wide, unit, zero };
}

/**
 * Scores as bars; below them a strip that is always as long, of which each word gets its share: so dividing by the sum is seen.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function bars(drawn) {
  const { view, picture, isHidden, guess } = drawn;
  const { t } = view;
  const all = barsOf(drawn);
  const shown = drawnOf(all, picture);
  const { drags, guess: asked, powers = false } = picture;
  const { unit, zero, slot, wide } = placesOf(picture, shown);
  const segments = segmentsOf(all, shown);
  const columns = shown.flatMap((bar, at) => {
    const x = slot * (at + 0.5) - wide / 2;
    const tall = Math.abs(bar.score) * unit;
    const y = bar.score < 0 ? zero : zero - tall;
    const isHeld = bar.key === drags;
    const segment = segments.find(({ key }) => key === bar.key);
    const above = bar.score < 0 ? zero - 6 : y - (isHeld ? 16 : 6);
    return [
      ...(segment && !isHidden ? [ribbon(x, x + wide, segment)] : []),
      rect(bar.score < 0 ? "minus" : "plus", { x, y, width: wide, height: tall }),
      text(isHeld ? "best" : "word", powers ? withPower(bar.score) : written(bar.score, 1), x + wide / 2, above),
      text("word", bar.word, x + wide / 2, wordsAt),
    ];
  });
  return {
    width,
    height,
    shapes: [
      path("axis", d`M0 ${zero}H${width}`),
      ...columns,
      ...(isHidden ? hiddenStrip(guess, shown, asked) : stripOf(segments)),
      ...(guess !== null && !isHidden && asked !== undefined ? [guessed(segments, asked, guess)] : []),
      text("note", t("picture-shares-sum"), width, strip + stripHeight + 17, "end"),
    ],
    behind: {
      caption: t("picture-bars"),
      columns: [t("learn-row-scaled"), ...(isHidden ? [] : [t("learn-row-weights")])],
      rows: all.map(({ word, score, share }) => ({
        word,
        values: [written(score), ...(isHidden ? [] : [percent(share)])],
      })),
    },
  };
}

/** A score, and what e to the power of it is. @param {number} score */
const withPower = (score) => `${written(score, 1)} → ${written(Math.exp(score), 1)}`;

/** Where the shares of words lie on the strip; what is not drawn word by word is one piece. @param {readonly Bar[]} all @param {readonly Bar[]} shown @returns {Segment[]} */
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

/** From a bar to its piece of the strip. @param {number} left @param {number} right @param {Segment} segment */
function ribbon(left, right, { x, wide }) {
  const [a, b, y, middle] = [x, x + wide, ribbonsAt, (ribbonsAt + strip) / 2];
  return path(
    "ribbon",
    d`M${left} ${y}C${left} ${middle} ${a} ${middle} ${a} ${strip}H${b}C${b} ${middle} ${right} ${middle} ${right} ${y}Z`,
  );
}

/** How wide a piece of the strip must be to hold its share, and to have it written above it. */
const [holds, isNamed] = [34, 5];

/** The strip: the largest share is the strongest. @param {readonly Segment[]} segments @returns {Shape[]} */
const stripOf = (segments) => {
  const first = largest(segments.map(({ share }) => share));
  return segments.flatMap(({ x, wide, share }, at) => [
    rect("share", {
      x: x + 0.5,
      y: strip,
      width: Math.max(0, wide - 1),
      height: stripHeight,
      ...(at === first ? {} : { opacity: 0.75 }),
    }),
    ...(wide < isNamed ? [] : [shareAt(percent(share), x + wide / 2, wide > holds)]),
  ]);
};

/** A share on its piece of the strip, or above it. @param {string} share @param {number} middle @param {boolean} fits */
const shareAt = (share, middle, fits) =>
  fits
    ? text("on-share", share, middle, strip + 22)
    : text("note", share, Math.min(Math.max(middle, 17), width - 17), strip - 5);

/** The strip before the answer: only as long as the reader's guess. @param {number | null} guess @param {readonly Bar[]} shown @param {number | undefined} asked @returns {Shape[]} */
const hiddenStrip = (guess, shown, asked) => [
  rect("unknown", { x: 0.5, y: strip, width: width - 1, height: stripHeight }),
  ...(guess === null
    ? []
    : [rect("guess", { x: 0.5, y: strip, width: Math.max(0, guess * width - 1), height: stripHeight })]),
  text("best", `${shown.find(({ key }) => key === asked)?.word ?? ""} ?`, 10, strip + 22, "start"),
];

/** The reader's guess over the answer. @param {readonly Segment[]} segments @param {number} asked @param {number} guess */
function guessed(segments, asked, guess) {
  const x = segments.find(({ key }) => key === asked)?.x ?? 0;
  const long = Math.max(0, Math.min(guess * width, width - x) - 1);
  return rect("guess", { x: x + 0.5, y: strip - 4, width: long, height: stripHeight + 6 });
}
