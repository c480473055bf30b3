/** Compiles the C engine natively, with a driver from tests/, so that tests can compare it with the WebAssembly. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "attention-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));

/** The C files of the engine, from the package root, as build.sh takes them. */
export async function engineSources() {
  const names = await readdir(`${root}c`, { recursive: true });
  return names.filter((name) => name.endsWith(".c")).map((name) => `c/${name}`);
}

/** What chooses a backend of the kernels: vectors of the machine, or plain C, which defines the result. */
export const backends = Object.freeze({ vectors: Object.freeze([]), plain: Object.freeze(["-DATTENTION_PLAIN_C"]) });

/** The same bits as from build.sh: nothing is contracted or reassociated. */
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
  const files = [...(await engineSources()), ...drivers];
  try {
    await run(compiler, [...flags, ...backends[backend], ...more, ...files, "-lm", "-o", program], { cwd: root });
  } catch (error) {
    const said = /** @type {{stderr?: string}} */ (error).stderr;
    throw new Error(`${compiler}: ${said || /** @type {Error} */ (error).message}`, { cause: error });
  }
  return program;
}
