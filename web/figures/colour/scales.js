import { hiddenByMask, isHiddenAt, marked } from "../hidden.js";
import { roleOf } from "../matrices.js";
import { roundUp } from "../numbers.js";
import { required } from "../trace.js";
import { droppedShade, hiddenShade, palettes, shadeOf, shadesFor } from "./palette.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Scale} Scale */
/** @typedef {import("../types.js").Hidden} Hidden */

/** The kind of scale for a stage: weights are never negative, so their scale starts at 0. @param {string} stage */
const kindOf = (stage) => (roleOf(stage) === "weights" ? "sequential" : "diverging");

/**
 * The largest finite magnitude of a list, which can have millions of numbers.
 * @param {ArrayLike<number>} data
 * @param {((at: number) => boolean) | undefined} isSkipped whether to leave out the number at an index
 */
function largestOf(data, isSkipped) {
  const { length } = data; // of a view of the engine's memory: reading it again for each number takes as long as the rest
  let largest = 0;
  for (let at = 0; at < length; at++) {
    const value = Math.abs(/** @type {number} */ (data[at]));
    if (value > largest && value < Infinity && !isSkipped?.(at)) largest = value;
  }
  return largest;
}

/**
 * The largest finite magnitude of a stage. It includes all heads, so that readers can compare colours between heads, but
 * not the numbers that a mask has put in place of hidden scores, such as -1e9. A trace stores the magnitudes of its tensors,
 * because several figures show the same tensor.
 * @param {Trace} trace @param {string} stage @param {Hidden | null} [hidden] in place of the trace's own mask
 */
function magnitude(trace, stage, hidden) {
  const tensor = required(trace, stage);
  const stored = hidden === undefined ? trace.magnitudes : undefined;
  const known = stored?.get(tensor);
  if (known !== undefined) return known;
  const isOwn = hidden === undefined;
  // The trace's own mask needs no test where hidden scores are -∞.
  const isTold = stage === "masked" && !(isOwn && trace.spec?.mask_how === "infinite");
  const mask = isTold && (isOwn ? hiddenByMask(trace) : hidden);
  const largest =
    mask || !tensor.largest ? largestOf(tensor.data, mask ? isHiddenAt(mask) : undefined) : tensor.largest();
  stored?.set(tensor, largest);
  return largest;
}

/**
 * Options for the colours of a figure.
 * @typedef {object} Colouring
 * @property {readonly Trace[]} [peers] other walks that are compared with this one: equal colours are equal numbers in all
 * @property {boolean} [signed] whether weights may be below 0, as their differences are
 * @property {(part: Part) => number} [largestBefore] the largest magnitude that a part showed before, if rims show that
 */

/**
 * Makes one colour scale for each group of parts. Within a group all scales have the same ends; numbers above 0 have the
 * colour of a matrix's role.
 * @param {Trace} trace
 * @param {readonly Part[]} parts
 * @param {import("../types.js").Theme} theme
 * @param {Hidden | null} [hidden] in place of the trace's own mask
 * @param {Colouring} [colouring]
 * @returns {(part: Part) => Scale} returns the scale of a part
 */
export function scalesOf(trace, parts, theme, hidden, { peers = [], signed = false, largestBefore = () => 0 } = {}) {
  const keyOf = (/** @type {Part} */ part) => `${part.group} ${kindOf(part.stage)}`;
  /** @type {Map<string, {kind: Scale["kind"], stages: Set<string>}>} */
  const groups = new Map();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key) ?? { kind: signed ? "diverging" : kindOf(part.stage), stages: new Set() };
    group.stages.add(part.stage);
    groups.set(key, group);
  }
  /** @type {Map<string, {kind: Scale["kind"], limit: number}>} */
  const ends = new Map();
  for (const [key, { kind, stages }] of groups) {
    // Weights are at most 1, so that they are not read, until dropout divides them.
    const read = [...stages].filter((stage) => kind === "diverging" || stage === "dropped");
    const sizes = read.flatMap((stage) => [
      magnitude(trace, stage, hidden),
      ...peers.filter((peer) => peer.tensor(stage)).map((peer) => magnitude(peer, stage)),
    ]);
    const rims = kind === "diverging" || stages.has("dropped") ? parts.filter((part) => keyOf(part) === key) : [];
    ends.set(key, { kind, limit: limitOf(kind, Math.max(0, ...sizes, ...rims.map(largestBefore))) });
  }
  /** Equal scales are one object, so that a figure has one legend for them. @type {Map<string, Scale>} */
  const scales = new Map();
  return (part) => {
    const { kind, limit } = /** @type {{kind: Scale["kind"], limit: number}} */ (ends.get(keyOf(part)));
    const name = shadesFor(kind, part.role);
    const key = `${name} ${limit}`;
    const scale = scales.get(key) ?? { kind, limit, ...palettes[theme].shades(name) };
    scales.set(key, scale);
    return scale;
  };
}

/**
 * The end of a scale: the largest magnitude, rounded up.
 * @param {"diverging" | "sequential"} kind
 * @param {number} largest magnitude
 * @returns {number} above 0
 */
function limitOf(kind, largest) {
  if (kind === "diverging") return largest > 0 ? roundUp(largest) : 1;
  return largest > 1 + 1e-5 ? roundUp(largest) : 1;
}

/**
 * The shades of the cells of a matrix.
 * @param {ArrayLike<number>} values
 * @param {Uint8Array | null} hidden marks of cells, see `marked`
 * @param {Scale} scale
 * @returns {Uint16Array} shade of each cell
 */
export function shadesOf(values, hidden, scale) {
  const { kind, limit } = scale;
  const { length } = values;
  const shades = new Uint16Array(length);
  for (let at = 0; at < length; at++) {
    const mark = hidden === null ? 0 : hidden[at];
    if (mark) shades[at] = mark === marked.dropped ? droppedShade : hiddenShade;
    else shades[at] = shadeOf(/** @type {number} */ (values[at]), kind, limit);
  }
  return shades;
}
