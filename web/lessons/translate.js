import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import { locales } from "#locales";

/** Messages that are remembered before a fresh start. */
const remembered = 4000;

/** @typedef {(id: string, args?: Record<string, string | number>) => string} Translate */

/**
 * @param {Translate} first
 * @param {Translate} second
 * @returns {Translate} the words of the second where the first has none
 */
export const either = (first, second) => (id, args) => first(id, args) || second(id, args);

/** A small whole number is its digits in every locale there is; the browser's first formatter takes a start's long moment. */
class PlainNumber extends FluentNumber {
  /** @param {Parameters<FluentNumber["toString"]>[0]} scope */
  toString(scope) {
    const isPlain = Number.isInteger(this.value) && Math.abs(this.value) < 1000;
    return isPlain ? String(this.value) : super.toString(scope);
  }
}

/** @param {Record<string, string | number>} args */
const plain = (args) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? new PlainNumber(value) : value]),
  );

/**
 * @param {keyof typeof locales} locale
 * @param {string} [text] a locale file's, in place of what the bundle has
 * @returns {Translate} the message in the locale's words; "" where it has none
 */
export function createTranslate(locale, text = locales[locale]) {
  // No isolation marks around arguments: they are short, and the text goes into figures too.
  const bundle = new FluentBundle(locale, { useIsolating: false });
  const messages = new Map(text.split(/\n(?=[a-z])/i).map((message) => [message.split(" ", 1)[0], message]));
  const format = (/** @type {string} */ id, /** @type {Parameters<Translate>[1]} */ args) => {
    // Parsed when it is first said: a page says a part of them, and none refers to another.
    if (!bundle.hasMessage(id)) bundle.addResource(new FluentResource(messages.get(id) ?? ""));
    const message = bundle.getMessage(id);
    return message?.value ? bundle.formatPattern(message.value, args && plain(args)) : "";
  };
  /** @type {Map<string, string>} what has been said, as redraws ask for the same again and again */
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
