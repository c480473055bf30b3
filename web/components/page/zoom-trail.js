import { css, html, nothing } from "lit";

/** How near one looks, from afar to near: a sentence, the layer around its attention, one stage of that, one number. */
const all = Object.freeze(/** @type {const} */ (["words", "layer", "stage", "number"]));
/** @typedef {(typeof all)[number]} Zoom */

/** The styles of the trail. */
export const trailStyles = css`
  .trail {
    font-size: var(--small);
  }
  .trail ol {
    display: flex;
    margin: 0;
    padding: 0;
    list-style: none;
    white-space: nowrap;
  }
  .trail li {
    display: flex;
    align-items: center;
  }
  .trail li + li::before {
    content: "›" / "";
    padding-inline: var(--space-6);
    color: var(--muted);
  }
  .trail li + li:dir(rtl)::before {
    content: "‹" / "";
  }
  .trail button {
    padding-inline: 0;
  }
  .trail button[aria-current="step"] {
    color: var(--text);
    text-decoration-thickness: 2px;
    text-underline-offset: 4px;
  }
  .trail button:not([aria-current="step"], :hover) {
    text-decoration: none;
  }
  /* One line with the links beside it, also on the narrowest phone. */
  @media (max-width: 24rem) {
    .trail li + li::before {
      padding-inline: 0;
      font-size: 0.75em;
    }
  }
`;

/**
 * At which zoom the reader is, and the way to the others. They have the same words at the same places in all of them, so that
 * nothing moves.
 * @param {import("../../words/translate.js").Translate} t
 * @param {{at: Zoom, hasLayer: boolean, hasNumber: boolean}} shown hasLayer: whether there is more of a layer than attention, or a
 *   choice of it; hasNumber: whether a number is selected
 * @param {(zoom: Zoom) => void} go
 */
export const zoomTrail = (t, { at, hasLayer, hasNumber }, go) =>
  html`<nav class="trail" aria-label=${t("zoom-label")}>
    <ol>
      ${all
        .filter((zoom) => zoom !== "layer" || hasLayer)
        .map((zoom) => {
          const isThere = zoom !== "number" || hasNumber;
          return html`<li>
            <button
              class="link"
              data-zoom=${zoom}
              aria-current=${zoom === at ? "step" : nothing}
              aria-disabled=${isThere ? nothing : "true"}
              @click=${() => isThere && zoom !== at && go(zoom)}
            >
              ${t(`zoom-${zoom}`)}
            </button>
          </li>`;
        })}
    </ol>
  </nav>`;
