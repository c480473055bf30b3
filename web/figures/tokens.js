// The constants of the design, said once: figures and exports read them here, style sheets as custom properties
// (components/styles.js). Ink is what the reader touches; colour is the model, and nothing else is coloured.

/**
 * @typedef {object} Colours
 * @property {string} paper the ground @property {string} wash a tile, and the colour of zero @property {string} wash2
 * @property {string} line a hairline between things @property {string} edge the outline of a control
 * @property {string} ink text @property {string} ink2 second to it @property {string} ink3 labels and asides
 * @property {Readonly<Record<"Q" | "K" | "V" | "weights", string>>} roles also as text
 * @property {Readonly<Record<"Q" | "K" | "V" | "weights", string>>} tints grounds of the roles, for ink alone
 * @property {string} plus numbers above 0 @property {string} plusText the same as text
 * @property {string} minus numbers below 0 @property {string} minusText the same as text
 */

/** @type {Readonly<Record<"light" | "dark", Colours>>} */
export const colours = Object.freeze({
  light: {
    paper: "#fbf9f5",
    wash: "#f3efe7",
    wash2: "#e9e3d8",
    line: "#dad3c7",
    edge: "#8a8276",
    ink: "#1d1a17",
    ink2: "#524c45",
    ink3: "#6b645b",
    roles: { Q: "#206cbd", K: "#c23a12", V: "#1a7546", weights: "#46219c" },
    tints: { Q: "#dde8f7", K: "#fadfd3", V: "#d7edde", weights: "#e7e0f5" },
    plus: "#dfa12b",
    plusText: "#85560a",
    minus: "#5b6672",
    minusText: "#4a5560",
  },
  dark: {
    paper: "#171513",
    wash: "#211e1b",
    wash2: "#2d2925",
    line: "#3a352f",
    edge: "#8f8678",
    ink: "#f3eee5",
    ink2: "#c4bcaf",
    ink3: "#a0978a",
    roles: { Q: "#8fc7ff", K: "#ff8a5e", V: "#5fcb92", weights: "#a586f7" },
    tints: { Q: "#1e2e49", K: "#472417", V: "#173626", weights: "#302850" },
    plus: "#edb84a",
    plusText: "#f0c060",
    minus: "#8894a2",
    minusText: "#a9b4c0",
  },
});

/** Sizes of type, px at the usual size of 16. */
export const type = Object.freeze({
  display: 40,
  question: 34,
  heading: 24,
  title: 18,
  reading: 18,
  button: 16,
  number: 15,
  small: 13,
  least: 12,
});

/** Space between things, px. */
export const space = Object.freeze([4, 8, 12, 16, 24, 40, 56]);

/** Radii of corners, px: cells of data, what is pressed, tiles. */
export const radius = Object.freeze({ data: 2, button: 8, tile: 10 });

/** Durations of motion, ms: a colour that changes, what grows into its place, an answer that comes. */
export const motion = Object.freeze({ quick: 120, open: 300, answer: 500 });
