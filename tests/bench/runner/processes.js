/** Runs jobs in processes of their own: Node for JavaScript, Python for NumPy and PyTorch. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { folder } from "../setup.js";
import { aptInstall, blasName, pythonPeers, pythonWith } from "./python.js";

/** @typedef {import("./schedule.js").Outcome} Outcome */

/** A job that takes longer is stopped, ms. */
const jobTimeout = 300000;

/** Runs a command whose last line of output is the outcome as JSON. @param {string} command @param {string[]} args @returns {Promise<Outcome>} */
function outcomeOf(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: jobTimeout, maxBuffer: 2 ** 26 }, (error, stdout) => {
      const line = stdout.trim().split("\n").at(-1) ?? "";
      if (line.startsWith("{")) return resolve(JSON.parse(line));
      return resolve({ problem: error?.killed ? `took more than ${jobTimeout / 1000} s` : "crashed" });
    });
  });
}

/** @param {string} peer @param {string | undefined} python @param {string} job @returns {Promise<Outcome>} */
async function outcomeInPython(peer, python, job) {
  if (!python) return { problem: `not installed: no python3 here can import ${peer} (on Debian: ${aptInstall})` };
  const { blas, ...outcome } = /** @type {any} */ (await outcomeOf(python, [join(folder, "peers/numeric.py"), job]));
  return blas ? { ...outcome, blas: blasName(blas) } : outcome;
}

/** Before Node 22, a flag has to switch relaxed SIMD on. */
const needsFlag = Number(process.versions.node.split(".")[0]) < 22;

/**
 * @param {{dist: string, budget: number, cpu: boolean}} options dist: path of the build
 */
export function nodeRunner({ dist, budget, cpu }) {
  const pythons = new Map(pythonPeers.map((peer) => [peer, pythonWith(peer)]));
  const urls = { dist: pathToFileURL(dist).href, modules: pathToFileURL(join(folder, "node_modules/")).href };
  return {
    /**
     * @param {import("../workloads/workloads.js").Workload} workload @param {import("./schedule.js").Entry} entry
     * @param {string} inputs folder
     */
    run(workload, { peer, variant }, inputs) {
      const job = JSON.stringify({ ...urls, workload, peer, variant, inputs, budget, cpu });
      if (pythons.has(peer)) return outcomeInPython(peer, pythons.get(peer), job);
      return outcomeOf(process.execPath, [join(folder, "runner/worker.js"), job]);
    },
    /** @param {number} effort how long to measure: 1 for careful results @returns {Promise<import("../report/tables.js").Limits>} */
    async limits(effort) {
      const flags = needsFlag ? ["--experimental-wasm-relaxed-simd"] : [];
      const clock = cpu ? `, (await import("./runner/cpu-time.js")).cpuTime` : "";
      const code = `import("./runner/limits.js").then(async (module) => console.log(JSON.stringify(await module.measureLimits(${effort}${clock}))))`;
      const { stdout } = spawnSync(process.execPath, [...flags, "-e", code], { cwd: folder, encoding: "utf8" });
      return JSON.parse(stdout);
    },
    async close() {},
  };
}
