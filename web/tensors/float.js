/** The smallest normal float32: smaller (subnormal) ones have less precision. */
const smallestNormal = 2 ** -126;

/**
 * Writes a float32 with the fewest digits that read back as the same float32; NaN and infinities as strings, -0 as -0.0.
 * @param {number} value
 * @returns {string} JSON
 */
export function floatToJson(value) {
  if (Number.isNaN(value)) return '"nan"';
  if (!Number.isFinite(value)) return value > 0 ? '"inf"' : '"-inf"';
  if (Object.is(value, -0)) return "-0.0";
  /* Any six digits survive a round trip through a normal float32, so no search below six is needed: trailing zeros are
     dropped anyway. Nine digits always suffice. */
  for (let digits = Math.abs(value) < smallestNormal ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
