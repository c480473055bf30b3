import { createEngine } from "../../engine/engine.js";
import { modelOf, modelsIn } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { RunCache } from "../../view/run-cache.js";
import { afterFrame, nextTask } from "../../view/scheduling.js";
import { partsDrawn } from "../view-element.js";
import { loadModels } from "../train/load-models.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {typeof import("./later.js")} Later */

/**
 * The fields of the page that record how far it has come.
 * @typedef {object} StartingPage
 * @property {State} state
 * @property {RunCache | null} walks null until the engine has started
 * @property {boolean} begun whether what stands above the figure is drawn: its height decides where the figure begins
 * @property {Later | null} later the part that is loaded after the first frame, null until then
 * @property {boolean} incomplete whether that part could not be loaded
 * @property {boolean} whole whether all of the page is drawn
 * @property {string} failure why the engine could not start; "" if it has started
 * @property {(error: unknown, state: State) => void} showInstead shows another state than the one whose trained model could not be loaded
 */

/** Whether a state shows the panel of a model that guesses a word, which comes after the first screen. @param {State} state */
export const needsLater = (state) => {
  const model = modelOf(state);
  return model !== null && model.pointer === undefined;
};

/** The words of what is loaded after the first frame. */
const laterWords = Object.freeze(/** @type {const} */ (["explore", "model", "terms"]));

/** Draws the page for the first time: what the first screen shows, then the rest. */
export class PageStart {
  #page;
  #language;
  #resolveFigureShown = () => {};
  /** @type {Promise<void>} resolves when the first figure is on the screen */
  figureShown = new Promise((resolve) => (this.#resolveFigureShown = resolve));

  /** @param {import("lit").LitElement & StartingPage} page @param {import("./language.js").PageLanguage} language */
  constructor(page, language) {
    this.#page = page;
    this.#language = language;
  }

  async start() {
    const page = this.#page;
    try {
      if (page.whole) return;
      if (needsLater(page.state)) void this.load();
      const [walks] = await Promise.all([page.walks ?? startWalks(page, this.#language.load), this.#language.ready]);
      await nextTask(); // the first walk has just been computed
      page.walks = walks;
      await this.#drawn();
      takeOver();
      page.begun = true;
      await this.#drawn();
      await afterFrame();
      this.#resolveFigureShown();
      await this.complete();
    } catch (error) {
      page.failure = error instanceof Error ? error.message : String(error);
      takeOver();
    }
  }

  /**
   * Loads the part that the first frame does not need, unless that has been done.
   * @returns {Promise<Later | null>} null if it cannot be loaded, which the page reports
   */
  async load() {
    const page = this.#page;
    if (page.later) return page.later;
    page.incomplete = false;
    const words = laterWords.map(this.#language.load);
    const [later] = await Promise.all([import("./later.js"), ...words]).catch(() => [null]);
    page.incomplete = !later;
    await nextTask(); // its script has just run
    return (page.later = later);
  }

  /** Loads that part and draws it. @returns {Promise<Later | null>} as load() */
  async complete() {
    const later = await this.load();
    await this.#drawn();
    this.#page.whole = later !== null;
    return later;
  }

  /** Resolves when the page and all parts in it are drawn. */
  async #drawn() {
    await this.#page.updateComplete;
    await partsDrawn(this.#page);
  }
}

/** The page shows itself in place of the first screen that index.html holds, where that is still there. */
const takeOver = () => document.querySelector("first-screen")?.remove();

/**
 * Starts the engine and computes the first walk. Where the state needs a trained model that cannot be loaded, that is the
 * walk of the same sentence with random weights, and the page says so.
 * @param {StartingPage} page
 * @param {import("../../words/words.js").Words["load"]} loadWords
 * @returns {Promise<RunCache>} a cache that has computed the page's state
 */
async function startWalks(page, loadWords) {
  const engine = await createEngine();
  try {
    await loadModels(engine, modelsIn(page.state), loadWords);
  } catch (error) {
    page.showInstead(
      error,
      changeState(page.state, { recipe: "random", experiment: null, experiment_state: null, compare: null }),
    );
  }
  const walks = new RunCache(engine);
  walks.walkOf(page.state);
  return walks;
}
