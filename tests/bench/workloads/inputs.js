/** Writes the inputs that all peers share, and the reference rows, to files that every process reads. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { firstLosses } from "./first-losses.js";
import { keysAndValues, referenceRows } from "./float64.js";
import { randomData, tensorsOf } from "./workloads.js";

/**
 * @param {import("./workloads.js").Workload} workload
 * @param {string} folder in which the workload gets a folder of its own
 * @returns {Promise<string>} that folder; it holds inputs.bin, reference.bin and manifest.json
 */
export async function writeInputs(workload, folder) {
  const workloadFolder = join(folder, workload.id);
  await mkdir(workloadFolder, { recursive: true });
  const plans = tensorsOf(workload);
  /** @type {Record<string, Float32Array>} */
  const data = Object.fromEntries(plans.map((plan) => [plan.name, randomData(plan)]));
  const tensors = plans.map(({ name, shape }) => ({ name, shape }));
  const keyValues = workload.kind === "layer" || workload.kind === "decode" ? keysAndValues(workload, data) : undefined;
  const reference =
    workload.kind === "model" ? await firstLosses(workload, data) : referenceRows(workload, { ...data, ...keyValues });
  if (workload.kind === "decode" && keyValues) {
    const { kv_heads, n, d } = workload;
    for (const name of /** @type {const} */ (["K", "V"])) {
      tensors.push({ name, shape: [kv_heads, n, d] });
      data[name] = byHead(keyValues[name], workload);
    }
  }
  const inputs = concatenate(tensors.map((tensor) => ({ ...tensor, values: data[tensor.name] })));
  const rows = concatenate(reference);
  const manifest = { tensors: inputs.places, reference: rows.places };
  await Promise.all([
    writeFile(join(workloadFolder, "manifest.json"), JSON.stringify(manifest)),
    writeFile(join(workloadFolder, "inputs.bin"), inputs.bytes),
    writeFile(join(workloadFolder, "reference.bin"), rows.bytes),
  ]);
  return workloadFolder;
}

/** Reorders [n, heads·d] to [heads, n, d], the layout of caches. @param {Float64Array} rows @param {import("./workloads.js").Workload} workload */
function byHead(rows, { n, kv_heads, d }) {
  const result = new Float32Array(rows.length);
  for (let h = 0; h < kv_heads; h++)
    for (let j = 0; j < n; j++)
      for (let c = 0; c < d; c++) result[(h * n + j) * d + c] = rows[(j * kv_heads + h) * d + c];
  return result;
}

/**
 * The numbers of all parts in one buffer, and where each part is: its first element (at) and its length (count).
 * @template {{values: Float32Array | Float64Array}} Part
 * @param {readonly Part[]} parts
 */
function concatenate(parts) {
  let at = 0;
  const places = parts.map(({ values, ...rest }) => {
    at += values.length;
    return { ...rest, at: at - values.length, count: values.length };
  });
  const bytes = Buffer.concat(
    parts.map(({ values: { buffer, byteOffset, byteLength } }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  return { places, bytes };
}
