import { css, html, nothing } from "lit";

import { withHeadsOff } from "../../../course/heads-off.js";
import { behindMaps, mapOf, saidOfHead, saidOfHeads, side } from "../../../course/pictures/maps.js";
import { numbersBehind } from "./numbers-behind.js";
import { elementsOf } from "./shapes.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {import("../../../course/head-maps.js").HeadMap} HeadMap */

/**
 * The attention weights of all heads as small maps, the model's guess, and after how many texts it is right. Where heads can be
 * switched off, each map is a switch.
 * @param {Drawn} drawn
 */
export function maps(drawn) {
  const { view, picture, numbers, isHidden, patch } = drawn;
  const { t, state } = view;
  const all = numbers.heads?.maps ?? [];
  const { guess, right } = saidOfHeads(drawn);
  const live = picture.switches === true ? "status" : nothing;
  const toggle = (/** @type {HeadMap} */ map) =>
    patch(
      withHeadsOff(
        state,
        all.filter(({ isOff, ...each }) => (each.layer === map.layer && each.head === map.head ? !isOff : isOff)),
      ),
    );
  const inside = (/** @type {HeadMap} */ map) => {
    const { name, says } = saidOfHead(drawn, map);
    return html`
      <span>${name}</span>
      <svg class="shapes" viewBox="0 0 ${side} ${side}" aria-hidden="true">${elementsOf(mapOf(map))}</svg>
      <small>${says}</small>
    `;
  };
  return html`
    <p class="says" role=${live}>${guess}</p>
    <div class="head-maps">
      ${all.map((map) =>
        picture.switches === true
          ? html`<button class=${map.isOff ? "off" : ""} aria-pressed=${map.isOff} @click=${() => toggle(map)}>
              ${inside(map)}
            </button>`
          : html`<div class=${map.isOff ? "off" : ""}>${inside(map)}</div>`,
      )}
    </div>
    <p class="says" role=${live}>${right}</p>
    ${isHidden ? nothing : numbersBehind(t, behindMaps(drawn))}
  `;
}

/** Small maps of attention weights, two beside each other; on a phone all four. */
export const mapsStyles = css`
  .head-maps {
    display: grid;
    grid-template-columns: repeat(2, auto);
    justify-content: center;
    gap: var(--space-8) var(--space-24);
  }
  .head-maps > * {
    display: grid;
    justify-items: center;
    gap: var(--space-2);
    padding: var(--space-6) var(--space-8);
    text-align: center;
  }
  .head-maps svg {
    display: block;
    width: clamp(84px, 21svh, 190px);
  }
  .head-maps small {
    min-height: 1.4em;
    color: var(--muted);
  }
  .head-maps .off svg {
    opacity: 0.25;
  }
  .maps .says {
    margin: var(--space-8) 0 0;
    text-align: center;
  }
  .maps .says:first-child {
    margin: 0 0 var(--space-8);
  }
  @media (max-width: 56rem) {
    .head-maps {
      grid-template-columns: repeat(4, minmax(0, 8.5rem));
      gap: var(--space-6);
      font-size: var(--small);
    }
    .head-maps > * {
      padding: var(--space-4) var(--space-2);
    }
    .head-maps svg {
      width: 100%;
      max-width: 18svh;
    }
  }
`;
