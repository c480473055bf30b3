import { palettes } from "../colour/palette.js";
import { hatching } from "../hidden.js";
import { rimsOf } from "../rims.js";
import { cellPixels, eachCell } from "./cells.js";
import { fontFamily, formulaRuns, smallShare } from "../text.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Ring} Ring */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {CanvasRenderingContext2D} Canvas */

/** A font as a canvas takes it. @param {number} weight @param {number} size px @param {string} [family] */
const fontOf = (weight, size, family = fontFamily) => `${weight} ${size}px ${family}`;

/** Number of widths that a measure stores before it discards all of them. */
const maxRemembered = 4000;

/**
 * A function that measures texts with a canvas, for `equationScene`. It stores the widths, because every redraw of a figure
 * measures the same texts.
 * @param {Canvas} canvas
 * @param {string} [font] the family, where it is not that of figures
 * @returns {import("../types.js").Measure}
 */
export function canvasMeasure(canvas, font) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {import("../types.js").Measure} */
  const measure = (text, size, weight = 400) => {
    const key = `${weight} ${size} ${text}`;
    const width = known.get(key);
    if (width !== undefined) return width;
    if (known.size >= maxRemembered) known.clear();
    canvas.font = fontOf(weight, size, font);
    const measured = canvas.measureText(text).width;
    known.set(key, measured);
    return measured;
  };
  return font === undefined ? measure : Object.assign(measure, { font });
}

/**
 * Fills a rectangle.
 * @param {Canvas} canvas
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius of its corners, px
 */
function fillBox(canvas, x, y, width, height, radius) {
  if (!radius) {
    canvas.fillRect(x, y, width, height);
    return;
  }
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, radius);
  canvas.fill();
}

/**
 * Edges of cells are at whole device pixels: otherwise seams would be visible between adjacent cells.
 * @param {number} ratio device pixels per px
 */
const snapTo = (ratio) => (/** @type {number} */ at) => Math.round(at * ratio) / ratio;

/**
 * Paints cells with round corners one by one; only small matrices have them.
 * @param {Canvas} canvas
 * @param {Matrix} matrix
 * @param {number} ratio device pixels per px
 */
function fillCells(canvas, matrix, ratio) {
  const snap = snapTo(ratio);
  eachCell(matrix, ({ x, y, width, height, fill }) => {
    const [left, top] = [snap(x), snap(y)];
    canvas.fillStyle = fill;
    fillBox(canvas, left, top, snap(x + width) - left, snap(y + height) - top, matrix.radius);
  });
}

/** The pixels of the matrices of the last scene, and for which ratio they are. @typedef {Map<Matrix, {ratio: number, pixels: ReturnType<typeof cellPixels<ImageData>>}>} Images */
/** A part of a canvas, as wide as it is. @typedef {{top: number, bottom: number}} Band its edges, in device pixels */

/**
 * Removes the pixels of matrices that a scene no longer has. Their images are used again where they have the right size,
 * because new memory of several MB takes longer than what is then written to it.
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {Images} images
 * @returns {(width: number, height: number) => ImageData} makes an image, whose pixels may be those of an earlier one
 */
function imageMaker(canvas, { matrices }, images) {
  /** @type {ImageData[]} */
  const unused = [];
  for (const [matrix, { pixels }] of images) {
    if (matrices.includes(matrix)) continue;
    images.delete(matrix);
    if (pixels) unused.push(pixels.image);
  }
  return (width, height) => {
    const at = unused.findIndex((image) => image.width === width && image.height === height);
    const [image] = at < 0 ? [] : unused.splice(at, 1);
    return image ?? canvas.createImageData(width, height);
  };
}

/** Whether the cells of a matrix are put as pixels: those with square corners. @param {Matrix} matrix */
const isPut = ({ radius }) => radius === 0;

/**
 * Paints all cells at once as pixels, because a matrix of small cells can have many thousands.
 * @param {Canvas} canvas
 * @param {Matrix} matrix with square corners
 * @param {number} ratio device pixels per px
 * @param {Images} images
 * @param {ReturnType<typeof imageMaker>} newImage
 * @param {Band} band
 */
function putCells(canvas, matrix, ratio, images, newImage, band) {
  const known = images.get(matrix);
  const pixels = known?.ratio === ratio ? known.pixels : cellPixels(matrix, ratio, newImage);
  images.set(matrix, { ratio, pixels });
  if (!pixels) return;
  const { x, y, image, write } = pixels;
  const [top, bottom] = [Math.max(y, band.top), Math.min(y + image.height, band.bottom)];
  if (top >= bottom) return;
  write(top, bottom);
  canvas.putImageData(image, x, y, 0, top - y, image.width, bottom - top);
}

/**
 * Paints a matrix: cells that are not put as pixels, strokes across marked cells, rims, and digits.
 * @param {Canvas} canvas
 * @param {Matrix} matrix
 * @param {{hairline: string, background: string}} palette hairline: colour of the strokes
 * @param {number} ratio device pixels per px
 * @param {Scene["font"]} font of digits
 */
function paintMatrix(canvas, matrix, { hairline, background }, ratio, font) {
  if (!isPut(matrix)) fillCells(canvas, matrix, ratio);
  const snap = snapTo(ratio);
  canvas.strokeStyle = hairline;
  canvas.lineWidth = 1;
  canvas.beginPath();
  for (const [fromX, fromY, toX, toY] of hatching(matrix)) {
    canvas.moveTo(fromX, fromY);
    canvas.lineTo(toX, toY);
  }
  canvas.stroke();
  for (const { x, y, width, height, fill } of rimsOf(matrix, background)) {
    const [left, top] = [snap(x), snap(y)];
    canvas.fillStyle = fill;
    canvas.fillRect(left, top, snap(x + width) - left, snap(y + height) - top);
  }
  if (!matrix.digits) return;
  canvas.font = fontOf(400, matrix.digitSize, font);
  canvas.textAlign = "center";
  eachCell(matrix, ({ x, y, width, height, ink, digits }) => {
    canvas.fillStyle = ink;
    canvas.fillText(digits, x + width / 2, y + height / 2 + matrix.digitSize * 0.35);
  });
}

/**
 * Paints a text without subscripts and superscripts.
 * @param {Canvas} canvas
 * @param {Pick<Text, "text" | "anchor" | "weight" | "size">} text
 * @param {number} x
 * @param {number} y of the baseline
 * @param {Scene["font"]} font
 */
function paintWords(canvas, { text, anchor, weight, size }, x, y, font) {
  canvas.font = fontOf(weight, size, font);
  canvas.textAlign = anchor === "middle" ? "center" : anchor;
  canvas.fillText(text, x, y);
}

/**
 * Paints a formula with its subscripts and superscripts.
 * @param {Canvas} canvas
 * @param {Text} text
 * @param {number} x
 * @param {number} y of the baseline
 * @param {Scene["font"]} font
 */
function paintFormula(canvas, { text, anchor, weight, size }, x, y, font) {
  const parts = formulaRuns(text);
  if (parts.length === 1 && !parts[0]?.shift) {
    paintWords(canvas, { text: parts[0]?.text ?? "", anchor, weight, size }, x, y, font);
    return;
  }
  const runs = parts.map((run) => {
    canvas.font = fontOf(weight, run.shift ? size * smallShare : size, font);
    return { ...run, font: canvas.font, width: canvas.measureText(run.text).width };
  });
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  let left = x - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  canvas.textAlign = "left";
  for (const run of runs) {
    canvas.font = run.font;
    canvas.fillText(run.text, left, y + (run.shift === "sub" ? 0.25 * size : run.shift === "sup" ? -0.35 * size : 0));
    left += run.width;
  }
}

/**
 * Paints a text without rotating it.
 * @param {Canvas} canvas
 * @param {Text} text
 * @param {number} x
 * @param {number} y of the baseline
 * @param {Scene["font"]} font
 */
function paintUpright(canvas, text, x, y, font) {
  canvas.fillStyle = text.colour;
  if (text.formula) {
    paintFormula(canvas, text, x, y, font);
    return;
  }
  paintWords(canvas, text, x, y, font);
}

/** Paints a text, rotated where it says so. @param {Canvas} canvas @param {Text} text @param {Scene["font"]} font */
function paintText(canvas, text, font) {
  if (!text.rotate) {
    paintUpright(canvas, text, text.x, text.y, font);
    return;
  }
  canvas.save();
  canvas.translate(text.x, text.y);
  canvas.rotate((text.rotate * Math.PI) / 180);
  paintUpright(canvas, text, 0, 0, font);
  canvas.restore();
}

/**
 * Paints a ring: first a wider line in the halo's colour, so that the ring is visible on every colour, then its own
 * line.
 * @param {Canvas} canvas
 * @param {Ring} ring
 */
function paintRing(canvas, { x, y, width, height, radius, colour, stroke, halo }) {
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, radius);
  for (const { style, width: lineWidth } of [
    { style: halo, width: stroke + 2 },
    { style: colour, width: stroke },
  ]) {
    canvas.strokeStyle = style;
    canvas.lineWidth = lineWidth;
    canvas.stroke();
  }
}

/** @param {Canvas} canvas @param {Shape} shape */
function paintShape(canvas, { path, fill, stroke, width, dash, opacity }) {
  const outline = new Path2D(path);
  canvas.globalAlpha = opacity;
  if (fill !== "none") {
    canvas.fillStyle = fill;
    canvas.fill(outline);
  }
  if (stroke !== "none") {
    canvas.strokeStyle = stroke;
    canvas.lineWidth = width;
    canvas.setLineDash([...dash]);
    canvas.stroke(outline);
  }
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}

/**
 * Clears the canvas, which is `ratio` times as wide and high as the scene, and paints the scene.
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {{ratio?: number, images?: Images, band?: Band}} [options] ratio: device pixels per px; images: where the pixels of
 *   matrices are stored from one call to the next, so that a matrix that is painted again need not be computed again; band: what
 *   of the canvas is cleared and painted
 */
export function paintCanvas(canvas, scene, { ratio = 1, images = new Map(), band } = {}) {
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (!band) {
    paintAll(canvas, scene, ratio, images, { top: 0, bottom: Infinity });
    return;
  }
  canvas.save();
  canvas.beginPath();
  canvas.rect(0, band.top / ratio, scene.width, (band.bottom - band.top) / ratio);
  canvas.clip();
  paintAll(canvas, scene, ratio, images, band);
  canvas.restore();
}

/** @param {Canvas} canvas @param {Scene} scene @param {number} ratio @param {Images} images @param {Band} band the rest is clipped */
function paintAll(canvas, scene, ratio, images, band) {
  canvas.clearRect(0, 0, scene.width, scene.height);
  canvas.textBaseline = "alphabetic";
  const newImage = imageMaker(canvas, scene, images);
  // Pixels come first: the browser draws all that was painted so far whenever some are put.
  for (const matrix of scene.matrices.filter(isPut)) putCells(canvas, matrix, ratio, images, newImage, band);
  for (const matrix of scene.matrices) paintMatrix(canvas, matrix, palettes[scene.theme], ratio, scene.font);
  for (const ring of scene.rings) paintRing(canvas, ring);
  for (const { x, y, width, height, radius, fill } of scene.boxes) {
    canvas.fillStyle = fill;
    fillBox(canvas, x, y, width, height, radius);
  }
  for (const shape of scene.shapes ?? []) paintShape(canvas, shape);
  for (const { points, colour, width } of scene.lines) {
    canvas.strokeStyle = colour;
    canvas.lineWidth = width;
    canvas.beginPath();
    for (let at = 0; at < points.length; at += 2)
      canvas.lineTo(/** @type {number} */ (points[at]), /** @type {number} */ (points[at + 1]));
    canvas.stroke();
  }
  for (const text of scene.texts) paintText(canvas, text, scene.font);
}
