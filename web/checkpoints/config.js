/** A model's config.json: fields are read with a check, and errors name the file and the field. */
import { bool, oneOf, positive, show, wholeNumber } from "../engine/checks.js";
import { typeOf } from "../engine/describe.js";
import { AttentionError, within } from "../engine/errors.js";

/** @typedef {import("../engine/spec/spec-words.js").SpecWords["activation"]} Activation */

/** What transformers call the activations that the engine has. @type {Readonly<Record<string, Activation>>} */
const ACTIVATIONS = Object.freeze({
  relu: "relu",
  relu2: "relu2",
  gelu: "gelu",
  gelu_python: "gelu",
  gelu_new: "gelu_tanh",
  gelu_fast: "gelu_tanh",
  gelu_pytorch_tanh: "gelu_tanh",
  silu: "silu",
  swish: "silu",
  quick_gelu: "quick_gelu",
});

/**
 * An object of config.json. A field that is null counts as left out, but where null says that there is none. Where several names
 * are given, the first that the file has is read: transformers know some fields by two names.
 */
export class Config {
  #file;
  #fields;
  #path;

  /**
   * @param {string} file
   * @param {Record<string, unknown>} fields
   * @param {string} [path] of the object in the file, ending with a point
   */
  constructor(file, fields, path = "") {
    this.#file = file;
    this.#fields = fields;
    this.#path = path;
  }

  /** @param {string} field */
  has(field) {
    return this.#valueOf(field) !== undefined;
  }

  /**
   * @param {string | readonly string[]} names
   * @param {number} [otherwise] without it the field must be there
   * @param {number} [min]
   * @param {number} [max]
   */
  whole(names, otherwise, min = 1, max = 2 ** 20) {
    return this.#read(names, otherwise, (field, value) => wholeNumber(field, value, min, max));
  }

  /** A finite number above 0. @param {string} name @param {number} [otherwise] */
  positive(name, otherwise) {
    return this.#read(name, otherwise, positive);
  }

  /** A finite number above 0; null: there is none. @param {string} name @param {number | null} otherwise where the field is left out */
  positiveOrNone(name, otherwise) {
    return this.has(name) ? this.positive(name) : this.#saysNone(name) ? null : otherwise;
  }

  /** A whole number; null: there is none. @param {string} name @param {number} otherwise where the field is left out */
  wholeOrNone(name, otherwise) {
    return this.#saysNone(name) ? null : this.whole(name, otherwise);
  }

  /** @param {string} name @param {boolean} [otherwise] */
  flag(name, otherwise) {
    return this.#read(name, otherwise, bool);
  }

  /**
   * @template {string} Word
   * @param {string} name
   * @param {readonly Word[]} words
   * @param {Word} [otherwise]
   * @returns {Word}
   */
  word(name, words, otherwise) {
    return this.#read(name, otherwise, (field, value) => oneOf(field, value, words));
  }

  /** The engine's name of an activation. @param {string} name @param {string} [otherwise] transformers' name */
  activation(name, otherwise) {
    const word = this.word(name, Object.keys(ACTIVATIONS), otherwise);
    return /** @type {Activation} */ (ACTIVATIONS[word]);
  }

  /**
   * One word for each layer.
   * @template {string} Word
   * @param {string} name
   * @param {readonly Word[]} words
   * @param {number} layers
   * @returns {Word[] | null} null where the field is left out
   */
  words(name, words, layers) {
    if (!this.has(name)) return null;
    return this.#read(name, undefined, (field, value) => {
      if (Array.isArray(value) && value.length === layers)
        return value.map((word, layer) => oneOf(`${field}[${layer}]`, word, words));
      const got = Array.isArray(value) ? `${value.length}` : show(value);
      throw new AttentionError(field, `must be an array of ${layers} words, one for each layer, got ${got}`);
    });
  }

  /** An object in a field, or null where it is left out. @param {string} name @returns {Config | null} */
  section(name) {
    if (!this.has(name)) return null;
    return this.#read(name, undefined, (field, value) => {
      if (typeOf(value) !== "Object") throw new AttentionError(field, `must be an object or null, got ${show(value)}`);
      return new Config(this.#file, /** @type {Record<string, unknown>} */ (value), `${field}.`);
    });
  }

  /**
   * Refuses a file in which a field has another value than the only one that can be computed here.
   * @param {string} name
   * @param {string | number | boolean} only also the value where the field is left out
   */
  expect(name, only) {
    const value = this.#valueOf(name) ?? only;
    if (value !== only)
      throw this.error(name, `must be ${show(only)}, the only one that is computed, got ${show(value)}`);
  }

  /** @param {string} name @param {string} message what is wanted and what came */
  error(name, message) {
    return within(this.#file, new AttentionError(this.#path + name, message));
  }

  /** @param {string} name */
  #saysNone(name) {
    return Object.hasOwn(this.#fields, name) && this.#fields[name] === null;
  }

  /** @param {string} name */
  #valueOf(name) {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  /**
   * @template T
   * @param {string | readonly string[]} names
   * @param {T | undefined} otherwise
   * @param {(field: string, value: unknown) => T} check
   * @returns {T}
   */
  #read(names, otherwise, check) {
    const all = /** @type {readonly string[]} */ ([names].flat());
    const name = all.find((each) => this.has(each)) ?? all[0] ?? "";
    const value = this.#valueOf(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    try {
      return check(this.#path + name, value);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      throw within(this.#file, error);
    }
  }
}

/**
 * The width of a head: a field of its own, or the width of the model in equal parts.
 * @param {Config} config
 * @param {string | readonly string[]} width name of the model's width
 * @param {string | readonly string[]} heads name of the number of heads
 */
export function headWidth(config, width, heads) {
  const [d_model, count] = [config.whole(width), config.whole(heads)];
  if (d_model % count === 0) return d_model / count;
  throw config.error(`${[heads].flat()[0]}`, `must divide ${[width].flat()[0]} (${d_model}), got ${count}`);
}
