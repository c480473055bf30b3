/**
 * The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
 * @param {string} one "rgb(1, 2, 3)"
 * @param {string} other
 * @returns {number}
 */
export function contrast(one, other) {
  const [light, dark] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {string} colour "rgb(1, 2, 3)" */
function luminance(colour) {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
