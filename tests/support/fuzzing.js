/** Builds the fuzz target and runs it for a while on a corpus of its own, begun from a few seeds. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildNative } from "./native.js";
import { generator } from "./walks.js";

const SANITIZE = ["-O1", "-g", "-fsanitize=fuzzer,address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];

/** Bytes that an input may have; the target draws on from the last one. */
const LONGEST = 600;
const SEEDS = 16;

/** @param {string} [driver] C file with the target, from the package root */
export function buildFuzzer(driver = "tests/native/fuzz.c") {
  return buildNative({ compiler: "clang", drivers: [driver], flags: SANITIZE });
}

/**
 * @param {string} program
 * @param {string} folder for the corpus and for what breaks
 * @param {number} seconds
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} how many inputs were run
 * @throws {Error} with the sanitizer's report
 */
export async function fuzz(program, folder, seconds, env = process.env) {
  const corpus = join(folder, "corpus");
  await mkdir(corpus, { recursive: true });
  const random = generator(3);
  for (let seed = 0; seed < SEEDS; seed++) {
    const bytes = Uint8Array.from({ length: 100 + seed * 25 }, () => Math.floor(random() * 256));
    await writeFile(join(corpus, `seed-${seed}`), bytes);
  }
  const options = [`-max_total_time=${seconds}`, `-max_len=${LONGEST}`, "-len_control=0", "-print_final_stats=1"];
  /* A slow or busy machine is no finding: one input may take a minute. */
  const limits = ["-timeout=60", "-rss_limit_mb=2048", `-artifact_prefix=${folder}/`];
  try {
    const buffer = { maxBuffer: 2 ** 26, env: { ...env, ASAN_OPTIONS: "detect_leaks=0" } };
    const { stderr } = await promisify(execFile)(program, [...options, ...limits, corpus], buffer);
    return Number(/stat::number_of_executed_units: (\d+)/.exec(stderr)?.[1] ?? NaN);
  } catch (error) {
    const said = /** @type {{stderr?: string}} */ (error).stderr ?? String(error);
    throw new Error(said.split("\n").slice(-80).join("\n"), { cause: error });
  }
}
