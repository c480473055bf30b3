import { html, LitElement, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import "./ask-trail.js";
import "./cell-arithmetic.js";
import "./control-bar.js";
import "./motion-player.js";
import { motionFor } from "./motion-source.js";
import { StageFigure } from "./stage-figure.js";
import { stageFormula } from "./stage-formula.js";
import { isTaken, stageAfterKey } from "./stage-keys.js";
import "./stage-panel.js";
import "./stage-strip.js";
import { stageText } from "./stage-text.js";
import { attributeFields, attributeOf, propertyOf, writeField } from "./stepper/attributes.js";
import { Scheme } from "./stepper/scheme.js";
import { Settings } from "./stepper/settings.js";
import { shared as common } from "./stepper/shared.js";
import { stepperStyles } from "./stepper/styles.js";
import { shared, tokens } from "./styles.js";
import { ViewKeeper } from "./view.js";
import { WalkKeeper } from "./walk-keeper.js";
import { kindOf, withSubscripts } from "./words.js";
import { AttentionError } from "../engine/errors.js";
import { sceneAt } from "../figures/motion.js";
import { changedFields } from "../state/history.js";
import { stateToFragment } from "../state/url.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./room.js").Measured} Measured */

/** How far from the window an element starts: a quarter of the window's height. */
const near = "25%";

/** What parts of the page ask for later, an element has from the start. */
const more = Object.freeze({ motionFor, sceneAt });

/** The element's own attributes, beside the fields of a state: their properties are the same words. */
const ownTexts = Object.freeze(/** @type {const} */ (["preset", "view", "controls", "locale"]));

/** All that a script can have set before the element was defined. */
const settable = Object.freeze([...ownTexts, "state", ...attributeFields.map(propertyOf)]);

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
    return [...super.observedAttributes, ...ownTexts, "state", ...attributeFields.map(attributeOf)];
  }

  /** One for all elements of a page, of which most only wait. */
  static #sight = new IntersectionObserver(
    (entries) => entries.forEach((entry) => /** @type {AttentionStepper} */ (entry.target).#seen(entry)),
    { rootMargin: near },
  );
  static #size = new ResizeObserver((entries) =>
    entries.forEach(({ target }) => /** @type {AttentionStepper} */ (target).#resized()),
  );

  #settings = new Settings();
  #scheme = new Scheme(this);
  #views = new ViewKeeper();
  /** @type {WalkKeeper | null} */
  #keeper = null;
  #frame = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  #slot = /** @type {import("lit/directives/ref.js").Ref<HTMLSlotElement>} */ (createRef());
  /** @type {State | null} what the last event told of */
  #told = null;
  /** @type {import("./stepper/settings.js").Problem[]} */
  #toldProblems = [];
  #height = 0;
  #width = 0;
  #listeners = new AbortController();
  #settled = /** @type {{resolve: () => void, reject: (error: unknown) => void}} */ (/** @type {unknown} */ (null));

  constructor() {
    super();
    this.dark = false;
    /** @type {State["cell"]} what the pointer is over */
    this.hovered = null;
    /** @type {import("./problem.js").Problem | null} what a control was asked for and could not do */
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
    return stateToFragment({ ...this.state, lab: null, compare: null });
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
    this.#upgrade();
    super.connectedCallback();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    common.systemDark.addEventListener("change", () => this.#scheme.read(), { signal });
    common.forcedColours.addEventListener("change", () => this.requestUpdate(), { signal });
    AttentionStepper.#size.observe(this);
    if (this.started) this.requestUpdate();
    else AttentionStepper.#sight.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#listeners.abort();
    AttentionStepper.#sight.unobserve(this);
    AttentionStepper.#size.unobserve(this);
    this.#keeper?.free();
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
      <div class="frame ${state.theme}" lang=${looks.locale} ${ref(this.#frame)}>
        <span class="probe" ${ref(this.#scheme.probe)}></span>
        <div role="alert">
          ${messages.map((message) => html`<p class="message small" part="message">${message}</p>`)}
        </div>
        ${this.started ? this.#body(this.#view()) : html`<div class="waiting"><slot ${ref(this.#slot)}></slot></div>`}
      </div>
    `;
  }

  /** @returns {View} */
  #view() {
    const { state, looks } = this.#settings;
    const keeper = /** @type {WalkKeeper} */ (this.#keeper);
    const walk = keeper.walkOf(state);
    const cell = this.hovered ?? state.cell;
    const isDark = common.forcedColours.matches ? common.systemDark.matches : this.dark;
    return this.#views.viewOf(state, walk, {
      t: common.words(looks.locale),
      theme: isDark ? "dark" : "light",
      cell: keeper.has(cell) ? cell : null,
      embedded: true,
      more,
      measure: common.measure,
      later: common.later,
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
    this.#tellProblems();
    if (!this.started) return;
    if (this.#told === null) void this.#becomeReady();
    else this.#tell(this.#told, this.state);
  }

  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    const parts = /** @type {any[]} */ ([...this.renderRoot.querySelectorAll("*")]);
    await Promise.all(parts.map((part) => part.updateComplete));
    return done;
  }

  async #becomeReady() {
    this.#told = this.state;
    await this.updateComplete;
    this.#settled.resolve();
    this.#fire("attention-ready", { state: this.state, link: this.#linkOrNull() });
  }

  /** @param {State} before @param {State} now */
  #tell(before, now) {
    this.#told = now;
    const fields = changedFields(before, now);
    const { stage, head, cell } = now;
    if (fields.some((field) => ["stage", "head", "cell"].includes(field)))
      this.#fire("attention-step", { stage, head, cell });
    if (fields.length > 0) this.#fire("attention-change", { state: now, link: this.#linkOrNull(), fields });
  }

  #tellProblems() {
    const problems = [...this.#settings.problems.values()];
    const isNew = (/** @type {typeof problems[number]} */ { field, message }) =>
      !this.#toldProblems.some((told) => told.field === field && told.message === message);
    const fresh = problems.filter(isNew);
    this.#toldProblems = problems;
    for (const problem of fresh) this.#fire("attention-error", problem);
  }

  /** A state that is too large for a link has none. */
  #linkOrNull() {
    try {
      return this.link;
    } catch {
      return null;
    }
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

  /** @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Properties that a script has set before the element was defined. */
  #upgrade() {
    const own = /** @type {any} */ (this);
    for (const name of settable) {
      if (!Object.hasOwn(this, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }

  /** @param {IntersectionObserverEntry} entry */
  #seen({ isIntersecting, boundingClientRect: { top, bottom } }) {
    if (!isIntersecting) return;
    AttentionStepper.#sight.unobserve(this);
    this.#scheme.read(); // now that the browser has just laid out the page
    const start = () => common.take(() => this.#start());
    if (bottom > 0 && top < window.innerHeight) start();
    else void common.later().then(start);
  }

  async #start() {
    try {
      this.#keeper ??= new WalkKeeper(await common.engine(), common.drawn, common.walks);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.#settled.reject(error);
      this.#fire("attention-error", { field: "engine", message: this.failure.message, got: "" });
      return;
    }
    if (!this.isConnected || this.started) return;
    this.#reserve();
    this.started = true;
    await this.updateComplete;
  }

  /** What stands in the slot leaves no gap, and what follows does not jump up. */
  #reserve() {
    const frame = this.#frame.value;
    if (!frame || !this.#slot.value?.assignedElements().length) return;
    frame.style.minHeight = `${frame.getBoundingClientRect().height}px`;
  }

  #resized() {
    const { offsetHeight: height, offsetWidth: width } = this;
    const frame = this.#frame.value;
    if (frame && this.#width && width !== this.#width) frame.style.minHeight = "";
    this.#width = width;
    if (!this.started || height === this.#height) return;
    this.#height = height;
    this.#fire("attention-resize", { height });
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
    const { walk } = this.#keeper ?? {};
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

/** @param {View} view @param {Measured | null} [room] */
const figure = (view, room = null) => html`
  <div id="figure" part="figure" role="group" tabindex="-1" aria-label=${StageFigure.label(view)}>
    <stage-figure .view=${view} .room=${room}></stage-figure>
  </div>
`;

/** @param {View} view */
const formula = (view) => html`
  <div class="formula" part="formula" role="group" aria-label=${view.t("formula-label")} tabindex="0">
    ${stageFormula(view)}
  </div>
`;

/**
 * What each view shows. A walk has columns of its own.
 * @type {Readonly<Record<(typeof import("./stepper/attributes.js").views)[number], (view: View, room: Measured | null) => unknown>>}
 */
const bodies = Object.freeze({
  stage: (view, room) => html`
    <div part="text">
      <h2>${view.t(`stage-${view.state.stage}-title`)}</h2>
      <p>${withSubscripts(stageText(view))}</p>
    </div>
    ${figure(view, room)}
    <div part="panel">
      <cell-arithmetic .view=${view}><ask-trail slot="before" .view=${view}></ask-trail></cell-arithmetic>
    </div>
  `,
  equation: (view, room) => html`${formula(view)} ${figure(view, room)}`,
  lines: figure,
  walk: (view) => html`
    <stage-strip part="strip" .view=${view}></stage-strip>
    <div class="desk">
      <stage-panel part="panel" .view=${view}></stage-panel>
      ${figure(view)}
    </div>
  `,
});

for (const name of ownTexts) {
  Object.defineProperty(AttentionStepper.prototype, name, {
    /** @this {AttentionStepper} */
    get() {
      return this.getAttribute(name);
    },
    /** @this {AttentionStepper} @param {unknown} value */
    set(value) {
      reflect(this, name, value === null || value === undefined ? null : String(value));
    },
    enumerable: true,
    configurable: true,
  });
}

for (const field of attributeFields) {
  Object.defineProperty(AttentionStepper.prototype, propertyOf(field), {
    /** @this {AttentionStepper} */
    get() {
      return this.state[/** @type {keyof State} */ (field)];
    },
    /** @this {AttentionStepper} @param {unknown} value undefined: as without the attribute */
    set(value) {
      reflect(this, attributeOf(field), value === undefined ? null : writeField(field, value));
    },
    enumerable: true,
    configurable: true,
  });
}

/** @param {HTMLElement} element @param {string} attribute @param {string | null} text */
function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}

customElements.define("attention-stepper", AttentionStepper);
