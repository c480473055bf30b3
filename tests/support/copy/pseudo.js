/**
 * Languages that nobody speaks, made from the English messages: the test of every language's messages
 * is tried with them. One has accents and longer words, the other is written from right to left.
 */
import { parse, serialize, TextElement, Transformer } from "@fluent/syntax";

/** @typedef {{tag: string, name: string, dir: "ltr" | "rtl", letters: string}} Pseudo letters: what stands for a to z */

/** @type {Readonly<Record<"accented" | "mirrored", Pseudo>>} */
export const pseudo = Object.freeze({
  accented: { tag: "en-XA", name: "Éñĝļîšĥ", dir: "ltr", letters: "áƀçđéƒĝĥîĵķļɱñóþǫŕšţûṽŵẋýž" },
  mirrored: { tag: "ar-XB", name: "שפה", dir: "rtl", letters: "אבגדהוזחטיכלמנסעפצקרשתאבגד" },
});

/** Around what a message is given: a name, a number, a word of the sentence. No language translates it. */
const [begin, end] = /** @type {const} */ (["\u2068", "\u2069"]);

/** A text of a message in another language, about 30 % longer: a word's vowels are doubled. Markup stays. @param {string} text @param {Pseudo} language */
function translated(text, { letters, dir }) {
  const words = (/** @type {string} */ said) =>
    said.replace(/[a-z]/gi, (letter) => {
      const own = letters[letter.toLowerCase().charCodeAt(0) - 97] ?? "";
      const cased = letter === letter.toLowerCase() || dir === "rtl" ? own : own.toUpperCase();
      return /[aeiou]/i.test(letter) ? cased + own : cased;
    });
  // [[term]] is written [[term|words]]; of [words](lesson) and [[term|words]] only the words are translated.
  return text
    .split(/(\[\[[^\]]+\]\]|\]\([\w-]+\))/)
    .map((part) => {
      const [, id = "", said = id] = /^\[\[([^|\]]+)(?:\|([^\]]+))?\]\]$/.exec(part) ?? [];
      if (id !== "") return `[[${id}|${words(said)}]]`;
      return part.startsWith("](") ? part : words(part);
    })
    .join("");
}

/** Translates the texts of messages, and marks what they are given. */
class Translation extends Transformer {
  /** @param {Pseudo} language */
  constructor(language) {
    super();
    this.language = language;
  }

  /** @param {any} node */
  visitTextElement(node) {
    node.value = translated(node.value, this.language);
    return node;
  }

  /** @param {any} node */
  visitPattern(node) {
    this.genericVisit(node);
    node.elements = node.elements.flatMap((/** @type {any} */ element) =>
      element.type === "Placeable" && element.expression.type === "VariableReference"
        ? [text(begin), element, text(end)]
        : [element],
    );
    return node;
  }

  /** @param {any} node */
  visitMessage(node) {
    this.genericVisit(node);
    if (node.value) node.value.elements = [text("⟦"), ...node.value.elements, text("⟧")];
    return node;
  }
}

/** @param {string} value */
const text = (value) => new TextElement(value);

/** The messages of a file in another language. @param {string} english @param {Pseudo} language */
export function pseudoMessages(english, language) {
  const resource = parse(english, {});
  new Translation(language).visit(resource);
  return serialize(resource, {});
}
