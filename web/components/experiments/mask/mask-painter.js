import { html, nothing } from "lit";

import "../../scroll-box.js";
import { moveOf } from "../../figure/table.js";
import { hidesOf, pairsOf, patterns } from "./mask-patterns.js";
import { ExperimentElement } from "../experiment-element.js";
import { painterStyles } from "./painter-styles.js";

/** @typedef {[query: number, key: number]} Pair indices of two tokens */

/** Masks with more pairs of tokens than this cannot be painted. */
const MAX_PAIRS = 1024;

/**
 * A grid of all pairs of query and key, in which the reader hides or shows each pair by click, drag or key. Fires
 * "state-patch" with the new mask.
 */
export class MaskPainter extends ExperimentElement {
  static properties = { ...ExperimentElement.properties, stop: { state: true }, draft: { state: true } };

  static styles = painterStyles;

  /** @type {{hide: boolean, at: Pair} | null} the current drag: what it does to pairs, and the pair that it has reached */
  #drag = null;

  constructor() {
    super();
    /** @type {Pair} the pair that the Tab key reaches */
    this.stop = [0, 0];
    /**
     * @type {readonly number[] | null} the mask during a drag, which becomes the state's mask when the drag ends: so a
     *   drag is one change, and nothing is computed while the pointer moves; null between drags
     */
    this.draft = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("view") && !this.#drag) this.draft = null;
  }

  render() {
    const { t, queries, keys, state } = this.view;
    if (queries.length * keys.length > MAX_PAIRS) return html`<p class="muted">${t("mask-large")}</p>`;
    const painted = hidesOf(this.draft ?? state.hidden_pairs);
    return html`
      <fieldset class="patterns" role="group" aria-label=${t("mask-patterns")}>
        ${Object.entries(patterns).map(
          ([id, hides]) =>
            html`<button @click=${() => this.#set(pairsOf(hides, queries.length, keys.length))}>
              ${t(`mask-pattern-${id}`)}
            </button>`,
        )}
      </fieldset>
      <scroll-box>
        <table
          role="grid"
          dir="ltr"
          aria-label=${t("mask-grid")}
          @pointermove=${(/** @type {PointerEvent} */ event) => this.#move(event)}
          @pointerup=${() => this.#end()}
          @pointercancel=${() => (this.#drag = this.draft = null)}
        >
          <thead>
            <tr>
              <th scope="col">${t("figure-queries")} \\ ${t("figure-keys")}</th>
              ${keys.map((key) => html`<th scope="col">${key}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${queries.map(
              (query, i) =>
                html`<tr>
                  <th scope="row">${query}</th>
                  ${keys.map((key, j) => this.#pair({ query, i, key, j }, painted))}
                </tr>`,
            )}
          </tbody>
        </table>
      </scroll-box>
    `;
  }

  /**
   * The cell of one pair.
   * @param {{query: string, i: number, key: string, j: number}} pair tokens and their indices
   * @param {import("./mask-patterns.js").Hides} painted
   */
  #pair({ query, i, key, j }, painted) {
    const { t } = this.view;
    const byHand = painted(i, j);
    const hidden = !byHand && this.#hidden(i, j);
    const label = byHand ? "mask-painted" : hidden ? "mask-hidden" : "mask-open";
    const [row, column] = this.#stop();
    return html`<td
      role="gridcell"
      class=${byHand ? "painted" : hidden ? "hidden" : ""}
      tabindex=${i === row && j === column ? 0 : -1}
      aria-selected=${byHand}
      aria-label=${t(label, { query, key })}
      data-pair="${i} ${j}"
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.#start(event, i, j, !byHand)}
      @click=${(/** @type {PointerEvent} */ event) => this.#tap(event, i, j, !byHand)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, i, j, !byHand)}
    >
      ${byHand ? "×" : nothing}
    </td>`;
  }

  /** Whether another mask (causal, padding, a window) hides a pair. @param {number} i @param {number} j */
  #hidden(i, j) {
    const allow = this.view.trace.tensor("allow");
    if (!allow) return false;
    return allow.data[i * this.view.keys.length + j] === 0;
  }

  /** The pair that the Tab key reaches, limited to the size of the grid. @returns {Pair} */
  #stop() {
    const { queries, keys } = this.view;
    return [Math.min(this.stop[0], queries.length - 1), Math.min(this.stop[1], keys.length - 1)];
  }

  /**
   * Starts a drag with a mouse or pen.
   * @param {PointerEvent} event
   * @param {number} i
   * @param {number} j
   * @param {boolean} hide
   */
  #start(event, i, j, hide) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const cell = /** @type {Element} */ (event.currentTarget);
    cell.closest("table")?.setPointerCapture(event.pointerId); // so that a drag may leave the grid and come back
    this.#drag = { hide, at: [i, j] };
    this.stop = [i, j];
    this.draft = this.#with([[i, j]], hide);
  }

  /**
   * Handles a click by touch or by assistive technology, which have no drags to paint with: a touch drag scrolls.
   * @param {PointerEvent} event @param {number} i @param {number} j @param {boolean} hide
   */
  #tap(event, i, j, hide) {
    if (event.pointerType === "mouse" || event.pointerType === "pen") return;
    this.stop = [i, j];
    this.#paint(i, j, hide);
  }

  /**
   * Paints the pairs that a drag has crossed: a fast pointer reports few of its places, so all pairs on the line between
   * two of them count.
   * @param {PointerEvent} event
   */
  #move(event) {
    if (!this.#drag) return;
    for (const { clientX, clientY } of [...event.getCoalescedEvents(), event]) {
      const root = /** @type {ShadowRoot} */ (this.renderRoot);
      const cell = /** @type {HTMLElement | null} */ (
        root.elementFromPoint(clientX, clientY)?.closest("td[data-pair]")
      );
      const to = /** @type {Pair | undefined} */ (cell?.dataset.pair?.split(" ").map(Number));
      if (!to) continue;
      this.draft = this.#with(lineOf(this.#drag.at, to), this.#drag.hide);
      this.#drag.at = to;
    }
  }

  /** Ends a drag: its mask becomes that of the state. */
  #end() {
    if (this.#drag && this.draft) this.#set([...this.draft]);
    this.#drag = null;
  }

  /** Hides or shows a pair. @param {number} i @param {number} j @param {boolean} hide */
  #paint(i, j, hide) {
    this.#set(this.#with([[i, j]], hide));
  }

  /** The mask with some pairs hidden or shown. @param {readonly Pair[]} pairs @param {boolean} hide */
  #with(pairs, hide) {
    const { state, queries, keys } = this.view;
    const before = hidesOf(this.draft ?? state.hidden_pairs);
    const changed = hidesOf(pairs.flat());
    return pairsOf((query, key) => (changed(query, key) ? hide : before(query, key)), queries.length, keys.length);
  }

  /** Asks for another mask: fires "state-patch". @param {number[]} painted */
  #set(painted) {
    this.patch({ hidden_pairs: painted });
  }

  /**
   * Paints a pair or moves the focus with a key.
   * @param {KeyboardEvent} event
   * @param {number} i
   * @param {number} j
   * @param {boolean} hide
   */
  #key(event, i, j, hide) {
    const { queries, keys } = this.view;
    const [lastQuery, lastKey] = [queries.length - 1, keys.length - 1];
    const places = /** @type {Record<string, [query: number, key: number] | undefined>} */ ({
      left: [i, j - 1],
      right: [i, j + 1],
      up: [i - 1, j],
      down: [i + 1, j],
      home: [i, 0],
      end: [i, lastKey],
      first: [0, 0],
    });
    if (event.key === " " || event.key === "Enter") this.#paint(i, j, hide);
    else {
      const move = moveOf(event);
      const place = move && places[move];
      if (!place) return;
      this.stop = [clamp(place[0], lastQuery), clamp(place[1], lastKey)];
      void this.updateComplete.then(() => this.#focusStop());
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #focusStop() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('td[tabindex="0"]'))?.focus();
  }
}

/**
 * The pairs on the straight line from one pair to another, both included.
 * @param {Pair} from
 * @param {Pair} to
 * @returns {Pair[]}
 */
function lineOf([i, j], [toI, toJ]) {
  const steps = Math.max(Math.abs(toI - i), Math.abs(toJ - j), 1);
  return Array.from({ length: steps + 1 }, (_, step) => [
    i + Math.round(((toI - i) * step) / steps),
    j + Math.round(((toJ - j) * step) / steps),
  ]);
}

/** Limits an index to 0 … last. @param {number} at @param {number} last */
const clamp = (at, last) => Math.max(0, Math.min(last, at));

customElements.define("mask-painter", MaskPainter);
