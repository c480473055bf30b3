/**
 * Writes web/engine/c.js: what JavaScript must know of the C code, as the compiler reads it from the headers. The file is
 * committed, so that types and Node need no compiler; a test makes it again and compares.
 * Usage: node web/build/c-interface.js
 */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = `${root}web/engine/c.js`;
const headers = ["attention.h", "random/random.h", "model/model.h", "learn/backward.h", "fused/fast.h"];

/** @typedef {{kind: string, name?: string, type?: {qualType: string}, value?: string, inner?: Node[]}} Node of the syntax tree */

/**
 * What the compiler prints about all headers.
 * @param {string} flag of its front end
 * @param {string} [code] that follows the headers
 */
function compilerSays(flag, code = "") {
  const source = [...headers.map((name) => `#include "${root}c/${name}"`), code].join("\n");
  const args = ["-fsyntax-only", "-Xclang", flag, "-x", "c", "-"];
  const { status, stdout, stderr } = spawnSync("emcc", args, { input: source, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`emcc: ${stderr}`);
  return stdout;
}

/** The rows of c/tables.h that are tensors, in their order. @returns {{kind: string, name: string}[]} */
function tensorRows() {
  const source = `
#define STAGE(ID, function, name, ...) @ stage name
#define BESIDE(ID, name, ...) @ beside name
#define INPUT(ID, name, ...) @ input name
#include "${root}c/tables.h"`;
  const { status, stdout, stderr } = spawnSync("emcc", ["-E", "-x", "c", "-"], { input: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`emcc: ${stderr}`);
  return [...stdout.matchAll(/@ (\w+) "(\w+)"/g)].map(([, kind = "", name = ""]) => ({ kind, name }));
}

/** @param {Node} node @param {string} kind @returns {Node[]} its children of a kind */
const childrenOf = (node, kind) => (node.inner ?? []).filter((child) => child.kind === kind);

/** The members of an enum with their values. @param {Node} node @returns {[string, number][]} */
function enumMembers(node) {
  let next = 0;
  return childrenOf(node, "EnumConstantDecl").map(({ name = "", inner = [] }) => {
    const value = Number(inner.find((child) => child.value !== undefined)?.value ?? next);
    next = value + 1;
    return [name, value];
  });
}

/** The words of an enum: its members in lower case, without what all of them begin with. @param {Node} node */
function wordsOf(node) {
  const names = enumMembers(node).map(([name]) => name.toLowerCase().split("_"));
  const [first = []] = names;
  const common = first.findIndex((part, at) => names.some((parts) => parts[at] !== part || parts.length === at + 1));
  return names.map((parts) => parts.slice(common).join("_"));
}

/** The structs by name: bytes, and of each member its type and the byte at which it starts. @param {Node[]} nodes of the tree */
function structsOf(nodes) {
  const named = nodes.flatMap(({ kind, name = "" }, at) => {
    const record = nodes[at - 1];
    return kind === "TypedefDecl" && record?.kind === "RecordDecl" && name.startsWith("attention_")
      ? [{ name, record }]
      : [];
  });
  // The compiler lays out only the structs whose size is asked for.
  const sizes = `unsigned long sizes[] = {${named.map(({ name }) => `sizeof(${name})`).join(", ")}};`;
  const layouts = compilerSays("-fdump-record-layouts-simple", sizes);
  return named.map(({ name, record }) => {
    const layout = new RegExp(`Type: (?:struct )?${name}\\n[^>]*?Size:(\\d+)[^>]*?FieldOffsets: \\[([\\d, ]*)\\]`).exec(
      layouts,
    );
    const [, bits = "", offsets = ""] = layout ?? [];
    const starts = offsets.split(", ").map((offset) => Number(offset) / 8);
    const fields = childrenOf(record, "FieldDecl");
    if (starts.length !== fields.length)
      throw new Error(`${name}: wanted ${fields.length} members, got ${starts.length}`);
    const members = fields.map(({ name: member, type }, index) => [member, [type?.qualType, starts[index]]]);
    return { name, bytes: Number(bits) / 8, members: Object.fromEntries(members) };
  });
}

/** The type of an exported function for JavaScript, where addresses are numbers. @param {Node} node */
function signatureOf(node) {
  const parameters = childrenOf(node, "ParmVarDecl").map(({ name, type }) => `${name}: ${numberType(type?.qualType)}`);
  const [result = ""] = (node.type?.qualType ?? "").split(" (");
  return `(${parameters.join(", ")}) => ${result === "void" ? "void" : numberType(result)}`;
}

/** @param {string | undefined} type in C */
const numberType = (type) => (/^u?int64_t$/.test(type ?? "") ? "bigint" : "number");

/** @param {string} name in C, such as attention_tensor_id */
const constantName = (name) => name.replace("attention_", "").toUpperCase();

/** @returns {Promise<string>} the text of web/engine/c.js */
export async function cInterface() {
  const nodes = /** @type {Node[]} */ (JSON.parse(compilerSays("-ast-dump=json")).inner);
  const enums = nodes.filter(({ kind, name = "" }) => kind === "EnumDecl" && name.startsWith("attention_"));
  const exported = nodes.filter(
    (node) => node.kind === "FunctionDecl" && childrenOf(node, "VisibilityAttr").length > 0,
  );
  const properties = [...new Map(exported.map((node) => [node.name, signatureOf(node)]))];
  const statuses = enums
    .filter(({ name }) => name?.endsWith("_status"))
    .flatMap(enumMembers)
    .filter(([, value]) => value <= 0);
  const words = enums.filter(({ name }) => !/_(status|id)$/.test(name ?? ""));
  const tensors = tensorRows();
  const afterStages = tensors.findIndex(({ kind }) => kind === "beside");
  const beside = tensors.filter(({ kind }) => kind === "beside");
  const isBeside = (/** @type {string} */ name) => beside.some((other) => other.name === name);
  const inputs = tensors.slice(afterStages).filter(({ kind, name }) => kind === "input" && !isBeside(name));
  const list = (/** @type {{name: string}[]} */ rows) =>
    `/** @type {const} */ (${JSON.stringify(rows.map(({ name }) => name))})`;
  const text = `
    /**
     * What JavaScript must know of the C code. Made by web/build/c-interface.js from the headers in c/, as the compiler
     * reads them: do not edit.
     */

    /**
     * The functions that the WebAssembly exports; addresses are numbers.
     * @typedef {object} Exports
     * @property {WebAssembly.Memory} memory
     * @property {WebAssembly.Global} __heap_base
     ${properties.map(([name, type]) => `* @property {${type}} ${name}`).join("\n")}
     */

    /* Statuses. */
    ${statuses.map(([name, value]) => `export const ${constantName(name.toLowerCase())} = ${value};`).join("\n")}

    /* The tensors of walks: stages, of which E, P, X, C, Q, K and V may be given; what stages store beside their results, of
     * which allow may be given; and inputs. */
    export const STAGES = ${list(tensors.slice(0, afterStages))};
    export const BESIDE = ${list(beside)};
    export const INPUTS = ${list(inputs)};

    /* The words of each enum, in the order of their numbers. */
    ${words
      .map((node) => {
        const all = JSON.stringify(wordsOf(node));
        return `export const ${constantName(node.name ?? "")}_WORDS = /** @type {const} */ (${all});`;
      })
      .join("\n")}

    /* Structs: their size in bytes, and of each member its type and the byte at which it starts. */
    ${structsOf(nodes)
      .map(
        ({ name, ...struct }) =>
          `export const ${constantName(name)} = /** @type {const} */ (${JSON.stringify(struct)});`,
      )
      .join("\n")}`;
  return format(text, { ...(await resolveConfig(target)), parser: "babel" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await cInterface());
