import { placeOf } from "../places.js";
import { whileConnected } from "../while-connected.js";

/** Loads the code of a place, and its words. */
const loaders = Object.freeze({
  learn: (/** @type {LoadWords} */ words) =>
    Promise.all([
      import("../learn/learn-place.js"),
      words("learn"),
      words("questions"),
      words("exercises"),
      words("terms"),
    ]),
  train: (/** @type {LoadWords} */ words) =>
    Promise.all([import("../train/train-place.js"), words("train"), words("explore")]),
  class: (/** @type {LoadWords} */ words) =>
    Promise.all([import("../class/class-place.js"), words("class"), words("terms"), words("experiments")]),
  checkpoint: (/** @type {LoadWords} */ words) =>
    Promise.all([import("../checkpoint/checkpoint-place.js"), words("checkpoint")]),
  write: (/** @type {LoadWords} */ words) =>
    Promise.all([import("../write/write-place.js"), words("exercises"), words("explore")]),
});

/** @typedef {import("../../words/words.js").Words["load"]} LoadWords */

/** @typedef {keyof typeof loaders} Other */
/**
 * @typedef {import("lit").LitElement & {
 *   place: import("../places.js").Place, linkProblem: import("./problems.js").LinkProblem}} Page
 */

/** Goes to the place that the address bar names, and shows those beside Explore, each from when the reader first goes there. */
export class OtherPlaces {
  #page;
  #t;
  #loadWords;
  #stay;
  #alone;
  /** @type {Map<Other, HTMLElement | null>} those to which the reader has gone, as they left them; null while one is loaded */
  #elements = new Map();

  /**
   * @param {Page} page
   * @param {{t: () => import("../../words/translate.js").Translate, loadWords: LoadWords, stay: () => void,
   *   alone: import("../framed/alone.js").Alone | null}} act stay: writes the link to Explore, because the place that it names could not be
   *   loaded; alone: what of Learn is shown, null for all of it
   */
  constructor(page, { t, loadWords, stay, alone }) {
    this.#page = page;
    this.#t = t;
    this.#loadWords = loadWords;
    this.#stay = stay;
    this.#alone = alone;
    whileConnected(page, (signal) => {
      this.#goThere();
      window.addEventListener("hashchange", () => this.#goThere(), { signal });
    });
  }

  #goThere() {
    this.#page.place = placeOf(window.location.hash.slice(1));
  }

  /** @param {import("../../view/view.js").View} view of Explore */
  render(view) {
    return /** @type {Other[]} */ (Object.keys(loaders)).map((place) => {
      const open = this.#page.place === place;
      if (open && !this.#elements.has(place)) this.#load(place);
      const element = this.#elements.get(place);
      return element && Object.assign(element, { view, open, hidden: !open, alone: this.#alone });
    });
  }

  /** @param {Other} place */
  #load(place) {
    const page = this.#page;
    const { hash } = window.location;
    this.#elements.set(place, null);
    const loading = loaders[place](this.#loadWords).then(() => {
      this.#elements.set(place, document.createElement(`${place}-place`));
      page.requestUpdate();
    });
    loading.catch(() => {
      const t = this.#t();
      this.#elements.delete(place);
      page.place = "explore";
      this.#stay();
      page.linkProblem = {
        message: t("place-failed", { place: t(`place-${place}`) }),
        again: () => {
          window.location.hash = hash;
          page.place = place;
        },
      };
    });
  }

  /**
   * Names the place in the window's title. Where the reader came by something that is hidden now, the focus would be lost:
   * it goes to the figure of Explore, or to the link of another place.
   * @param {boolean} isMove whether the reader was in another place
   */
  arrive(isMove) {
    const { place, renderRoot } = this.#page;
    const t = this.#t();
    const isExplore = place === "explore";
    document.title = isExplore ? t("app-name") : `${t(`place-${place}`)} · ${t("app-name")}`;
    if (!isMove || /** @type {ShadowRoot} */ (renderRoot).activeElement?.closest("header")) return;
    /** @type {HTMLElement | null} */ (
      renderRoot.querySelector(isExplore ? "#figure" : "[aria-current=page]")
    )?.focus();
  }
}
