import { lengthsOf } from "../trace.js";
import { mostLanes } from "./paths.js";

// What the two layouts of a map share.

/** @typedef {import("./map.js").Part} Part */
/** @typedef {import("../types.js").Role} Role */
/**
 * A part on the map: the box of its miniature. Its name and shape stand above it, `labelHeight` high; on the stream of a wide
 * map, below it.
 * @typedef {{part: Part, x: number, y: number, width: number, height: number, below?: boolean}} Node
 * @typedef {{d: string, role: Role | "stream", from: string, to: string}} Line width: of the stream's lines, px
 * @typedef {{x: number, y: number, r: number}} Sum where something is added to a lane
 * @typedef {{x: number, y: number, at: number}} Word the token at an index
 * @typedef {object} Layout
 * @property {boolean} isTall whether the stream runs downwards
 * @property {number} width
 * @property {number} height
 * @property {{x: number, width: number} | null} free where there is room for words above the stream
 * @property {Node[]} nodes in the order of computation
 * @property {Line[]} lanes where the stream goes on
 * @property {Line[]} bands all rows, to a branch and back
 * @property {Line[]} links within a branch
 * @property {string[]} ties from a picture to the lanes whose numbers it has, where it stands beside them
 * @property {{x: number, y: number, width: number, height: number}[]} gates where a norm changes the stream itself
 * @property {Sum[]} sums
 * @property {{id: "attention" | "mlp", x: number, y: number}[]} titles y: of the baseline
 * @property {Word[]} words at the beginning of the lanes; none where the rows share a lane
 * @property {number} laneWidth of a line of the stream
 * @property {number} bandWidth of a line to a branch
 */
/**
 * What a layout depends on.
 * @typedef {object} Space
 * @property {number} width
 * @property {number} tokens number of rows
 * @property {number} wordsWidth width of the longest token
 * @property {(part: Part) => {heads: number, rows: number, columns: number}} lengthsOf a part's tensor
 */

/** The height of a part's name and shape. */
export const labelHeight = 36;

/** How many lanes are drawn for some rows. @param {number} tokens */
export const lanesOf = (tokens) => (tokens > mostLanes ? 1 : tokens);

/**
 * How high the picture of attention weights is: square maps where there are as many queries as keys.
 * @param {Part} part
 * @param {Space} space
 * @param {number} width
 * @param {number} across heads side by side
 */
export function mapHeight(part, { lengthsOf: lengths }, width, across) {
  const { heads, rows, columns } = lengths(part);
  return (width / across) * Math.ceil(heads / across) * Math.min(1.2, rows / columns);
}

/** The lengths of the tensors that stand for the parts. @param {(stage: string) => readonly number[]} shape @returns {Space["lengthsOf"]} */
export const lengthsBy = (shape) => (part) => lengthsOf({ shape: shape(part.shows) });

/** Whether a line is the stream itself, all rows to or from a branch, or within a branch. @param {Part} from @param {Part} to @returns {"lanes" | "bands" | "links"} */
export function kindOf(from, to) {
  if (from.block === "stream" && to.block === "stream") return "lanes";
  return from.block === to.block || ["Q", "K", "V"].includes(to.id) ? "links" : "bands";
}

/** The colour of a line within a branch. @param {string} from @param {string} to @returns {Role} */
export function roleOf(from, to) {
  if (to === "Q" || to === "K" || to === "V") return to;
  return from === "Q" || from === "K" || from === "V" || from === "weights" ? from : "plain";
}

/** Whether the MLP reads what attention reads, and not what it gives. @param {readonly Part[]} parts */
export const isBeside = (parts) => parts.some(({ id, from }) => id === "residual_2" && from.length === 3);
