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
const defaults = Object.freeze({ view: "stage", locale: "en", controls: Object.freeze([]) });

/**
 * The state that an element's attributes describe: the preset, then the attribute `state`, then single fields. An attribute
 * that cannot be used is ignored, reported, and tried again when another one changes; all others are applied.
 */
export class Settings {
  /** The current state. @type {State} */
  state = defaultState;
  looks = defaults;
  /** @type {Map<string, Problem>} by attribute */
  problems = new Map();

  /** @type {Map<string, string>} the text of every attribute that is present */
  #texts = new Map();
  /** @type {Set<string>} the attributes that have changed since the last update */
  #changed = new Set(["preset", "state"]);
  /** @type {State} the state before single fields are applied */
  #base = defaultState;
  #selection = new Selection();

  /**
   * @param {string} attribute
   * @param {string | null} text null: it was removed
   */
  set(attribute, text) {
    if (text === null) this.#texts.delete(attribute);
    else this.#texts.set(attribute, text);
    this.#changed.add(attribute);
  }

  /** Applies the attributes that have changed. */
  update() {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    for (const name of this.problems.keys()) if (name !== "preset" && name !== "state") changed.add(name);
    for (const name of changed) this.problems.delete(name);
    this.looks = this.#readLooks();
    const restarts = changed.has("preset") || changed.has("state");
    if (restarts) this.#base = this.#readBase();
    const fields = attributeFields.filter((field) => (restarts ? this.#texts : changed).has(attributeOf(field)));
    const start = restarts ? this.#base : this.state;
    const picture = restarts || changed.has("view") ? this.#picture(start) : {};
    this.#apply(start, { ...picture, ...this.#read(fields) });
    this.#checkLines();
  }

  /**
   * Changes some fields, as the reader or a script does, whatever the attributes say.
   * @param {Record<string, unknown>} patch
   * @throws {AttentionError} and then nothing has changed
   */
  change(patch) {
    this.update();
    this.state = this.#stateAfter(this.state, patch);
  }

  /**
   * Replaces the whole state; fields that are left out get their defaults. An invalid state is reported like an invalid
   * attribute.
   * @param {unknown} object
   */
  replace(object) {
    this.update();
    this.problems.delete("state");
    const next = this.#try("state", describe(object), () =>
      changeState(defaultState, /** @type {Partial<State>} */ (object)),
    );
    this.state = next ?? this.state;
  }

  /**
   * A state after some changes. A change of the stage alone moves the inspected cell to the new stage.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #stateAfter(start, patch) {
    const next = changeState(start, patch);
    if (!Object.hasOwn(patch, "stage") || Object.hasOwn(patch, "cell")) return next;
    return changeState(next, this.#selection.withCell(next, { stage: next.stage }));
  }

  /** @returns {Looks} */
  #readLooks() {
    const read = (/** @type {keyof Looks} */ name) => {
      const text = this.#texts.get(name);
      return text === undefined
        ? defaults[name]
        : (this.#try(name, text, () => readers[name](text)) ?? this.looks[name]);
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
   * @returns {Record<string, unknown>} those that can be read; a removed attribute gives back the value without it
   */
  #read(fields) {
    const read = fields.map((field) => {
      const text = this.#texts.get(attributeOf(field));
      if (text === undefined) return [field, this.#base[/** @type {keyof State} */ (field)]];
      return [field, this.#try(attributeOf(field), text, () => ({ value: readField(field, text) }))?.value];
    });
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  /** The view `lines` draws lines, unless the attribute `picture` says otherwise. @param {State} start */
  #picture(start) {
    const picture = this.looks.view === "lines" ? "lines" : this.#base.picture;
    return picture === start.picture ? {} : { picture };
  }

  /**
   * Applies a patch without the fields that contradict each other or the state, which are reported.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #apply(start, patch) {
    try {
      this.state = Object.keys(patch).length > 0 ? this.#stateAfter(start, patch) : start;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      const invalid = error.field in patch ? error.field : (Object.keys(patch).at(-1) ?? "");
      const rest = Object.fromEntries(Object.entries(patch).filter(([field]) => field !== invalid));
      this.#report(attributeOf(invalid), this.#texts.get(attributeOf(invalid)) ?? "", error);
      this.#apply(start, rest);
    }
  }

  #checkLines() {
    if (this.looks.view !== "lines" || canDrawLines(this.state.stage)) return;
    const error = new AttentionError("view", `lines are drawn of weights and dropped, got stage ${this.state.stage}`);
    this.#report("view", "lines", error);
  }

  /**
   * @template T
   * @param {string} attribute
   * @param {string} got
   * @param {() => T} read
   * @returns {T | undefined} undefined where it cannot be read
   */
  #try(attribute, got, read) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.#report(attribute, got, error);
      return undefined;
    }
  }

  /**
   * @param {string} field
   * @param {string} got
   * @param {AttentionError} error
   */
  #report(field, got, { message }) {
    this.problems.set(field, { field, message, got });
  }
}
