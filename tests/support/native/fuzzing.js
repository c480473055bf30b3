/** Builds the fuzz target, and runs it on a new corpus that starts with a few random inputs. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildNative, sanitize } from "./compile.js";
import { generator } from "../walks.js";

/** The most bytes that an input has; if the target needs more, it generates them from the last one. */
const MAX_BYTES = 600;
const FIRST_INPUTS = 16;

/** @param {string} target a file of tests/native/fuzz, without its ending */
export function buildFuzzer(target) {
  const drivers = [`tests/native/fuzz/${target}.c`];
  return buildNative({ compiler: "clang", drivers, flags: [...sanitize, "-fsanitize=fuzzer"] });
}

/**
 * @param {string} program
 * @param {string} folder for the corpus and for inputs that fail
 * @param {{runs: number, seed: number} | {seconds: number}} length a number of inputs, which are the same every time, or seconds
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} how many inputs were run
 * @throws {Error} with the sanitizer's report
 */
export async function fuzz(program, folder, length, env = process.env) {
  const corpus = join(folder, "corpus");
  await mkdir(corpus, { recursive: true });
  const random = generator(3);
  for (let first = 0; first < FIRST_INPUTS; first++) {
    const bytes = Uint8Array.from({ length: 100 + first * 25 }, () => Math.floor(random() * 256));
    await writeFile(join(corpus, `first-${first}`), bytes);
  }
  // Without rereading the growing corpus, and without trying operands of comparisons, which may be addresses: both would
  // make the inputs of two runs differ.
  const repeatable = ["-reload=0", "-use_cmp=0"];
  const until =
    "runs" in length
      ? [`-runs=${length.runs}`, `-seed=${length.seed}`, ...repeatable]
      : [`-max_total_time=${length.seconds}`];
  const options = [...until, `-max_len=${MAX_BYTES}`, "-len_control=0", "-print_final_stats=1"];
  // An input may take a minute, so that a slow or busy machine is no failure.
  const limits = ["-timeout=60", "-rss_limit_mb=2048", `-artifact_prefix=${folder}/`];
  try {
    const buffer = { maxBuffer: 2 ** 26, env: { ...env, ASAN_OPTIONS: "detect_leaks=0" } };
    const { stderr } = await promisify(execFile)(program, [...options, ...limits, corpus], buffer);
    return Number(/stat::number_of_executed_units: (\d+)/.exec(stderr)?.[1] ?? NaN);
  } catch (error) {
    const report = /** @type {{stderr?: string}} */ (error).stderr ?? String(error);
    throw new Error(report.split("\n").slice(-80).join("\n"), { cause: error });
  }
}
