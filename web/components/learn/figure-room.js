/** What a figure is at least given, px: on a screen that is too small for it, the page scrolls instead. */
const least = 240;

/** So high a drawing is at least, px, for what follows it in the figure to be on the screen too. */
const leastDrawn = 130;

/** How high an element would be without its least height, px. @param {HTMLElement} element */
const heightOfContent = (element) =>
  Math.max(0, ...[...element.children].map((child) => child.getBoundingClientRect().bottom)) -
  element.getBoundingClientRect().top;

/**
 * Keeps a step on one screen: its figure may be as high as words, answer and the bar with the ways on leave it, and what is higher
 * scrolls inside it. The figure of a stage is told how high it may be, and draws the fullest form that fits. Once the reader has
 * begun to answer or to change something, all this stays as it is, until the window gets another size.
 */
export class FigureRoom {
  #host;
  #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#fit()));
  /** @type {readonly Element[]} whose sizes are observed */
  #observed = [];
  #isKept = false;
  /** How high the drawing of a stage may be, px. */
  #room = Infinity;

  /** @param {import("lit").LitElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** Of a new step, or of a window of another size, nothing is known yet. */
  forget() {
    this.#isKept = false;
    const figure = this.#part(".figure");
    if (figure) Object.assign(figure.style, { height: "", maxHeight: "" });
    this.#observer.disconnect();
    this.#observed = [];
  }

  /** From now on nothing moves. */
  keep() {
    const figure = this.#part(".figure");
    if (this.#isKept || !figure) return;
    this.#isKept = true;
    if (this.#isBelowWords) figure.style.height = `${figure.getBoundingClientRect().height}px`;
  }

  /** A number that the reader selects is drawn with all that it is computed from, which may scroll. @param {boolean} isSelected */
  open(isSelected) {
    const stage = this.#stage;
    if (stage) stage.room = isSelected ? Infinity : this.#room;
  }

  /** Once the step is drawn. */
  async drawn() {
    await this.#stage?.updateComplete;
    this.#fit();
    requestAnimationFrame(() => this.#fit()); // what else is in the figure has its height by then
    // Figures measure themselves; whoever observed what gets its height from them would be told too late, which browsers report as an
    // error. Beside a figure it has that of the words.
    const above = this.#isBelowWords
      ? ".words, .answer, .figure attention-control-bar"
      : ".figure attention-control-bar";
    const parts = [...this.#host.renderRoot.querySelectorAll(above)];
    if (parts.length === this.#observed.length && parts.every((part, at) => part === this.#observed[at])) return;
    this.#observer.disconnect();
    for (const part of parts) this.#observer.observe(part);
    this.#observed = parts;
  }

  #fit() {
    const figure = this.#part(".figure");
    const limit = this.#isKept || !figure ? null : this.#limit(figure);
    if (!figure || limit === null) return;
    figure.style.maxHeight = `${limit}px`;
    const stage = this.#stage;
    const canvas = stage?.renderRoot.querySelector("canvas");
    if (!stage || !canvas) return;
    const [box, drawn] = [figure.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const last = Math.max(...[...figure.children].map((child) => child.getBoundingClientRect().bottom));
    const above = drawn.top - box.top + figure.scrollTop;
    const padding = parseFloat(getComputedStyle(figure).paddingBottom);
    const room = limit - above - padding;
    const beside = room - (last - drawn.bottom);
    this.#room = Math.max(0, Math.floor(beside < leastDrawn ? room : beside));
    stage.room = this.#room;
  }

  /** How high the figure may be; null where it stands alone in a frame, which grows with it. @param {HTMLElement} figure */
  #limit(figure) {
    const [ways, answer] = [this.#part(".ways"), this.#part(".answer")];
    if (!ways || !answer || this.#part("[data-alone]")) return null;
    const bottom = document.documentElement.clientHeight;
    const top = figure.getBoundingClientRect().top + window.scrollY;
    const gap = 12;
    // Beside the words all figures are equally high where the window is high enough for it.
    if (!this.#isBelowWords)
      return Math.max(least, parseFloat(getComputedStyle(figure).minHeight) || bottom - top - gap);
    // What is said of an answer has room below the figure of a stage. A picture, which is drawn whole, may take some of it.
    const given = this.#part(".drawn") ? heightOfContent(answer) : answer.offsetHeight;
    return Math.max(least, bottom - top - ways.offsetHeight - given - gap);
  }

  /** Whether words, figure and answer stand below each other. */
  get #isBelowWords() {
    const ways = this.#part(".ways");
    return ways !== null && getComputedStyle(ways).position === "fixed";
  }

  /** The figure of a stage; null where the step shows something else. @returns {import("../figure/stage-figure.js").StageFigure | null} */
  get #stage() {
    return this.#host.renderRoot.querySelector("attention-stage-figure");
  }

  /** @param {string} selector @returns {HTMLElement | null} */
  #part(selector) {
    return this.#host.renderRoot.querySelector(`.lesson ${selector}, .lesson${selector}`);
  }
}
