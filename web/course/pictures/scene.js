import { palettes } from "../../figures/colour/palette.js";
import { colours } from "../../figures/tokens.js";
import { d } from "./drawing.js";
import { inks, looks, textLooks, textSize } from "./looks.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("../../figures/types.js").Theme} Theme */

/** How many px of a file one px of a picture is: it is drawn for a phone, and saved for a printed page. */
const zoom = 2;

/**
 * A picture as a scene, whose painters are those of all figures: with its colours, and described by its numbers.
 * @param {Drawing} drawing
 * @param {Theme} theme
 * @returns {Scene}
 */
export function sceneOfDrawing({ width, height, shapes, behind }, theme) {
  return {
    width,
    height,
    zoom,
    theme,
    background: palettes[theme].background,
    description: inWords(behind),
    matrices: [],
    boxes: [],
    lines: [],
    rings: [],
    legends: [],
    shapes: shapes.flatMap((shape) => (shape.tag === "text" ? [] : [painted(shape, theme)])),
    texts: shapes.flatMap((shape) => (shape.tag === "text" ? [written(shape, theme)] : [])),
  };
}

/** @param {string | undefined} ink @param {Theme} theme */
const colour = (ink, theme) => (ink === undefined ? "none" : (inks[ink]?.(colours[theme]) ?? "none"));

/** @param {Exclude<Shape, {tag: "text"}>} shape @param {Theme} theme @returns {NonNullable<Scene["shapes"]>[number]} */
function painted(shape, theme) {
  const { fill, stroke, wide = 1, dash = "", opacity = 1 } = looks[shape.look];
  return {
    path: outlineOf(shape),
    fill: colour(fill, theme),
    stroke: colour(stroke, theme),
    width: (shape.tag === "path" && shape.wide) || wide,
    dash: dash === "" ? [] : dash.split(" ").map(Number),
    opacity: (shape.tag === "rect" && shape.opacity !== undefined ? shape.opacity : 1) * opacity,
  };
}

/** @param {Exclude<Shape, {tag: "text"}>} shape */
function outlineOf(shape) {
  if (shape.tag === "path") return shape.d;
  if (shape.tag === "rect") return d`M${shape.x} ${shape.y}h${shape.width}v${shape.height}h${-shape.width}Z`;
  const { cx, cy, r } = shape;
  return d`M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** @param {Extract<Shape, {tag: "text"}>} text @param {Theme} theme @returns {Scene["texts"][number]} */
function written({ look, text, x, y, anchor }, theme) {
  const { fill, weight } = textLooks[look];
  const place = { text, x, y, size: textSize, anchor, weight, rotate: 0, formula: false };
  return { ...place, colour: colour(fill, theme), role: look };
}

/** The numbers behind a picture as a text: "Scores, and their shares. animal: score 3.5, attention weight 84 %." @param {Drawing["behind"]} behind */
function inWords({ caption, columns, rows }) {
  const lines = rows.map(({ word, values }) => {
    const named = values.flatMap((value, at) => (value === "" ? [] : [`${columns[at] ?? ""} ${value}`.trim()]));
    return named.length === 0 ? word : `${word}: ${named.join(", ")}`;
  });
  return [caption, ...lines].map((each) => `${each}.`).join(" ");
}
