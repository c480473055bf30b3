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

/** @param {string} a @param {string} b @returns {number} WCAG contrast ratio, 1 to 21 */
export function contrast(a, b) {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * Legible ink on a fill: the softer of the given inks where one reaches 4.5:1. Black or white always does: the worst
 * fill for both is at sqrt(21) = 4.58.
 * @param {string} fill
 * @param {readonly string[]} soft preferred inks
 */
export function inkOn(fill, soft) {
  const legible = soft.filter((ink) => contrast(ink, fill) >= 4.5);
  const choice = legible.length > 0 ? legible : ["#000000", "#ffffff"];
  return choice.reduce((best, ink) => (contrast(ink, fill) > contrast(best, fill) ? ink : best));
}
