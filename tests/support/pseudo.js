/**
 * Languages that nobody speaks, made from the English messages: they show what is not translated, what has no room for
 * longer words, and what does not run from right to left. They are added to a copy of the project as any language is: ten
 * files and a row.
 */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, serialize, TextElement, Transformer } from "@fluent/syntax";

import { parts } from "../../web/words/words.js";
import { dist, root, run } from "./machine.js";

/** @typedef {{tag: string, name: string, dir: "ltr" | "rtl", letters: string}} Pseudo letters: what stands for a to z */

/** @type {Readonly<Record<"accented" | "mirrored", Pseudo>>} */
export const pseudo = Object.freeze({
  accented: { tag: "en-XA", name: "Éñĝļîšĥ", dir: "ltr", letters: "áƀçđéƒĝĥîĵķļɱñóþǫŕšţûṽŵẋýž" },
  mirrored: { tag: "ar-XB", name: "שפה", dir: "rtl", letters: "אבגדהוזחטיכלמנסעפצקרשתאבגד" },
});

/** Around what a message is given: a name, a number, a word of the sentence. No language translates it. */
export const [begin, end] = /** @type {const} */ (["\u2068", "\u2069"]);

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

/** Adds languages to a copy of the project, which it builds. @param {string} folder an empty one @param {readonly Pseudo[]} languages @returns {Promise<string>} the folder with what was built */
export async function builtWith(folder, languages) {
  const locales = join(folder, "web/words/locales");
  await cp(join(root, "web"), join(folder, "web"), {
    recursive: true,
    filter: (path) => !path.startsWith(join(root, "web/dist")) && !path.includes("node_modules"),
  });
  await mkdir(join(folder, "web/dist"));
  const compiled = ["attention-walk", "attention-simd128", "attention-scalar"].map((name) => `${name}.wasm`);
  for (const name of compiled) await cp(join(dist, name), join(folder, "web/dist", name));
  for (const name of ["package.json", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "c", "tsconfig.json"])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  for (const language of languages) {
    await mkdir(join(locales, language.tag));
    for (const part of parts) {
      const english = await readFile(join(locales, `en/${part}.ftl`), "utf8");
      await writeFile(join(locales, language.tag, `${part}.ftl`), pseudoMessages(english, language));
    }
  }
  const list = join(folder, "web/words/languages.js");
  const rows = languages.map(({ tag, name, dir }) => `, ${JSON.stringify({ tag, name, dir })}`).join("");
  const source = await readFile(list, "utf8");
  await writeFile(list, source.replace(/(Object\.freeze\(\[[^\]]*)\]/, `$1${rows}]`));
  await run(process.execPath, [join(folder, "web/build/bundle.js")], { cwd: folder });
  return join(folder, "web/dist");
}
