// The constants of the design, said once: figures and exports read them here, style sheets as custom properties
// (components/custom-properties.js). Ink is what the reader touches; colour is the model, and nothing else is coloured.

/**
 * @typedef {object} Colours
 * @property {string} paper the ground @property {string} wash a tile, and the colour of zero
 * @property {string} line a hairline between things @property {string} edge the outline of a control
 * @property {string} ink text @property {string} ink2 second to it @property {string} ink3 labels and asides
 * @property {Readonly<Record<"Q" | "K" | "V" | "weights", string>>} roles also as text
 * @property {string} weightsTint a ground for what belongs to weights
 * @property {string} plus numbers above 0 @property {string} plusText the same as text
 * @property {string} minus numbers below 0
 */

/** @type {Readonly<Record<"light" | "dark", Colours>>} */
export const colours = Object.freeze({
  light: {
    paper: "#fbf9f5",
    wash: "#f3efe7",
    line: "#dad3c7",
    edge: "#8a8276",
    ink: "#1d1a17",
    ink2: "#524c45",
    ink3: "#6b645b",
    roles: { Q: "#206cbd", K: "#c23a12", V: "#1a7546", weights: "#46219c" },
    weightsTint: "#e7e0f5",
    plus: "#dfa12b",
    plusText: "#85560a",
    minus: "#5b6672",
  },
  dark: {
    paper: "#171513",
    wash: "#211e1b",
    line: "#3a352f",
    edge: "#8f8678",
    ink: "#f3eee5",
    ink2: "#c4bcaf",
    ink3: "#a0978a",
    roles: { Q: "#8fc7ff", K: "#ff8a5e", V: "#5fcb92", weights: "#a586f7" },
    weightsTint: "#302850",
    plus: "#edb84a",
    plusText: "#f0c060",
    minus: "#8894a2",
  },
});

/** Sizes of type, px at the usual size of 16. */
export const type = Object.freeze({
  question: 34,
  heading: 24,
  title: 18,
  reading: 18,
  number: 15,
  small: 13,
});

/** Space between and within things, px: all padding, margins and gaps, but those measured to fit something. */
export const space = Object.freeze([2, 4, 6, 8, 12, 16, 20, 24, 32, 48]);

/** Space at both sides of a place of the page. */
export const pageMargin = "clamp(12px, 3vw, 40px)";

/** Radii of corners, px: data, what is pressed, tiles. */
export const radius = Object.freeze({ data: 2, button: 8, tile: 10 });
