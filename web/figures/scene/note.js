import { palettes } from "../colour/palette.js";
import { metrics } from "../metrics.js";
import { estimateWidth } from "../text.js";

/** @typedef {import("../types.js").Scene} Scene */

const size = 12;
const lineHeight = 17;

/**
 * A scene with a text below it, in as many lines as it needs.
 * @param {Scene} scene
 * @param {string} text "": none
 * @param {import("../types.js").Measure} [measure]
 * @returns {Scene}
 */
export function withNote(scene, text, measure = estimateWidth) {
  if (text === "") return scene;
  const lines = linesOf(text, (line) => measure(line, size) <= scene.width - 2 * metrics.margin);
  const colour = palettes[scene.theme].muted;
  const texts = lines.map((line, at) => ({
    text: line,
    x: metrics.margin,
    y: scene.height + (at + 1) * lineHeight - 5,
    size,
    colour,
    anchor: /** @type {const} */ ("start"),
    weight: /** @type {const} */ (400),
    rotate: 0,
    formula: false,
    role: "note",
  }));
  const height = Math.ceil(scene.height + lines.length * lineHeight + metrics.margin);
  return { ...scene, height, texts: [...scene.texts, ...texts] };
}

/** @param {string} text @param {(line: string) => boolean} fits @returns {string[]} */
function linesOf(text, fits) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
