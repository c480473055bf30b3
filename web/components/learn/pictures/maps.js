import { css, html, nothing, svg } from "lit";

import { withHeadsOff } from "../../../course/heads-off.js";
import { percent } from "../../../course/reading.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {import("../../../course/head-maps.js").HeadMap} HeadMap */

/** The size of a map, and the share below which a cell is left empty. */
const [side, least] = [120, 0.03];

/**
 * The attention weights of all heads as small maps, the model's guess, and after how many texts it is right. Where heads can be
 * switched off, each map is a switch.
 * @param {Drawn} drawn
 */
export function maps({ view, picture, numbers, isHidden, patch }) {
  const { t, state } = view;
  const { maps: all = [], guess, right = 0, texts = 0 } = numbers.heads ?? {};
  const live = picture.switches === true ? "status" : nothing;
  const toggle = (/** @type {HeadMap} */ map) =>
    patch(
      withHeadsOff(
        state,
        all.filter(({ isOff, ...each }) => (each.layer === map.layer && each.head === map.head ? !isOff : isOff)),
      ),
    );
  const nameOf = ({ layer = 0, head = 0 }) => t("picture-maps-head", { layer, head: head + 1 });
  const inside = (/** @type {HeadMap} */ map) => html`
    <span>${nameOf(map)}</span>
    ${mapOf(map)}
    <small
      >${map.isOff ? t("picture-maps-off") : isHidden ? nothing : t("picture-maps-back", { share: percent(map.back) })}</small
    >
  `;
  return html`
    <p class="says" role=${live}>
      ${t("picture-maps-guess", { text: view.queries.join(" "), word: guess?.word ?? "", share: percent(guess?.probability ?? 0) })}
    </p>
    <div class="head-maps">
      ${all.map((map) =>
        picture.switches === true
          ? html`<button class=${map.isOff ? "off" : ""} aria-pressed=${map.isOff} @click=${() => toggle(map)}>
              ${inside(map)}
            </button>`
          : html`<div class=${map.isOff ? "off" : ""}>${inside(map)}</div>`,
      )}
    </div>
    <p class="says" role=${live}>${t("picture-maps-says", { right, texts })}</p>
    ${
      isHidden
        ? nothing
        : numbersBehind(t, {
            caption: t("picture-maps"),
            columns: [t("picture-maps-before")],
            rows: all.map((map) => ({ word: nameOf(map), values: [percent(map.back)] })),
          })
    }
  `;
}

/** A cell for each pair of tokens, and a dotted line where a token looks at itself. @param {HeadMap} map */
function mapOf({ weights }) {
  const cell = side / weights.length;
  return svg`<svg viewBox="0 0 ${side} ${side}" aria-hidden="true">
    <rect class="ground" width=${side} height=${side} />
    ${weights.flatMap((row, query) =>
      row.map((share, key) =>
        share < least
          ? nothing
          : svg`<rect class="weight" x=${key * cell} y=${query * cell} width=${cell} height=${cell} opacity=${share} />`,
      ),
    )}
    <path class="itself" d="M0 0L${side} ${side}" />
  </svg>`;
}

/** Small maps of attention weights, two beside each other; on a phone all four. */
export const mapsStyles = css`
  .head-maps {
    display: grid;
    grid-template-columns: repeat(2, auto);
    justify-content: center;
    gap: 8px 24px;
  }
  .head-maps > * {
    display: grid;
    justify-items: center;
    gap: 2px;
    padding: 6px 10px;
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
  .head-maps .ground {
    fill: var(--weights-soft);
  }
  .head-maps .weight {
    fill: var(--role-weights);
  }
  .head-maps .itself {
    stroke: var(--muted);
    stroke-width: 0.75;
    stroke-dasharray: 1 3;
  }
  .head-maps .off svg {
    opacity: 0.25;
  }
  .maps .says {
    margin: 8px 0 0;
    text-align: center;
  }
  .maps .says:first-child {
    margin: 0 0 8px;
  }
  @media (max-width: 56rem) {
    .head-maps {
      grid-template-columns: repeat(4, minmax(0, 8.5rem));
      gap: 6px;
      font-size: var(--small);
    }
    .head-maps > * {
      padding: 4px 2px;
    }
    .head-maps svg {
      width: 100%;
      max-width: 18svh;
    }
  }
`;
