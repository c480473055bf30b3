/** npm run bench: see options.js. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { browserRunner } from "./browser.js";
import { comparisonChart, curveCharts } from "./charts.js";
import { curveRows, curves } from "./curves.js";
import { downloads } from "./downloads.js";
import { writeInputs } from "./inputs.js";
import { help, readOptions } from "./options.js";
import { nodeRunner } from "./processes.js";
import { summaryTable, resultsOf, short, tableOf } from "./report.js";
import { runWork } from "./schedule.js";
import { setUp } from "./setup.js";

/** @typedef {import("./options.js").Options} Options */

/** @param {Options} options @param {any} runner @param {string} inputs */
async function runWorks({ works, peers, rounds, slowest, quick }, runner, inputs) {
  /** @type {{work: import("./works.js").Work, rows: import("./schedule.js").Row[]}[]} */
  const done = [];
  const limits = await runner.limits(quick ? 0.2 : 1);
  console.log(
    `At most, on one thread: ${short(limits.multiplyAdd)} GFLOP/s by multiplying and adding, ` +
      `${limits.fused === null ? "nothing" : short(limits.fused)} fused; reads ${short(limits.stream)} GB/s\n`,
  );
  const table = [];
  for (const work of works) {
    const own = await writeInputs(work, inputs);
    const run = (/** @type {import("./schedule.js").Entry} */ entry) => runner.run(work, entry, own);
    const rows = await runWork({ work, peers, rounds, slowest, done, run });
    await rm(own, { recursive: true });
    done.push({ work, rows });
    const results = resultsOf(work, rows, limits);
    table.push({ work, results });
    console.log(`${tableOf(work, results)}\n`);
  }
  console.log(summaryTable(table));
  return { limits, works: table };
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
  const given = { dist, budget: options.budget, cpu: options.cpu, inputs };
  const runner = options.browser ? await browserRunner(given) : nodeRunner(given);
  const machine = {
    ...{ cpu: cpus()[0]?.model ?? "", cores: cpus().length, date: new Date().toISOString().slice(0, 10) },
    ...{ clock: options.cpu ? "processor time" : "wall time" },
    ...{ engine: options.browser ? `Chromium ${runner.version}` : `Node ${process.versions.node}` },
  };
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.engine}, ${machine.clock}`);
  const out = options.out ?? fileURLToPath(new URL("../../web/docs/charts", import.meta.url)); // the documentation shows them
  const suffix = options.browser ? "-chromium" : "";
  try {
    if (options.curves) {
      const measured = await curves(options, runner, inputs);
      console.log(curveRows(measured));
      const files = { [`curves${suffix}.json`]: json({ machine, curves: measured }) };
      return await writeAll(out, { ...files, ...curveCharts(measured, suffix) });
    }
    const measured = await runWorks(options, runner, inputs);
    const sizes = options.quick || options.browser ? {} : { downloads: await downloads(dist) };
    for (const [name, { raw, brotli }] of Object.entries(sizes.downloads ?? {})) {
      console.log(`${name}: ${short(brotli / 1000)} kB to download (${short(raw / 1000)} kB before brotli)`);
    }
    const files = { [`results${suffix}.json`]: json({ machine, ...measured, ...sizes }) };
    return await writeAll(out, { ...files, [`works${suffix}.svg`]: comparisonChart(measured.works) });
  } finally {
    await runner.close();
    await rm(inputs, { recursive: true, force: true });
  }
}

/** Numbers to five digits: times have fewer. @param {unknown} value */
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
