import { css, html } from "lit";

import { fullSettings } from "../../training/settings.js";
import { withSubscripts } from "../rich-text.js";
import { taskIds } from "./task-list.js";
import { oneColumn } from "./styles.js";

/** @typedef {"tasks" | "settings"} Panel what can be unfolded below the line */

/** The styles of the line, and of what is unfolded below it. */
export const lineStyles = css`
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
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
  .panel {
    padding-block: 12px 20px;
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
`;

/**
 * Which task is learned, and with which settings; each can be unfolded to choose another.
 * @param {import("../../words/translate.js").Translate} t
 * @param {import("../../training/settings.js").Settings} settings
 * @param {Panel | null} unfolded
 * @param {(panel: Panel) => void} unfold
 */
export function taskLine(t, settings, unfolded, unfold) {
  const { heads, layers, d_k, lr } = fullSettings(settings);
  const button = (/** @type {Panel} */ panel, /** @type {string} */ text) =>
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
      <h2>${t(`train-task-${settings.task}`)}</h2>
      ${button("tasks", t("train-task-count", { count: taskIds.length }))}
      <p class="summary small muted">
        ${withSubscripts(t("train-summary", { heads, layers, d_k, lr: String(lr) }))}
        ${button("settings", t("train-settings"))}
      </p>
    </div>
    <p class="question">${t(`train-task-${settings.task}-question`, { layers })}</p>`;
}
