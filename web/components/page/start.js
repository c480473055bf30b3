import { modelsIn } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { settingsFor, started } from "./preload.js";
import { afterFrame, nextTask, taskBeforeFrame } from "../../view/scheduling.js";
import { RunCache } from "../../view/run-cache.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {typeof import("./deferred.js")} Deferred */
/** @typedef {typeof import("./trained.js")} Trained */
/** @typedef {Pick<typeof import("./settings.js"), "text">} Settings */

/** The parts of the page in the order in which they are drawn, each in a frame of its own. */
const parts = Object.freeze(/** @type {const} */ (["top", "figure", "panel", "shapes", "questions", "meters"]));

/**
 * The fields of the page that record how much of it has been drawn.
 * @typedef {object} StartingPage
 * @property {State} state
 * @property {RunCache | null} walks null until the engine has started
 * @property {number} parts how many of `parts` are drawn
 * @property {Deferred | null} deferred null until it is loaded
 * @property {Trained | null} trained the trained model, null until a state needs it
 * @property {Settings | null} settings the sentence and the settings, null until they are loaded
 * @property {boolean} incomplete whether the deferred parts could not be loaded
 * @property {boolean} whole whether all parts are drawn
 * @property {string} failure why the engine could not start; "" if it has started
 * @property {(error: unknown, state: State) => void} showInstead shows another state than the one whose trained model could not be loaded
 */

/** Whether a part of the page is drawn. @param {StartingPage} page @param {typeof parts[number]} part */
export const isShown = (page, part) => parts.indexOf(part) < page.parts;

/**
 * Draws the page for the first time: the figure first, then the rest in small steps, so that the browser can respond in
 * between.
 */
export class PageStart {
  #page;
  #resolveFigureShown = () => {};
  /** @type {Promise<void>} resolves when the first figure is on the screen */
  figureShown = new Promise((resolve) => (this.#resolveFigureShown = resolve));
  /** @type {Promise<void> | null} resolves when all parts are drawn */
  #whole = null;

  /** @param {import("lit").LitElement & StartingPage} page */
  constructor(page) {
    this.#page = page;
  }

  async start() {
    const page = this.#page;
    try {
      if (page.deferred) return;
      page.walks ??= await startWalks(page);
      await this.#draw("top"); // its height decides where the figure begins
      const drawn = this.#draw("figure");
      const loaded = this.#load(); // while the figure is drawn
      await drawn;
      await afterFrame();
      this.#resolveFigureShown();
      await this.complete(loaded);
    } catch (error) {
      page.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Loads the deferred parts and draws the rest of the page, unless that has been done.
   * @param {Promise<Deferred | null>} [loaded]
   * @returns {Promise<Deferred | null>} null if they cannot be loaded, which the page reports
   */
  async complete(loaded = this.#load()) {
    const deferred = await loaded;
    if (deferred) await (this.#whole ??= this.#drawAll(deferred));
    return deferred;
  }

  /** Loads the deferred parts. @returns {Promise<Deferred | null>} */
  async #load() {
    this.#page.incomplete = false;
    const deferred = await import("./deferred.js").catch(() => null);
    this.#page.incomplete = !deferred;
    return deferred;
  }

  /** Draws all remaining parts of the page. @param {Deferred} deferred */
  async #drawAll(deferred) {
    await nextTask(); // its script has just run
    this.#page.settings ??= { text: deferred.settingsText };
    this.#page.deferred = deferred;
    for (const part of parts) {
      if (isShown(this.#page, part)) continue;
      await this.#draw(part);
      await afterFrame();
    }
    this.#page.whole = true;
  }

  /** Draws the page up to a part. @param {typeof parts[number]} part drawn together with those before it */
  async #draw(part) {
    this.#page.parts = parts.indexOf(part) + 1;
    await this.#page.updateComplete;
    const elements = [...this.#page.renderRoot.querySelectorAll("*")];
    await Promise.all(elements.map((element) => "updateComplete" in element && element.updateComplete));
  }
}

/**
 * Waits for the engine and computes the first walk. Where the state needs a trained model that cannot be loaded, that is the
 * walk of the same sentence with random weights, and the page says so.
 * @param {StartingPage} page
 * @returns {Promise<RunCache>} a cache that has computed the page's state
 */
async function startWalks(page) {
  const { engine, drawn, trained, settings } = await started;
  await taskBeforeFrame(); // the script has just run
  try {
    page.trained ??= trained ?? (await trainedFor(engine, page.state));
  } catch (error) {
    page.showInstead(error, changeState(page.state, { recipe: "random", lab: null, experiment: null, compare: null }));
  }
  page.settings ??= (await settings) ?? (await settingsFor(page.state));
  const walks = new RunCache(engine, drawn);
  walks.walkOf(page.state);
  await taskBeforeFrame();
  return walks;
}

/**
 * Loads the trained models that a state needs into an engine.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {State} state
 * @returns {Promise<Trained | null>} null: it needs none
 */
export async function trainedFor(engine, state) {
  const models = modelsIn(state);
  if (models.length === 0) return null;
  const trained = await import("./trained.js");
  await trained.addModels(engine, models, true);
  return trained;
}
