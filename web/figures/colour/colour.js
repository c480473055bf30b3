// Colour arithmetic: sRGB channels, WCAG contrast, and mixing in CIELAB, where steps of equal size look equal. CIELAB is
// computed as in CSS Color 4, with the D50 white point and Bradford adaptation.

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
 * Chooses a legible text colour (ink) for each fill: the soft ink with the higher contrast where that is at least 4.5:1,
 * otherwise black or white. One of these two always reaches 4.5:1: the fill that is worst for both has a contrast of
 * sqrt(21) = 4.58 to each.
 * @param {readonly string[]} fills "#rrggbb"
 * @param {readonly string[]} soft preferred inks, "#rrggbb"
 * @returns {string[]} the ink for each fill
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

/**
 * The matrix that converts linear red, green and blue to X, Y and Z (one row for each of these).
 * @type {readonly [Triple, Triple, Triple]}
 */
const toXyz = [
  [0.4360747, 0.3850649, 0.1430804],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322, 0.0971045, 0.7141733],
];
/**
 * The matrix that converts X, Y and Z to linear red, green and blue (one row for each of these).
 * @type {readonly [Triple, Triple, Triple]}
 */
const toLinear = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];
/** X, Y and Z of D50 white. @type {Triple} */
const white = [0.96422, 1, 0.82521];
/** CIELAB uses a straight line in place of the cube root where the root would be below this value. */
const bend = 6 / 29;

/** The dot product of a matrix row and (x, y, z). @param {Triple} row @param {number} x @param {number} y @param {number} z */
const times = (row, x, y, z) => row[0] * x + row[1] * y + row[2] * z;

/** @param {number} light linear @returns {number} encoded as in sRGB, 0 to 1 */
const encoded = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** @param {number} light X, Y or Z relative to white @returns {number} its cube root, or CIELAB's straight line near 0 */
const root = (light) => (light > bend ** 3 ? Math.cbrt(light) : light / (3 * bend ** 2) + 4 / 29);

/** The inverse of `root`. @param {number} at @returns {number} X, Y or Z relative to white */
const cube = (at) => (at > bend ? at ** 3 : 3 * bend ** 2 * (at - 4 / 29));

/** @param {string} colour "#rrggbb" @returns {Triple} L, a and b of CIELAB */
function labOf(colour) {
  const [red, green, blue] = channels(colour);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const x = root(times(toXyz[0], r, g, b) / white[0]);
  const y = root(times(toXyz[1], r, g, b) / white[1]);
  const z = root(times(toXyz[2], r, g, b) / white[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number} light linear @returns {number} encoded as in sRGB and clamped, 0 to 255 */
const byte = (light) => Math.round(255 * Math.min(1, Math.max(0, encoded(light))));

/**
 * Converts a colour from CIELAB. It is called for hundreds of colours before the first figure is drawn, so it makes no
 * arrays.
 * @param {number} l @param {number} a @param {number} b
 * @returns {string} "#rrggbb"
 */
function colourOf(l, a, b) {
  const level = (l + 16) / 116;
  const x = cube(level + a / 500) * white[0];
  const y = cube(level) * white[1];
  const z = cube(level - b / 200) * white[2];
  const [red, green, blue] = toLinear;
  return hex(byte(times(red, x, y, z)), byte(times(green, x, y, z)), byte(times(blue, x, y, z)));
}

/**
 * Interpolates in CIELAB along a path through the given colours, which are evenly spaced on it.
 * @param {readonly string[]} colours two or more, "#rrggbb"
 * @returns {(share: number) => string} returns the colour at a share of the path's length (0 to 1), "#rrggbb"
 */
export function labMix(colours) {
  const stops = colours.map(labOf);
  return (share) => {
    const along = share * (stops.length - 1);
    const at = Math.min(Math.floor(along), stops.length - 2);
    const from = /** @type {Triple} */ (stops[at]);
    const to = /** @type {Triple} */ (stops[at + 1]);
    const mixed = (/** @type {0 | 1 | 2} */ axis) => from[axis] + (to[axis] - from[axis]) * (along - at);
    return colourOf(mixed(0), mixed(1), mixed(2));
  };
}

/**
 * Evenly spaced colours along the path that `labMix` describes, including both of its ends.
 * @param {readonly string[]} colours two or more, "#rrggbb"
 * @param {number} count how many colours to return, two or more
 * @returns {string[]} "#rrggbb"
 */
export function labShades(colours, count) {
  const mix = labMix(colours);
  return Array.from({ length: count }, (_, at) => mix(at / (count - 1)));
}
