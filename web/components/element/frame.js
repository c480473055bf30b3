import { html, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { errorText } from "../error-text.js";
import { languageOf } from "../../words/languages.js";

/**
 * What stands around an element's figure: its caption and messages, and, until it is drawn, what its author has written inside.
 * @param {object} of
 * @param {import("./settings.js").Settings["looks"]} of.looks
 * @param {import("../../words/translate.js").Translate} of.t
 * @param {string} of.theme
 * @param {Error | null} of.failure why no figure can be drawn; null where one can
 * @param {readonly import("./settings.js").Problem[]} of.problems what else is wrong
 * @param {boolean} of.isDrawn
 * @param {readonly string[]} of.slots of what its author has written inside
 * @param {() => void} of.captionChanged called when its author adds, changes or removes it
 * @param {unknown} of.content
 */
export function frame({ t, looks, theme, failure, problems, isDrawn, slots, captionChanged, content }) {
  const hasCaption = looks.caption !== "" || slots.includes("caption");
  const messages = problems.flatMap((problem) => problemTexts(t, problem));
  if (failure) messages.push(failureText(t, failure));
  return html`<div class="widths"><i></i><i></i><i></i></div>
    <div
      class="frame ${theme} ${looks.controls === "none" ? "bare" : ""} ${failure ? "failed" : ""} ${isDrawn ? "" : "drawing"}"
      data-view=${looks.lesson === "" ? looks.view : "lesson"}
      lang=${looks.locale}
      dir=${languageOf(looks.locale).dir}
      role=${hasCaption ? "figure" : nothing}
      aria-labelledby=${hasCaption ? "caption" : nothing}
    >
      <span class="probe"></span>
      <div id="caption" part="caption" ?hidden=${!hasCaption}>
        <slot name="caption" @slotchange=${captionChanged}>${looks.caption}</slot>
      </div>
      <div role="alert">${messages.map((message) => html`<p class="message small" part="message">${message}</p>`)}</div>
      ${isDrawn ? nothing : html`<slot></slot>`} ${content}
    </div>`;
}

/** What is wrong with an attribute, in the language of the element. @param {import("../../words/translate.js").Translate} t @param {import("./settings.js").Problem} problem */
const problemTexts = (t, { message, errors }) =>
  errors.length === 0 ? [message] : errors.map((error) => errorText(t, error));

/** The message that explains why the element shows nothing. @param {import("../../words/translate.js").Translate} t @param {Error} failure */
function failureText(t, failure) {
  const isOwn = failure instanceof AttentionError;
  const reason = isOwn ? errorText(t, failure) : failure.message;
  if (isOwn && failure.field === "recipe") return reason; // only the trained weights are missing
  return isOwn && failure.field === "build" ? t("failed-build") : t("failed", { reason });
}
