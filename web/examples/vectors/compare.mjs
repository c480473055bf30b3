// Compares an attention of yours with golden vectors: node compare.mjs heads.npz (index.json beside it).
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Put yours here: Q [heads, n_q, d_k], K and V [kv_heads, n_k, ...], as {shape, data}; returns arrays in C order. */
function attention(spec, Q, K, V) {
  const [[heads, n_q, d_k], [, n_k, d_v]] = [Q.shape, V.shape];
  const context = new Float32Array(heads * n_q * d_v);
  const log_sum_exp = new Float32Array(heads * n_q).fill(-Infinity);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n_q; i++) {
      const first = Math.floor((h * spec.kv_heads) / spec.heads) * n_k; // row of the first key of this head's group
      const last = i + (spec.align === "bottom_right" ? n_k - n_q : 0);
      const scores = [];
      for (let j = 0; j < n_k && (!spec.causal || j <= last); j++) {
        let sum = 0;
        for (let d = 0; d < d_k; d++)
          sum += Q.data[(h * n_q + i) * d_k + d] * K.data[(first + j) * d_k + d];
        scores.push(sum * spec.scale);
      }
      if (scores.length === 0) continue;
      const most = Math.max(...scores);
      const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
      log_sum_exp[h * n_q + i] = total;
      for (let c = 0; c < d_v; c++)
        context[(h * n_q + i) * d_v + c] = scores.reduce(
          (sum, score, j) => sum + Math.exp(score - total) * V.data[(first + j) * d_v + c],
          0,
        );
    }
  return { context, log_sum_exp };
}

/** The arrays of a vector: an uncompressed zip file of .npy files, each with a header of text before its numbers. */
function arraysOf(bytes) {
  const arrays = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const [size, name] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const start = at + 30 + name + bytes.readUInt16LE(at + 28);
    const data = start + 10 + bytes.readUInt16LE(start + 8);
    const shape = /\(([^)]*)\)/
      .exec(bytes.toString("latin1", start, data))[1]
      .split(",")
      .filter(Boolean)
      .map(Number);
    const content = bytes.subarray(data, start + size);
    arrays[bytes.toString("utf8", at + 30, at + 30 + name - ".npy".length)] = { shape, content };
    at = start + size;
  }
  return arrays;
}

const floats = ({ shape, content }) => ({
  shape,
  data: new Float32Array(new Uint8Array(content).buffer),
});
const known = ["heads", "kv_heads", "d_k", "d_v", "scale", "causal", "align"];

for (const path of process.argv.slice(2)) {
  const { bounds } = JSON.parse(readFileSync(join(dirname(path), "index.json"), "utf8")).find(
    ({ file }) => file === basename(path),
  );
  const arrays = arraysOf(readFileSync(path));
  const spec = JSON.parse(arrays.spec.content.toString());
  const isKnown =
    Object.keys(spec).every((field) => known.includes(field)) && !arrays.key_valid && !arrays.allow;
  if (!isKnown) console.log(`${path}: skipped, it needs more than this attention has`);
  if (!isKnown) continue;
  const found = attention(spec, floats(arrays.Q), floats(arrays.K), floats(arrays.V));
  const wrong = Object.entries(found).flatMap(([name, got]) => {
    const allowed = bounds.float32[`expected.${name}`];
    const away = floats(arrays[`expected.${name}`]).data.map((want, at) =>
      want === got[at] ? 0 : Math.abs(want - got[at]),
    );
    return away.every((one) => one <= allowed)
      ? []
      : `${name} differs by ${Math.max(...away)}, allowed are ${allowed}`;
  });
  console.log(`${path}: ${wrong.join("; ") || "ok"}`);
  if (wrong.length > 0) process.exitCode = 1;
}
