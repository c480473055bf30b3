/** Turns tables on their sides that are too wide for their boxes, in a component that draws them with the class "numbers". */
export class TurnedTables {
  #host;
  /** @type {readonly string[]} ids of those that are turned */
  #turned = [];

  /** @param {import("lit").ReactiveElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** Whether a table lies on its side. @param {string} id */
  has = (id) => this.#turned.includes(id);

  /** Lets all tables stand upright again: with another width they may fit. */
  stand() {
    this.#turned = [];
    if (this.#host.renderRoot.querySelector(".numbers")) this.#host.requestUpdate();
  }

  /** Turns those that do not fit. */
  turn() {
    const boxes = /** @type {NodeListOf<HTMLElement>} */ (this.#host.renderRoot.querySelectorAll(".numbers"));
    const wide = [...boxes].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const more = wide.map(({ dataset }) => dataset.table ?? "").filter((id) => !this.has(id));
    if (more.length === 0) return;
    this.#turned = [...this.#turned, ...more];
    this.#host.requestUpdate();
  }
}
