import { boxOf, cellAt, findCell, linkAt, moveCell, pinRowLabels } from "../../figures/index.js";
import { metrics } from "../../figures/metrics.js";
import { drawsLines, headLinesOf, sceneDrawer } from "../../view/scenes.js";
import { newMeasure } from "./text-measure.js";
import { showInBands } from "./show-scene.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {import("../../view/view.js").View} View */
/**
 * @typedef {object} Space
 * @property {number} width available width, px
 * @property {number} room available height, px: where the figure is higher, it leaves out what it can
 * @property {number} zoom 1 at a font size of 16 px
 * @property {boolean} enlarged whether each cell is large enough for a finger, however wide the figure becomes
 */

/**
 * Draws a stage on the canvas of a figure, and maps between numbers and positions on the canvas. All positions are in
 * CSS px of the page.
 */
export class FigurePicture {
  #canvas;
  /** @type {import("../../figures/types.js").Measure | null} where views bring none */
  #own = null;
  #sceneOf = sceneDrawer();
  /** @type {import("../../figures/painters/canvas.js").Images} */
  #images = new Map();
  #zoom = 1;
  #width = 0;
  #enlarged = false;
  #room = Infinity;
  /** @type {View | null} */
  #view = null;
  /** @type {import("../../figures/types.js").Scene | null} */
  #scene = null;
  /** @type {ReturnType<typeof headLinesOf> | null} drawn instead of the scene if the reader has chosen lines */
  #lines = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
  }

  /**
   * Whether the current layout is for this view and space.
   * @param {View} view
   * @param {Space} space
   */
  isOf(view, { width, zoom, enlarged, room }) {
    const isSpace = width === this.#width && zoom === this.#zoom && room === this.#room;
    return view === this.#view && isSpace && enlarged === this.#enlarged;
  }

  /**
   * Lays out a view; `show` draws it.
   * @param {View} view
   * @param {Space} space
   */
  layOut(view, space) {
    if (this.isOf(view, space)) return;
    const { width, zoom, enlarged, room } = space;
    const layout = { width: width / zoom, height: room / zoom, measure: view.measure ?? (this.#own ??= newMeasure()) };
    [this.#view, this.#width, this.#zoom, this.#enlarged, this.#room] = [view, width, zoom, enlarged, room];
    this.#scene = this.#sceneOf(view, { ...layout, enlarged });
    this.#lines = drawsLines(view) ? headLinesOf(view, layout) : null;
  }

  /** The width of the layout, px; it may be larger than the available width. */
  get width() {
    return ((this.#lines ?? this.#scene)?.width ?? 0) * this.#zoom;
  }

  /** Whether cells have rims in the colours of their former numbers. */
  get hasRims() {
    return !this.#lines && this.matrices.some(({ rims }) => rims);
  }

  /** Whether some cells are too small for a finger. */
  get hasSmallCells() {
    const smallest = Math.min(...this.matrices.flatMap(({ cellWidth, cellHeight }) => [cellWidth, cellHeight]));
    return smallest * this.#zoom < metrics.touchedCell;
  }

  /** The matrices of the scene, even if lines are drawn instead. */
  get matrices() {
    return this.#scene?.matrices ?? [];
  }

  /**
   * Draws the layout on the canvas: what the reader sees with the first step, the rest with further ones.
   * @param {number} left how far the figure is scrolled to the right, px; row labels stay at the visible edge
   * @param {(scene: import("../../figures/types.js").Scene) => import("../../figures/types.js").Scene} atStep gives
   *   the scene at the current step of the computation
   * @param {import("./seen-part.js").Part | null} seen null: all with the first step
   * @returns {Iterator<void>}
   */
  show(left, atStep, seen) {
    if (!this.#scene) return [].values();
    const scene = this.#lines ?? pinRowLabels(atStep(this.#scene), left / this.#zoom);
    return showInBands(this.#canvas, scene, { zoom: this.#zoom, images: this.#images, seen });
  }

  /**
   * The box of a number on the canvas, and the width of the row labels (gutter) of its matrix; null if it is not drawn.
   * @param {Cell | null} cell
   */
  boxOf(cell) {
    const place = this.#lines ? null : findCell(this.matrices, cell);
    if (!place) return null;
    const box = boxOf(place.matrix, place.row, place.column);
    const zoomed = (/** @type {number} */ px) => px * this.#zoom;
    return {
      left: zoomed(box.x),
      top: zoomed(box.y),
      width: zoomed(box.width),
      height: zoomed(box.height),
      gutter: zoomed(place.matrix.gutter),
    };
  }

  /**
   * The number at a point of the canvas.
   * @param {number} left px
   * @param {number} top px
   * @returns {Cell | null} null if there is no number
   */
  cellAt(left, top) {
    const [x, y] = [left / this.#zoom, top / this.#zoom];
    const hit = this.#lines ? linkAt(this.#lines, x, y) : this.#scene && cellAt(this.#scene, x, y);
    return hit ? { stage: hit.stage, index: [...hit.index] } : null;
  }

  /**
   * The number that a move of the keyboard focus leads to.
   * @param {Cell} cell
   * @param {Parameters<typeof moveCell>[2]} move
   */
  cellBeside(cell, move) {
    return this.#scene ? moveCell(this.#scene, cell, move) : cell;
  }
}
