/** Below this, floats have fewer digits than the rest. */
const SMALLEST_NORMAL = 2 ** -126;
const CHUNK = 4096;

/**
 * A float32 in as few digits as bring the same float32 back; non-finite ones as strings, -0 with its sign.
 * @param {number} value
 * @returns {string} JSON
 */
export function floatToJson(value) {
  if (Number.isNaN(value)) return '"nan"';
  if (!Number.isFinite(value)) return value > 0 ? '"inf"' : '"-inf"';
  if (Object.is(value, -0)) return "-0.0";
  /* Six digits survive the way into a normal float32 and back, so fewer are found among them; nine always suffice. */
  for (let digits = Math.abs(value) < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/**
 * {"stages": {...}[, "steps": [{"first", "count", "cache_len", "X", ...}, ...]]} in pieces, one line for each stage, so
 * that no string holds it all.
 * @param {import("../engine/run.js").Run} walk finished
 * @param {readonly string[]} ids
 * @param {import("../engine/steps.js").Append[]} steps of a KV cache; freed
 * @returns {Generator<string>}
 */
export function* walkToJson(walk, ids, steps) {
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
  yield steps.length > 0 ? "]}\n" : "}\n";
}

/**
 * @param {import("../engine/run.js").Run} walk
 * @param {readonly string[]} ids
 * @param {string} start what goes before the first
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
