import { channels } from "./colour.js";

// Mixing in CIELAB, where equal steps look equal: as in CSS Color 4, with the D50 white and Bradford's adaptation.

/** @typedef {[number, number, number]} Triple */

const toXyz = [
  [0.4360747, 0.3850649, 0.1430804],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322, 0.0971045, 0.7141733],
];
const toLinear = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];
const white = [0.96422, 1, 0.82521];
/** Below this cube root a straight line stands in for it. */
const bend = 6 / 29;

/** @param {number[][]} matrix @param {Triple} vector @returns {Triple} */
const times = (matrix, vector) =>
  /** @type {Triple} */ (matrix.map((row) => row.reduce((sum, part, at) => sum + part * (vector[at] ?? 0), 0)));

/** @param {number} share 0 to 1, as sRGB writes it */
const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** @param {number} light */
const written = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** @param {number} light */
const root = (light) => (light > bend ** 3 ? Math.cbrt(light) : light / (3 * bend ** 2) + 4 / 29);

/** @param {number} at */
const cube = (at) => (at > bend ? at ** 3 : 3 * bend ** 2 * (at - 4 / 29));

/** @param {string} colour @returns {Triple} */
function labOf(colour) {
  const light = /** @type {Triple} */ (channels(colour).map((channel) => linear(channel / 255)));
  const [x, y, z] = /** @type {Triple} */ (times(toXyz, light).map((part, at) => root(part / (white[at] ?? 1))));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {Triple} lab @returns {string} "#rrggbb" */
function colourOf([l, a, b]) {
  const y = (l + 16) / 116;
  const xyz = /** @type {Triple} */ ([y + a / 500, y, y - b / 200].map((part, at) => cube(part) * (white[at] ?? 1)));
  const bytes = times(toLinear, xyz).map((light) => Math.round(255 * Math.min(1, Math.max(0, written(light)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Colours along a path through some, evenly spaced.
 * @param {readonly string[]} colours two or more, "#rrggbb"
 * @returns {(share: number) => string} the colour at 0 to 1, "#rrggbb"
 */
export function labMix(colours) {
  const stops = colours.map(labOf);
  return (share) => {
    const along = share * (stops.length - 1);
    const at = Math.min(Math.floor(along), stops.length - 2);
    const from = /** @type {Triple} */ (stops[at]);
    const to = /** @type {Triple} */ (stops[at + 1]);
    return colourOf(
      /** @type {Triple} */ (from.map((start, axis) => start + ((to[axis] ?? 0) - start) * (along - at))),
    );
  };
}

/**
 * @param {readonly string[]} colours
 * @param {number} count two or more
 * @returns {string[]} so many colours along the path, its ends included
 */
export function labShades(colours, count) {
  const mix = labMix(colours);
  return Array.from({ length: count }, (_, at) => mix(at / (count - 1)));
}
