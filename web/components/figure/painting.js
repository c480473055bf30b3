import { SeenPart } from "./seen-part.js";

/** Paints the picture of a figure: at once what the reader sees of it, then the rest. */
export class FigurePainting {
  #host;
  #seen;
  /** What is still to be painted. @type {Iterator<void>} */
  #rest = [].values();

  /** @param {import("../view-element.js").ViewElement} host @param {HTMLCanvasElement} canvas */
  constructor(host, canvas) {
    this.#host = host;
    this.#seen = new SeenPart(host, canvas);
  }

  /** Begins a picture, which ends the one before. @param {(seen: import("./seen-part.js").Part | null) => Iterator<void>} begin */
  paint(begin) {
    this.#rest.return?.();
    this.#rest = begin(this.#host.view.atOnce ? null : this.#seen.part);
    if (!this.#rest.next().done) void this.#host.paintAfterFigure(false, () => this.#rest);
  }
}
