import { AttentionError } from "../engine/errors.js";
import { changeState } from "../state/state.js";
import { endsHover, Selection } from "../view/selection.js";
import { ViewCache } from "../view/view.js";
import { errorText } from "./error-text.js";
import { isHandled, stageAfterKey } from "./keyboard.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("../view/run-cache.js").RunCache} RunCache */
/** @typedef {import("./error-text.js").Problem} Problem */
/** @typedef {Readonly<Record<string, unknown>>} Patch fields of the state that are to change */

/**
 * What tells the walks of different hosts apart.
 * @typedef {object} WalkOptions
 * @property {State} state the first one
 * @property {() => import("../words/translate.js").Translate} t the messages as they are now
 * @property {() => RunCache | null} walks computes the walk; asked until there is one
 * @property {(state: State, patch: Patch, selection: Selection) => State} [change] the state after a change; throws an
 *   AttentionError where it is refused
 * @property {() => readonly string[]} [stages] those that the arrow keys go to; all of the walk by default
 * @property {(patch: Patch) => void} [after] called after a change
 * @property {(error: AttentionError) => void} [restored] called where a state needs more memory than there is, and the one
 *   before it is shown again; by default that is said as the problem
 */

/**
 * Whether a change with a cell is that of a reader who inspects this number, in a figure or in the arithmetic of another
 * one. With another sentence, layer or stage, it is the page that selects a number.
 * @param {Patch} patch
 */
const isInspected = (patch) => "trail" in patch || Object.keys(patch).join() === "cell";

/**
 * A walk that is shown and changed: its state, the number that is inspected or pointed at, and what was refused. The parts in
 * the host ask for changes with "state-patch" and "state-hover", which end here.
 */
export class WalkController {
  #host;
  #t;
  #walksOf;
  #change;
  #stages;
  #after;
  #restored;
  #selection = new Selection();
  #views = new ViewCache();
  /** @type {RunCache | null} */
  #walks = null;
  #state;
  /** The state whose walk was computed last. @type {State | null} */
  #computed = null;
  /** @type {State["cell"]} */
  #hovered = null;
  /** @type {Problem | null} */
  #problem = null;
  #cellChosen = false;

  /** @param {import("lit").ReactiveElement} host @param {WalkOptions} options */
  constructor(host, { state, t, walks, change, stages, after = () => {}, restored }) {
    this.#host = host;
    this.#state = state;
    this.#t = t;
    this.#walksOf = walks;
    this.#change = change ?? ((now, patch, selection) => changeState(now, selection.withCell(now, patch)));
    this.#stages = stages ?? (() => this.walks?.walk?.run.stages ?? []);
    this.#after = after;
    this.#restored =
      restored ?? ((error) => this.refuse("", "", t()("problem-memory", { reason: error.message }) || error.message));
    this.#take("state-patch", (detail) => this.patch(detail));
    this.#take("state-hover", (detail) => this.hover(detail.cell));
  }

  /** Handles an event of a part, which ends here. @param {string} name @param {(detail: any) => void} react */
  #take(name, react) {
    this.#host.addEventListener(name, (event) => {
      event.stopPropagation();
      react(/** @type {CustomEvent} */ (event).detail);
    });
  }

  /** What computes the walk; null before it can be. */
  get walks() {
    return (this.#walks ??= this.#walksOf());
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    const before = this.#state;
    this.#state = state;
    if (state !== before) this.#host.requestUpdate("state", before);
  }

  /** The number under the pointer or the keyboard's focus. */
  get hovered() {
    return this.#hovered;
  }

  /** What the reader entered last that cannot be used; null if nothing. */
  get problem() {
    return this.#problem;
  }

  set problem(problem) {
    const before = this.#problem;
    this.#problem = problem;
    if (problem !== before) this.#host.requestUpdate("problem", before);
  }

  /** Whether the reader has inspected a number; the first one is selected by the host. */
  get cellChosen() {
    return this.#cellChosen;
  }

  /** Shows another state, in which nothing is pointed at and nothing was refused. @param {State} state */
  show(state) {
    this.state = state;
    this.problem = null;
    this.hover(null);
  }

  /** Shows a state as nobody has changed it. @param {State} state */
  begin(state) {
    this.show(state);
    this.#cellChosen = false;
    this.#selection = new Selection();
  }

  /**
   * Changes some fields of the state, or says why that is not possible and leaves the state as it is.
   * @param {{patch: Patch, text?: string}} change text: what the reader typed, to show again if it is invalid
   */
  patch({ patch, text = "" }) {
    if ("cell" in patch) this.#cellChosen = isInspected(patch);
    if (endsHover(patch)) this.hover(null);
    const field = Object.keys(patch)[0] ?? "";
    if (this.change(() => this.#change(this.#state, patch, this.#selection), field, text)) this.#after(patch);
  }

  /**
   * Shows another state, or says next to a field why there is none.
   * @param {() => State} next
   * @param {string} field
   * @param {string} text what the reader typed
   * @returns {boolean} whether there is one
   */
  change(next, field, text) {
    try {
      this.state = next();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.refuse(field, text, errorText(this.#t(), error));
      return false;
    }
    // A problem with typed text stays until that field is corrected; a control without text shows its old value again.
    if (this.#problem?.field === field || this.#problem?.text === "") this.problem = null;
    return true;
  }

  /** Says why something that the reader entered cannot be used. @param {string} field @param {string} text @param {string} message */
  refuse(field, text, message) {
    this.problem = { field, text, message };
  }

  /** @param {State["cell"]} cell the number that is pointed at now */
  hover(cell) {
    const before = this.#hovered;
    this.#hovered = cell;
    if (cell !== before) this.#host.requestUpdate("hovered", before);
  }

  /**
   * The left and right arrow keys change the stage, Escape clears the inspected number.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (isHandled(event) || !this.walks?.walk) return;
    if (event.key === "Escape") {
      this.hover(null);
      if (this.#state.cell) this.patch({ patch: { cell: null } });
      return;
    }
    const stage = stageAfterKey(event, this.#stages(), this.#state.stage);
    if (stage === undefined) return;
    event.preventDefault();
    this.patch({ patch: { stage } });
  }

  /** Computes the walk of the state. Where that needs more memory than there is, the state before it is shown again. */
  compute() {
    const walks = /** @type {RunCache} */ (this.walks);
    try {
      const walk = walks.walkOf(this.#state);
      this.#computed = this.#state;
      return walk;
    } catch (error) {
      const shown = this.#computed;
      if (!(error instanceof AttentionError) || shown === null || shown === this.#state) throw error;
      this.state = shown;
      this.#restored(error);
      return walks.walkOf(shown);
    }
  }

  /**
   * The view of the state, with the number that is pointed at, or else the selected one, as the inspected one.
   * @param {Omit<import("../view/view.js").ViewOptions, "cell">} options
   */
  view(options) {
    const walk = this.compute();
    const walks = /** @type {RunCache} */ (this.walks);
    // The number under the pointer may have vanished with a change of the sizes.
    const cell = walks.has(this.#hovered) ? this.#hovered : this.#state.cell;
    const { cellChosen = this.#cellChosen, ...rest } = options;
    return this.#views.viewOf(this.#state, walk, { ...rest, cellChosen, cell: walks.has(cell) ? cell : null });
  }

  /** Frees the numbers. They are computed again when they are needed. */
  free() {
    this.#walks?.free();
  }
}
