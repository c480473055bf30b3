import { html } from "lit";

/**
 * A button that asks the page for the dialog which embeds a figure: it fires "embed-this" with {state}.
 * @param {import("../words/translate.js").Translate} t
 * @param {() => import("../state/state.js").State | null} stateOf what the figure shows; null: nothing that could be embedded
 */
export const embedButton = (t, stateOf) =>
  html`<button
    class="link"
    data-embed
    @click=${(/** @type {Event} */ { currentTarget }) => {
      const state = stateOf();
      const asked = new CustomEvent("embed-this", { detail: { state }, bubbles: true, composed: true });
      if (state) currentTarget?.dispatchEvent(asked);
    }}
  >
    ${t("embed-this")}
  </button>`;
