/** Compiles the C engine natively, with a driver from tests/, so that tests can compare it with the WebAssembly. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "attention-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));

/** The C files of the engine, from the package root, as build.sh takes them. */
export async function engineSources() {
  const names = await readdir(`${root}c`, { recursive: true });
  return names.filter((name) => name.endsWith(".c")).map((name) => `c/${name}`);
}

/** What chooses a backend of the kernels: vectors of the machine, or plain C, which defines the result. */
export const backends = Object.freeze({ vectors: Object.freeze([]), plain: Object.freeze(["-DATTENTION_PLAIN_C"]) });

/** Flags for the same bits as build.sh: no contraction or reassociation. */
const flags = [
  ...["-std=c11", "-O2", "-ffp-contract=off", "-fno-math-errno"],
  ...["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Werror"],
];

/**
 * @param {object} options
 * @param {"gcc" | "clang"} options.compiler
 * @param {string[]} options.drivers C files, from the package root; one has main()
 * @param {keyof typeof backends} [options.backend]
 * @param {string[]} [options.flags] e.g. ["-O0"] or ["-fsanitize=address,undefined"]; -O2 comes before them
 * @returns {Promise<string>} path of the executable, which lives as long as this process
 * @throws {Error} with what the compiler said
 */
export async function buildNative({ compiler, drivers, backend = "vectors", flags: more = [] }) {
  const program = join(await mkdtemp(join(temporary, "build-")), "program");
  const sources = await engineSources();
  const own = await ofBackend(sources);
  const common = sources.filter((file) => !own.includes(file));
  const objects = await compiledOnce(compiler, [...flags, ...more], common);
  const files = [...own, ...drivers, ...objects];
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
    const said = /** @type {{stderr?: string}} */ (error).stderr;
    throw new Error(`${compiler}: ${said || /** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** @param {string[]} sources @returns {Promise<string[]>} those that read vec.h, the one file in which backends differ */
async function ofBackend(sources) {
  const { stdout } = await compile("gcc", ["-MM", ...sources], root);
  const rules = stdout.replaceAll("\\\n", " ").split("\n");
  return sources.filter((file) => rules.some((rule) => rule.includes(` ${file} `) && rule.includes("/vec.h")));
}

/** @type {Map<string, Promise<string[]>>} objects by compiler and flags */
const compiled = new Map();

/**
 * Backends share what is the same in all of them.
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
