/** The reference of the JavaScript API, made from the declarations that TypeScript emits for the package. */
import { readFile } from "node:fs/promises";
import { posix } from "node:path";

/**
 * @typedef {{name: string, code: string, doc: string, raw: string, from: string}} Member a property, method or
 *   accessor; code: its declaration; raw: the same as TypeScript emitted it; from: path of its file
 * @typedef {{kind: "class" | "function" | "const" | "type", name: string, code: string, doc: string}} Declaration
 * @typedef {{path: string, declarations: Map<string, Declaration>, links: Map<string, {path: string, name: string}>}} File
 *   links: names that the file imports or re-exports
 */

const declared =
  /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export (?:declare )?(class|function|const|type) (\w+)(?:[^\n]*)(?:\n(?:[ }][^\n]*)?(?=\n|$))*/gm;
const importOrReexport = /^(?:import|export) (?:type )?\{ ([^}]+) \} from "([^"]+)"/gm;
const alias = /^export type (\w+) = import\("([^"]+)"\)\.(\w+);$/gm;
const members =
  /(?:^ {4}\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {4}((?:static |get |readonly )*[\w[][^\n]*(?:\n(?: {5,}| {4}\})[^\n]*)*)/gm;

/** @param {string} path of a file @param {string} imported by it @returns {string} path of that file's declarations */
const targetOf = (path, imported) => posix.join(posix.dirname(path), `${imported.slice(0, -".js".length)}.d.ts`);

/**
 * @param {string} path of the file, from the folder of the declarations
 * @param {string} text
 * @returns {File}
 */
function readDeclarations(path, text) {
  const target = (/** @type {string} */ imported) => targetOf(path, imported);
  /** @type {File["links"]} */
  const links = new Map();
  for (const [, names = "", from = ""] of text.matchAll(importOrReexport))
    for (const name of names.split(", ")) links.set(name, { path: target(from), name });
  for (const [, own = "", from = "", name = ""] of text.matchAll(alias)) links.set(own, { path: target(from), name });
  const declarations = [...text.matchAll(declared)].map(([whole, doc = "", kind, name = ""]) => {
    const code = whole.slice(whole.indexOf("export "));
    return /** @type {Declaration} */ ({ kind, name, code, doc: plainComment(doc) });
  });
  return { path, links, declarations: new Map(declarations.map((one) => [one.name, one])) };
}

/** Whether the reference lists its members: it is a class, or a type of objects. @param {Declaration} declaration */
const hasMembers = ({ kind, code }) =>
  kind === "class" ||
  (kind === "type" && /^export type \w+ = (?:Readonly<)?\{\n(?! *\}| *kind:)[^]*^\}>?;?$/m.test(code));

/** @param {string} comment @returns {string} without the stars at the start of its lines */
const plainComment = (comment) =>
  comment
    .split("\n")
    .map((line) => /^(?:[ \t]*\* ?)?(.*)$/.exec(line)?.[1])
    .join("\n")
    .trim();

/** @param {string} text @returns {string} with one space in place of each gap */
const oneLine = (text) => text.split(/\s+/).join(" ").trim();

/** @param {string} code @returns {string} without `export`, `declare` and the paths of imported types */
const plainCode = (code) => {
  const [, text = ""] = /^(?:export (?:declare )?)?([^]*)$/.exec(code) ?? [];
  return text
    .split(/import\("[^"]+"\)\./)
    .join("")
    .trim();
};

/**
 * @param {Declaration} declaration
 * @param {string} path of its file
 * @returns {Member[]} without private members, and without constructors, which users of the package do not call
 */
const membersOf = ({ code }, path) =>
  [...code.matchAll(members)]
    .map(([, doc = "", text = ""]) => {
      const name = /^(?:static |get |readonly )*([\w$]+|\[[^\]]+\])/.exec(text)?.[1] ?? "";
      return { name, code: plainCode(text.replaceAll("\n    ", "\n")), doc: plainComment(doc), raw: text, from: path };
    })
    .filter(({ name }) => !/^constructor$|^\[/.test(name));

/**
 * @param {string} doc
 * @returns {{text: string, tags: {tag: string, name: string, text: string}[]}} text: what comes before the tags; tags:
 *   without their types, since the declaration shows them
 */
function readTags(doc) {
  const [text = "", ...rest] = doc.split(/^@(?=\w)/m);
  const tags = rest.map((part) => {
    const [, tag = "", after = ""] = /^(\w+)\s*([^]*)$/.exec(part) ?? [];
    const said = oneLine(withoutType(after));
    if (tag !== "param") return { tag, name: "", text: said };
    const [, name = "", words = ""] = /^\[?([\w.]+)(?:=[^\]]*)?\]? ?(.*)$/.exec(said) ?? [];
    return { tag, name, text: words };
  });
  return { text: text.trim(), tags };
}

/** Removes a type in braces, with braces inside it, from the start of a tag's text. @param {string} text */
function withoutType(text) {
  if (!text.startsWith("{")) return text;
  let depth = 0;
  const end = [...text].findIndex((character) => {
    depth += Number(character === "{") - Number(character === "}");
    return depth === 0;
  });
  return text.slice(end + 1);
}

/**
 * The description of a `@typedef`: the lines before it in the source's comment, which TypeScript does not emit.
 * @param {string} source JavaScript
 * @param {string} name
 */
function typedefText(source, name) {
  const comments = [...source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\//g)].map(([, text = ""]) => plainComment(text));
  for (const comment of comments) {
    const lines = comment.split("\n");
    const at = lines.findIndex((line) => new RegExp(`^@typedef .*\\b${name}$|^@typedef .*\\} ${name}\\b`).test(line));
    if (at < 0) continue;
    const ends = lines.slice(0, at).map((line, n) => (line === "" || line.startsWith("@") ? n + 1 : 0));
    const start = Math.max(0, ...ends);
    const after = /^@typedef .*\} \w+ (.+)$/.exec(lines[at] ?? "")?.[1] ?? "";
    return [...lines.slice(start, at), after].join(" ").trim();
  }
  return "";
}

/** Code as a block in Markdown. @param {string} code */
const listingOf = (code) => `\`\`\`ts\n${code}\n\`\`\``;

/** A doc comment in Markdown. @param {string} doc @returns {string} */
function docText(doc) {
  const { text, tags } = readTags(doc);
  const items = tags.flatMap(({ tag, name, text: said }) => {
    if (tag === "param" && said !== "") return `- \`${name}\`: ${said}`;
    if (tag === "returns" && said !== "") return `- Returns ${said}`;
    return tag === "throws" ? `- Throws \`AttentionError\` ${said}` : [];
  });
  return [text, items.join("\n")].filter(Boolean).join("\n\n");
}

/**
 * @param {string} folder of the declarations, with a slash at its end
 * @param {string} sources folder of the JavaScript that they were made from
 * @param {readonly {title: string, path: string}[]} entries the package's entries, by path in both folders
 * @returns {Promise<string>} Markdown: a section for each entry, with every export and every type that these name
 */
export async function javascriptReference(folder, sources, entries) {
  /** @type {Map<string, File>} */
  const files = new Map();
  const open = async (/** @type {string} */ path) => {
    const found = files.get(path) ?? readDeclarations(path, await readFile(folder + path, "utf8"));
    files.set(path, found);
    return found;
  };
  /** @type {(path: string, name: string) => Promise<{file: File, declaration: Declaration} | undefined>} */
  const find = async (path, name) => {
    const file = await open(path);
    const link = file.links.get(name);
    if (link) return find(link.path, link.name);
    const declaration = file.declarations.get(name);
    return declaration && { file, declaration };
  };
  /** @type {(file: File, declaration: Declaration) => Promise<Member[]>} with those of the classes that it extends */
  const allMembers = async (file, declaration) => {
    const base = /^export declare class \w+ extends (\w+)/.exec(declaration.code)?.[1];
    const found = base === undefined || base === "Error" ? undefined : await find(file.path, base);
    const inherited = found ? await allMembers(found.file, found.declaration) : [];
    const own = membersOf(declaration, file.path).map((member) => {
      const overridden = /^@override$/m.test(member.doc) && inherited.find(({ name }) => name === member.name);
      return overridden ? { ...member, doc: overridden.doc } : member;
    });
    return [...inherited.filter(({ name }) => !own.some((one) => one.name === name)), ...own];
  };

  /** @type {Map<Declaration, string>} the name under which the package exports it */
  const exported = new Map();
  const sections = [];
  for (const { title, path } of entries) {
    const entry = await open(path);
    const names = [...new Set([...entry.links.keys(), ...entry.declarations.keys()])];
    const parts = [`## ${title}`];
    /** @type {{name: string, file: File, declaration: Declaration}[]} */
    const queue = [];
    for (const name of names) {
      const found = await find(path, name);
      if (!found || exported.has(found.declaration)) continue;
      exported.set(found.declaration, name);
      queue.push({ name, ...found });
    }
    for (const { name, file, declaration } of queue) {
      const shown = hasMembers(declaration) ? await allMembers(file, declaration) : [];
      const isObject = shown.length > 0;
      const said =
        declaration.doc ||
        typedefText(await readFile(`${sources}${file.path.slice(0, -".d.ts".length)}.js`, "utf8"), name);
      parts.push(`### ${name}`, isObject ? "" : listingOf(plainCode(declaration.code)), docText(said));
      if (declaration.kind === "class")
        for (const member of shown)
          parts.push(`#### ${name}.${member.name}`, listingOf(member.code), docText(member.doc));
      else if (isObject)
        parts.push(["| field | type | meaning |", "| --- | --- | --- |", ...shown.map(fieldRow)].join("\n"));
      for (const { raw, from } of isObject ? shown : [{ raw: declaration.code, from: file.path }])
        for (const [, imported, word = ""] of raw.matchAll(/(?:import\("([^"]+)"\)\.)?\b([A-Z]\w+)\b/g)) {
          const found = await find(imported === undefined ? from : targetOf(from, imported), word);
          if (!found || exported.has(found.declaration) || [...exported.values()].includes(word)) continue;
          exported.set(found.declaration, word);
          queue.push({ name: word, ...found });
        }
    }
    sections.push(parts.filter(Boolean).join("\n\n"));
  }
  const renamed = [...exported].filter(([{ name }, as]) => name !== as);
  return renamed.reduce(
    (text, [{ name }, as]) => text.split(new RegExp(`\\b${name}\\b`)).join(as),
    sections.join("\n\n"),
  );
}

/** @param {Member} member of a type */
function fieldRow({ name, code, doc }) {
  const optional = code.startsWith(`${name}?`) ? ", optional" : "";
  const type = code.slice(code.indexOf(":") + 1, code.endsWith(";") ? -1 : undefined);
  const cells = [`\`${name}\`${optional}`, `\`${oneLine(type)}\``, oneLine(doc)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
