// Colour arithmetic: sRGB channels, WCAG contrast, and mixing in Oklab, where steps of equal size look equal, as color-mix()
// of style sheets does.

/** @typedef {[number, number, number]} Triple */

/** @param {string} colour "#rrggbb" @returns {Triple} red, green and blue, 0 to 255 */
export function channels(colour) {
  const bits = parseInt(colour.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** @param {number} r 0 to 255 @param {number} g @param {number} b @returns {string} "#rrggbb" */
export const hex = (r, g, b) => `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;

/** @param {number} channel 0 to 255, encoded as in sRGB @returns {number} its linear light, 0 to 1 */
export function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** @param {string} colour @returns {number} relative luminance as WCAG defines it, 0 to 1 */
export function luminance(colour) {
  const [r, g, b] = channels(colour);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG contrast ratio of two luminances. @param {number} a @param {number} b */
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** @param {string} a @param {string} b @returns {number} WCAG contrast ratio, 1 to 21 */
export const contrast = (a, b) => ratio(luminance(a), luminance(b));

/**
 * The ink for a fill: black or white, whichever contrasts more. One of the two always reaches 4.5:1: the fill that is worst
 * for both has a contrast of sqrt(21) = 4.58 to each.
 * @param {string} fill "#rrggbb"
 */
export function inkOn(fill) {
  const light = luminance(fill);
  return ratio(light, 0) >= ratio(light, 1) ? "#000000" : "#ffffff";
}

/** The dot product of a matrix row and (x, y, z). @param {Triple} row @param {number} x @param {number} y @param {number} z */
const times = (row, x, y, z) => row[0] * x + row[1] * y + row[2] * z;

// The matrices of Oklab (Ottosson 2020): from linear red, green and blue to the cones' answers, from their cube roots to
// lightness and two axes of colour, and both ways back.
/** @type {readonly [Triple, Triple, Triple]} */
const toCones = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
/** @type {readonly [Triple, Triple, Triple]} */
const toOklab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
/** @type {readonly [Triple, Triple, Triple]} */
const toRoots = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
/** @type {readonly [Triple, Triple, Triple]} */
const toLinear = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** @param {number} light linear @returns {number} encoded as in sRGB, 0 to 1 */
const encoded = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** @param {number} light linear @returns {number} encoded as in sRGB and clamped, 0 to 255 */
const byte = (light) => Math.round(255 * Math.min(1, Math.max(0, encoded(light))));

/** @param {string} colour "#rrggbb" @returns {Triple} L, a and b of Oklab */
export function oklabOf(colour) {
  const [red, green, blue] = channels(colour);
  const light = /** @type {const} */ ([linear(red), linear(green), linear(blue)]);
  const [l, m, s] = /** @type {Triple} */ (toCones.map((row) => Math.cbrt(times(row, ...light))));
  return [times(toOklab[0], l, m, s), times(toOklab[1], l, m, s), times(toOklab[2], l, m, s)];
}

/**
 * Converts a colour from Oklab. It is called for hundreds of colours before the first figure is drawn, so it makes no arrays.
 * @param {number} lightness @param {number} a @param {number} b
 * @returns {string} "#rrggbb"
 */
function colourOf(lightness, a, b) {
  const l = times(toRoots[0], lightness, a, b) ** 3;
  const m = times(toRoots[1], lightness, a, b) ** 3;
  const s = times(toRoots[2], lightness, a, b) ** 3;
  const [red, green, blue] = toLinear;
  return hex(byte(times(red, l, m, s)), byte(times(green, l, m, s)), byte(times(blue, l, m, s)));
}

/**
 * Interpolates in Oklab along a path through the given colours, which are evenly spaced on it.
 * @param {readonly string[]} colours two or more, "#rrggbb"
 * @returns {(share: number) => string} returns the colour at a share of the path's length (0 to 1), "#rrggbb"
 */
export function oklabMix(colours) {
  const stops = colours.map(oklabOf);
  return (share) => {
    const along = share * (stops.length - 1);
    const at = Math.min(Math.floor(along), stops.length - 2);
    const from = /** @type {Triple} */ (stops[at]);
    const to = /** @type {Triple} */ (stops[at + 1]);
    const mixed = (/** @type {0 | 1 | 2} */ axis) => from[axis] + (to[axis] - from[axis]) * (along - at);
    return colourOf(mixed(0), mixed(1), mixed(2));
  };
}
