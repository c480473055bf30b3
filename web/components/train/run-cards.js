import { css, html, nothing } from "lit";

import { needsData, dataTasks } from "../../training/tasks.js";
import "./changed-heads.js";
import "./own-data/data-card.js";
import "./descent/descent.js";
import "./weight-files.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */

/** The styles of the cards that are unfolded. */
export const cardStyles = css`
  .tool summary {
    color: var(--text);
    font-size: 1.0625rem;
    font-weight: 600;
  }
  .descent {
    margin: 0;
  }
  .descent[open] {
    min-height: 100vh; /* the last card reaches the top of the window also before what is in it is loaded */
  }
  .descent h2 {
    display: inline;
    color: var(--text);
  }
`;

/** The cards around a run: its data, how a step is taken, changed heads, and weights as files. */
export class RunCards {
  #host;
  #runs;
  /** Whether the card on gradient descent in one dimension is open. */
  #descentOpen = false;
  /** Whether the reader has opened one of the tools, which are drawn from then on. */
  #toolsOpened = false;

  /** @param {import("lit").LitElement & {view: import("../../view/view.js").View}} host @param {import("./runs.js").Runs} runs */
  constructor(host, runs) {
    this.#host = host;
    this.#runs = runs;
  }

  /**
   * What a task on data is trained on, and the reader's own data.
   * @param {import("../../training/settings.js").Settings} settings
   * @param {Partial<Record<import("../../training/tasks.js").DataTaskId, string>>} own
   * @param {(task: import("../../training/tasks.js").DataTaskId, text: string | null) => void} use
   */
  data(settings, own, use) {
    const { task } = settings;
    if (!needsData(task)) return nothing;
    return html`<data-card
      .view=${this.#host.view}
      .settings=${settings}
      .task=${dataTasks[task]}
      .own=${own[task] ?? null}
      .facts=${this.#runs.run?.facts ?? null}
      @train-data=${(/** @type {CustomEvent<string | null>} */ { detail }) => use(task, detail)}
    ></data-card>`;
  }

  /** Goes to a card or its title, and opens it if it can be opened. @param {string} id of the card or title */
  async show(id) {
    const card = /** @type {HTMLElement} */ (this.#host.renderRoot.querySelector(`#${id}`));
    if (id === "descent") this.#unfoldDescent(true);
    await this.#host.updateComplete;
    card.scrollIntoView();
    const target = card.querySelector("summary") ?? card;
    target.focus({ preventScroll: true });
  }

  /** @param {boolean} isOpen */
  #unfoldDescent(isOpen) {
    this.#descentOpen = isOpen;
    this.#host.requestUpdate();
  }

  /** How a step is taken. @param {Translate} t */
  descent(t) {
    const { run, rate } = this.#runs;
    const title = html`<h2>${t("train-descent")}</h2>`;
    const content = this.#descentOpen
      ? html`<train-descent
          .t=${t}
          .theme=${this.#host.view.theme}
          .run=${run}
          .steps=${run?.steps ?? 0}
          .status=${run?.status ?? "starting"}
          .rate=${rate}
        ></train-descent>`
      : nothing;
    return html`<details
      class="card descent"
      id="descent"
      ?open=${this.#descentOpen}
      @toggle=${(/** @type {Event} */ { target }) =>
        this.#unfoldDescent(/** @type {HTMLDetailsElement} */ (target).open)}
    >
      <summary>${title}</summary>
      ${content}
    </details>`;
  }

  /**
   * Changed heads, and weights as files.
   * @param {Translate} t
   * @param {number | null} shown index of the snapshot that is shown; null: the latest
   * @param {(weights: Float32Array) => void} load starts over with weights
   */
  tools(t, shown, load) {
    const { run } = this.#runs;
    const { view } = this.#host;
    if (!run) return nothing;
    const at = Math.max(0, Math.min(shown ?? Infinity, run.snapshots.length - 1));
    const tool = (/** @type {string} */ id, /** @type {unknown} */ content) =>
      html`<details
        class="card tool"
        id=${id}
        @toggle=${() => {
          this.#toolsOpened = true;
          this.#host.requestUpdate();
        }}
      >
        <summary>${t(`train-${id}`)}</summary>
        ${this.#toolsOpened ? content : nothing}
      </details>`;
    return html`
      ${tool("changed-heads", html`<changed-heads .view=${view} .run=${run} .at=${at}></changed-heads>`)}
      ${tool(
        "weight-files",
        html`<weight-files
          .view=${view}
          .run=${run}
          .at=${at}
          @load-weights=${(/** @type {CustomEvent} */ event) => load(event.detail.weights)}
        ></weight-files>`,
      )}
    `;
  }
}
