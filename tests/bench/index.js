/** The program behind npm run bench; options.js describes its options. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { browserRunner } from "./runner/browser.js";
import { comparisonChart, curveCharts } from "./report/charts.js";
import { curveTables, measureCurves } from "./curves.js";
import { downloads } from "./report/downloads.js";
import { writeInputs } from "./workloads/inputs.js";
import { help, readOptions } from "./options.js";
import { nodeRunner } from "./runner/processes.js";
import { resultsOf, stepsTable, summaryTable, tableOf, threeDigits } from "./report/tables.js";
import { runWorkload } from "./runner/schedule.js";
import { setUp } from "./setup.js";

/** @typedef {import("./options.js").Options} Options */

/** @param {Options} options @param {any} runner @param {string} inputs */
async function runWorkloads({ workloads, peers, rounds, slowest, quick, training }, runner, inputs) {
  /** @type {{workload: import("./workloads/workloads.js").Workload, rows: import("./runner/schedule.js").Row[]}[]} */
  const done = [];
  const limits = await runner.limits(quick ? 0.2 : 1);
  console.log(
    `Limits of one thread: ${threeDigits(limits.multiplyAdd)} GFLOP/s with separate instructions, ` +
      `${limits.fused === null ? "none" : threeDigits(limits.fused)} fused; ${threeDigits(limits.stream)} GB/s of memory\n`,
  );
  const table = [];
  for (const workload of workloads) {
    const folder = await writeInputs(workload, inputs);
    const run = (/** @type {import("./runner/schedule.js").Entry} */ entry) => runner.run(workload, entry, folder);
    const rows = await runWorkload({ workload, peers, rounds, slowest, done, run });
    await rm(folder, { recursive: true });
    done.push({ workload, rows });
    const results = resultsOf(workload, rows, limits);
    table.push({ workload, results });
    console.log(`${tableOf(workload, results)}\n`);
  }
  if (!training) console.log(summaryTable(table));
  return { limits, table };
}

/** @param {string} out @param {Record<string, string>} files */
async function writeAll(out, files) {
  await mkdir(out, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  console.log(`\nWritten to ${out}: ${Object.keys(files).join(", ")}`);
}

/** @param {Options} options */
async function bench(options) {
  const dist = setUp(options.build, options.peers);
  const inputs = await mkdtemp(join(tmpdir(), "attention-bench-"));
  const settings = { dist, budget: options.budget, cpu: options.cpu, inputs };
  const runner = options.browser ? await browserRunner(settings) : nodeRunner(settings);
  const machine = {
    cpu: cpus()[0]?.model ?? "",
    cores: cpus().length,
    date: new Date().toISOString().slice(0, 10),
    clock: options.cpu ? "processor time" : "wall time",
    engine: options.browser ? `Chromium ${runner.version}` : `Node ${process.versions.node}`,
  };
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.engine}, ${machine.clock}`);
  const out = options.out ?? fileURLToPath(new URL("../../web/docs/charts", import.meta.url)); // shown in the documentation
  const suffix = options.browser ? "-chromium" : "";
  try {
    if (options.curves) {
      const measured = await measureCurves(options, runner, inputs);
      console.log(curveTables(measured));
      const files = { [`curves${suffix}.json`]: json({ machine, curves: measured }) };
      return await writeAll(out, { ...files, ...curveCharts(measured, suffix) });
    }
    const { limits, table } = await runWorkloads(options, runner, inputs);
    const works = table.map(({ workload, results }) => ({ work: workload, results }));
    if (options.training) {
      console.log(`\n${stepsTable(table)}`);
      const files = { [`training${suffix}.json`]: json({ machine, limits, works }) };
      return await writeAll(out, { ...files, [`training${suffix}.svg`]: comparisonChart(table) });
    }
    const sizes = options.quick || options.browser ? {} : { downloads: await downloads(dist) };
    for (const [name, { raw, brotli }] of Object.entries(sizes.downloads ?? {})) {
      console.log(
        `${name}: ${threeDigits(brotli / 1000)} kB to download (${threeDigits(raw / 1000)} kB before brotli)`,
      );
    }
    const files = { [`results${suffix}.json`]: json({ machine, limits, works, ...sizes }) };
    return await writeAll(out, { ...files, [`works${suffix}.svg`]: comparisonChart(table) });
  } finally {
    await runner.close();
    await rm(inputs, { recursive: true, force: true });
  }
}

/** JSON with five significant digits, which is more than times have. @param {unknown} value */
const json = (value) =>
  `${JSON.stringify(value, (_, one) => (typeof one === "number" ? Number(one.toPrecision(5)) : one), 1)}\n`;

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(help);
  else await bench(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
