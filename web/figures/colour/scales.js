import { hiddenByMask } from "../scene/hidden.js";
import { roleOf } from "../matrices.js";
import { roundUp } from "../numbers.js";
import { marked } from "../scene/hidden.js";
import { droppedShade, hiddenShade, palettes, shadeOf } from "./palette.js";
import { required } from "../trace.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Scale} Scale */
/** @typedef {import("../types.js").Hidden} Hidden */

/** @param {string} stage */
const kindOf = (stage) => (roleOf(stage) === "weights" ? "sequential" : "diverging");

/** @param {number} at @param {readonly number[]} shape @returns {number[]} */
function unravel(at, shape) {
  const index = new Array(shape.length);
  let rest = at;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = rest % shape[axis];
    rest = Math.floor(rest / shape[axis]);
  }
  return index;
}

/**
 * Largest finite magnitude in a whole tensor, all heads, so that heads compare. What a mask has put in place of hidden
 * scores (-1e9, say) does not count.
 * @param {Trace} trace @param {string} stage @param {Hidden | null} hidden
 */
function magnitude(trace, stage, hidden) {
  const { shape, data } = required(trace, stage);
  let most = 0;
  for (let at = 0; at < data.length; at++) {
    const size = Math.abs(data[at]);
    if (size > most && size < Infinity && !(stage === "masked" && hidden?.(stage, unravel(at, shape)))) most = size;
  }
  return most;
}

/** @param {string} part */
const keyOf = (/** @type {Part} */ part) => `${part.group} ${kindOf(part.stage)}`;

/**
 * How colours are dealt out beyond one figure.
 * @typedef {object} Colouring
 * @property {readonly Trace[]} [peers] other walks that are compared with this one: equal colours are equal numbers in all
 * @property {boolean} [signed] whether weights may be below 0, as their differences are
 */

/**
 * One scale for each group of parts.
 * @param {Trace} trace
 * @param {readonly Part[]} parts
 * @param {import("../types.js").Theme} theme
 * @param {Hidden | null} hidden
 * @param {Colouring} [colouring]
 * @returns {Map<Part, Scale>}
 */
export function scalesOf(trace, parts, theme, hidden, { peers = [], signed = false } = {}) {
  /** @type {Map<string, Scale>} */
  const scales = new Map();
  for (const key of new Set(parts.map(keyOf))) {
    const group = parts.filter((part) => keyOf(part) === key);
    const kind = signed ? "diverging" : kindOf(group[0].stage);
    const stages = [...new Set(group.map((part) => part.stage))];
    const others = peers.flatMap((peer) => {
      const known = stages.filter((stage) => peer.tensor(stage));
      return known.map((stage) => magnitude(peer, stage, hiddenByMask(peer)));
    });
    const most = Math.max(...stages.map((stage) => magnitude(trace, stage, hidden)), ...others);
    // Dropout divides what it keeps by 1 - p, so weights after it may exceed 1.
    const limit =
      kind === "sequential" ? Math.max(1, most > 1 + 1e-5 ? roundUp(most) : 1) : most > 0 ? roundUp(most) : 1;
    const equal = [...scales.values()].find((scale) => scale.kind === kind && scale.limit === limit);
    scales.set(key, equal ?? { kind, limit, ...palettes[theme].shades[kind] });
  }
  return new Map(parts.map((part) => [part, /** @type {Scale} */ (scales.get(keyOf(part)))]));
}

/**
 * @param {ArrayLike<number>} values
 * @param {Uint8Array | null} hidden marks
 * @param {Scale} scale
 * @returns {Uint16Array} shade of each cell
 */
export function shadesOf(values, hidden, scale) {
  const shades = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const mark = hidden?.[at] ?? 0;
    if (mark) shades[at] = mark === marked.dropped ? droppedShade : hiddenShade;
    else shades[at] = shadeOf(values[at], scale.kind, scale.limit);
  }
  return shades;
}
