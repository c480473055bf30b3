import { lessonOf } from "../../course/course.js";
import { miniatureOf } from "../../course/pictures/miniature.js";
import { drawStep, openedState } from "../../course/pictures/of-step.js";
import { modelsIn } from "../../state/recipes/trained-models.js";
import { computeWalk, viewOf } from "../../view/view.js";
import { loadModels } from "../train/load-models.js";
import { miniatureSvg } from "./pictures/shapes.js";

/** @typedef {import("../../course/pictures/miniature.js").Miniature} Miniature */
/** @typedef {import("../../course/pictures/of-step.js").PicturedStep} PicturedStep */

/**
 * Small pictures of steps, answered. They are drawn one by one when the browser is idle, each from walks that are freed at once, and
 * kept: they hold no words, and take their colours from the page.
 */
export class Miniatures {
  #host;
  /** @type {Map<PicturedStep, Miniature | null>} null until it is drawn */
  #drawn = new Map();
  #isDrawing = false;

  /** @param {import("lit").LitElement & {view: import("../../view/view.js").View}} host */
  constructor(host) {
    this.#host = host;
  }

  /** The picture of a step, which must have one; an empty tile until it is drawn. @param {string} lesson @param {string} id */
  of = (lesson, id) => {
    const step = /** @type {PicturedStep} */ (lessonOf(lesson).steps.find((each) => each.id === id));
    const drawn = this.#drawn.get(step) ?? null;
    if (drawn === null) {
      this.#drawn.set(step, null);
      void this.#drawAll();
    }
    return miniatureSvg(drawn);
  };

  /** Draws what is not drawn yet. */
  async #drawAll() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (const [step, drawn] of this.#drawn) {
      if (drawn !== null) continue;
      await this.#host.view.whenIdle();
      if (!this.#host.isConnected) break;
      const now = await this.#draw(step);
      this.#drawn.set(step, now);
      if (now !== null) this.#host.requestUpdate();
    }
    this.#isDrawing = false;
  }

  /** @param {PicturedStep} step @returns {Promise<Miniature | null>} null where its model cannot be loaded, which the lesson says when it is opened */
  async #draw(step) {
    const { engine, loadWords, t, theme } = this.#host.view;
    try {
      await loadModels(engine, modelsIn(openedState(step)), loadWords);
    } catch {
      return null; // it is tried again when the page is next drawn
    }
    return drawStep(step, {
      answered: true,
      compute: (state) => computeWalk(state, engine, new Map()),
      see: (state, walk) => viewOf(state, walk, { t, theme, cell: null }),
      draw: miniatureOf,
    });
  }
}
