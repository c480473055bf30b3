import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import { locales } from "#locales";

/** Number of formatted messages that a translate function stores before it discards all of them. */
const remembered = 4000;

/** @typedef {(id: string, args?: Record<string, string | number>) => string} Translate */

/**
 * Combines two translate functions.
 * @param {Translate} first
 * @param {Translate} second
 * @returns {Translate} returns the message of the first, or that of the second where the first has none
 */
export const either = (first, second) => (id, args) => first(id, args) || second(id, args);

/**
 * A number that formats itself without the browser's number formatter where it is a small integer, which every locale here
 * writes in plain digits. Creating the first formatter would noticeably delay the start of the page.
 */
class PlainNumber extends FluentNumber {
  /** @param {Parameters<FluentNumber["toString"]>[0]} scope */
  toString(scope) {
    const isPlain = Number.isInteger(this.value) && Math.abs(this.value) < 1000;
    return isPlain ? String(this.value) : super.toString(scope);
  }
}

/** The arguments of a message with PlainNumber in place of numbers. @param {Record<string, string | number>} args */
const plain = (args) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? new PlainNumber(value) : value]),
  );

/**
 * Makes the translate function of a locale.
 * @param {keyof typeof locales} locale
 * @param {string} [text] messages in Fluent syntax; those of the bundle unless given
 * @returns {Translate} returns the text of a message; "" where the locale does not have it
 */
export function createTranslate(locale, text = locales[locale]) {
  // Arguments are not wrapped in Unicode isolation marks: they are short, and figures draw the texts too.
  const bundle = new FluentBundle(locale, { useIsolating: false });
  const messages = new Map(text.split(/\n(?=[a-z])/i).map((message) => [message.split(" ", 1)[0], message]));
  const format = (/** @type {string} */ id, /** @type {Parameters<Translate>[1]} */ args) => {
    // A message is parsed when it is first used, because a page uses only some of them. None refers to another message.
    if (!bundle.hasMessage(id)) bundle.addResource(new FluentResource(messages.get(id) ?? ""));
    const message = bundle.getMessage(id);
    return message?.value ? bundle.formatPattern(message.value, args && plain(args)) : "";
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
