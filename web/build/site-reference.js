import { elementReference } from "./element-reference.js";
import { createTranslate } from "../lessons/translate.js";

/**
 * What the element takes, fires and shows, as the code has it.
 * @returns {string} Markdown
 */
export function referenceTables() {
  const { attributes, properties, events, parts, cssProperties } = elementReference(createTranslate("en"));
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

/** @param {string} text */
const code = (text) => (text === "" ? "" : `\`${text}\``);

/**
 * @template T
 * @param {string} title
 * @param {string[]} names of the columns
 * @param {readonly T[]} things
 * @param {(thing: T) => string[]} row
 */
function table(title, names, things, row) {
  const lines = [names, names.map(() => "---"), ...things.map(row)];
  return [
    `## ${title}\n`,
    ...lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
  ].join("\n");
}
