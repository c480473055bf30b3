import { html, nothing } from "lit";

import { largest, percent } from "../../../course/reading.js";
import { rowOfIt } from "../../../state/recipes/trained-models.js";
import "./share-arcs.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/** A share below this is not drawn. */
const least = 0.02;

/**
 * The words that one word looks at, with an arc to each that gets a share. Before the answer the words are what one answers
 * with.
 * @param {Drawn} drawn
 */
export function line({ view, picture, isHidden, asks, answer, given }) {
  const { t, queries, keys, run, state } = view;
  const row = picture.row ?? rowOfIt(queries);
  const from = (Number(state.head) || 0) * queries.length + row;
  const shares = Array.from(run.tensor("weights").data, Number).slice(from * keys.length, (from + 1) * keys.length);
  const isOther = queries.join("\n") !== keys.join("\n");
  const first = largest(shares);
  const word = (/** @type {string} */ text, /** @type {number} */ key) => {
    const share = Number(shares[key]);
    const says = isHidden || share < least ? nothing : html`<small>${percent(share)}</small>`;
    const isLooking = !isOther && key === row;
    const name = `${isLooking ? "looks" : ""} ${!isHidden && key === first ? "first" : ""} ${given === String(key) ? "given" : ""}`;
    return asks
      ? html`<button class="token ${name}" data-key=${key} data-option=${key} @click=${() => answer(String(key))}>
          ${text}
        </button>`
      : html`<span class="token ${name}" data-key=${key}>${text}${says}</span>`;
  };
  return html`
    <div class="line" dir="ltr">
      ${
        row < 0
          ? nothing
          : html`<share-arcs
              .shares=${isHidden ? [] : shares.map((share) => (share < least ? 0 : share))}
              .row=${isOther ? -1 : row}
            ></share-arcs>`
      }
      ${isOther ? html`<p class="looking"><span class="token looks" data-query>${queries[row]}</span> <small>${t("picture-writes", { next: queries[row + 1] ?? "" })}</small></p>` : nothing}
      <div class="tokens" role=${asks ? "group" : nothing} aria-labelledby=${asks ? "ask" : nothing}>
        ${keys.map(word)}
      </div>
    </div>
    ${
      isHidden || row < 0
        ? nothing
        : numbersBehind(t, {
            caption: t("picture-line", { word: queries[row] ?? "" }),
            columns: [t("picture-share")],
            rows: keys.map((text, key) => ({ word: text, values: [percent(Number(shares[key]))] })),
          })
    }
  `;
}
