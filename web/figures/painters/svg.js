import { palettes } from "../colour/palette.js";
import { hatching } from "../hidden.js";
import { rimsOf } from "../rims.js";
import { eachCell } from "./cells.js";
import { fontFamily, formulaRuns, smallShare } from "../text.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Ring} Ring */
/** @typedef {import("../types.js").Shape} Shape */

/** The margin around a figure that is saved, in px. */
export const fileMargin = 16;

const entities = Object.freeze({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/**
 * Escapes a text for XML, both for content and for attributes. Characters that XML does not allow become U+FFFD.
 * @param {string} text
 */
export function escapeXml(text) {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (character) => entities[/** @type {keyof typeof entities} */ (character)]);
}

/** @param {number} value px @returns {string} the value rounded to a hundredth */
const px = (value) => String(Math.round(value * 100) / 100);

/** @param {Record<string, string | number>} attributes @returns {string} the attributes in XML syntax, each with a space before it */
function attributeText(attributes) {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? px(value) : escapeXml(value)}"`)
    .join("");
}

/** An XML element. @param {string} name @param {Record<string, string | number>} attributes @param {string} [content] escaped */
const element = (name, attributes, content) =>
  content === undefined
    ? `<${name}${attributeText(attributes)}/>`
    : `<${name}${attributeText(attributes)}>${content}</${name}>`;

/** The content of a text element: a formula's subscripts and superscripts are `tspan` elements. @param {Text} text */
function textContent({ text, formula, size }) {
  if (!formula) return escapeXml(text);
  let raised = 0;
  return formulaRuns(text)
    .map((run) => {
      const raise = run.shift === "sub" ? -0.25 : run.shift === "sup" ? 0.35 : 0;
      const dy = (raised - raise) * size;
      raised = raise;
      if (!run.shift) return dy ? element("tspan", { dy }, escapeXml(run.text)) : escapeXml(run.text);
      return element("tspan", { dy, "font-size": size * smallShare }, escapeXml(run.text));
    })
    .join("");
}

/** @param {Text} text */
function textElement(text) {
  const { x, y, size, colour, anchor, weight, rotate } = text;
  return element(
    "text",
    {
      x,
      y,
      fill: colour,
      "font-size": size,
      ...(anchor === "start" ? {} : { "text-anchor": anchor }),
      ...(weight === 400 ? {} : { "font-weight": weight }),
      ...(rotate ? { transform: `rotate(${rotate} ${px(x)} ${px(y)})` } : {}),
    },
    textContent(text),
  );
}

/** @param {Matrix} matrix @param {{hairline: string, background: string}} palette hairline: colour of the strokes across marked cells */
function matrixElement(matrix, { hairline, background }) {
  /** @type {string[]} */
  const cells = [];
  /** @type {string[]} */
  const digits = [];
  const rounding = matrix.radius ? ` rx="${matrix.radius}"` : "";
  eachCell(matrix, ({ x, y, width, height, fill, ink, digits: text }) => {
    cells.push(
      `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"${rounding} fill="${fill}"/>`,
    );
    if (!text) return;
    const baseline = y + height / 2 + matrix.digitSize * 0.35;
    digits.push(`<text x="${px(x + width / 2)}" y="${px(baseline)}" fill="${ink}">${escapeXml(text)}</text>`);
  });
  const strokes = hatching(matrix).map(
    (stroke) => `M${px(stroke[0])} ${px(stroke[1])}L${px(stroke[2])} ${px(stroke[3])}`,
  );
  const marks = strokes.length ? element("path", { d: strokes.join(""), stroke: hairline }) : "";
  const rims = rimsOf(matrix, background).map((rim) => element("rect", rim));
  const numbers = digits.length
    ? element("g", { "font-size": matrix.digitSize, "text-anchor": "middle" }, digits.join(""))
    : "";
  const rendering = matrix.radius ? "auto" : "crispEdges";
  return element(
    "g",
    { "data-matrix": matrix.id, "shape-rendering": rendering },
    cells.join("") + marks + rims.join("") + numbers,
  );
}

/** @param {Ring} ring */
function ringElement({ x, y, width, height, radius, colour, stroke, halo }) {
  const shape = { x, y, width, height, rx: radius, fill: "none" };
  const under = element("rect", { ...shape, stroke: halo, "stroke-width": stroke + 2 });
  return under + element("rect", { ...shape, stroke: colour, "stroke-width": stroke });
}

/** @param {Shape} shape */
const shapeElement = ({ path, fill, stroke, width, dash, opacity }) =>
  element("path", {
    d: path,
    fill,
    ...(stroke === "none" ? {} : { stroke, "stroke-width": width }),
    ...(dash.length === 0 ? {} : { "stroke-dasharray": dash.join(" ") }),
    ...(opacity === 1 ? {} : { opacity }),
  });

/**
 * A scene as a self-contained SVG document: without style sheets, scripts or references.
 * @param {Scene} scene
 * @param {{title?: string, background?: boolean, margin?: number, imageWidth?: number}} [options] background: whether
 *   the scene's background colour is painted behind it, as in files; margin: px around it; imageWidth: px of the whole image,
 *   to which the scene is scaled; without it, the scene has its own size
 * @returns {string}
 */
export function svgOf(scene, { title = "", background = true, margin = 0, imageWidth } = {}) {
  const [width, height] = [scene.width + 2 * margin, scene.height + 2 * margin];
  const viewBox = `${px(-margin)} ${px(-margin)} ${px(width)} ${px(height)}`;
  const scale = imageWidth === undefined ? (scene.zoom ?? 1) : imageWidth / width;
  const frame = { xmlns: "http://www.w3.org/2000/svg", width: width * scale, height: height * scale, viewBox };
  const [x, y] = [-margin, -margin];
  const content = [
    title ? element("title", {}, escapeXml(title)) : "",
    scene.description ? element("desc", {}, escapeXml(scene.description)) : "",
    background ? element("rect", { ...(margin ? { x, y } : {}), width, height, fill: scene.background }) : "",
    ...scene.matrices.map((matrix) => matrixElement(matrix, palettes[scene.theme])),
    ...scene.rings.map(ringElement),
    ...scene.boxes.map(({ radius, ...box }) => element("rect", { ...box, ...(radius ? { rx: radius } : {}) })),
    ...(scene.shapes ?? []).map(shapeElement),
    ...scene.lines.map(({ points, colour, width: stroke }) =>
      element("polyline", { points: points.map(px).join(" "), fill: "none", stroke: colour, "stroke-width": stroke }),
    ),
    ...scene.texts.map(textElement),
  ];
  return element("svg", { ...frame, role: "img", "font-family": scene.font ?? fontFamily }, content.join(""));
}
