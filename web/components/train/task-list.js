import { css, html } from "lit";

import { dataTasks, tasks } from "../../training/tasks.js";
import { withSubscripts } from "../rich-text.js";
import { oneColumn } from "./styles.js";

/** @typedef {import("../../training/settings.js").Settings["task"]} Task */

/** The styles of the list, a strip that scrolls where the window is narrow. */
export const taskStyles = css`
  .tasks h2.experiments {
    margin-top: 16px;
  }
  .tasks button {
    display: block;
    width: 100%;
    padding: 8px 14px;
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
    outline: 2px solid var(--accent);
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
  @media (max-width: 72rem) {
    .tasks {
      grid-column: 1 / -1;
    }
    .tasks ul {
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr));
    }
  }
  @media ${oneColumn} {
    .tasks ul {
      display: flex;
      gap: 8px;
      margin-inline: -12px;
      padding: 3px 12px 6px;
      overflow-x: auto;
      mask-image: linear-gradient(to right, transparent, black 12px calc(100% - 12px), transparent);
      scroll-snap-type: x proximity;
    }
    .tasks :is(h2, .experiments) {
      display: none;
    }
    .tasks li {
      flex: none;
      scroll-snap-align: center;
    }
    .tasks button {
      height: 100%;
      padding-inline: 10px;
      white-space: nowrap;
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
  html`<section class="tasks" aria-labelledby="tasks">
    <h2 id="tasks" class="small muted">${t("train-tasks")}</h2>
    <ul>
      ${
        /** @type {Task[]} */ ([...Object.keys(tasks), ...Object.keys(dataTasks)]).map(
          (id) =>
            html`<li>
              <button data-task=${id} aria-pressed=${chosen === id} @click=${() => choose(id)}>
                <strong>${t(`train-task-${id}`)}</strong>
                <span class="small">${t(`train-task-${id}-what`)}</span>
              </button>
            </li>`,
        )
      }
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

/** In narrow windows the tasks are a strip that scrolls: lets the chosen one be in sight. @param {ParentNode} root */
export function showChosen(root) {
  const strip = root.querySelector(".tasks ul");
  const chosen = strip?.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
  if (!strip || !chosen) return;
  const { left, right } = strip.getBoundingClientRect();
  if (chosen.left < left || chosen.right > right) strip.scrollLeft += (chosen.left + chosen.right - left - right) / 2;
}
