/** Runs one job in Node or a browser: one variant of a peer computes one workload, from the inputs that all peers share. */
import { measure } from "./measure.js";

/**
 * @typedef {object} Job
 * @property {import("../workloads/workloads.js").Workload} workload
 * @property {string} peer
 * @property {string} variant
 * @property {string} inputs folder or URL of inputs.bin, reference.bin and manifest.json
 * @property {string} dist URL of the build
 * @property {string} modules URL of node_modules
 * @property {number} budget milliseconds to take samples for
 * @property {boolean} cpu whether to measure CPU time rather than wall time
 */

/**
 * @typedef {object} Manifest
 * @property {{name: string, shape: number[], at: number, count: number}[]} tensors float32; at: index of the first number in inputs.bin
 * @property {{tensor: string, row: number, at: number, count: number}[]} reference float64; at: index of the first number in reference.bin
 */

/** @typedef {Awaited<ReturnType<typeof measure>>} Measured */

/** @type {Readonly<Record<string, () => Promise<{prepare: Function}>>>} */
const peers = Object.freeze({
  ours: () => import("../peers/ours.js"),
  onnxruntime: () => import("../peers/onnxruntime.js"),
  tfjs: () => import("../peers/tfjs.js"),
  plain: () => import("../peers/plain.js"),
});

/**
 * @param {Job} job
 * @param {(name: string) => Promise<ArrayBuffer>} load reads a file of the inputs
 * @param {{loaded?: () => void, called?: () => void, clock?: () => number}} [hooks] loaded is called when the
 *   inputs are in memory, called when the first call has returned; clock returns milliseconds
 * @returns {Promise<Measured>}
 */
export async function runJob({ workload, peer, variant, dist, modules, budget }, load, { loaded, ...hooks } = {}) {
  const manifest = JSON.parse(new TextDecoder().decode(await load("manifest.json")));
  const [inputs, rows] = [await load("inputs.bin"), await load("reference.bin")];
  const tensors = Object.fromEntries(
    manifest.tensors.map((/** @type {Manifest["tensors"][number]} */ { name, shape, at, count }) => [
      name,
      { shape, data: new Float32Array(inputs, at * 4, count) },
    ]),
  );
  const reference = manifest.reference.map(
    (/** @type {Manifest["reference"][number]} */ { tensor, row, at, count }) => ({
      tensor,
      row,
      values: new Float64Array(rows, at * 8, count),
    }),
  );
  const { prepare } = await peers[peer]();
  loaded?.();
  return measure(() => prepare(workload, tensors, { variant, dist, modules }), reference, budget, hooks);
}
