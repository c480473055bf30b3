/** @param {string} colour "#rrggbb" @returns {[number, number, number]} 0 to 255 */
export function channels(colour) {
  const bits = parseInt(colour.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** @param {number} r 0 to 255 @param {number} g @param {number} b @returns {string} "#rrggbb" */
export const hex = (r, g, b) => `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;

/** @param {number} channel 0 to 255, as sRGB writes it @returns {number} its light, 0 to 1 */
export function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** @param {string} colour @returns {number} relative luminance as WCAG defines it, 0 to 1 */
export function luminance(colour) {
  const [r, g, b] = channels(colour);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** @param {number} a @param {number} b luminances */
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** @param {string} a @param {string} b @returns {number} WCAG contrast ratio, 1 to 21 */
export const contrast = (a, b) => ratio(luminance(a), luminance(b));

/**
 * Legible ink for each fill: the better of the soft inks where it reaches 4.5:1, otherwise black or white, one of which
 * always does: the worst fill for both is at sqrt(21) = 4.58.
 * @param {readonly string[]} fills
 * @param {readonly string[]} soft
 * @returns {string[]}
 */
export function inksOn(fills, soft) {
  const measured = (/** @type {readonly string[]} */ inks) => inks.map((ink) => ({ ink, light: luminance(ink) }));
  const [preferred, sure] = [measured(soft), measured(["#000000", "#ffffff"])];
  return fills.map((fill) => {
    const light = luminance(fill);
    const best = (/** @type {typeof sure} */ inks) =>
      inks.reduce((one, other) => (ratio(other.light, light) > ratio(one.light, light) ? other : one));
    const ink = best(preferred);
    return ratio(ink.light, light) >= 4.5 ? ink.ink : best(sure).ink;
  });
}
