/**
 * Pictures of lessons as plain data: shapes in px, each with a look, and the numbers behind them. The page draws them as elements, a
 * file from a scene. No DOM.
 */

/** @typedef {import("../step.js").Picture} Picture */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./looks.js").TextLook} TextLook */
/**
 * What a picture is drawn from.
 * @typedef {object} Drawn
 * @property {Seen} view
 * @property {Picture} picture
 * @property {readonly (readonly number[])[]} points of a curve; of a stack, the numbers of each layer
 * @property {import("../step.js").Numbers} numbers
 * @property {boolean} isHidden whether it must not show yet what is asked
 * @property {number | null} guess the number that is guessed, or was
 * @property {string | number | null} given the answer
 * @property {string | null} cell the cell that is the right answer, once it is known
 */
/**
 * The part of a view that pictures read.
 * @typedef {object} Seen
 * @property {import("../../words/translate.js").Translate} t
 * @property {Pick<import("../../engine/run.js").Run, "tensor" | "stages">} run
 * @property {readonly string[]} queries
 * @property {readonly string[]} keys
 * @property {import("../../state/state.js").State} state
 */
/** @typedef {{tag: "rect", look: Look, x: number, y: number, width: number, height: number, opacity?: number}} Rect */
/** @typedef {{tag: "circle", look: Look, cx: number, cy: number, r: number}} Circle */
/** @typedef {{tag: "path", look: Look, d: string, wide?: number}} Path wide: of its stroke, where the look does not say it */
/** @typedef {{tag: "text", look: TextLook, x: number, y: number, anchor: "start" | "middle" | "end", text: string}} Text */
/** @typedef {Rect | Circle | Path | Text} Shape */
/** @typedef {{word: string, values: readonly string[]}} Row */
/** @typedef {{caption: string, columns: readonly string[], rows: readonly Row[]}} Behind the numbers of a picture as a table */
/**
 * shapes: in the order in which they lie on each other, texts on top; reads: what its numbers come from, the walk in view or a whole
 * model, or nothing where it has none.
 * @typedef {{width: number, height: number, shapes: readonly Shape[], behind: Behind, reads?: "walk" | "model" | "nothing"}} Drawing
 */

export { textSize } from "./looks.js";

/** The width of a picture, px. */
export const width = 360;

/** @param {Look} look @param {Omit<Rect, "tag" | "look">} place @returns {Rect} */
export const rect = (look, place) => ({ tag: "rect", look, ...place });

/** @param {Look} look @param {number} cx @param {number} cy @param {number} r @returns {Circle} */
export const circle = (look, cx, cy, r) => ({ tag: "circle", look, cx, cy, r });

/** @param {Look} look @param {string} d @param {number} [wide] @returns {Path} */
export const path = (look, d, wide) => (wide === undefined ? { tag: "path", look, d } : { tag: "path", look, d, wide });

/**
 * @param {TextLook} look
 * @param {string} words
 * @param {number} x
 * @param {number} y of the baseline
 * @param {Text["anchor"]} [anchor] which end of the text is at x
 * @returns {Text}
 */
export const text = (look, words, x, y, anchor = "middle") => ({ tag: "text", look, x, y, anchor, text: words });

/** What a path is written as: its numbers in hundredths. @param {TemplateStringsArray} strings @param {(number | string)[]} values */
export const d = (strings, ...values) =>
  String.raw({ raw: strings }, ...values.map((value) => (typeof value === "number" ? hundredth(value) : value)));

/** @param {number} value */
const hundredth = (value) => Math.round(value * 100) / 100;

/** The numbers of a stage. @param {Seen} view @param {string} stage */
export const numbersOf = ({ run }, stage) => Array.from(run.tensor(stage).data, Number);
