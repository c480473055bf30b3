import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";

/** Number of formatted messages that a translate function stores before it discards all of them. */
const remembered = 4000;

/** @typedef {Readonly<Record<string, string | number | readonly string[]>>} Args an array is a list, as the language writes it */
/** @typedef {(id: string, args?: Args) => string} Translate the text of a message; "" where there is none */

/**
 * A number that formats itself without the browser's number formatter where it is a small integer, which every locale here
 * writes in plain digits. Creating the first formatter would noticeably delay the start of the page.
 */
class PlainNumber extends FluentNumber {
  /** @param {Parameters<FluentNumber["toString"]>[0]} scope */
  toString(scope) {
    const isPlain = Number.isInteger(this.value) && Math.abs(this.value) < 1000;
    return (isPlain ? String(this.value) : super.toString(scope)).replace("-", "−");
  }
}

/** An argument as Fluent takes it. @param {string} locale @param {Args[string]} value */
const argument = (locale, value) => {
  if (typeof value === "number") return new PlainNumber(value);
  return typeof value === "string" ? value : new Intl.ListFormat(locale).format(value);
};

/** Messages of a language, each of which is parsed when it is first used, because a page uses only some of them. */
export class Messages {
  #locale;
  #bundle;
  /** @type {Map<string, string>} those that are not parsed yet, by id */
  #texts = new Map();

  /** @param {string} locale */
  constructor(locale) {
    this.#locale = locale;
    // Digits are those that figures draw. Arguments are not wrapped in isolation marks: figures draw the texts too.
    this.#bundle = new FluentBundle(`${locale}-u-nu-latn`, { useIsolating: false });
  }

  /** @param {string} text messages in Fluent's syntax, none of which refers to another */
  add(text) {
    for (const message of text.split(/\n(?=[a-z])/i)) this.#texts.set(message.split(" ", 1)[0] ?? "", message);
  }

  /** @type {Translate} */
  format(id, args) {
    const text = this.#texts.get(id);
    if (text !== undefined) {
      this.#bundle.addResource(new FluentResource(text));
      this.#texts.delete(id);
    }
    const message = this.#bundle.getMessage(id);
    if (!message?.value) return "";
    const given = Object.entries(args ?? {}).map(([name, value]) => [name, argument(this.#locale, value)]);
    return this.#bundle.formatPattern(message.value, Object.fromEntries(given));
  }
}

/**
 * Makes a translate function.
 * @param {readonly Messages[]} languages in the order in which they are asked for a message
 * @returns {Translate}
 */
export function createTranslate(languages) {
  const format = (/** @type {string} */ id, /** @type {Args | undefined} */ args) => {
    for (const messages of languages) {
      const said = messages.format(id, args);
      if (said !== "") return said;
    }
    return "";
  };
  /** @type {Map<string, string>} formatted messages, because every redraw needs the same ones */
  const known = new Map();
  return (id, args) => {
    const key = args ? id + JSON.stringify(args) : id;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= remembered) known.clear();
    const said = format(id, args);
    known.set(key, said);
    return said;
  };
}
