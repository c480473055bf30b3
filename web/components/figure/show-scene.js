import { paintCanvas } from "../../figures/index.js";

/** The most pixels that a canvas may have on every phone: on some, a larger one stays blank. */
const mostPixels = 2 ** 24;

/**
 * How many pixels of a canvas stand for a unit of a scene: as many as the screen has, or fewer in a scene so large that a
 * canvas could not hold them.
 * @param {{width: number, height: number}} scene
 * @param {number} zoom
 * @param {number} screen pixels of the screen for a CSS pixel
 */
export const resolutionOf = ({ width, height }, zoom, screen) =>
  Math.min(zoom * screen, Math.sqrt(mostPixels / (width + 1) / (height + 1)));

/**
 * Whether the bitmap of a canvas holds a picture: as wide, and as high or up to so many times as high.
 * @param {{width: number, height: number}} bitmap
 * @param {{width: number, height: number}} picture
 * @param {number} spare
 */
export const holds = (bitmap, picture, spare) =>
  bitmap.width === picture.width && bitmap.height >= picture.height && bitmap.height <= spare * picture.height;

/**
 * Makes a canvas as large as a scene at the resolution of the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../figures/types.js").Scene} scene
 * @param {number} zoom
 * @param {boolean} [mayKeep] whether the bitmap of a higher picture may stay, whose lower part is then not shown
 * @returns {{context: CanvasRenderingContext2D, ratio: number, width: number, height: number} | null} ratio: device pixels per px
 *   of the scene; width, height: of the scene in device pixels
 */
function fitCanvas(canvas, scene, zoom, mayKeep = false) {
  // A scene has hundreds of texts and cells and is rarely drawn, so setting up the GPU would cost more than it saves.
  // This option keeps the canvas in main memory.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  const ratio = resolutionOf(scene, zoom, window.devicePixelRatio || 1);
  const width = Math.ceil(scene.width * ratio);
  const height = Math.ceil(scene.height * ratio);
  const fitted = { context, ratio, width, height };
  if (holds(canvas, fitted, 1) && !canvas.style.objectFit) return fitted;
  if (!holds(canvas, fitted, mayKeep && width * height > paintedAtOnce ? mostSpare : 1)) {
    // Setting a size allocates a new bitmap even if the size is the same.
    canvas.width = width;
    canvas.height = height;
  }
  // Set from script, because the page's content security policy allows no style attributes.
  canvas.style.width = `${scene.width * zoom}px`;
  canvas.style.height = `${scene.height * zoom}px`;
  canvas.style.objectFit = canvas.height === height ? "" : "cover"; // as wide as the box, cut off at its lower edge
  return fitted;
}

/**
 * Paints a scene on a canvas at the resolution of the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../figures/types.js").Scene} scene
 * @param {number} [zoom]
 */
export function showScene(canvas, scene, zoom = 1) {
  const fitted = fitCanvas(canvas, scene, zoom);
  if (fitted) paintCanvas(fitted.context, scene, { ratio: fitted.ratio });
}

/**
 * Paints a scene that may be larger than the window: with the first step what the reader sees of it, and with each further one a
 * band above or below.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../figures/types.js").Scene} scene
 * @param {object} options
 * @param {number} options.zoom
 * @param {import("../../figures/painters/canvas.js").Images} options.images where the pixels of matrices are stored
 * @param {import("./seen-part.js").Part | null} options.seen null: all is painted with the first step
 * @returns {Generator<void, void, void>}
 */
export function* showInBands(canvas, scene, { zoom, images, seen }) {
  const fitted = fitCanvas(canvas, scene, zoom, seen !== null);
  if (!fitted) return;
  const { context, ratio, width, height } = fitted;
  if (!seen || width * height <= paintedAtOnce) {
    paintCanvas(context, scene, { ratio, images });
    return;
  }
  for (const band of bandsOf(height, seen, Math.ceil(paintedAtOnce / width))) {
    if (band.top < band.bottom) paintCanvas(context, scene, { ratio, images, band });
    yield;
  }
}

/**
 * A bitmap that is kept from a higher picture may be so many times as high: at a step to another stage of long texts, a new one of
 * 10 MB and more takes longer than what is then painted.
 */
const mostSpare = 2;

/** So many device pixels of a large canvas are painted in one step, beside what the reader sees. */
const paintedAtOnce = 2 ** 19;

/**
 * The bands of a canvas: first what is seen, even if it is nothing, then what is below, and what is above.
 * @param {number} height of the canvas, device pixels
 * @param {import("./seen-part.js").Part} seen
 * @param {number} most the greatest height of the others
 * @returns {import("../../figures/painters/canvas.js").Band[]}
 */
export function bandsOf(height, { from, to }, most) {
  const top = Math.floor(from * height);
  const bottom = Math.ceil(to * height);
  const below = Array.from({ length: Math.ceil((height - bottom) / most) }, (_, at) => bottom + at * most);
  const above = Array.from({ length: Math.ceil(top / most) }, (_, at) => top - at * most);
  return [
    { top, bottom },
    ...below.map((start) => ({ top: start, bottom: Math.min(height, start + most) })),
    ...above.map((end) => ({ top: Math.max(0, end - most), bottom: end })),
  ];
}
