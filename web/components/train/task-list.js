import { css, html } from "lit";

import { dataTasks, tasks } from "../../training/tasks.js";
import { withSubscripts } from "../rich-text.js";
import { phone } from "../styles.js";

/** @typedef {import("../../training/settings.js").Settings["task"]} Task */

/** The tasks, in the order in which they are offered. */
export const taskIds = Object.freeze(/** @type {Task[]} */ ([...Object.keys(tasks), ...Object.keys(dataTasks)]));

/** The styles of the list. */
export const taskStyles = css`
  .tasks ul {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr));
  }
  .tasks h2.experiments {
    margin-top: var(--space-16);
  }
  .tasks button {
    display: block;
    width: 100%;
    height: 100%;
    padding: var(--space-8) var(--space-12);
    border-radius: var(--radius);
    text-align: start;
  }
  .tasks button[aria-pressed="true"] {
    border-color: var(--text);
    outline: 1px solid var(--text);
    outline-offset: -2px;
    background: var(--panel);
    color: var(--text);
  }
  .tasks button[aria-pressed="true"]:focus-visible {
    outline: 2px solid var(--text);
    outline-offset: 2px;
  }
  .tasks span {
    display: block;
    color: var(--muted);
  }
  @media (forced-colors: active) {
    .tasks span {
      color: inherit;
    }
  }
  @media ${phone} {
    .tasks ul {
      grid-template-columns: 1fr 1fr;
    }
    .tasks button {
      padding-inline: var(--space-8);
    }
  }
`;

/** The experiments below the tasks, by the ids of their cards, with their titles. */
const experiments = Object.freeze({ scaling: "scaling-title", descent: "train-descent" });

/**
 * The tasks, and the experiments below them.
 * @param {import("../../words/translate.js").Translate} t
 * @param {Task} chosen
 * @param {(task: Task) => void} choose
 * @param {(card: string) => void} show goes to the card of an experiment
 */
export const taskList = (t, chosen, choose, show) =>
  html`<section class="tasks" aria-label=${t("train-tasks")}>
    <ul>
      ${taskIds.map(
        (id) =>
          html`<li>
            <button data-task=${id} aria-pressed=${chosen === id} @click=${() => choose(id)}>
              <strong>${t(`train-task-${id}`)}</strong>
              <span class="small">${t(`train-task-${id}-what`)}</span>
            </button>
          </li>`,
      )}
    </ul>
    <h2 class="small muted experiments">${t("train-experiments")}</h2>
    <ul class="experiments">
      ${Object.entries(experiments).map(
        ([id, title]) =>
          html`<li>
            <button data-experiment=${id} @click=${() => show(id)}>
              <strong>${withSubscripts(t(title))}</strong>
              <span class="small">${withSubscripts(t(`train-experiment-${id}`))}</span>
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
