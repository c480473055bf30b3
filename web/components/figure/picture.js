import { boxOf, cellAt, findCell, linkAt, moveCell, pinRowLabels } from "../../figures/index.js";
import { drawsLines, headLinesOf, sceneOf } from "../../view/scenes.js";
import { newMeasure } from "./text-measure.js";
import { showScene } from "./show-scene.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {import("../../view/view.js").View} View */

/** What a figure's canvas shows, and which number is where on it. All positions are in CSS px of the page. */
export class FigurePicture {
  #canvas;
  #measure;
  #zoom = 1;
  #width = 0;
  /** @type {View | null} */
  #view = null;
  /** @type {import("../../figures/types.js").Scene | null} */
  #scene = null;
  /** @type {ReturnType<typeof headLinesOf> | null} drawn instead of the scene where the reader has chosen lines */
  #lines = null;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../../figures/types.js").Measure} [measure] one that several figures share
   */
  constructor(canvas, measure = newMeasure()) {
    this.#canvas = canvas;
    this.#measure = measure;
  }

  /** @type {(view: View, width: number, zoom: number) => boolean} whether it is laid out for these */
  isOf(view, width, zoom) {
    return view === this.#view && width === this.#width && zoom === this.#zoom;
  }

  /**
   * @param {View} view
   * @param {number} width to fill
   * @param {number} zoom
   */
  layOut(view, width, zoom) {
    if (this.isOf(view, width, zoom)) return;
    const layout = { width: width / zoom, measure: this.#measure };
    [this.#view, this.#width, this.#zoom] = [view, width, zoom];
    this.#scene = sceneOf(view, layout);
    this.#lines = drawsLines(view) ? headLinesOf(view, layout) : null;
  }

  get width() {
    return ((this.#lines ?? this.#scene)?.width ?? 0) * this.#zoom;
  }

  /** The scene's matrices, even where lines are drawn instead. */
  get matrices() {
    return this.#scene?.matrices ?? [];
  }

  /**
   * @param {number} left how far the figure is scrolled: row labels stay visible
   * @param {(scene: import("../../figures/types.js").Scene) => import("../../figures/types.js").Scene} atStep gives
   *   the scene at the current step of the computation
   */
  show(left, atStep) {
    if (!this.#scene) return;
    showScene(this.#canvas, this.#lines ?? pinRowLabels(atStep(this.#scene), left / this.#zoom), this.#zoom);
  }

  /**
   * Where a number is on the canvas.
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
   * @param {number} left
   * @param {number} top
   * @returns {Cell | null}
   */
  cellAt(left, top) {
    const [x, y] = [left / this.#zoom, top / this.#zoom];
    const hit = this.#lines ? linkAt(this.#lines, x, y) : this.#scene && cellAt(this.#scene, x, y);
    return hit ? { stage: hit.stage, index: [...hit.index] } : null;
  }

  /**
   * The number that a key leads to from another.
   * @param {Cell} cell
   * @param {Parameters<typeof moveCell>[2]} move
   */
  cellBeside(cell, move) {
    return this.#scene ? moveCell(this.#scene, cell, move) : cell;
  }
}
