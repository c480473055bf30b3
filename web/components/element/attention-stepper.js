import { html, LitElement, nothing } from "lit";

import "../figure/motion-player.js";
import { hasMotion, motionFor } from "../../view/motion.js";
import {
  attributeNamed,
  defineProperties,
  observed,
  reflect,
  textOf,
  unknownAttribute,
  upgrade,
} from "./attributes.js";
import { Events, linkOf } from "./events.js";
import { controlsOf, layouts } from "./layouts.js";
import { Settings } from "./settings.js";
import { resources } from "./shared-resources.js";
import { hasTrained } from "../../state/recipes/trained-models.js";
import { loadTrained } from "../../training/load-trained.js";
import { StyleProbe } from "./style-probe.js";
import { stepperStyles } from "./styles.js";
import { Visibility } from "./visibility.js";
import { shared, tokens } from "../styles.js";
import { whileConnected } from "../while-connected.js";
import { drawNow, partsDrawn } from "../view-element.js";
import { afterFrame } from "../../view/scheduling.js";
import { WalkController } from "../walk-controller.js";
import { RunCache } from "../../view/run-cache.js";
import { originText } from "../rich-text.js";
import { unknownText, unknownWords } from "../../view/origin.js";
import { sceneAt } from "../../figures/scene/motion.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/engine.js").Engine} Engine */

/** The modules that the page loads later but this element imports from the start. */
const later = Object.freeze({ hasMotion, motionFor, sceneAt });

/**
 * The custom element `<attention-stepper>`, with which other pages show one walk (the pass through all stages of
 * attention). attributes.js lists its attributes, element-api.js its events, parts and custom properties.
 */
export class AttentionStepper extends LitElement {
  static properties = {
    dark: { state: true },
    printing: { state: true },
    failure: { state: true },
    started: { state: true },
    drawn: { state: true },
  };

  static styles = [tokens, shared, stepperStyles];

  static get observedAttributes() {
    return [...super.observedAttributes, ...observed];
  }

  #settings = new Settings();
  #probe = new StyleProbe(this);
  /** @type {RunCache | null} null until the engine has started */
  #walks = null;
  #walk = new WalkController(this, {
    state: this.#settings.state,
    t: () => resources.words(this.#settings.looks.locale),
    walks: () => this.#walks,
    change: (_, patch) => {
      this.#settings.change(patch);
      return this.#settings.state;
    },
    stages: () => (this.#settings.looks.view === "walk" ? (this.#walks?.walk?.run.stages ?? []) : []),
  });
  #events = new Events(this);
  #visibility = new Visibility(this, {
    near: (inView) => this.#startSoon(inView),
    resized: (height) => this.#events.fire("attention-resize", { height }),
  });
  /** What the element shows as wrong. @type {import("./settings.js").Problem[]} */
  #problems = [];
  /** Aborted when the element leaves the page. */
  #connection = AbortSignal.abort();
  /** Sees the attributes that the element does not have, which it therefore does not observe. */
  #others = new MutationObserver((changes) =>
    changes.forEach(({ attributeName }) => this.#readOther(String(attributeName))),
  );
  /** @type {{resolve: () => void, reject: (error: unknown) => void} | null} settles `ready`; null after it was rejected */
  #readiness = null;
  /** @type {State | null} the state that could not be shown; null where none failed */
  #failed = null;

  constructor() {
    super();
    this.dark = false;
    /** Whether the browser is printing: paper is always light. */
    this.printing = false;
    /** @type {Error | null} why the engine could not start */
    this.failure = null;
    /** Whether the element has come near the window and its engine has started. */
    this.started = false;
    /** Whether all parts of the figure are drawn. Until then the element shows its slot: nobody sees the parts move. */
    this.drawn = false;
    this.#promiseReady();
    this.addEventListener("keydown", (event) => this.#walk.key(event));
    whileConnected(this, (signal) => {
      this.#connection = signal;
      resources.systemDark.addEventListener("change", () => this.#probe.read(), { signal });
      resources.forcedColours.addEventListener("change", () => this.requestUpdate(), { signal });
      window.addEventListener("beforeprint", () => this.#print(), { signal });
      window.addEventListener("afterprint", () => (this.printing = false), { signal });
    });
  }

  /**
   * The current state. Setting it replaces the whole state: fields that are left out get their defaults. A text, as
   * frameworks set it, is the attribute's.
   * @returns {State}
   */
  get state() {
    this.#settings.update();
    return this.#settings.state;
  }

  set state(given) {
    if (typeof given === "string" || given === null || given === undefined) reflect(this, "state", given ?? null);
    else this.#settings.replace(given);
    this.requestUpdate();
  }

  /** The current state as the fragment of a link (the part after #); null if it is too large for a link. */
  get link() {
    return linkOf(this.state);
  }

  /**
   * Changes some fields of the state and keeps the others, as the controls do.
   * @param {Partial<State>} fields
   * @throws {AttentionError} names the invalid field; the state is then unchanged
   */
  change(fields) {
    this.#settings.change(fields);
    this.requestUpdate();
  }

  /** @param {string} name @param {string | null} before @param {string | null} text */
  attributeChangedCallback(name, before, text) {
    super.attributeChangedCallback(name, before, text);
    const attribute = attributeNamed(name);
    this.#settings.set(attribute, text ?? textOf(this, attribute));
    this.requestUpdate();
  }

  /** Reads an attribute that the element may not have, to report it. @param {string} name */
  #readOther(name) {
    if (!unknownAttribute(name, "")) return;
    this.#settings.set(name, this.getAttribute(name));
    this.requestUpdate();
  }

  connectedCallback() {
    upgrade(this);
    for (const name of this.getAttributeNames()) this.#readOther(name);
    this.#others.observe(this, { attributes: true });
    super.connectedCallback();
    if (this.#readiness === null) this.#promiseReady();
    if (this.started) this.requestUpdate();
  }

  firstUpdated() {
    // Loaded while the browser is idle, so that an element out of sight can be printed. Its start reports what fails.
    void resources.later().then(() => this.#load().catch(() => {}));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#others.disconnect();
    this.#walks?.free();
  }

  /** Makes the promise `ready`: a first one, and another when the element is put back after a failed start. */
  #promiseReady() {
    /** Resolves when the first figure is drawn; rejected if the engine cannot start. @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => (this.#readiness = { resolve, reject }));
    this.ready.catch(() => {}); // "attention-error" reports it too
  }

  /** An element that is not in a page is not drawn, because its numbers are freed. */
  shouldUpdate() {
    return this.isConnected;
  }

  /** An update waits until the trained model that the state needs is loaded. */
  scheduleUpdate() {
    const engine = this.#walks?.engine;
    if (!engine || this.failure || hasTrained(engine, this.state)) return super.scheduleUpdate();
    return loadTrained(engine)
      .then(() => void this.#walks?.walkOf(this.state)) // throws where the state needs a model that a reader trained
      .catch((error) => this.#fail(error))
      .then(() => super.scheduleUpdate());
  }

  willUpdate() {
    this.#walk.state = this.state;
    if (this.#walks && this.#failed && this.#failed !== this.state) this.#startAgain();
    try {
      if (this.started) this.#walks?.walkOf(this.state); // throws here if it needs more memory than there is
    } catch (error) {
      this.#fail(error);
    }
  }

  render() {
    const { looks, state } = this.#settings;
    const view = this.started ? this.#view() : null;
    this.#problems = [...this.#settings.problems.values(), ...(view ? unknownIn(view) : [])];
    const messages = this.#problems.map(({ message }) => message);
    const t = resources.words(looks.locale);
    if (this.failure) messages.push(failureText(t, this.failure));
    const hasCaption = looks.caption !== "" || [...this.children].some(({ slot }) => slot === "caption");
    return html`
      <div class="room"><i></i><i></i><i></i></div>
      <div
        class="frame ${this.printing ? "light" : state.theme} ${looks.controls === "none" ? "bare" : ""} ${this.failure ? "failed" : ""} ${this.drawn ? "" : "drawing"}"
        data-view=${looks.view}
        lang=${looks.locale}
        role=${hasCaption ? "figure" : nothing}
        aria-labelledby=${hasCaption ? "caption" : nothing}
      >
        <span class="probe"></span>
        <div id="caption" part="caption" ?hidden=${!hasCaption}>
          <slot name="caption" @slotchange=${() => this.requestUpdate()}>${looks.caption}</slot>
        </div>
        <div role="alert">
          ${messages.map((message) => html`<p class="message small" part="message">${message}</p>`)}
        </div>
        ${this.drawn ? nothing : html`<slot></slot>`} ${view ? this.#body(view) : nothing}
      </div>
    `;
  }

  /** The view of the current state, with the pointed-at or focused number as the inspected one. @returns {View} */
  #view() {
    const { looks } = this.#settings;
    const isDark = resources.forcedColours.matches ? resources.systemDark.matches : this.dark;
    return this.#walk.view({
      t: resources.words(looks.locale),
      theme: isDark && !this.printing ? "dark" : "light",
      cellChosen: true,
      embedded: true,
      later,
      measure: resources.measure,
      whenIdle: resources.later,
      atOnce: this.printing,
    });
  }

  /** The contents once the engine has started. @param {View} view */
  #body(view) {
    const { view: chosen, controls } = this.#settings.looks;
    return html`
      <div class="body">
        ${controlsOf(view, controls, this.#walk.problem)} ${layouts[chosen](view, this.#probe.measured)}
        ${controls === "all" ? nothing : html`<p class="small muted" part="note">${originText(view)}</p>`}
      </div>
    `;
  }

  updated() {
    this.#events.refused(this.#problems);
    if (this.started) this.#events.changed(this.state);
  }

  /** Resolves when the parts inside the element are drawn too. */
  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    await partsDrawn(this);
    return done;
  }

  /** Starts once more where an earlier state could not be shown. */
  #startAgain() {
    this.#failed = null;
    this.#promiseReady();
    this.#startSoon(true);
  }

  /** Queues the start: at once for an element in view, otherwise when the browser is idle. @param {boolean} inView */
  #startSoon(inView) {
    this.#probe.read(); // costs little here, because the browser has just laid out the page
    const start = () => resources.enqueue(() => this.#start());
    if (inView) start();
    else void resources.later().then(start);
  }

  /**
   * Starts the engine and draws the element for the first time; after a failure it shows why.
   * @returns {Promise<unknown>} resolves when the figure is drawn, the start has failed, or the element was removed
   */
  async #start() {
    const connection = this.#connection;
    try {
      this.#walks ??= this.#newWalks(await resources.engine());
      await this.#load();
      if (!this.isConnected || this.started) return;
      // Parts of a removed element wait until it is put back; the elements behind it in the queue must not.
      return Promise.race([this.#open(), aborted(connection)]);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** @param {Engine} engine */
  #newWalks(engine) {
    return new RunCache(engine, resources.drawn, resources.walks);
  }

  /** Loads what the first drawing needs: the engine, and the weights of a trained model. */
  async #load() {
    const engine = await resources.engine();
    if (!hasTrained(engine, this.state)) await loadTrained(engine);
  }

  /**
   * Shows the figure in place of the slot. What it needs must be loaded.
   * @returns {Promise<unknown>} resolves when the figure is drawn, or could not be
   */
  #open() {
    this.#walks ??= this.#newWalks(/** @type {Engine} */ (resources.loadedEngine));
    this.#walks.walkOf(this.state); // throws here if it needs more memory than there is
    this.failure = null;
    this.started = true;
    return this.#becomeReady().catch((error) => this.#fail(error));
  }

  /**
   * Draws for paper, without waiting: the browser lays out the paper right after the event. Elements that nobody has
   * scrolled to are drawn too.
   */
  #print() {
    this.printing = true;
    const engine = resources.loadedEngine;
    if (!engine || this.failure || !hasTrained(engine, this.state)) return;
    this.#probe.read();
    try {
      if (!this.started) void this.#open();
      this.drawn = true;
      drawNow(this);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Resolves `ready` and fires "attention-ready" when the first figure is drawn. */
  async #becomeReady() {
    this.#events.begin(this.state);
    await this.updateComplete;
    await afterFrame(); // figures have then measured their widths
    await this.updateComplete;
    if (!this.started) return; // a state that could not be shown came meanwhile
    this.#visibility.reserve();
    this.drawn = true;
    await this.updateComplete;
    this.#visibility.report();
    this.#readiness?.resolve();
    this.#events.ready(this.state);
  }

  /** Shows why the element could not start, and reports it. @param {unknown} error */
  #fail(error) {
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.#failed = this.state;
    this.started = false;
    this.drawn = false;
    this.#readiness?.reject(error);
    this.#readiness = null;
    const { field, message } = /** @type {Partial<import("../../engine/errors.js").AttentionError> & Error} */ (
      this.failure
    );
    this.#events.fire("attention-error", { field: field === "recipe" ? field : "engine", message, got: "" });
  }
}

/** Resolves when a signal is aborted. @param {AbortSignal} signal */
const aborted = (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));

/** The words that the trained model of a view does not know, as a problem. @param {View} view */
function unknownIn(view) {
  const unknown = unknownWords(view);
  if (unknown.length === 0) return [];
  const isQuery = unknown.some((word) => view.queries.includes(word));
  const message = unknownText(view.t, unknown);
  return [{ field: isQuery ? "sentence" : "context", message, got: unknown.join(" ") }];
}

/** The message that explains why the element shows nothing. @param {View["t"]} t @param {Error} failure */
function failureText(t, failure) {
  const { field = "", message } = /** @type {Partial<import("../../engine/errors.js").AttentionError> & Error} */ (
    failure
  );
  if (field === "recipe") return message; // only the trained weights are missing
  return field === "build" ? t("failed-build") : t("failed", { reason: message });
}

defineProperties(AttentionStepper.prototype);
customElements.define("attention-stepper", AttentionStepper);
