/** Runs in a process of its own: takes one job as JSON, and prints the measurements as JSON. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { cpuTime } from "./cpu-time.js";
import { runJob } from "./job.js";

/** @type {import("./job.js").Job} */
const job = JSON.parse(process.argv[2] ?? "");

const load = async (/** @type {string} */ name) => {
  const { buffer, byteOffset, byteLength } = await readFile(join(job.inputs, name));
  return /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength));
};

let before = 0;
let peak = 0;
try {
  const loaded = () => (before = process.memoryUsage.rss());
  const called = () => (peak = process.resourceUsage().maxRSS * 1024 - before);
  const measured = await runJob(job, load, { loaded, called, ...(job.cpu ? { clock: cpuTime } : {}) });
  process.stdout.write(`${JSON.stringify({ ...measured, peak })}\n`, () => process.exit());
} catch (error) {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  process.stdout.write(`${JSON.stringify({ problem: line.slice(0, 200) })}\n`, () => process.exit());
}
