/** One job: a peer at a work, with the inputs and the right rows that all peers share. For Node and browsers. */
import { measure } from "./measure.js";

/**
 * @typedef {object} Job
 * @property {import("./works.js").Work} work
 * @property {string} peer
 * @property {string} variant
 * @property {string} inputs folder or URL of inputs.bin, reference.bin and manifest.json
 * @property {string} dist URL of the build
 * @property {string} modules URL of node_modules
 * @property {number} budget milliseconds
 * @property {boolean} cpu whether the processor's time is taken, not the clock's
 */

/**
 * @typedef {object} Manifest
 * @property {{name: string, shape: number[], at: number, count: number}[]} tensors float32, at: which number of inputs.bin
 * @property {{tensor: string, row: number, at: number, count: number}[]} reference float64, of reference.bin
 */

/** @typedef {Awaited<ReturnType<typeof measure>>} Measured */

/** @type {Readonly<Record<string, () => Promise<{prepare: Function}>>>} */
const peers = Object.freeze({
  ours: () => import("./peers/ours.js"),
  onnxruntime: () => import("./peers/onnxruntime.js"),
  tfjs: () => import("./peers/tfjs.js"),
  plain: () => import("./peers/plain.js"),
});

/**
 * @param {Job} job
 * @param {(name: string) => Promise<ArrayBuffer>} load a file of the inputs
 * @param {{loaded?: () => void, called?: () => void, clock?: () => number}} [around] loaded: the inputs are there;
 *   called: and the first result
 * @returns {Promise<Measured>}
 */
export async function runJob({ work, peer, variant, dist, modules, budget }, load, { loaded, ...around } = {}) {
  const manifest = JSON.parse(new TextDecoder().decode(await load("manifest.json")));
  const [inputs, right] = [await load("inputs.bin"), await load("reference.bin")];
  const tensors = Object.fromEntries(
    manifest.tensors.map((/** @type {Manifest["tensors"][number]} */ { name, shape, at, count }) => [
      name,
      { shape, data: new Float32Array(inputs, at * 4, count) },
    ]),
  );
  const reference = manifest.reference.map(
    (/** @type {Manifest["reference"][number]} */ { tensor, row, at, count }) => ({
      ...{ tensor, row },
      values: new Float64Array(right, at * 8, count),
    }),
  );
  const { prepare } = await peers[peer]();
  loaded?.();
  return measure(() => prepare(work, tensors, { variant, dist, modules }), reference, budget, around);
}
