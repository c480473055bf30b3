/** The C code as two files, attention.h and attention.c: no folders, no other external names. Pure functions. */
import { dirname, posix } from "node:path";

/** @typedef {ReadonlyMap<string, string>} Sources texts by path below c/ */

/** The rows that several files expand, each with macros of its own. */
const tables = "tables.h";

/**
 * @param {Sources} sources all .c and .h files of c/
 * @returns {{header: string, source: string}}
 */
export function amalgamation(sources) {
  const paths = [...sources.keys()].sort();
  const isPublic = (/** @type {string} */ path) =>
    path.endsWith(".h") && /^ATTENTION_(API|STAGE) /m.test(textOf(sources, path));
  const published = paths.filter(isPublic);
  /** @type {Set<string>} */
  const done = new Set();
  const publicHeaders = ["attention.h", ...published].flatMap((path) => withIncluded(sources, path, done));
  const files = paths.filter((path) => path.endsWith(".c"));
  const internal = files
    .flatMap((path) => includedBy(sources, path))
    .flatMap((path) => withIncluded(sources, path, done));
  const again = repeatedNames(
    [...publicHeaders, ...internal, ...files].map((path) => ({ path, text: textOf(sources, path) })),
  );
  const bodies = [
    ...internal.map((path) => section(path, textOf(sources, path))),
    ...files.map((path) => renaming(path, textOf(sources, path), again)),
  ];
  return {
    header: fileOf(
      "attention.h",
      sources,
      publicHeaders.map((path) => section(path, textOf(sources, path))),
    ),
    source: fileOf("attention.c", sources, [
      '#define INTERNAL static\n#include "attention.h"\n',
      rowsMacro(textOf(sources, tables)),
      ...bodies,
    ]),
  };
}

/** @param {Sources} sources @param {string} path */
function textOf(sources, path) {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`c/${path}: is included, and must be there`);
  return text;
}

/** The headers that a file includes, as paths below c/. @param {Sources} sources @param {string} path @returns {string[]} */
function includedBy(sources, path) {
  const names = [...textOf(sources, path).matchAll(/^#include "(.*)"$/gm)];
  return names
    .map(([, name = ""]) => posix.normalize(posix.join(dirname(path), name)))
    .filter((name) => name !== tables);
}

/**
 * A header after those that it includes, each once.
 * @param {Sources} sources
 * @param {string} path
 * @param {Set<string>} done those that are there already; updated
 * @returns {string[]}
 */
function withIncluded(sources, path, done) {
  if (done.has(path)) return [];
  done.add(path);
  return [...includedBy(sources, path).flatMap((name) => withIncluded(sources, name, done)), path];
}

/**
 * The names that several files define for themselves, such as static functions.
 * @param {{path: string, text: string}[]} files
 * @returns {Set<string>}
 */
function repeatedNames(files) {
  const all = files.flatMap(({ text }) => [...new Set(ownNames(text))]);
  return new Set(all.filter((name, at) => all.indexOf(name) < at));
}

/**
 * The names that a file defines outside of functions and that end with it: static functions and objects, types, enumerators.
 * @param {string} text
 * @returns {string[]}
 */
function ownNames(text) {
  const code = text.split(/\/\*[^]*?\*\//).join(" "); // without comments
  const statics = [
    ...code.matchAll(/^(?:NOINLINE )?(?:static|INLINE|typedef) [^;={(]*?(\w+)(?:\[[^\]]*\])*(?: =|;|\()/gm),
  ];
  const types = [...code.matchAll(/^\} (\w+);$/gm), ...code.matchAll(/^(?:typedef )?(?:struct|enum|union) (\w+)/gm)];
  const enumerators = [...code.matchAll(/^(?:typedef )?enum[^{;]*\{([^}]*)\}/gm)].flatMap(([, list = ""]) => [
    ...list.matchAll(/(?:^|,)\s*(\w+)/g),
  ]);
  return [...statics, ...types, ...enumerators].map(([, name = ""]) => name);
}

/**
 * A file whose own names that others have too end in the file's name: macros around it say so, and its text stays as it is.
 * @param {string} path
 * @param {string} text
 * @param {ReadonlySet<string>} again
 */
function renaming(path, text, again) {
  const mine = ownNames(text).filter((name) => again.has(name));
  const suffix = posix.basename(path, ".c");
  const before = mine.map((name) => `#define ${name} ${name}_of_${suffix}\n`).join("");
  const after = mine.map((name) => `#undef ${name}\n`).join("");
  return `${before}${section(path, text)}${after}`;
}

/** The rows of tables.h as one macro, which expands what each place has defined. @param {string} text */
function rowsMacro(text) {
  const [, rows = ""] = /\/\* clang-format off \*\/\n([^]*)\/\* clang-format on \*\//.exec(text) ?? [];
  const lines = rows.split("\n").filter((line) => line.trim() !== "");
  const macro = ["#define ATTENTION_ROWS", ...lines].join(" \\\n");
  return `/* ---- ${tables}: its rows, for the macros that stand before each use ---- */\n\n${macro}\n`;
}

/** @param {string} path @param {string} text @returns {string} without what it includes of c/, tables.h expanded */
function section(path, text) {
  const names = ["STAGE", "INPUT", "BESIDE", "MEMBER", "RULE", "ALSO", "WORDS"];
  const before = names.map((name) => `#ifndef ${name}\n#define ${name}(...)\n#endif`);
  const after = names.map((name) => `#undef ${name}`);
  const body = text.split("\n").flatMap((line) => {
    if (!line.startsWith('#include "')) return [line];
    return line.endsWith(`${tables}"`) ? [...before, "ATTENTION_ROWS", ...after] : [];
  });
  return `/* ---- ${path} ---- */\n\n${body.join("\n")}`;
}

/** @param {string} name @param {Sources} sources @param {string[]} parts */
function fileOf(name, sources, parts) {
  const [, version = ""] = /#define ATTENTION_VERSION "(.*)"/.exec(textOf(sources, "attention.h")) ?? [];
  const about = `/* ${name}: the engine of Attention Stepper ${version} as two files, attention.h and attention.c, made from its folder c/.
 * Compile attention.c with -std=c11 -O2 -ffp-contract=off, and link with -lm. MIT licence. */
`;
  return [about, ...parts].join("\n");
}
