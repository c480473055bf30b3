/** Compiles the C engine natively, with a driver from tests/, so that tests can compare it with the WebAssembly. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "attention-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));

/** The C files of the engine, relative to the package root: the same that build.sh compiles. */
export async function engineSources() {
  const names = await readdir(`${root}c`, { recursive: true });
  return names.filter((name) => name.endsWith(".c")).map((name) => `c/${name}`);
}

/** Flags that choose the kernels' backend: the machine's vectors, or plain C, which defines the results. */
export const backends = Object.freeze({ vectors: Object.freeze([]), plain: Object.freeze(["-DATTENTION_PLAIN_C"]) });

/** Flags that give the same bits as build.sh: no contraction or reassociation. */
const flags = [
  ...["-std=c11", "-O2", "-ffp-contract=off", "-fno-math-errno"],
  ...["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Werror"],
];

/** Flags that stop a program at the first fault: memory, indices of arrays, and whatever else C leaves undefined. */
export const sanitize = Object.freeze([
  ...["-O1", "-g", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
]);

/**
 * @param {object} options
 * @param {"gcc" | "clang"} options.compiler
 * @param {string[]} options.drivers C files, relative to the package root; one of them has main()
 * @param {keyof typeof backends} [options.backend]
 * @param {readonly string[]} [options.flags] e.g. ["-O0"], or sanitize; they follow -O2
 * @returns {Promise<string>} path of the executable, which is removed when this process ends
 * @throws {Error} with the compiler's messages
 */
export async function buildNative({ compiler, drivers, backend = "vectors", flags: more = [] }) {
  const program = join(await mkdtemp(join(temporary, "build-")), "program");
  const sources = await engineSources();
  const backendSources = await sourcesOfBackend(sources);
  const common = sources.filter((file) => !backendSources.includes(file));
  const objects = await compiledOnce(compiler, [...flags, ...more], common);
  const files = [...backendSources, ...drivers, ...objects];
  await compile(compiler, [...flags, ...backends[backend], ...more, ...files, "-lm", "-o", program], root);
  return program;
}

/**
 * @param {string} compiler
 * @param {string[]} args
 * @param {string} cwd
 */
async function compile(compiler, args, cwd) {
  try {
    return await run(compiler, args, { cwd });
  } catch (error) {
    const messages = /** @type {{stderr?: string}} */ (error).stderr;
    throw new Error(`${compiler}: ${messages || /** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** @param {string[]} sources @returns {Promise<string[]>} those that include vec.h, the only file that differs between backends */
async function sourcesOfBackend(sources) {
  const { stdout } = await compile("gcc", ["-MM", ...sources], root);
  const rules = stdout.replaceAll("\\\n", " ").split("\n");
  return sources.filter((file) => rules.some((rule) => rule.includes(` ${file} `) && rule.includes("/vec.h")));
}

/** @type {Map<string, Promise<string[]>>} objects by compiler and flags */
const compiled = new Map();

/**
 * Compiles the sources that all backends share, once for each compiler and flags.
 * @param {string} compiler
 * @param {string[]} flags
 * @param {string[]} sources
 */
function compiledOnce(compiler, flags, sources) {
  const key = [compiler, ...flags].join(" ");
  const objects = compiled.get(key) ?? compileObjects(compiler, flags, sources);
  compiled.set(key, objects);
  return objects;
}

/**
 * @param {string} compiler
 * @param {string[]} flags
 * @param {string[]} sources
 * @returns {Promise<string[]>} paths
 */
async function compileObjects(compiler, flags, sources) {
  const folder = await mkdtemp(join(temporary, "objects-"));
  await compile(compiler, [...flags, "-c", ...sources.map((file) => root + file)], folder);
  return sources.map((file) => join(folder, basename(file).replace(/c$/, "o")));
}
