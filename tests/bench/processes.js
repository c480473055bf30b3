/** Runs jobs in processes of their own: Node for JavaScript, Python for NumPy and PyTorch. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { folder } from "./setup.js";

/** @typedef {import("./schedule.js").Outcome} Outcome */

/** Nobody waits longer for one job. */
const patience = 300000;

/** @param {string} command @param {string[]} args @returns {Promise<Outcome>} */
function outcomeOf(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: patience, maxBuffer: 2 ** 26 }, (error, stdout) => {
      const line = stdout.trim().split("\n").at(-1) ?? "";
      if (line.startsWith("{")) return resolve(JSON.parse(line));
      const [, why] = /** @type {const} */ ([0, error?.killed ? `more than ${patience / 1000} s` : "it crashed"]);
      return resolve({ problem: why });
    });
  });
}

/** Before Node 22 relaxed SIMD has to be asked for. */
const needsFlag = Number(process.versions.node.split(".")[0]) < 22;

/** @param {string} module @returns {string | undefined} a Python that has it */
function pythonWith(module) {
  const names = ["python3", "/usr/bin/python3"];
  return names.find((name) => spawnSync(name, ["-c", `import numpy, ${module}`]).status === 0);
}

/**
 * @param {{dist: string, budget: number, cpu: boolean}} given dist: path of the build
 */
export function nodeRunner({ dist, budget, cpu }) {
  /** @type {Record<string, string | undefined>} */
  const pythons = { numpy: pythonWith("numpy"), torch: pythonWith("torch") };
  const urls = { dist: pathToFileURL(dist).href, modules: pathToFileURL(join(folder, "node_modules/")).href };
  return {
    /**
     * @param {import("./works.js").Work} work @param {import("./schedule.js").Entry} entry
     * @param {string} inputs folder
     */
    run(work, { peer, variant }, inputs) {
      const job = JSON.stringify({ ...urls, work, peer, variant, inputs, budget, cpu });
      if (peer in pythons) {
        const python = pythons[peer];
        if (!python) return Promise.resolve({ problem: "not installed" });
        return outcomeOf(python, [join(folder, "peers/numeric.py"), job]);
      }
      const flags = variant === "relaxed" && needsFlag ? ["--experimental-wasm-relaxed-simd"] : [];
      return outcomeOf(process.execPath, [...flags, join(folder, "worker.js"), job]);
    },
    /** @param {number} share of a careful look @returns {Promise<import("./report.js").Limits>} */
    async limits(share) {
      const flags = needsFlag ? ["--experimental-wasm-relaxed-simd"] : [];
      const clock = cpu ? `, (await import("./cpu-time.js")).cpuTime` : "";
      const code = `import("./limits.js").then(async (it) => console.log(JSON.stringify(await it.measureLimits(${share}${clock}))))`;
      const { stdout } = spawnSync(process.execPath, [...flags, "-e", code], { cwd: folder, encoding: "utf8" });
      return JSON.parse(stdout);
    },
    async close() {},
  };
}
