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
import { frame } from "./frame.js";
import { controlsOf, layouts } from "./layouts.js";
import { LessonFrame } from "./lesson-frame.js";
import { Settings } from "./settings.js";
import { Start } from "./start.js";
import { resources } from "./shared-resources.js";
import { givenIn, givenTensors } from "../../state/recipes/given.js";
import { hasTrained } from "../../state/recipes/trained-models.js";
import { loadTrained } from "../../training/load-trained.js";
import { StyleProbe } from "./style-probe.js";
import { stepperStyles } from "./styles.js";
import { Visibility } from "./visibility.js";
import { WayBack } from "./way-back.js";
import { tokens } from "../custom-properties.js";
import { shared } from "../styles.js";
import { whileConnected } from "../while-connected.js";
import { drawNow, partsDrawn } from "../view-element.js";
import { WalkController } from "../walk-controller.js";
import { originText } from "../rich-text.js";
import { unknownText, unknownWords } from "../../view/origin.js";
import { sceneAt } from "../../figures/scene/motion.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */

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
  #back = new WayBack(this, this.#settings, (state) => this.#walk.show(state));
  #walk = new WalkController(this, {
    state: this.#settings.state,
    t: () => this.#t,
    walks: () => this.#start.walks,
    change: (_, patch) => this.#back.change(patch),
    stages: () => (this.#settings.looks.view === "walk" ? (this.#start.walks?.walk?.run.stages ?? []) : []),
  });
  #events = new Events(this);
  #visibility = new Visibility(this, {
    near: (inView) => this.#start.soon(inView),
    resized: (height) => this.#events.fire("attention-resize", { height }),
  });
  #start = new Start(this, this.#probe, this.#events, this.#visibility, () => this.#lesson.isShown);
  #lesson = new LessonFrame(this, this.#settings, this.#events, (link) => this.#start.lessonShown(link));
  /** What the element shows as wrong. @type {import("./settings.js").Problem[]} */
  #problems = [];
  /** Sees the attributes that the element does not have, which it therefore does not observe. */
  #others = new MutationObserver((changes) =>
    changes.forEach(({ attributeName }) => this.#readOther(String(attributeName))),
  );

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
    /** Resolves when the first figure is drawn; rejected if the engine cannot start. @type {Promise<void>} */
    this.ready = this.#start.promise();
    this.addEventListener("keydown", (event) => this.#walk.key(event));
    whileConnected(this, (signal) => {
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

  /**
   * The tensors that are given, by their names in the engine: Q, K and V, or X and weights; null where a recipe makes them.
   * Their numbers of heads are those of Q and K, or, with weights, the fields heads and kv_heads.
   * @returns {import("../../state/recipes/tensors.js").Tensors | null}
   */
  get inputs() {
    const given = givenIn(this.state);
    return given && givenTensors(given);
  }

  set inputs(tensors) {
    this.#settings.give(tensors ?? null);
    this.requestUpdate();
  }

  /** The current state, or the lesson, as the fragment of a link (the part after #); null if it is too large for a link. */
  get link() {
    return this.#lesson.isShown ? this.#lesson.link : linkOf(this.state);
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
    if (this.#start.hasFailed) this.ready = this.#start.promise();
    if (this.started) this.requestUpdate();
  }

  firstUpdated() {
    // Loaded while the browser is idle, so that an element out of sight can be printed. Its start reports what fails.
    void resources.later().then(() => this.#start.load().catch(() => {}));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#others.disconnect();
    this.#start.walks?.free();
  }

  /** An element that is not in a page is not drawn, because its numbers are freed. */
  shouldUpdate() {
    return this.isConnected;
  }

  /**
   * An update waits until the words of the language, and the trained model that the state needs, are loaded.
   * @returns {void | Promise<unknown>}
   */
  scheduleUpdate() {
    this.#settings.update();
    const { locale } = this.#settings.looks;
    if (!resources.hasWords(locale))
      return resources
        .loadWords(locale)
        .catch(() => this.#settings.refuseLocale(locale))
        .then(() => this.scheduleUpdate());
    const engine = this.#start.walks?.engine;
    if (!engine || this.failure || hasTrained(engine, this.state)) return super.scheduleUpdate();
    return loadTrained(engine)
      .then(() => void this.#start.walks?.walkOf(this.state)) // throws where the state needs a model that a reader trained
      .catch((error) => this.#start.fail(error))
      .then(() => super.scheduleUpdate());
  }

  willUpdate() {
    this.#walk.state = this.state;
    this.#start.again();
    try {
      if (this.started && !this.#lesson.isShown) this.#start.walks?.walkOf(this.state); // throws here if it needs more memory than there is
    } catch (error) {
      this.#start.fail(error);
    }
  }

  render() {
    const { looks, state } = this.#settings;
    const lesson = this.started && this.#lesson.isShown ? this.#lesson : null;
    const view = this.started && !lesson ? this.#view() : null;
    const t = this.#t;
    this.#problems = [...this.#settings.problems.values(), ...(view ? unknownIn(view) : [])];
    return frame({
      looks,
      theme: this.printing ? "light" : state.theme,
      t,
      failure: this.failure,
      problems: this.#problems,
      isDrawn: this.drawn || lesson !== null,
      slots: [...this.children].map(({ slot }) => slot),
      captionChanged: () => this.requestUpdate(),
      content: view
        ? body(view, looks, this.#walk.problem, this.#probe.measured, this.link)
        : lesson?.render(t, this.#probe.theme),
    });
  }

  get #t() {
    return resources.words(this.#settings.looks.locale).t;
  }

  /** The view of the current state, with the pointed-at or focused number as the inspected one. @returns {View} */
  #view() {
    return this.#walk.view({
      t: this.#t,
      theme: this.#probe.theme,
      cellChosen: true,
      embedded: true,
      former: this.#back.formerOf(this.state),
      later,
      measure: resources.measureIn(this.#probe.font),
      whenIdle: resources.later,
      atOnce: this.printing,
    });
  }

  updated() {
    this.#events.refused(this.#problems);
    if (this.started && !this.#lesson.isShown) this.#events.changed(this.state);
  }

  /** Resolves when the parts inside the element are drawn too. */
  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    await partsDrawn(this);
    return done;
  }

  /**
   * Draws for paper, without waiting: the browser lays out the paper right after the event. Elements that nobody has
   * scrolled to are drawn too.
   */
  #print() {
    this.printing = true;
    const engine = resources.loadedEngine;
    if (!engine || this.#lesson.isShown || this.failure || !hasTrained(engine, this.state)) return;
    this.#probe.read();
    try {
      if (!this.started) void this.#start.open();
      this.drawn = true;
      drawNow(this);
    } catch (error) {
      this.#start.fail(error);
    }
  }
}

/**
 * The contents once the engine has started.
 * @param {View} view
 * @param {import("./attributes.js").Looks} looks
 * @param {WalkController["problem"]} problem the value that was refused last
 * @param {StyleProbe["measured"]} measured
 * @param {string | null} link
 */
const body = (view, looks, problem, measured, link) =>
  html`<div class="body">
    ${controlsOf(view, looks.controls, problem)} ${layouts[looks.view](view, measured)} ${notes(view, looks, link)}
  </div>`;

/** The words that the trained model of a view does not know, as a problem. @param {View} view */
function unknownIn(view) {
  const unknown = unknownWords(view);
  if (unknown.length === 0) return [];
  const isQuery = unknown.some((word) => view.queries.includes(word));
  const message = unknownText(view.t, unknown);
  return [{ field: isQuery ? "sentence" : "context", message, got: unknown.join(" "), errors: [] }];
}

/**
 * Below the figure: what its numbers are worth, unless the controls say it; and a link to the same walk in the explorer, where the
 * page has named one.
 * @param {View} view
 * @param {import("./attributes.js").Looks} looks
 * @param {string | null} link null: the walk is too large for one
 */
const notes = (view, { controls, explorer }, link) => html`
  ${controls === "all" ? nothing : html`<p class="small muted" part="note">${originText(view)}</p>`}
  ${explorer === "" || link === null ? nothing : toExplorer(view, `${explorer.replace(/#.*/s, "")}#${link}`)}
`;

/** @param {View} view @param {string} address */
const toExplorer = ({ t }, address) =>
  html`<p class="small" part="explorer">
    <a href=${address} target="_blank" rel="noopener">${t("open-explorer")}</a>
  </p>`;

defineProperties(AttentionStepper.prototype);
customElements.define("attention-stepper", AttentionStepper);
