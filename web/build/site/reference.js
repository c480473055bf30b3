import { elementReference } from "../element-reference.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";

/**
 * The tables of the element's attributes, properties, events, parts and custom properties, made from its code.
 * @returns {string} Markdown
 */
export function referenceTables() {
  const { attributes, properties, events, parts, cssProperties } = elementReference(words(defaultLanguage).t);
  return [
    table("Attributes", ["attribute, property", "what it is", "values", "default"], attributes, (one) => [
      ...[[...new Set([one.name, one.property])].map(code).join(" "), one.description, one.values, code(one.default)],
    ]),
    table("Other properties", ["property", "type", "what it is"], properties, (one) => [
      ...[code(one.name), one.type, one.description],
    ]),
    table("Events", ["event", "detail", "when"], events, (one) => [code(one.name), code(one.detail), one.description]),
    "They bubble, and come out of shadow roots around the element.",
    table("Parts", ["part", "what it is"], parts, (one) => [code(one.name), one.description]),
    table("Custom properties", ["property", "default", "what it sets"], cssProperties, (one) => [
      ...[code(one.name), one.default, one.description],
    ]),
  ].join("\n\n");
}

/** @param {string} text @returns {string} the text as code in Markdown; "" stays "" */
const code = (text) => (text === "" ? "" : `\`${text}\``);

/**
 * A section with a table, in Markdown.
 * @template T
 * @param {string} title
 * @param {string[]} columns names of the columns
 * @param {readonly T[]} items one for each row
 * @param {(item: T) => string[]} row the cells of an item
 */
function table(title, columns, items, row) {
  const lines = [columns, columns.map(() => "---"), ...items.map(row)];
  return [
    `## ${title}\n`,
    ...lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
  ].join("\n");
}
