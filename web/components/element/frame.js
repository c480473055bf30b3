import { html, nothing } from "lit";

import { languageOf } from "../../words/languages.js";

/**
 * What stands around an element's figure: its caption and messages, and, until it is drawn, what its author has written inside.
 * @param {object} of
 * @param {import("./settings.js").Settings["looks"]} of.looks
 * @param {string} of.theme
 * @param {boolean} of.hasFailed whether no figure can be drawn
 * @param {boolean} of.isDrawn
 * @param {readonly string[]} of.messages what is wrong
 * @param {boolean} of.hasCaption
 * @param {() => void} of.captionChanged called when its author adds, changes or removes it
 * @param {unknown} of.content
 */
export const frame = ({ looks, theme, hasFailed, isDrawn, messages, hasCaption, captionChanged, content }) =>
  html`<div class="widths"><i></i><i></i><i></i></div>
    <div
      class="frame ${theme} ${looks.controls === "none" ? "bare" : ""} ${hasFailed ? "failed" : ""} ${isDrawn ? "" : "drawing"}"
      data-view=${looks.view}
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
