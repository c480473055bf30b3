import { css, html, nothing } from "lit";

import { fullSettings } from "../../training/settings.js";
import { withNotes } from "../terms/term-note.js";
import { phone } from "../styles.js";
import { taskIds } from "./task-list.js";
import { oneColumn } from "./styles.js";

/** @typedef {"tasks" | "settings"} Panel what can be unfolded below the line */

/** The styles of the line, and of what is unfolded below it. */
export const lineStyles = css`
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-20);
    align-items: baseline;
  }
  .line h2 {
    font-size: 1.75rem;
    line-height: 1.3;
  }
  .line .summary {
    margin-inline-start: auto;
  }
  .line button::after {
    content: " ▾";
  }
  .line button[aria-expanded="true"]::after {
    content: " ▴";
  }
  details.question {
    margin: 0;
  }
  .panel {
    padding-block: var(--space-12) var(--space-20);
    border-bottom: 1px solid var(--hairline);
  }
  @media ${oneColumn} {
    .line h2 {
      font-size: 1.375rem;
    }
    .line .summary {
      margin-inline-start: 0;
    }
  }
  @media ${phone} {
    .line {
      gap: 0 var(--space-4);
      align-items: center;
    }
    .line + .question {
      margin-top: calc(-1 * var(--space-8));
    }
    .line button {
      min-width: 44px;
      min-height: 44px;
    }
    .line .summary {
      margin-inline-start: auto;
    }
  }
`;

/**
 * Which task is learned, and with which settings; each can be unfolded to choose another. On a phone this is one line, and the
 * task's question is folded behind what the task is in short.
 * @param {import("../../words/translate.js").Translate} t
 * @param {{settings: import("../../training/settings.js").Settings, unfolded: Panel | null, isPhone: boolean}} shown
 * @param {(panel: Panel) => void} unfold
 */
export function taskLine(t, { settings, unfolded, isPhone }, unfold) {
  const { heads, layers, d_k, lr } = fullSettings(settings);
  const { task } = settings;
  const question = t(`train-task-${task}-question`, { layers });
  const count = t("train-task-count", { count: taskIds.length });
  const button = (/** @type {Panel} */ panel, /** @type {unknown} */ text) =>
    html`<button
      class="link"
      id="unfold-${panel}"
      aria-expanded=${unfolded === panel}
      aria-controls=${panel}
      @click=${() => unfold(panel)}
    >
      ${text}
    </button>`;
  return html`<div class="line">
      <h2>${t(`train-task-${task}`)}</h2>
      ${button("tasks", isPhone ? html`<span class="visually-hidden">${count}</span>` : count)}
      <p class="summary small muted">
        ${isPhone ? nothing : withNotes(t, t("train-summary", { heads, layers, d_k, lr: String(lr) }))}
        ${button("settings", t("train-settings"))}
      </p>
    </div>
    ${
      isPhone
        ? html`<details class="question">
            <summary>${t(`train-task-${task}-what`)}</summary>
            <p>${question}</p>
          </details>`
        : html`<p class="question">${question}</p>`
    }`;
}
