import { html } from "lit";
import { live } from "lit/directives/live.js";

import { mostTokens } from "../../state/sizes.js";
import { sentenceErrorText } from "../error-text.js";
import { eventValue } from "../fields/event-value.js";
import { problemBelow } from "../fields/number-input.js";

/**
 * A field for words with its label, its problem and its explanation. That of the sentence, which tasks ask to change, shows all of
 * it also on a phone: it has two lines.
 * @param {import("../../view/view.js").View} view
 * @param {{id: string, field: "sentence" | "context" | "batch", label: string, value: string,
 *   problem: import("../error-text.js").Problem | null, hinted: boolean,
 *   type: (typed: string, target: EventTarget | null) => void}} of hinted: whether its explanation is visible; otherwise only screen
 *   readers have it
 */
export function wordsField(view, { id, field, label, value, problem, hinted, type }) {
  const shown = live(problem ? problem.text : value);
  const isInvalid = problem ? "true" : "false";
  const about = `${id}-hint ${id}-problem`;
  // Lines that were pasted are words of one sentence.
  const typed = (/** @type {Event} */ event) => type(eventValue(event).replaceAll("\n", " "), event.target);
  return html`
    <div class="text">
      <label for=${id} class="small muted">${label}</label>
      ${
        field === "sentence"
          ? html`<textarea
              id=${id}
              rows="2"
              autocomplete="off"
              .value=${shown}
              aria-invalid=${isInvalid}
              aria-describedby=${about}
              @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && event.preventDefault()}
              @input=${typed}
            ></textarea>`
          : html`<input
              id=${id}
              type="text"
              autocomplete="off"
              .value=${shown}
              aria-invalid=${isInvalid}
              aria-describedby=${about}
              @input=${typed}
            />`
      }
      ${problemBelow(`${id}-problem`, problem ? sentenceErrorText(view, problem) : "")}
      <div id="${id}-hint" class="small ${hinted ? "muted" : "visually-hidden"}">
        ${view.t(`${field}-hint`, { max: mostTokens(view.state, field) })}
      </div>
    </div>
  `;
}
