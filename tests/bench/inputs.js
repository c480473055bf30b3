/** The numbers that all peers share, and the rows that are right, in files that every process reads. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { keysAndValues, referenceOf } from "./float64.js";
import { drawn, tensorsOf } from "./works.js";

/**
 * @param {import("./works.js").Work} work
 * @param {string} folder for folders by work
 * @returns {Promise<string>} the folder with inputs.bin, reference.bin and manifest.json
 */
export async function writeInputs(work, folder) {
  const own = join(folder, work.id);
  await mkdir(own, { recursive: true });
  const plans = tensorsOf(work);
  /** @type {Record<string, Float32Array>} */
  const data = Object.fromEntries(plans.map((plan) => [plan.name, drawn(plan)]));
  const tensors = plans.map(({ name, shape }) => ({ name, shape }));
  const made = work.kind === "layer" || work.kind === "decode" ? keysAndValues(work, data) : undefined;
  const reference = referenceOf(work, { ...data, ...made });
  if (work.kind === "decode" && made) {
    const { kv_heads, n, d } = work;
    for (const name of /** @type {const} */ (["K", "V"])) {
      tensors.push({ name, shape: [kv_heads, n, d] });
      data[name] = byHead(made[name], work);
    }
  }
  const inputs = placed(tensors.map((tensor) => ({ ...tensor, values: data[tensor.name] })));
  const right = placed(reference);
  const manifest = { tensors: inputs.places, reference: right.places };
  await Promise.all([
    writeFile(join(own, "manifest.json"), JSON.stringify(manifest)),
    writeFile(join(own, "inputs.bin"), inputs.bytes),
    writeFile(join(own, "reference.bin"), right.bytes),
  ]);
  return own;
}

/** From [n, heads·d] to [heads, n, d], as caches hold it. @param {Float64Array} rows @param {import("./works.js").Work} work */
function byHead(rows, { n, kv_heads, d }) {
  const result = new Float32Array(rows.length);
  for (let h = 0; h < kv_heads; h++)
    for (let j = 0; j < n; j++)
      for (let c = 0; c < d; c++) result[(h * n + j) * d + c] = rows[(j * kv_heads + h) * d + c];
  return result;
}

/**
 * One after the other.
 * @template {{values: Float32Array | Float64Array}} Part
 * @param {readonly Part[]} parts
 */
function placed(parts) {
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
