/** Below this, floats have fewer digits than the rest. */
const smallestNormal = 2 ** -126;

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
  for (let digits = Math.abs(value) < smallestNormal ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
