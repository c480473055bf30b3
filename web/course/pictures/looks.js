/** What the shapes of pictures look like: colour is the model's, ink is the reader's. Style sheets and files read it here. */

/** @typedef {import("../../figures/tokens.js").Colours} Colours */

/**
 * The colours, by the custom property that holds them on the page.
 * @type {Readonly<Record<string, (theme: Colours) => string>>}
 */
export const inks = Object.freeze({
  text: ({ ink }) => ink,
  muted: ({ ink3 }) => ink3,
  control: ({ edge }) => edge,
  hairline: ({ line }) => line,
  panel: ({ paper }) => paper,
  wash: ({ wash }) => wash,
  "role-Q": ({ roles }) => roles.Q,
  "role-K": ({ roles }) => roles.K,
  "role-V": ({ roles }) => roles.V,
  "role-weights": ({ roles }) => roles.weights,
  "weights-soft": ({ weightsTint }) => weightsTint,
  plus: ({ plus }) => plus,
  minus: ({ minus }) => minus,
});

/** @typedef {Readonly<{fill?: string, stroke?: string, wide?: number, dash?: string, opacity?: number}>} Paint wide: of the stroke, px, 1 by default */

const shapes = {
  axis: { stroke: "control" },
  dial: { stroke: "control" },
  flow: { stroke: "control" },
  lane: { stroke: "control", wide: 3, opacity: 0.5 },
  ruler: { stroke: "role-Q", opacity: 0.6 },
  drop: { stroke: "muted", dash: "2 3" },
  "drop-best": { stroke: "text", wide: 1.5, dash: "2 3" },
  cut: { stroke: "text", wide: 1.5, dash: "4 3" },
  mark: { stroke: "text", opacity: 0.6 },
  curve: { stroke: "text", wide: 2 },
  arc: { stroke: "role-weights", opacity: 0.75 },
  itself: { stroke: "muted", wide: 0.75, dash: "1 3" },
  hatch: { stroke: "hairline", wide: 2 },
  "shaft-q": { stroke: "role-Q", wide: 3.5 },
  "shaft-k": { stroke: "role-K", wide: 2.5 },
  "tip-q": { fill: "role-Q" },
  "tip-k": { fill: "role-K" },
  plus: { fill: "plus" },
  minus: { fill: "minus" },
  share: { fill: "role-weights" },
  ribbon: { fill: "role-weights", opacity: 0.18 },
  soft: { fill: "weights-soft" },
  value: { fill: "role-V", opacity: 0.28 },
  part: { fill: "role-V" },
  rest: { fill: "hairline" },
  ink: { fill: "text" },
  "left-out": { stroke: "control" },
  unknown: { stroke: "control", dash: "4 3" },
  guess: { stroke: "text", wide: 1.5, dash: "4 3" },
  chosen: { stroke: "text", wide: 2 },
  box: { stroke: "hairline" },
  used: { fill: "wash" },
  step: { fill: "panel", stroke: "control" },
  reach: { fill: "role-weights", opacity: 0.55 },
  junction: { fill: "panel", stroke: "text" },
  "plus-sign": { stroke: "text", wide: 1.5 },
};

const texts = {
  word: { fill: "text", weight: /** @type {const} */ (400) },
  best: { fill: "text", weight: /** @type {const} */ (600) },
  query: { fill: "role-Q", weight: /** @type {const} */ (400) },
  note: { fill: "muted", weight: /** @type {const} */ (400) },
  "on-share": { fill: "panel", weight: /** @type {const} */ (600) },
};

/** @typedef {keyof typeof shapes} Look */
/** @typedef {keyof typeof texts} TextLook */

/** How shapes are painted. @type {Readonly<Record<Look, Paint>>} */
export const looks = Object.freeze(shapes);

/** How texts are painted. @type {Readonly<Record<TextLook, Readonly<{fill: string, weight: 400 | 600}>>>} */
export const textLooks = Object.freeze(texts);

/** The size of texts, px: on a phone a picture is drawn smaller than it is written here. */
export const textSize = 16;
