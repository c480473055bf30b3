import { html } from "lit";

/**
 * A step of a lesson that can be embedded in place of its figure.
 * @typedef {Readonly<{lesson: string, step: string, picture: CoursePicture | null}>} CourseStep picture: that of the step, in place of the figure of a stage
 *
 * A picture of a lesson, as it was when it was asked for.
 * @typedef {Readonly<{draw: (theme: "light" | "dark") => import("../figures/types.js").Scene, title: string, file: string}>} CoursePicture file: the
 *   name of the file, without the prefix "attention-" and the extension
 */

/**
 * A button that asks the page for the dialog which embeds a figure: it fires "embed-this" with {state, course}.
 * @param {import("../words/translate.js").Translate} t
 * @param {() => import("../state/state.js").State | null} stateOf what the figure shows; null: nothing that could be embedded
 * @param {() => CourseStep | null} [courseOf] the step that the figure belongs to
 */
export const embedButton = (t, stateOf, courseOf = () => null) =>
  html`<button
    class="link"
    data-embed
    @click=${(/** @type {Event} */ { currentTarget }) => {
      const state = stateOf();
      const asked = new CustomEvent("embed-this", {
        detail: { state, course: courseOf() },
        bubbles: true,
        composed: true,
      });
      if (state) currentTarget?.dispatchEvent(asked);
    }}
  >
    ${t("embed-this")}
  </button>`;
