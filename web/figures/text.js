/** @typedef {import("./types.js").Measure} Measure */

/** The font of texts in figures, where a measure does not bring another one. */
export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

// Widths of characters in em. They are those of wide system fonts, so that a text that fits by this estimate fits in others.
const beyondAscii = /** @type {const} */ ([
  [/[\p{M}\u200b-\u200f]/u, 0],
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u, 1],
  [/\p{Extended_Pictographic}/u, 1.35],
]);
const widths = new Map(
  /** @type {const} */ ([
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0.74],
    ["w−×+=<>÷→↓", 0.84],
    ["mMW@…∞", 1],
    ["csvxyzJ?", 0.57],
    ["frtI()[]- ", 0.41],
    ["ilj.,:;'|!·‘’", 0.33],
  ]).flatMap(([characters, width]) => Array.from(characters, (character) => /** @type {const} */ ([character, width]))),
);

/**
 * The width of a character beyond ASCII.
 * @param {string} character
 * @returns {number | undefined} em; undefined where it has no special width
 */
const beyond = (character) => beyondAscii.find(([pattern]) => pattern.test(character))?.[1];

/** @param {string} character @returns {number} its width in em */
const em = (character) => widths.get(character) ?? (character > "\x7f" ? beyond(character) : undefined) ?? 0.64;

/** The font in which a scene is painted: that in which its texts were measured. @param {Measure} measure @returns {{font?: string}} */
export const inFontOf = ({ font }) => (font === undefined ? {} : { font });

/** How many times as wide a text is in bold. */
export const bold = 1.06;

/**
 * Estimates the width in px of a text where there is no canvas to measure it. The result is rather too large than too
 * small.
 * @param {string} text
 * @param {number} size px
 * @param {400 | 600} [weight]
 */
export function estimateWidth(text, size, weight = 400) {
  let sum = 0;
  for (const character of text) sum += em(character);
  return sum * size * (weight === 600 ? bold : 1);
}

/**
 * Shortens a text to a width and adds "…" where something was cut off. Combining marks stay with their letter.
 * @param {string} text
 * @param {number} width largest width, px
 * @param {number} size font size, px
 * @param {Measure} measure
 */
export function elide(text, width, size, measure) {
  if (measure(text, size) <= width) return text;
  const letters = text.match(/\P{M}[\p{M}\u200d]*/gu) ?? [];
  const cut = (/** @type {number} */ count) => `${letters.slice(0, count).join("").trimEnd()}…`;
  let fitting = 0;
  // By bisection: a word may have 10,000 letters.
  for (let end = letters.length; end - fitting > 1;) {
    const count = (fitting + end) >> 1;
    if (measure(cut(count), size) <= width) fitting = count;
    else end = count;
  }
  return cut(fitting);
}

/**
 * Breaks a text at spaces into lines of a width, as few as there can be. A word that is wider stands alone.
 * @param {string} text
 * @param {number} width largest width of a line, px
 * @param {number} size font size, px
 * @param {Measure} measure
 * @returns {string[]}
 */
export function linesOf(text, width, size, measure) {
  const [first = "", ...words] = text.split(" ");
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @typedef {{text: string, shift: "" | "sub" | "sup"}} Run */

/**
 * Splits a formula into runs: letters and digits after `_` are subscripts, those after `^` superscripts, as in `W_q` and
 * `K^T`.
 * @param {string} text
 * @returns {Run[]}
 */
export function formulaRuns(text) {
  /** @type {Run[]} */
  const runs = [];
  for (const [whole, mark] of text.matchAll(/([_^]?)(?:(?:(?<=[_^])[\p{L}\p{N}]+)|[^_^]+|[_^])/gu)) {
    runs.push({ text: mark ? whole.slice(1) : whole, shift: mark === "_" ? "sub" : mark === "^" ? "sup" : "" });
  }
  return runs;
}

/** A formula as plain text, for tables and screen readers. @param {string} text a formula @returns {string} */
export function plainFormula(text) {
  return text.replace(/\^T/g, "ᵀ").replace(/[_^]/g, "");
}

/** Font size of subscripts and superscripts, relative to that of the formula. */
export const smallShare = 0.72;

/** The width of a formula in px. @param {string} text @param {number} size font size, px @param {Measure} measure */
export function formulaWidth(text, size, measure) {
  return formulaRuns(text).reduce((sum, run) => sum + measure(run.text, run.shift ? size * smallShare : size), 0);
}
