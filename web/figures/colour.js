/**
 * @param {string} colour "#rrggbb" or "rgb(r, g, b)"
 * @returns {[number, number, number]} 0 to 255
 */
export function channels(colour) {
  const parts = colour.startsWith("#")
    ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  return [parts[0], parts[1], parts[2]];
}

/** @param {string} colour */
export function hex(colour) {
  return `#${channels(colour)
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** @param {string} colour @returns {number} relative luminance as WCAG defines it, 0 to 1 */
export function luminance(colour) {
  const [r, g, b] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
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
  const choices = [measured(soft), measured(["#000000", "#ffffff"])];
  return fills.map((fill) => {
    const light = luminance(fill);
    const [preferred, sure] = choices.map((inks) =>
      inks.reduce((best, other) => (ratio(other.light, light) > ratio(best.light, light) ? other : best)),
    );
    return ratio(preferred.light, light) >= 4.5 ? preferred.ink : sure.ink;
  });
}
