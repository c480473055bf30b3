import { html, LitElement, nothing } from "lit";

import { largestFirst } from "../../checkpoints/contributions.js";
import { formatNumber } from "../../figures/index.js";
import { afterFrame } from "../../view/scheduling.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { scrollTable } from "../scroll-box.js";
import { inlineButtonStyle } from "../styles.js";
import { nameOf } from "./names.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").Predicted} Predicted */
/** @typedef {import("../../checkpoints/contributions.js").Contribution} Contribution */
/** @typedef {"first" | "second" | "difference"} Of which logit is shown, or by how much the first exceeds the second */

/** How many parts the list shows at first. */
const few = 12;

/** @type {Readonly<Record<Of, (logits: readonly number[]) => number>>} */
const valueOf = Object.freeze({
  first: ([first = 0]) => first,
  second: ([, second = 0]) => second,
  difference: ([first = 0, second = 0]) => first - second,
});

/** A number with its sign. @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${formatNumber(Math.abs(value), 2)}`;

/**
 * What each part of the model adds to the logit of the best next token, or of the second one: as a map of layers and heads, and as
 * a list, the largest first. Fires "choose-head" with {layer, head}.
 */
export class PartShares extends LitElement {
  static properties = {
    t: { attribute: false },
    predicted: { attribute: false },
    of: { state: true },
    isLong: { state: true },
    isMapped: { state: true },
  };

  static styles = [...placeStyles, inlineButtonStyle];

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    this.predicted = /** @type {Predicted} */ (/** @type {unknown} */ (undefined));
    this.of = /** @type {Of} */ ("first");
    /** Whether all parts are listed. */
    this.isLong = false;
    /** Whether the map has been drawn: the list comes a frame later. */
    this.isMapped = false;
  }

  /** At first after a frame: what else has come with the prediction is laid out in that one. */
  scheduleUpdate() {
    return this.hasUpdated ? super.scheduleUpdate() : afterFrame().then(() => super.scheduleUpdate());
  }

  firstUpdated() {
    void afterFrame().then(() => (this.isMapped = true));
  }

  render() {
    const { t } = this;
    const { parts, next } = this.predicted;
    if (!parts) return html`<p>${t("open-parts-none")}</p>`;
    const [first, second] = next.map(nameOf);
    const name = (/** @type {string} */ of) => t(`open-parts-${of}`, { first: first ?? "", second: second ?? "" });
    const choices = second === undefined ? ["first"] : ["first", "second", "difference"];
    const value = valueOf[this.of];
    const sum = parts.reduce((total, { logits }) => total + value(logits), 0);
    return html`<p class="small">${t("open-parts-text")}</p>
      <label class="small-field">
        ${t("open-parts-of")}
        <select id="of" @change=${(/** @type {Event} */ event) => (this.of = /** @type {Of} */ (eventValue(event)))}>
          ${choices.map((of) => option(of, name(of), of === this.of))}
        </select>
      </label>
      <p role="status">${t("open-parts-sum", { of: name(this.of), sum: signed(sum) })}</p>
      ${this.#map(parts, value)} ${this.isMapped ? this.#list(parts, value) : nothing}`;
  }

  /** A square for each head and MLP. @param {readonly Contribution[]} parts @param {(logits: readonly number[]) => number} value */
  #map(parts, value) {
    const { t } = this;
    const inside = parts.filter(({ part }) => part === "head" || part === "mlp");
    const most = Math.max(...inside.map(({ logits }) => Math.abs(value(logits))));
    const layers = [...new Set(inside.map(({ layer }) => Number(layer)))];
    const heads = Math.max(...inside.map(({ head }) => Number(head ?? 0))) + 1;
    const row = (/** @type {string} */ name, /** @type {number | null} */ head) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${inside.filter((part) => part.head === head).map(({ logits }) => html`<td>${square(value(logits), most)}</td>`)}
      </tr>`;
    const body = html`<tbody>
      ${Array.from({ length: heads }, (_, head) => row(`${t("open-head")} ${head + 1}`, head))}
      ${row(t("open-mlp"), null)}
    </tbody>`;
    return html`<h3>${t("open-parts-map")}</h3>
      <p class="small muted">${t("open-parts-legend")}</p>
      ${scrollTable(t("open-parts-map"), [t("open-layer"), ...layers.map((layer) => layer + 1)], body, { look: "grid map" })}`;
  }

  /** @param {readonly Contribution[]} parts @param {(logits: readonly number[]) => number} value */
  #list(parts, value) {
    const { t } = this;
    const ordered = largestFirst(parts, value);
    const shown = this.isLong ? ordered : ordered.slice(0, few);
    const most = Math.abs(value(ordered[0]?.logits ?? []));
    const body = html`<tbody>
      ${shown.map(
        (each) =>
          html`<tr>
            <th scope="row">${this.#name(each)}</th>
            <td>${signedBar(value(each.logits), most)}</td>
            <td class="number">${signed(value(each.logits))}</td>
          </tr>`,
      )}
    </tbody>`;
    return html`<h3>${t("open-parts-list")}</h3>
      ${scrollTable(t("open-parts-list"), [t("open-part"), "", t("open-parts-share")], body, { look: "list shares", numbers: 2 })}
      ${
        ordered.length > few
          ? html`<button
              id="long"
              class="small"
              aria-expanded=${this.isLong}
              @click=${() => (this.isLong = !this.isLong)}
            >
              ${t(this.isLong ? "open-parts-fewer" : "open-parts-all", { count: ordered.length })}
            </button>`
          : nothing
      }`;
  }

  /** What a part is called; a head leads to its map. @param {Contribution} part */
  #name({ part, layer, head }) {
    const text = this.t(`open-part-${part}`, { layer: Number(layer) + 1, head: Number(head) + 1 });
    if (part !== "head") return text;
    const choose = () =>
      this.dispatchEvent(new CustomEvent("choose-head", { detail: { layer, head }, bubbles: true, composed: true }));
    return html`<button class="inline" @click=${choose}>${text}</button>`;
  }
}

/**
 * A square that is the stronger the larger a number is: filled where it is added, empty where it is taken away. The number is its
 * name, not a text beside it: hundreds of hidden texts took longer to lay out than a frame should.
 * @param {number} value
 * @param {number} most
 */
const square = (value, most) =>
  html`<svg viewBox="0 0 16 16" role="img" aria-label=${signed(value)}>
    <rect
      class=${value < 0 ? "takes" : "adds"}
      x="1.5"
      y="1.5"
      width="13"
      height="13"
      opacity=${most > 0 ? Math.abs(value) / most : 0}
    ></rect>
  </svg>`;

/** A bar to the right of the middle for what is added, to the left for what is taken away. @param {number} value @param {number} most */
function signedBar(value, most) {
  const length = most > 0 ? (50 * Math.abs(value)) / most : 0;
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class=${value < 0 ? "takes" : "adds"} x=${value < 0 ? 50 - length : 50} width=${length} height="8"></rect>
    <line x1="50" x2="50" y1="0" y2="8"></line>
  </svg>`;
}

customElements.define("part-shares", PartShares);
