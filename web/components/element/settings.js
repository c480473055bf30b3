import { AttentionError } from "../../engine/errors.js";
import { applyPreset } from "../../state/presets.js";
import { readInputs } from "../../engine/tensors.js";
import { describe } from "../../state/errors.js";
import { givenOf } from "../../state/recipes/given.js";
import { effectiveSizes } from "../../state/sizes.js";
import { fixedFields } from "../../state/recipes/trained-models.js";
import { changeState, defaultState } from "../../state/state.js";
import { changeWhatFits, readLink } from "../../state/url.js";
import { canDrawLines } from "../../view/scenes.js";
import { defaultLanguage } from "../../words/languages.js";
import { Selection } from "../../view/selection.js";
import {
  attributeFields,
  attributeOf,
  attributes,
  ownTexts,
  readers,
  readField,
  unknownAttribute,
  writeField,
} from "./attributes.js";

/** @typedef {import("../../state/state.js").State} State */
/**
 * @typedef {{field: string, message: string, got: string, errors: readonly AttentionError[]}} Problem field: name of the
 *   invalid attribute; message: for programs, in English; got: its text; errors: what is said of it in the element's language
 */
/** @typedef {import("./attributes.js").Looks} Looks */

/** The settings that are not part of the state, without attributes. @type {Looks} */
const defaults = Object.freeze({
  view: "stage",
  locale: defaultLanguage,
  controls: Object.freeze([]),
  caption: "",
  explorer: "",
  lesson: "",
  step: "",
});

/** The attributes that a lesson has: the others are about a figure. */
const lessonAttributes = Object.freeze(["lesson", "step", "caption", "explorer", "locale", "theme"]);

/**
 * Computes the state of an element from its attributes. Later ones override earlier ones: first the preset, then the
 * attribute `state`, then the attributes of single fields. An invalid attribute does not stop the others: it is
 * ignored, reported in `problems`, and tried again when another attribute changes.
 */
export class Settings {
  /** The current state. @type {State} */
  state = defaultState;
  /** The settings that are not part of the state. */
  looks = defaults;
  /** @type {Map<string, Problem>} invalid attributes, by name */
  problems = new Map();

  /** @type {Map<string, string>} the text of every attribute that is present */
  #texts = new Map();
  /** @type {Set<string>} the attributes that have changed since the last update */
  #changed = new Set(["preset", "state"]);
  /** @type {State} the state before single fields are applied */
  #base = defaultState;
  #selection = new Selection();

  /**
   * Stores the text of an attribute; `update` applies it, or reports it if the element has no such attribute.
   * @param {string} attribute
   * @param {string | null} text null: the attribute was removed
   */
  set(attribute, text) {
    if (text === null) this.#texts.delete(attribute);
    else this.#texts.set(attribute, text);
    this.#changed.add(attribute);
  }

  /** Applies the attributes that have changed since the last update. */
  update() {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    for (const name of this.problems.keys())
      if (name !== "preset" && name !== "state" && name !== "inputs") changed.add(name);
    for (const name of changed) this.problems.delete(name);
    for (const name of changed) this.#checkName(name);
    this.looks = this.#readLooks();
    const restarts = changed.has("preset") || changed.has("state");
    if (restarts) this.#base = this.#readBase();
    const fields = attributeFields.filter((field) => (restarts ? this.#texts : changed).has(attributeOf(field)));
    const start = restarts ? this.#base : this.state;
    const picture = restarts || changed.has("view") ? this.#picture(start) : {};
    this.#apply(start, { ...picture, ...this.#read(fields) });
    this.#checkLines();
    this.#checkModel();
    this.#checkLesson();
  }

  /** Shows the default language in place of one whose words could not be loaded. @param {string} locale */
  refuseLocale(locale) {
    this.looks = { ...this.looks, locale: defaultLanguage };
    this.#report(
      "locale",
      locale,
      new AttentionError("locale", `words-${locale}.js beside the script could not be loaded`),
    );
  }

  /**
   * Changes some fields for the reader or a script. The change has priority over the attributes.
   * @param {Record<string, unknown>} patch
   * @throws {AttentionError} if the change is invalid; the state is then unchanged
   */
  change(patch) {
    this.update();
    const next = this.#stateAfter(this.state, patch);
    for (const [field, value] of Object.entries(patch)) checkFixed(next, field, value);
    this.state = next;
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
   * Shows the walk of given tensors; of null, that of random ones. What cannot be shown is reported like an invalid attribute.
   * @param {unknown} tensors
   */
  give(tensors) {
    this.update();
    this.problems.delete("inputs");
    const patch = this.#try("inputs", describe(tensors), () => {
      if (tensors === null) return this.state.given && { recipe: /** @type {const} */ ("random") };
      const { heads, kv_heads } = effectiveSizes(this.state);
      const inputs = Object.fromEntries(readInputs(tensors));
      const sizes = inputs.Q ? {} : inputs.Wq ? { heads, kv_heads } : { heads: 1 };
      return { recipe: /** @type {const} */ ("given"), given: givenOf("", inputs, sizes) };
    });
    if (patch) this.state = this.#try("inputs", describe(tensors), () => changeState(this.state, patch)) ?? this.state;
  }

  /**
   * The state after some changes. If the stage changes but not the cell, the inspected cell moves to the new stage.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #stateAfter(start, patch) {
    const next = changeState(start, patch);
    if (!Object.hasOwn(patch, "stage") || Object.hasOwn(patch, "cell")) return next;
    return changeState(next, this.#selection.withCell(next, { stage: next.stage }));
  }

  /**
   * Reads the attributes that are not part of the state; an invalid one keeps its last valid value.
   * @returns {Looks}
   */
  #readLooks() {
    const read = (/** @type {keyof Looks} */ name) => {
      const text = this.#texts.get(name);
      return text === undefined
        ? defaults[name]
        : (this.#try(name, text, () => readers[name](text)) ?? this.looks[name]);
    };
    const [view, locale, controls] = [read("view"), read("locale"), read("controls")];
    const [lesson, step] = [read("lesson"), read("step")];
    return { view, locale, controls, caption: read("caption"), explorer: read("explorer"), lesson, step };
  }

  /** The state that the attributes `preset` and `state` describe. @returns {State} */
  #readBase() {
    const [preset, state] = [this.#texts.get("preset"), this.#texts.get("state")];
    const chosen = preset && this.#try("preset", preset, () => applyPreset(defaultState, preset));
    const start = chosen || defaultState;
    if (state === undefined) return start;
    const { state: read, leftOut } = readLink(state, start);
    if (leftOut.length > 0) {
      const errors = leftOut.map((error) => (isOwn(error) ? new AttentionError(error.field, ownPlace) : error));
      this.#report("state", state, ...errors);
    }
    return read;
  }

  /**
   * Reads the values of some fields from their attributes.
   * @param {string[]} fields
   * @returns {Record<string, unknown>} the valid values; a removed attribute gives the value of the preset or `state`
   */
  #read(fields) {
    const read = fields.map((field) => {
      const text = this.#texts.get(attributeOf(field));
      if (text === undefined) return [field, this.#base[/** @type {keyof State} */ (field)]];
      return [field, this.#try(attributeOf(field), text, () => ({ value: readField(field, text) }))?.value];
    });
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  /** The change that makes the view `lines` draw lines; the attribute `picture` overrides it. @param {State} start */
  #picture(start) {
    const picture = this.looks.view === "lines" ? "lines" : this.#base.picture;
    return picture === start.picture ? {} : { picture };
  }

  /**
   * Applies a patch. Fields that contradict each other or the rest of the state are left out and reported.
   * @param {State} start
   * @param {Record<string, unknown>} patch
   */
  #apply(start, patch) {
    const { state, leftOut } = changeWhatFits(patch, (fields) =>
      Object.keys(fields).length > 0 ? this.#stateAfter(start, fields) : start,
    );
    this.state = state;
    for (const { field, error } of leftOut)
      this.#report(attributeOf(field), this.#texts.get(attributeOf(field)) ?? "", error);
  }

  /** Reports the attributes that have no effect, because the trained model decides their fields. */
  #checkModel() {
    for (const field of Object.keys(fixedFields(this.state))) {
      const text = this.#texts.get(attributeOf(field));
      if (text === undefined || this.problems.has(attributeOf(field))) continue;
      this.#try(attributeOf(field), text, () => checkFixed(this.state, field, readField(field, text)));
    }
  }

  /** Reports the attributes that have no effect on a lesson, and a step without one. */
  #checkLesson() {
    if (this.looks.lesson === "") {
      if (this.looks.step !== "") this.#refuse("step", "must come with a lesson, got none");
      return;
    }
    for (const name of this.#texts.keys())
      if (attributes.includes(name) && !lessonAttributes.includes(name))
        this.#refuse(name, `has no effect on a lesson, which has ${lessonAttributes.join(", ")}`);
  }

  /** Reports an attribute that has no effect. @param {string} attribute @param {string} message */
  #refuse(attribute, message) {
    this.#report(attribute, this.#texts.get(attribute) ?? "", new AttentionError(attribute, message));
  }

  /** Reports an attribute that the element does not have. @param {string} name */
  #checkName(name) {
    const text = this.#texts.get(name);
    const error = text === undefined ? null : unknownAttribute(name, text);
    if (error) this.#report(name, text ?? "", error);
  }

  /** Reports the view `lines` if the stage has no attention weights to draw as lines. */
  #checkLines() {
    if (this.looks.view !== "lines" || canDrawLines(this.state.stage)) return;
    const error = new AttentionError("view", `lines are drawn of weights and dropped, got stage ${this.state.stage}`);
    this.#report("view", "lines", error);
  }

  /**
   * Reads an attribute, and reports it if it is invalid.
   * @template T
   * @param {string} attribute
   * @param {string} got its text
   * @param {() => T} read
   * @returns {T | undefined} undefined if the attribute is invalid
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
   * Adds an invalid attribute to `problems`.
   * @param {string} field the attribute's name
   * @param {string} got its text
   * @param {readonly AttentionError[]} errors
   */
  #report(field, got, ...errors) {
    const message = errors.map((error) => error.message).join("; ");
    this.problems.set(field, { field, message, got, errors });
  }
}

/**
 * Refuses another value for a field that the state's trained model, or its given tensors, decide.
 * @param {State} state
 * @param {string} field
 * @param {unknown} value
 */
function checkFixed(state, field, value) {
  const fixed = /** @type {Record<string, unknown>} */ (fixedFields(state));
  if (!Object.hasOwn(fixed, field) || writeField(field, fixed[field]) === writeField(field, value)) return;
  const wanted = describe(fixed[field]);
  const decider = state.recipe === "given" ? "the given tensors decide" : "the trained model decides";
  throw new AttentionError(field, `${decider} it: must be ${wanted}, got ${describe(value)}`);
}

/** Where the element's own attributes belong. */
const ownPlace = "an attribute of the element, or before the # in a frame's address, and no part of a link";

/** Whether a part of a link has the name of one of the element's own attributes. @param {AttentionError} error */
const isOwn = ({ field }) => field !== "preset" && /** @type {readonly string[]} */ (ownTexts).includes(field);
