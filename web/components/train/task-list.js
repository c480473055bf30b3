import { html } from "lit";

import { dataTasks, tasks } from "../../training/tasks.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../training/settings.js").Settings["task"]} Task */

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
