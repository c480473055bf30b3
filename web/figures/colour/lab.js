import { channels, hex, linear } from "./colour.js";

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

/** @param {readonly number[]} row @param {number} x @param {number} y @param {number} z */
const times = (row, x, y, z) => row[0] * x + row[1] * y + row[2] * z;

/** @param {number} light */
const written = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** @param {number} light */
const root = (light) => (light > bend ** 3 ? Math.cbrt(light) : light / (3 * bend ** 2) + 4 / 29);

/** @param {number} at */
const cube = (at) => (at > bend ? at ** 3 : 3 * bend ** 2 * (at - 4 / 29));

/** @param {string} colour @returns {Triple} */
function labOf(colour) {
  const [r, g, b] = channels(colour).map(linear);
  const [x, y, z] = toXyz.map((row, at) => root(times(row, r, g, b) / white[at]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number} light @returns {number} 0 to 255 */
const byte = (light) => Math.round(255 * Math.min(1, Math.max(0, written(light))));

// Hundreds of colours are mixed before the first figure is drawn: from here on without lists of three.

/** @param {number} l @param {number} a @param {number} b @returns {string} "#rrggbb" */
function colourOf(l, a, b) {
  const level = (l + 16) / 116;
  const x = cube(level + a / 500) * white[0];
  const y = cube(level) * white[1];
  const z = cube(level - b / 200) * white[2];
  const [red, green, blue] = toLinear;
  return hex(byte(times(red, x, y, z)), byte(times(green, x, y, z)), byte(times(blue, x, y, z)));
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
    const [from, to] = [stops[at], stops[at + 1]];
    const mixed = (/** @type {0 | 1 | 2} */ axis) => from[axis] + (to[axis] - from[axis]) * (along - at);
    return colourOf(mixed(0), mixed(1), mixed(2));
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
