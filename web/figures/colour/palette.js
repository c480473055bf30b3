import { colours } from "../tokens.js";
import { channels, inkOn, oklabMix } from "./colour.js";

/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Role} Role */
/** @typedef {"diverging" | "sequential"} ScaleKind */
/** @typedef {ScaleKind | "Q" | "K" | "V"} ShadesName by the role, whose colour is that of numbers above 0 */

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

/**
 * The colours of a figure in one theme. Names of matrices have the colour of their role. What a mask hides has no fill: it is
 * hatched on the ground.
 * @param {import("../tokens.js").Colours} theme
 */
const paletteOf = ({ paper, wash, line, ink, ink2, ink3, roles, plus, minus }) => ({
  background: paper,
  text: ink,
  muted: ink3,
  hairline: line,
  roles: { ...roles, output: ink, plain: ink2 },
  zero: wash,
  plus,
  minus,
});

/** @typedef {ReturnType<typeof paletteOf>} Base */

/** Converts colours to pixels. @param {readonly string[]} fills "#rrggbb" @returns {Uint32Array} opaque, as ImageData stores them */
function coloursOf(fills) {
  const bytes = new Uint8ClampedArray(4 * fills.length).fill(255);
  fills.forEach((fill, at) => bytes.set(channels(fill), 4 * at));
  return new Uint32Array(bytes.buffer);
}

/**
 * The shades along one scale. From minus over zero to plus, where a role's own colour may take the place of plus; or from
 * zero up: there even the smallest share differs from an exact 0.
 * @param {Base} theme
 * @param {ShadesName} name
 */
function along({ roles, zero, plus, minus }, name) {
  const at = Array.from({ length: steps }, (_, shade) => shade / (steps - 1));
  if (name === "sequential") {
    const mix = oklabMix([zero, roles.weights]);
    return at.map((share) => mix(share && 0.03 + 0.97 * share ** 0.88));
  }
  return at.map(oklabMix([minus, zero, name === "diverging" ? plus : roles[name]]));
}

/**
 * Mixes the shades of one scale.
 * @param {Base} theme
 * @param {ShadesName} name
 * @returns {Shades}
 */
function shadesOf(theme, name) {
  const shades = along(theme, name);
  const { background } = theme;
  const fills = [...shades, background, background, background];
  const inks = [...shades.map(inkOn), theme.roles.plain, theme.text, theme.muted];
  return Object.freeze({ fills: Object.freeze(fills), inks: Object.freeze(inks), colours: coloursOf(fills) });
}

/**
 * Adds the shades of all scales to a theme. Mixing them takes time, so a scale's shades are mixed when they are first used.
 * @param {Base} theme
 */
function withShades(theme) {
  /** @type {Partial<Record<ShadesName, Shades>>} */
  const mixed = {};
  const shades = (/** @type {ShadesName} */ name) => (mixed[name] ??= shadesOf(theme, name));
  return Object.freeze({ ...theme, shades });
}

/** Colours of figures by theme. */
export const palettes = Object.freeze({
  light: withShades(paletteOf(colours.light)),
  dark: withShades(paletteOf(colours.dark)),
});

/** The shades of numbers of a kind in the matrix of a role. @param {ScaleKind} kind @param {Role} [role] @returns {ShadesName} */
export const shadesFor = (kind, role) =>
  kind === "diverging" && (role === "Q" || role === "K" || role === "V") ? role : kind;

/** @typedef {typeof palettes.light} Palette */

/**
 * The shade of a value. The diverging scale is from -limit to limit, the sequential one from 0 to limit; values beyond an
 * end have the shade of that end. On the sequential scale, only exactly 0 has the shade of 0.
 * @param {number} value
 * @param {ScaleKind} kind
 * @param {number} limit the end of the scale, above 0
 */
export function shadeOf(value, kind, limit) {
  const share = kind === "diverging" ? (value / limit + 1) / 2 : value / limit;
  if (share >= 1) return steps - 1;
  if (share > 0) {
    const shade = Math.floor(share * (steps - 1) + 0.5); // as Math.round, which takes several times as long
    return kind === "sequential" && shade === 0 ? 1 : shade;
  }
  return Number.isNaN(value) ? invalidShade : value === -Infinity ? hiddenShade : 0;
}
