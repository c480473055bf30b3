/** What a pointer does in a figure: it inspects the number under it, and a click selects one. */
export class FigurePointing {
  #host;
  #canvas;
  #picture;
  /** The last position of the pointer, "x y"; "" after it has left the figure. */
  #pointer = "";

  /**
   * @param {import("../view-element.js").ViewElement} host
   * @param {HTMLCanvasElement} canvas
   * @param {() => import("./picture.js").FigurePicture | null} picture what the canvas shows; null before the first layout
   */
  constructor(host, canvas, picture) {
    this.#host = host;
    this.#canvas = canvas;
    this.#picture = picture;
    canvas.addEventListener("pointermove", (event) => this.#hover(event));
    canvas.addEventListener("pointerleave", () => this.#endHover());
    canvas.addEventListener("click", (event) => this.#selectAt(event));
  }

  /** Fires "state-hover" with the number under a moving mouse or pen. @param {PointerEvent} event */
  #hover(event) {
    // Browsers also report a move of a resting pointer when the figure changes under it.
    const position = `${event.clientX} ${event.clientY}`;
    if (event.pointerType === "touch" || position === this.#pointer) return;
    this.#pointer = position;
    this.#host.send("state-hover", { cell: this.#picture()?.cellAt(event.offsetX, event.offsetY) ?? null });
  }

  #endHover() {
    this.#pointer = "";
    this.#host.send("state-hover", { cell: null });
  }

  /** Selects the number under a click. @param {MouseEvent} event */
  #selectAt(event) {
    const cell = this.#picture()?.cellAt(event.offsetX, event.offsetY);
    if (!cell) return;
    this.#host.patch({ cell });
    if (!this.#host.view.embedded) this.#liftAboveSheet(cell);
  }

  /**
   * Scrolls the page until the sheet that explains a number does not cover it: the sheet is as high as the page's
   * scroll padding.
   * @param {import("../../figures/types.js").Cell} cell
   */
  #liftAboveSheet(cell) {
    const { top = 0, height = 0 } = this.#picture()?.boxOf(cell) ?? {};
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
    const bottom = this.#canvas.getBoundingClientRect().top + top + height;
    window.scrollBy({ top: Math.max(0, bottom - (window.innerHeight - padding)) });
  }
}
