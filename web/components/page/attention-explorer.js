import { html, LitElement, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { hasTrained, modelsIn } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { pageStyles } from "./styles.js";
import { showAlone } from "../framed/alone.js";
import { ExplorePlace } from "./explore-place.js";
import { offerEmbedding } from "./embedding.js";
import { PageFiles } from "./files.js";
import { pageHeader } from "./header.js";
import { Announcer } from "./announcer.js";
import { PageLanguage } from "./language.js";
import { PageHistory } from "./history.js";
import { exploreLink } from "./explore-link.js";
import { firstState, fragmentFor } from "./link.js";
import { OpenedTensors } from "./opened-tensors.js";
import { OtherPlaces } from "./other-places.js";
import { PagePrinting } from "./print/printing.js";
import { failedPage, linkProblems } from "./problems.js";
import { Questions } from "./questions.js";
import { needsLater, PageStart } from "./start.js";
import { PageTheme } from "./theme.js";
import { shared } from "../styles.js";
import { loadModels } from "../train/load-models.js";
import { WalkController } from "../walk-controller.js";
import { whileConnected } from "../while-connected.js";
import { whenIdle } from "../../view/scheduling.js";
import { trailStyles } from "./zoom-trail.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * The page. It holds the state, has the engine compute the walk (the pass through all stages, from embeddings to
 * output), and passes one view of it to every part.
 */
export class AttentionExplorer extends LitElement {
  static properties = {
    place: { state: true },
    language: { state: true },
    walks: { state: true },
    begun: { state: true },
    later: { state: true },
    incomplete: { state: true },
    whole: { state: true },
    linkProblem: { state: true },
    unlinkable: { state: true },
    failure: { state: true },
  };

  static styles = [shared, pageStyles, trailStyles];

  #alone = showAlone(this);
  #language = new PageLanguage(this);
  #history = new PageHistory(firstState);
  #walk = new WalkController(this, {
    state: firstState,
    t: () => this.#language.t,
    walks: () => this.walks,
    after: (patch) => this.#changed(patch),
    restored: (error) => {
      this.#history.restore();
      this.linkProblem = this.#language.t("problem-memory", { reason: error.message }) || error;
    },
  });
  #places = new OtherPlaces(this, {
    t: () => this.#language.t,
    loadWords: this.#language.loadAndDraw,
    stay: () => this.#link.replace(),
    alone: this.#alone.alone,
  });
  #link = exploreLink(this, this.#walk, (state) => this.#explore.arrive(state));
  #theme = new PageTheme(this);
  #printing = new PagePrinting(this, () => this.#start.load());
  #start = new PageStart(this, this.#language);
  #announcer = new Announcer(this);
  #files = new PageFiles(
    this,
    () => this.#start.complete(),
    (next) => this.#open(next),
    (files) => this.#tensors.read(files),
  );
  #tensors = new OpenedTensors(this, {
    open: (next) => this.#open(next),
    loadWords: this.#language.loadAndDraw,
    focus: () => this.#explore.focus(),
  });
  #questions = new Questions(this, {
    patch: (patch) => this.#walk.patch({ patch }),
    complete: () => this.#start.complete(),
    loadWords: this.#language.loadAndDraw,
    t: (id) => this.#language.t(id),
  });
  #explore = new ExplorePlace(this, {
    walk: this.#walk,
    questions: this.#questions,
    tensors: this.#tensors,
    t: () => this.#language.t,
    save: () => void this.#files.save(),
    complete: () => this.#start.complete(),
    changed: () => this.#changed(),
  });
  /** Resolves when the figure is shown and the browser is idle, for work that the reader does not wait for. */
  #whenIdle = () => this.#start.figureShown.then(whenIdle);

  constructor() {
    super();
    /** @type {import("../places.js").Place} */
    this.place = "explore";
    /** The tag of the language that is shown. */
    this.language = this.#language.tag;
    /** @type {import("../../view/run-cache.js").RunCache | null} null until the engine has started */
    this.walks = null;
    /** Whether what stands above the figure is drawn. */
    this.begun = false;
    /** @type {import("./start.js").Later | null} what is loaded after the first frame, null until then */
    this.later = null;
    /** Whether that could not be loaded. */
    this.incomplete = false;
    /** Whether all of the page is drawn. */
    this.whole = false;
    /** @type {import("./problems.js").LinkProblem} */
    this.linkProblem = null;
    /** Whether the state is too large for a link. */
    this.unlinkable = false;
    this.failure = "";
    if (this.#alone.theme) this.state = changeState(this.state, { theme: this.#alone.theme });
    this.addEventListener("history-move", (event) => {
      this.#walk.show(this.#history.move(/** @type {CustomEvent} */ (event).detail, this.#language.t));
      this.#changed();
    });
    offerEmbedding(this, {
      t: () => this.#language.t,
      loadWords: this.#language.loadAndDraw,
      theme: () => this.#theme.of(this.state.theme),
    });
    this.addEventListener("open-walk", (event) => this.#openWalk(/** @type {CustomEvent} */ (event).detail.state));
    whileConnected(this, (signal) => {
      document.addEventListener("keydown", (event) => this.place === "explore" && this.#walk.key(event), { signal });
    });
  }

  /** What Explore shows. */
  get state() {
    return this.#walk.state;
  }

  set state(state) {
    this.#walk.state = state;
  }

  /** What the reader entered last in Explore that cannot be used; null if nothing. */
  get problem() {
    return this.#walk.problem;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.walks) this.requestUpdate(); // the numbers were freed when the element left the page
    void this.#start.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.walks?.free();
  }

  /** An update waits until the trained models that the state needs, and their panel, are loaded. */
  scheduleUpdate() {
    const { walks, state } = this;
    if (!walks || (hasTrained(walks.engine, state) && (this.later || !needsLater(state))))
      return super.scheduleUpdate();
    return this.#loadTrained(walks.engine, state).then(() => super.scheduleUpdate());
  }

  /**
   * Shows another state than the present one, whose trained model could not be loaded; says so, and offers to try again.
   * @param {unknown} error
   * @param {State} shown
   */
  showInstead(error, shown) {
    const { state } = this;
    const again = async () => {
      this.linkProblem = null;
      await this.updateComplete; // so that a second failure is announced as well
      this.#open(() => state);
    };
    this.state = shown;
    this.linkProblem = error instanceof AttentionError ? error : { message: this.#language.t("trained-failed"), again };
  }

  /**
   * Loads the trained model, and its panel. If that fails, restores the state that is shown.
   * @param {import("../../engine/engine.js").Engine} engine
   * @param {State} state
   */
  async #loadTrained(engine, state) {
    try {
      const panel = needsLater(state) ? this.#start.load() : true;
      await loadModels(engine, modelsIn(state), this.#language.loadAndDraw);
      if (!(await panel)) throw new TypeError("the panel's script did not arrive");
    } catch (error) {
      this.showInstead(error, this.#history.present);
    }
  }

  render() {
    const { t } = this.#language;
    if (this.failure) return failedPage(t, this.failure);
    if (!this.walks) return html`<slot></slot>`; // index.html's own header while the engine starts
    const view = this.#view();
    this.#announcer.announceSoon(view);
    return html`
      ${this.#alone.alone ? html`<header class="visually-hidden"><h1>${t("app-name")}</h1></header>` : this.#header(view)}
      ${linkProblems(t, this.#language.problem ?? this.#alone.problem, null)} ${this.#explore.render(view)}
      ${this.place === "explore" ? this.#announcer.render(view, this.#history.said) : nothing}
      ${this.#explore.incompleteness(this.place !== "explore")} ${this.#places.render(view)}
    `;
  }

  /** @param {import("../../view/view.js").View} view */
  #header = (view) =>
    pageHeader(view, {
      place: this.place,
      patch: (patch) => this.#walk.patch({ patch }),
      focus: () => this.#explore.focus(),
      history: this.#history,
      showQuestions: () => void this.#questions.list(),
      language: this.#language,
      trail: this.#explore.trail(view),
    });

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.walks && changed.has("state")) this.#walk.compute();
    if (this.hasUpdated) this.#history.show(this.state);
    else this.#history.begin(this.state);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const { dataset } = document.documentElement;
    if (dataset.theme !== this.state.theme) dataset.theme = this.state.theme;
    if (changed.has("walks") || changed.has("place") || changed.has("language"))
      this.#places.arrive(changed.get("place") !== undefined);
  }

  /** The view of the current state, for all parts. */
  #view() {
    return this.#walk.view({
      t: this.#language.t,
      loadWords: this.#language.loadAndDraw,
      theme: this.#printing.isOn ? "light" : this.#theme.of(this.state.theme),
      later: this.later,
      whenIdle: this.#whenIdle,
      former: this.#history.former,
      atOnce: this.#printing.isOn,
    });
  }

  /** After a change of the state by the reader. @param {import("../walk-controller.js").Patch} [patch] */
  #changed(patch = {}) {
    this.linkProblem = null;
    this.#link.writeSoon();
    this.#explore.changed(Object.keys(patch));
  }

  /** Shows a state from elsewhere, a file or another place, or says why it cannot be used. @param {() => State} next */
  #open(next) {
    try {
      this.#walk.show(next());
      this.#explore.arrive(this.state);
      this.#changed();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.linkProblem = error;
    }
  }

  /** Shows a state from another place in Explore. @param {State} state */
  #openWalk(state) {
    if (this.#alone.alone) return void window.open(`#${fragmentFor(state) ?? ""}`, "_blank", "noopener");
    this.#open(() => ({ ...state, theme: this.state.theme }));
    window.location.hash = "place=explore";
  }
}

customElements.define("attention-explorer", AttentionExplorer);
