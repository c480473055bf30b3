import { channels, inksOn, labShades } from "./colour.js";

/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Role} Role */
/** @typedef {"diverging" | "sequential"} ScaleKind */

/**
 * The colours of one scale, by shade: shades 0 to `steps - 1` are along the scale, the three after them are for cells that
 * have no place on it (hidden, not a number, dropped).
 * @typedef {{fills: readonly string[], inks: readonly string[], colours: Uint32Array}} Shades fills: colours of cells; inks: colours of digits on these; colours: the fills as ImageData stores them
 */

/** Number of shades along a scale. It is odd, so that the diverging scale has a shade for exactly zero. */
export const steps = 255;
/** Shade of a cell that a mask hides. */
export const hiddenShade = steps;
/** Shade of a cell that is not a number. */
export const invalidShade = steps + 1;
/** Shade of a weight that dropout has dropped. */
export const droppedShade = steps + 2;

const light = {
  background: "#ffffff",
  text: "#1b1b1f",
  muted: "#62626c",
  hairline: "#dcdce2",
  hatch: "#d6d6dd",
  accent: "#b85a00",
  roles: { Q: "#1c63ad", K: "#c0321a", V: "#157347", weights: "#5526a3", output: "#1b1b1f", plain: "#47474f" },
  hidden: "#ebebee",
  hiddenInk: "#64646d",
  inks: ["#1b1b1f", "#ffffff"],
  diverging: ["#154f94", "#4685c2", "#a3c5e2", "#f4f4f5", "#f0bda8", "#d4714e", "#a93413"],
  sequential: ["#f6f5f9", "#d6c8eb", "#a98ad4", "#6f43b3", "#41178c"],
};

const dark = {
  background: "#18181c",
  text: "#ededf1",
  muted: "#a3a3ae",
  hairline: "#36363d",
  hatch: "#42424a",
  accent: "#ffa63d",
  roles: { Q: "#93cbff", K: "#f97a58", V: "#79d9a6", weights: "#ac89f7", output: "#ededf1", plain: "#c4c4cd" },
  hidden: "#2f2f35",
  hiddenInk: "#a6a6b0",
  inks: ["#ededf1", "#111114"],
  diverging: ["#8ec5ff", "#4688cb", "#274a70", "#212126", "#6d3423", "#c4603a", "#ffab85"],
  sequential: ["#222127", "#42306d", "#6b4bb3", "#9c7de6", "#d6c5ff"],
};

/** Converts colours to pixels. @param {readonly string[]} fills "#rrggbb" @returns {Uint32Array} opaque, as ImageData stores them */
function coloursOf(fills) {
  const bytes = new Uint8ClampedArray(4 * fills.length).fill(255);
  fills.forEach((fill, at) => bytes.set(channels(fill), 4 * at));
  return new Uint32Array(bytes.buffer);
}

/**
 * Mixes the shades of one scale.
 * @param {typeof light} theme
 * @param {ScaleKind} kind
 * @returns {Shades}
 */
function shadesOf(theme, kind) {
  const along = labShades(theme[kind], steps);
  const fills = [...along, theme.hidden, theme.hidden, theme.background];
  const inks = [...inksOn(along, theme.inks), theme.hiddenInk, theme.text, theme.muted];
  return Object.freeze({ fills: Object.freeze(fills), inks: Object.freeze(inks), colours: coloursOf(fills) });
}

/**
 * Adds the shades of both scales to a theme. Mixing them takes time, so a scale's shades are mixed when they are first used.
 * @param {typeof light} theme
 */
function withShades(theme) {
  /** @type {Partial<Record<ScaleKind, Shades>>} */
  const mixed = {};
  const shades = {
    get diverging() {
      return (mixed.diverging ??= shadesOf(theme, "diverging"));
    },
    get sequential() {
      return (mixed.sequential ??= shadesOf(theme, "sequential"));
    },
  };
  return Object.freeze({ ...theme, shades: Object.freeze(shades) });
}

/** Colours of figures by theme. Pages that show figures take the colours of roles and the accent from here. */
export const palettes = Object.freeze({ light: withShades(light), dark: withShades(dark) });

/** @typedef {typeof palettes.light} Palette */

/**
 * The shade of a value. The diverging scale is from -limit to limit, the sequential one from 0 to limit; values beyond an
 * end have the shade of that end.
 * @param {number} value
 * @param {ScaleKind} kind
 * @param {number} limit the end of the scale, above 0
 */
export function shadeOf(value, kind, limit) {
  const share = kind === "diverging" ? (value / limit + 1) / 2 : value / limit;
  if (share >= 1) return steps - 1;
  if (share > 0) return Math.floor(share * (steps - 1) + 0.5); // as Math.round, which takes several times as long
  return Number.isNaN(value) ? invalidShade : value === -Infinity ? hiddenShade : 0;
}
