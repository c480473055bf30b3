import { html, nothing } from "lit";

import { behindLine, lineOf } from "../../../course/pictures/line.js";
import "./share-arcs.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/**
 * The words that one word looks at, with an arc to each that gets a share. Before the answer the words are what one answers
 * with.
 * @param {Drawn} drawn
 */
export function line(drawn) {
  const { view, isHidden, asks, answer, given } = drawn;
  const { t, queries, keys } = view;
  const { row, isOther, drawn: shares, first, says } = lineOf(drawn);
  const word = (/** @type {string} */ text, /** @type {number} */ key) => {
    const isLooking = !isOther && key === row;
    const name = `${isLooking ? "looks" : ""} ${key === first ? "first" : ""} ${given === String(key) ? "given" : ""}`;
    return asks
      ? html`<button
          class="token ${name}"
          data-key=${key}
          data-option=${key}
          aria-keyshortcuts=${key < 9 ? key + 1 : nothing}
          @click=${() => answer(String(key))}
        >
          ${text}
        </button>`
      : html`<span class="token ${name}" data-key=${key}
          >${text}${says[key] ? html`<small>${says[key]}</small>` : nothing}</span
        >`;
  };
  return html`
    <div class="line" dir="ltr">
      ${row < 0 ? nothing : html`<share-arcs .shares=${shares} .row=${isOther ? -1 : row}></share-arcs>`}
      ${isOther ? html`<p class="looking"><span class="token looks" data-query>${queries[row]}</span> <small>${t("picture-writes", { row, next: queries[row + 1] ?? "" })}</small></p>` : nothing}
      <div class="tokens" role=${asks ? "group" : nothing} aria-labelledby=${asks ? "ask" : nothing}>
        ${keys.map(word)}
      </div>
    </div>
    ${isHidden || row < 0 ? nothing : numbersBehind(t, behindLine(drawn))}
  `;
}
