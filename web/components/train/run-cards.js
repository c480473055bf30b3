import { html, nothing } from "lit";

import { needsData, dataTasks } from "../../training/tasks.js";
import { Lazy } from "../lazy.js";

/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** The cards around a run: its data, how a step is taken, changed heads, and weights as files. Their code is loaded when they are opened. */
export class RunCards {
  #host;
  #runs;
  /** What a task on data is trained on, and the report on a model of a text. */
  #data;
  #descent;
  /** Changed heads, and weights as files. */
  #tools;
  /** Whether the card on gradient descent in one dimension is open. */
  #descentOpen = false;

  /** @param {import("lit").LitElement & {view: import("../../view/view.js").View}} host @param {import("./runs.js").Runs} runs */
  constructor(host, runs) {
    this.#host = host;
    this.#runs = runs;
    this.#data = new Lazy(host, () => import("./own-data.js"), "data");
    this.#descent = new Lazy(host, () => import("./descent.js"), "descent");
    this.#tools = new Lazy(host, () => import("./tools.js"), "tools");
  }

  /** Loads what a task on data needs. */
  loadData() {
    void this.#data.load();
  }

  /**
   * What a task on data is trained on, and the reader's own data.
   * @param {Translate} t
   * @param {import("../../training/settings.js").Settings} settings
   * @param {Partial<Record<import("../../training/tasks.js").DataTaskId, string>>} own
   * @param {(task: import("../../training/tasks.js").DataTaskId, text: string | null) => void} use
   */
  data(t, settings, own, use) {
    const { task } = settings;
    if (!needsData(task)) return nothing;
    // Without its code, what ships is trained on all the same.
    if (this.#data.is === "failed")
      return html`<section class="card">${this.#data.status(t, t("train-own-data"))}</section>`;
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
    const card = { id: "descent", kind: "descent", title, name: t("train-descent"), code: this.#descent };
    return unfolding(
      t,
      { ...card, isOpen: this.#descentOpen },
      () =>
        this.#descentOpen
          ? html`<train-descent
              .t=${t}
              .theme=${this.#host.view.theme}
              .run=${run}
              .steps=${run?.steps ?? 0}
              .status=${run?.status ?? "starting"}
              .rate=${rate}
            ></train-descent>`
          : nothing,
      (isOpen) => this.#unfoldDescent(isOpen),
    );
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
    const tool = (/** @type {string} */ id, /** @type {unknown} */ content) => {
      const title = t(`train-${id}`);
      return unfolding(t, { id, kind: "tool", title, name: title, code: this.#tools }, () => content);
    };
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

/**
 * A card that is opened, whose code is loaded then.
 * @param {Translate} t
 * @param {{id: string, title: unknown, name: string, kind: string, isOpen?: boolean, code: import("../lazy.js").Lazy<unknown>}} of
 *   name: what is said could not be loaded; kind: its class; isOpen: whether it is open, where that is known
 * @param {() => unknown} content
 * @param {(isOpen: boolean) => void} [toggled]
 */
const unfolding = (t, { id, title, name, kind, isOpen = false, code }, content, toggled = () => {}) =>
  html`<details
    class="card ${kind}"
    id=${id}
    ?open=${isOpen}
    @toggle=${(/** @type {Event} */ { target }) => {
      const { open } = /** @type {HTMLDetailsElement} */ (target);
      toggled(open);
      if (open) void code.load();
    }}
  >
    <summary>${title}</summary>
    ${code.is === "ready" ? content() : code.status(t, name)}
  </details>`;
