import { started } from "./preload.js";
import { afterFrame, nextTask, taskBeforeFrame } from "../../view/scheduling.js";
import { RunCache } from "../../view/run-cache.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {typeof import("./deferred.js")} More */

/** What the page draws, each in a frame of its own: what stands above the figure, the figure, and what is behind it. */
const parts = Object.freeze(/** @type {const} */ (["top", "figure", "panel", "ledger", "meters", "labs"]));

/**
 * The page, as far as it is there.
 * @typedef {object} Start
 * @property {State} state
 * @property {RunCache | null} walks once the engine is there
 * @property {number} parts how many of them it draws
 * @property {More | null} more what the parts behind the figure are made with
 * @property {boolean} incomplete whether that could not be loaded
 * @property {boolean} whole whether all parts are drawn
 * @property {string} failure why there is no engine
 */

/** @param {Start} page @param {typeof parts[number]} part */
export const has = (page, part) => parts.indexOf(part) < page.parts;

/** How the page comes about: the figure first, and all of it in small steps, so that the browser can answer in between. */
export class PageStart {
  #page;
  #tell = () => {};
  /** @type {Promise<void>} when the first figure is on the screen */
  shown = new Promise((resolve) => (this.#tell = resolve));
  /** @type {Promise<void> | null} when all parts are drawn */
  #whole = null;

  /** @param {import("lit").LitElement & Start} page */
  constructor(page) {
    this.#page = page;
  }

  async start() {
    const page = this.#page;
    try {
      if (page.more) return;
      const walks = await startWalks(page.state);
      page.walks ??= walks;
      await this.#draw("top"); // which says where the figure begins
      const drawn = this.#draw("figure");
      const loaded = this.#load(); // is on its way while the figure is drawn
      await drawn;
      await afterFrame();
      this.#tell();
      await this.complete(loaded);
    } catch (error) {
      page.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Whoever needs what stands behind the figure has all of the page drawn, if that is yet to be done.
   * @param {Promise<More | null>} [loaded]
   * @returns {Promise<More | null>} null, which the page says, where it cannot be loaded
   */
  async complete(loaded = this.#load()) {
    const more = await loaded;
    if (more) await (this.#whole ??= this.#drawAll(more));
    return more;
  }

  /** @returns {Promise<More | null>} */
  async #load() {
    this.#page.incomplete = false;
    const more = await import("./deferred.js").catch(() => null);
    this.#page.incomplete = !more;
    return more;
  }

  /** @param {More} more */
  async #drawAll(more) {
    await nextTask(); // its scripts have just run
    this.#page.more = more;
    for (const part of parts) {
      if (has(this.#page, part)) continue;
      await this.#draw(part);
      await afterFrame();
    }
    this.#page.whole = true;
  }

  /** @param {typeof parts[number]} part and those before it */
  async #draw(part) {
    this.#page.parts = parts.indexOf(part) + 1;
    await this.#page.updateComplete;
    const elements = [...this.#page.renderRoot.querySelectorAll("*")];
    await Promise.all(elements.map((element) => "updateComplete" in element && element.updateComplete));
  }
}

/** @param {State} state @returns {Promise<RunCache>} which has that state's walk */
async function startWalks(state) {
  const { engine, drawn } = await started;
  await taskBeforeFrame(); // the script has just run
  const walks = new RunCache(engine, drawn);
  walks.walkOf(state);
  await taskBeforeFrame();
  return walks;
}
