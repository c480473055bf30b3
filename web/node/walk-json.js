import { floatToJson } from "../tensors/float.js";

/** Numbers in one piece of text. */
const CHUNK = 4096;

/**
 * Writes a walk as JSON, one line for each stage: {"stages": {...}[, "steps": [{"first", "count", "cache_len", "X", ...},
 * ...]][, "rounded": [...]]}. It yields the text in pieces, because the whole may be longer than a string can be.
 * @param {import("../engine/run.js").Run} walk finished
 * @param {readonly string[]} ids
 * @param {import("../engine/decode-steps.js").Append[]} steps appends to the KV cache; their runs are freed
 * @param {readonly string[]} rounded inputs whose numbers in a file are no float32
 * @returns {Generator<string>}
 */
export function* walkToJson(walk, ids, steps, rounded) {
  yield '{"stages": {';
  yield* tensorsToJson(walk, ids, "");
  yield "\n}";
  for (const [at, { first, count, cache_len, run }] of steps.entries()) {
    yield at === 0 ? ',\n"steps": [' : ",";
    yield `\n{"first": ${first}, "count": ${count}, "cache_len": ${cache_len}`;
    yield* tensorsToJson(run.finish(), run.stages, ",");
    yield "}";
    run.free();
  }
  if (steps.length > 0) yield "]";
  if (rounded.length > 0) yield `,\n"rounded": ${JSON.stringify(rounded)}`;
  yield "}\n";
}

/**
 * @param {import("../engine/run.js").Run} walk
 * @param {readonly string[]} ids
 * @param {string} start separator before the first tensor
 */
function* tensorsToJson(walk, ids, start) {
  let separator = start;
  for (const name of ids) {
    const { shape, data } = walk.tensor(name);
    yield `${separator}\n${JSON.stringify(name)}: {"shape": [${shape.join(", ")}], "data": [`;
    for (let at = 0; at < data.length; at += CHUNK) {
      yield (at > 0 ? ", " : "") + Array.from(data.subarray(at, at + CHUNK), floatToJson).join(", ");
    }
    yield "]}";
    separator = ",";
  }
}
