import { AttentionError } from "../../engine/errors.js";
import { applyPreset } from "../../state/presets.js";
import { describe } from "../../state/errors.js";
import { changeState, defaultState } from "../../state/state.js";
import { fieldsFromFragment } from "../../state/url.js";
import { canDrawLines } from "../../view/scenes.js";
import { Selection } from "../../view/selection.js";
import { attributeFields, attributeOf, readers, readField } from "./attributes.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {{field: string, message: string, got: string}} Problem field: the attribute's name; got: its text */
/** @typedef {import("./attributes.js").Looks} Looks */

/** @type {Looks} */
const usual = Object.freeze({ view: "stage", locale: "en", controls: Object.freeze([]) });

/**
 * What the attributes of an element ask for: the preset, then the state, then single fields. What is wrong is left out,
 * told, and tried again when something else changes; all that is right stands.
 */
export class Settings {
  /** The last good state. @type {State} */
  state = defaultState;
  looks = usual;
  /** @type {Map<string, Problem>} by attribute */
  problems = new Map();

  /** @type {Map<string, string>} the attributes that are there */
  #texts = new Map();
  /** @type {Set<string>} what has changed since it was last taken up */
  #changed = new Set(["preset", "state"]);
  /** @type {State} the preset and the state alone */
  #base = defaultState;
  #selection = new Selection();

  /**
   * @param {string} attribute
   * @param {string | null} text null: it is gone
   */
  set(attribute, text) {
    if (text === null) this.#texts.delete(attribute);
    else this.#texts.set(attribute, text);
    this.#changed.add(attribute);
  }

  /** Takes up what has changed. */
  settle() {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    for (const name of this.problems.keys()) if (name !== "preset" && name !== "state") changed.add(name);
    for (const name of changed) this.problems.delete(name);
    this.looks = this.#readLooks();
    const afresh = changed.has("preset") || changed.has("state");
    if (afresh) this.#base = this.#readBase();
    const given = attributeFields.filter((field) => (afresh ? this.#texts : changed).has(attributeOf(field)));
    const start = afresh ? this.#base : this.state;
    const picture = afresh || changed.has("view") ? this.#picture(start) : {};
    this.#apply(start, { ...picture, ...this.#read(given) });
    this.#checkLines();
  }

  /**
   * Another state than the attributes' own: the reader's, or a script's.
   * @param {Record<string, unknown>} patch
   * @throws {AttentionError} where nothing has changed
   */
  change(patch) {
    this.settle();
    this.state = this.#after(this.state, patch);
  }

  /**
   * A whole state; what it leaves out is the default's. One that is wrong is told like a wrong attribute.
   * @param {unknown} object
   */
  replace(object) {
    this.settle();
    this.problems.delete("state");
    const next = this.#try("state", describe(object), () =>
      changeState(defaultState, /** @type {Partial<State>} */ (object)),
    );
    this.state = next ?? this.state;
  }

  /**
   * Another stage takes the question along, as far as what else has changed leaves it.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #after(start, patch) {
    const next = changeState(start, patch);
    if (!Object.hasOwn(patch, "stage") || Object.hasOwn(patch, "cell")) return next;
    return changeState(next, this.#selection.withCell(next, { stage: next.stage }));
  }

  /** @returns {Looks} */
  #readLooks() {
    const read = (/** @type {keyof Looks} */ name) => {
      const text = this.#texts.get(name);
      return text === undefined ? usual[name] : (this.#try(name, text, () => readers[name](text)) ?? this.looks[name]);
    };
    return { view: read("view"), locale: read("locale"), controls: read("controls") };
  }

  /** @returns {State} */
  #readBase() {
    const [preset, state] = [this.#texts.get("preset"), this.#texts.get("state")];
    const chosen = preset && this.#try("preset", preset, () => applyPreset(defaultState, preset));
    const start = chosen || defaultState;
    if (state === undefined) return start;
    return this.#try("state", state, () => changeState(start, fieldsFromFragment(state))) ?? start;
  }

  /**
   * @param {string[]} fields
   * @returns {Record<string, unknown>} those that can be read; one that is gone is the base's again
   */
  #read(fields) {
    const read = fields.map((field) => {
      const text = this.#texts.get(attributeOf(field));
      if (text === undefined) return [field, this.#base[/** @type {keyof State} */ (field)]];
      return [field, this.#try(attributeOf(field), text, () => ({ value: readField(field, text) }))?.value];
    });
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  /** Lines are a picture of the weights, unless told otherwise. @param {State} start */
  #picture(start) {
    const picture = this.looks.view === "lines" ? "lines" : this.#base.picture;
    return picture === start.picture ? {} : { picture };
  }

  /**
   * The changes that agree with each other and with the state.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #apply(start, patch) {
    try {
      this.state = Object.keys(patch).length > 0 ? this.#after(start, patch) : start;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      const culprit = error.field in patch ? error.field : (Object.keys(patch).at(-1) ?? "");
      const rest = Object.fromEntries(Object.entries(patch).filter(([field]) => field !== culprit));
      this.#note(attributeOf(culprit), this.#texts.get(attributeOf(culprit)) ?? "", error);
      this.#apply(start, rest);
    }
  }

  #checkLines() {
    if (this.looks.view !== "lines" || canDrawLines(this.state.stage)) return;
    const error = new AttentionError("view", `lines are drawn of weights and dropped, got stage ${this.state.stage}`);
    this.#note("view", "lines", error);
  }

  /**
   * @template T
   * @param {string} attribute
   * @param {string} got
   * @param {() => T} read
   * @returns {T | undefined} undefined where it is refused
   */
  #try(attribute, got, read) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.#note(attribute, got, error);
      return undefined;
    }
  }

  /**
   * @param {string} field
   * @param {string} got
   * @param {AttentionError} error
   */
  #note(field, got, { message }) {
    this.problems.set(field, { field, message, got });
  }
}
