import { boxOf, cellAt, findCell, linkAt, moveCell, pinRowLabels } from "../../figures/index.js";
import { drawsLines, headLinesOf, sceneOf } from "../../view/scenes.js";
import { newMeasure } from "./measure.js";
import { showScene } from "./show-scene.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {import("../../view/view.js").View} View */

/** What a figure's canvas shows, and which number is where on it. Places are in the page's px. */
export class FigurePicture {
  #canvas;
  #measure;
  #zoom = 1;
  #width = 0;
  /** @type {View | null} */
  #view = null;
  /** @type {import("../../figures/types.js").Scene | null} */
  #scene = null;
  /** @type {ReturnType<typeof headLinesOf> | null} drawn in its place, where the reader wants lines */
  #lines = null;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../../figures/types.js").Measure} [measure] one that remembers what others have measured
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
    const room = { width: width / zoom, measure: this.#measure };
    [this.#view, this.#width, this.#zoom] = [view, width, zoom];
    this.#scene = sceneOf(view, room);
    this.#lines = drawsLines(view) ? headLinesOf(view, room) : null;
  }

  get width() {
    return ((this.#lines ?? this.#scene)?.width ?? 0) * this.#zoom;
  }

  /** The scene's, where lines are drawn too. */
  get matrices() {
    return this.#scene?.matrices ?? [];
  }

  /**
   * @param {number} left how far it is scrolled: row labels stay in sight
   * @param {(scene: import("../../figures/types.js").Scene) => import("../../figures/types.js").Scene} moved the scene, or a
   *   moment of how the asked number comes about in it
   */
  show(left, moved) {
    if (!this.#scene) return;
    showScene(this.#canvas, this.#lines ?? pinRowLabels(moved(this.#scene), left / this.#zoom), this.#zoom);
  }

  /**
   * Where a number stands.
   * @param {Cell | null} cell
   */
  placeOf(cell) {
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
   * The number at a place.
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
   * Where a key leads from a number.
   * @param {Cell} cell
   * @param {Parameters<typeof moveCell>[2]} move
   */
  cellBeside(cell, move) {
    return this.#scene ? moveCell(this.#scene, cell, move) : cell;
  }
}
