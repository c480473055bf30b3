import { css, html, LitElement, nothing } from "lit";

import { scrollShade } from "./styles.js";

/**
 * A box that scrolls where its content is wider or higher than the box. With a name it is a tab stop while it scrolls, so that
 * arrow keys scroll it. Content that takes the focus itself is scrolled into view by that: such a box needs no name.
 */
class ScrollBox extends LitElement {
  static properties = { name: { attribute: false }, scrolls: { state: true } };

  static styles = css`
    :host {
      display: block;
      overflow: auto;
      ${scrollShade}
    }
  `;

  #sizes = new ResizeObserver(() => {
    this.scrolls = this.scrollWidth > this.clientWidth || this.scrollHeight > this.clientHeight;
  });

  constructor() {
    super();
    /** What is in it, for screen readers. */
    this.name = "";
    this.scrolls = false;
  }

  render() {
    return html`<slot @slotchange=${this.#observe}></slot>`;
  }

  /** The sizes of the box and of its content decide whether it scrolls. */
  #observe() {
    this.#sizes.disconnect();
    for (const element of [this, ...this.children]) this.#sizes.observe(element);
  }

  updated() {
    const isStop = this.scrolls && this.name !== "";
    const attributes = { tabindex: "0", role: "group", "aria-label": this.name };
    for (const [name, value] of Object.entries(attributes)) {
      if (isStop) this.setAttribute(name, value);
      else this.removeAttribute(name);
    }
  }
}

customElements.define("scroll-box", ScrollBox);

/**
 * The head of a table whose columns each have one header.
 * @param {readonly unknown[]} heads the headers; "": none
 * @param {number} [numbers] the first column of numbers, whose headers stand at the end as the numbers do
 */
export const headRow = (heads, numbers = Infinity) =>
  html`<thead>
    <tr>
      ${heads.map((head, at) =>
        head === "" ? html`<td></td>` : html`<th scope="col" class=${at < numbers ? nothing : "number"}>${head}</th>`,
      )}
    </tr>
  </thead>`;

/**
 * A table in a box that scrolls where the table is wider than the page.
 * @param {string} name what the table is about, for screen readers
 * @param {readonly unknown[]} heads the headers of the columns; "": none
 * @param {unknown} body its <tbody>, or several
 * @param {{numbers?: number, look?: string}} [options] numbers: the first column of numbers; look: classes of the table
 */
export const scrollTable = (name, heads, body, { numbers, look } = {}) =>
  html`<scroll-box .name=${name}>
    <table class=${look ?? nothing}>
      <caption class="visually-hidden">
        ${name}
      </caption>
      ${headRow(heads, numbers)} ${body}
    </table>
  </scroll-box>`;
