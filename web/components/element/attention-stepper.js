import { html, LitElement, nothing } from "lit";
import { ref } from "lit/directives/ref.js";

import "../controls/control-bar.js";
import "../figure/motion-player.js";
import { motionFor } from "../../view/motion.js";
import { isTaken, stageAfterKey } from "../stage/keys.js";
import { bodies } from "./bodies.js";
import { Events, linkOf } from "./events.js";
import { Place } from "./visibility.js";
import { attributes, defineProperties, upgrade } from "./properties.js";
import { Scheme } from "./scheme.js";
import { Settings } from "./settings.js";
import { shared as common } from "./shared.js";
import { stepperStyles } from "./styles.js";
import { shared, tokens } from "../styles.js";
import { ViewCache } from "../../view/view.js";
import { RunCache } from "../../view/run-cache.js";
import { kindOf } from "../words.js";
import { AttentionError } from "../../engine/errors.js";
import { sceneAt } from "../../figures/scene/motion.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */

/** What parts of the page ask for later, an element has from the start. */
const deferred = Object.freeze({ motionFor, sceneAt });

/**
 * One walk through attention in a page of another's: `<attention-stepper>`. element-reference.js says what it takes,
 * fires and shows.
 */
export class AttentionStepper extends LitElement {
  static properties = {
    dark: { state: true },
    hovered: { state: true },
    problem: { state: true },
    failure: { state: true },
    started: { state: true },
  };

  static styles = [tokens, shared, stepperStyles];

  static get observedAttributes() {
    return [...super.observedAttributes, ...attributes];
  }

  #settings = new Settings();
  #scheme = new Scheme(this);
  #views = new ViewCache();
  /** @type {RunCache | null} */
  #runs = null;
  #events = new Events(this);
  #place = new Place(this, {
    near: (inSight) => this.#startSoon(inSight),
    resized: (height) => this.#events.fire("attention-resize", { height }),
  });
  #listeners = new AbortController();
  #settled = /** @type {{resolve: () => void, reject: (error: unknown) => void}} */ (/** @type {unknown} */ (null));

  constructor() {
    super();
    this.dark = false;
    /** @type {State["cell"]} what the pointer is over */
    this.hovered = null;
    /** @type {import("../controls/problem.js").Problem | null} what a control was asked for and could not do */
    this.problem = null;
    /** @type {Error | null} why there is no engine */
    this.failure = null;
    /** Whether it has been near the window, and has an engine. */
    this.started = false;
    /** When the first figure is drawn. @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => (this.#settled = { resolve, reject }));
    this.ready.catch(() => {}); // it is told by an event too
    this.#hear("state-patch", (change) => this.#patch(change));
    this.#hear("state-hover", ({ cell }) => (this.hovered = cell));
    this.#hear("ask-cleared", () => {});
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The state that is shown. Set, it replaces the whole; what it leaves out is the default's. @returns {State} */
  get state() {
    this.#settings.settle();
    return this.#settings.state;
  }

  set state(object) {
    this.#settings.replace(object);
    this.requestUpdate();
  }

  /** The state that is shown as a link's fragment. */
  get link() {
    return linkOf(this.state);
  }

  /**
   * Changes some fields and leaves the others, as a reader's controls do.
   * @param {Partial<State>} fields
   * @throws {AttentionError} that names the field; nothing has then changed
   */
  change(fields) {
    this.#settings.change(fields);
    this.requestUpdate();
  }

  /** @param {string} name @param {string | null} before @param {string | null} text */
  attributeChangedCallback(name, before, text) {
    super.attributeChangedCallback(name, before, text);
    this.#settings.set(name, text);
    this.requestUpdate();
  }

  connectedCallback() {
    upgrade(this);
    super.connectedCallback();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    common.systemDark.addEventListener("change", () => this.#scheme.read(), { signal });
    common.forcedColours.addEventListener("change", () => this.requestUpdate(), { signal });
    if (this.started) this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#listeners.abort();
    this.#runs?.free();
  }

  /** Out of the page it holds no memory. */
  shouldUpdate() {
    return this.isConnected;
  }

  willUpdate() {
    this.#settings.settle();
  }

  render() {
    const { problems, looks, state } = this.#settings;
    const messages = [...problems.values()].map(({ message }) => message);
    const t = common.words(looks.locale);
    if (this.failure) messages.push(failureText(t, this.failure));
    return html`
      <div class="frame ${state.theme}" lang=${looks.locale} ${ref(this.#place.frame)}>
        <span class="probe" ${ref(this.#scheme.probe)}></span>
        <div role="alert">
          ${messages.map((message) => html`<p class="message small" part="message">${message}</p>`)}
        </div>
        ${this.started ? this.#body(this.#view()) : html`<div class="waiting"><slot ${ref(this.#place.slot)}></slot></div>`}
      </div>
    `;
  }

  /** @returns {View} */
  #view() {
    const { state, looks } = this.#settings;
    const runs = /** @type {RunCache} */ (this.#runs);
    const walk = runs.walkOf(state);
    const cell = this.hovered ?? state.cell;
    const isDark = common.forcedColours.matches ? common.systemDark.matches : this.dark;
    return this.#views.viewOf(state, walk, {
      t: common.words(looks.locale),
      theme: isDark ? "dark" : "light",
      cell: runs.has(cell) ? cell : null,
      embedded: true,
      deferred,
      measure: common.measure,
      whenIdle: common.later,
    });
  }

  /** @param {View} view */
  #body(view) {
    const { view: chosen, controls } = this.#settings.looks;
    return html`
      <div class="body">
        ${controls.length > 0 ? this.#controls(view, controls) : nothing} ${bodies[chosen](view, this.#scheme.room)}
        ${controls === "all" ? nothing : html`<p class="small muted" part="note">${kindOf(view)}</p>`}
      </div>
    `;
  }

  /**
   * @param {View} view
   * @param {readonly string[] | "all"} controls
   */
  #controls(view, controls) {
    const bar = (/** @type {readonly string[] | null} */ fields) =>
      html`<control-bar .view=${view} .problem=${this.problem} .fields=${fields}></control-bar>`;
    return html`<div part="controls">${controls === "all" ? [bar(["sentence"]), bar(null)] : bar(controls)}</div>`;
  }

  updated() {
    this.#events.refused([...this.#settings.problems.values()]);
    if (!this.started) return;
    if (this.#events.hasBegun) this.#events.changed(this.state);
    else void this.#becomeReady();
  }

  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    const parts = /** @type {any[]} */ ([...this.renderRoot.querySelectorAll("*")]);
    await Promise.all(parts.map((part) => part.updateComplete));
    return done;
  }

  async #becomeReady() {
    this.#events.begin(this.state);
    await this.updateComplete;
    this.#settled.resolve();
    this.#events.ready(this.state);
  }

  /**
   * What the parts ask for is theirs and the element's alone.
   * @param {string} name
   * @param {(detail: any) => void} react
   */
  #hear(name, react) {
    this.addEventListener(name, (event) => {
      event.stopPropagation();
      react(/** @type {CustomEvent} */ (event).detail);
    });
  }

  /** @param {boolean} inSight */
  #startSoon(inSight) {
    this.#scheme.read(); // now that the browser has just laid out the page
    const start = () => common.take(() => this.#start());
    if (inSight) start();
    else void common.later().then(start);
  }

  async #start() {
    try {
      this.#runs ??= new RunCache(await common.engine(), common.drawn, common.walks);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.#settled.reject(error);
      this.#events.fire("attention-error", { field: "engine", message: this.failure.message, got: "" });
      return;
    }
    this.failure = null; // put back into its page, it has tried again
    if (!this.isConnected || this.started) return;
    this.#place.reserve();
    this.started = true;
    await this.updateComplete;
  }

  /** @param {{patch: Record<string, unknown>, text?: string}} change text: as typed, kept where it cannot be used */
  #patch({ patch, text = "" }) {
    const field = Object.keys(patch)[0] ?? "";
    if ("stage" in patch) this.hovered = null; // what the pointer rests on is another number now
    try {
      this.change(patch);
      if (this.problem?.field === field || this.problem?.text === "") this.problem = null;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = { field, text, message: error.message };
    }
  }

  /**
   * Left and right walk the stages where all are shown, Escape stops asking.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { walk } = this.#runs ?? {};
    if (isTaken(event) || !walk) return;
    const { state } = this;
    if (event.key === "Escape" && (state.cell || this.hovered)) {
      this.hovered = null;
      this.#patch({ patch: { cell: null } });
      return;
    }
    const stage = this.#settings.looks.view === "walk" && stageAfterKey(event, walk.run.stages, state.stage);
    if (!stage) return;
    event.preventDefault();
    this.#patch({ patch: { stage } });
  }
}

/** @param {View["t"]} t @param {Error} failure */
const failureText = (t, failure) =>
  failure instanceof AttentionError && failure.field === "build"
    ? t("failed-build")
    : t("failed", { reason: failure.message });

defineProperties(AttentionStepper.prototype);
customElements.define("attention-stepper", AttentionStepper);
