import { css, html, LitElement, svg } from "lit";

import { arcBetween, widthOfArc } from "../../../course/pictures/arcs.js";

/**
 * Arcs from the word that looks to those it looks at, over the words of its parent: `[data-key]`, and `[data-query]` where the
 * word that looks is none of them.
 */
export class ShareArcs extends LitElement {
  static properties = { shares: { attribute: false }, row: { attribute: false }, arcs: { state: true } };

  static styles = css`
    :host {
      position: absolute;
      inset: 0;
      pointer-events: none;
    }
    svg {
      width: 100%;
      height: 100%;
      overflow: visible;
    }
    path {
      fill: none;
      stroke: var(--role-weights);
      stroke-linecap: round;
      opacity: 0.75;
    }
  `;

  #resized = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    /** The share of each key; none is drawn for 0. @type {readonly number[]} */
    this.shares = [];
    /** Which key looks; -1: none of them. */
    this.row = -1;
    /** @type {readonly {path: string, wide: number}[]} */
    this.arcs = [];
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.parentElement) this.#resized.observe(this.parentElement);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  render() {
    return html`<svg aria-hidden="true">
      ${this.arcs.map(({ path, wide }) => svg`<path d=${path} stroke-width=${wide} />`)}
    </svg>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("shares") || changed.has("row")) queueMicrotask(() => this.#measure());
  }

  #measure() {
    const parent = this.parentElement;
    if (!parent) return;
    const box = this.getBoundingClientRect();
    const place = (/** @type {string} */ selector) => {
      const { left, right, top, bottom } = parent.querySelector(selector)?.getBoundingClientRect() ?? box;
      return { x: (left + right) / 2 - box.left, top: top - box.top, bottom: bottom - box.top };
    };
    const from = place(this.row < 0 ? "[data-query]" : `[data-key="${this.row}"]`);
    this.arcs = this.shares.flatMap((share, key) => {
      if (share === 0 || key === this.row) return [];
      const to = place(`[data-key="${key}"]`);
      const wide = widthOfArc(share);
      return [{ path: arcBetween(from, to, wide), wide }];
    });
  }
}

customElements.define("share-arcs", ShareArcs);
