import { headsAcross } from "./miniature.js";

import { beside, curve, curvePast, curves, middles, straight } from "./paths.js";
import { isBeside, kindOf, labelHeight, lanesOf, mapHeight, roleOf } from "./sizes.js";

// A map whose stream runs to the right: attention above it, the MLP below.

/** @typedef {import("./map.js").Part} Part */
/** @typedef {import("./sizes.js").Node} Node */
/** @typedef {import("./sizes.js").Line} Line */
/** @typedef {import("./sizes.js").Space} Space */
/** @typedef {{ids: readonly string[], place: "top" | "middle" | "bottom"}} Stack parts below each other */

const title = 30;
const high = 30; // of a miniature in a branch
const between = 8; // parts in a stack
const around = 22; // the stream
const added = 22; // from the place where something is added to the picture of the sum

const attention = Object.freeze([["norm_1", "C"], ["Q", "K", "V"], ["weights"], ["concat", "output", "output_norm"]]);
const mlp = Object.freeze({
  after: [
    ["norm_2", "mlp_hidden", "mlp_up"],
    ["mlp_output_norm", "mlp_output", "mlp_activated"],
  ],
  beside: [["norm_2"], ["mlp_hidden", "mlp_up"], ["mlp_activated"], ["mlp_output", "mlp_output_norm"]],
});

/** The parts of each column, from left to right. @param {readonly Part[]} parts @returns {string[][]} */
function columnsOf(parts) {
  const beside = isBeside(parts);
  const onStream = (/** @type {string} */ id) => parts.some((part) => part.id === id && part.block === "stream");
  const stations = (/** @type {string[]} */ ...ids) => ids.filter(onStream).map((id) => [id]);
  const columns = beside
    ? attention.map((ids, at) => [...ids, .../** @type {string[]} */ (mlp.beside[at])])
    : [...attention, ...stations("residual_1", "norm_1"), ...mlp.after];
  const inBranches = (/** @type {readonly string[]} */ ids) =>
    ids.filter((id) => parts.some((part) => part.id === id && (ids.length === 1 || part.block !== "stream")));
  return [["X"], ...columns.map(inBranches), ...stations("residual_2", "norm_2")].filter((ids) => ids.length > 0);
}

/**
 * @param {readonly Part[]} parts
 * @param {Space} space
 * @returns {import("./sizes.js").Layout}
 */
export function wideLayout(parts, space) {
  const lanes = lanesOf(space.tokens);
  const pitch = lanes === 1 ? 40 : Math.min(14, Math.max(10, 90 / lanes));
  const columns = columnsOf(parts);
  const frame = frameOf(parts, columns, space, lanes * pitch);
  const nodes = placed(parts, columns, frame, space);
  const { streamTop, streamHeight } = frame;
  const ys = middles(streamTop, streamHeight, lanes);
  const lines = linesOf(nodes, { ys, tokens: lanes });
  const titleOf = (/** @type {"attention" | "mlp"} */ id, /** @type {number} */ y) => {
    const own = nodes.filter(({ part }) => part.block === id);
    return own.length === 0 ? [] : [{ id, x: Math.min(...own.map(({ x }) => x)), y }];
  };
  return {
    isTall: false,
    width: Math.max(...nodes.map(({ x, width }) => x + width)) + 20,
    height: frame.height,
    nodes,
    ...lines,
    ties: [],
    gates: [],
    sums: nodes.flatMap(({ part, x }) =>
      part.isSum ? ys.map((y) => ({ x: x - added, y, r: Math.min(7, pitch * 0.44) })) : [],
    ),
    free: freeRight(nodes, space),
    titles: [...titleOf("attention", 18), ...titleOf("mlp", frame.mlpTop + 18)],
    words: lanes === space.tokens ? ys.map((y, at) => ({ x: frame.left - 8, y, at })) : [],
    laneWidth: lanes === 1 ? 18 : pitch * 0.5,
    bandWidth: lanes === 1 ? 12 : Math.max(1.5, (high / lanes) * 0.6),
  };
}

/** Where there is room for words beside attention; null where there is none. @param {readonly Node[]} nodes @param {Space} space */
function freeRight(nodes, { width }) {
  const used = nodes.filter(({ part }) => part.block === "attention").map((node) => node.x + node.width);
  const x = Math.max(0, ...used) + 60;
  return width - x < 300 ? null : { x, width: Math.min(440, width - x) };
}

/** The sizes that all columns share. @param {readonly Part[]} parts @param {string[][]} columns @param {Space} space @param {number} streamHeight */
function frameOf(parts, columns, space, streamHeight) {
  const left = Math.min(140, space.wordsWidth) + 10;
  const sums = parts.filter(({ isSum }) => isSum).length;
  const free = space.width - left - 24 - sums * added;
  const width = Math.min(112, free / columns.length - 30);
  const gap = Math.min(64, (free - columns.length * width) / Math.max(1, columns.length - 1));
  const heightOf = (/** @type {"attention" | "mlp"} */ block) => {
    const own = parts.filter((part) => part.block === block).map(({ id }) => id);
    const most = Math.max(0, ...columns.map((ids) => ids.filter((id) => own.includes(id)).length));
    return most === 0 ? 0 : most * (labelHeight + high + between) - between;
  };
  const attentionTop = title;
  const streamTop = attentionTop + heightOf("attention") + around;
  const mlpTop = streamTop + streamHeight + around;
  const mlpHeight = heightOf("mlp");
  const isStreamLast = mlpHeight === 0;
  return {
    left,
    width,
    gap,
    attentionTop,
    streamTop,
    streamHeight,
    mlpTop,
    attentionHeight: heightOf("attention"),
    mlpHeight,
    height: isStreamLast ? streamTop + streamHeight + labelHeight + 4 : mlpTop + title + mlpHeight + 2,
  };
}

/** @param {readonly Part[]} parts @param {string[][]} columns @param {ReturnType<typeof frameOf>} frame @param {Space} space @returns {Node[]} */
function placed(parts, columns, frame, space) {
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  let x = frame.left;
  for (const ids of columns) {
    const own = ids.map((id) => /** @type {Part} */ (parts.find((part) => part.id === id)));
    if (own.some(({ isSum }) => isSum)) x += added;
    for (const block of /** @type {const} */ (["stream", "attention", "mlp"]))
      for (const node of stacked(
        own.filter((part) => part.block === block),
        x,
        frame,
        space,
      ))
        nodes.set(node.part.id, node);
    x += frame.width + frame.gap;
  }
  return parts.map(({ id }) => /** @type {Node} */ (nodes.get(id)));
}

/** The parts of one block in one column. @param {Part[]} parts @param {number} x @param {ReturnType<typeof frameOf>} frame @param {Space} space @returns {Node[]} */
function stacked(parts, x, frame, space) {
  const { width, streamTop, streamHeight } = frame;
  const [first] = parts;
  if (!first) return [];
  if (first.block === "stream") return [{ part: first, x, y: streamTop, width, height: streamHeight, below: true }];
  const heights = parts.map((part) => labelHeight + pictureHigh(part, space, width));
  const whole = heights.reduce((sum, height) => sum + height + between, -between);
  const [top, room] =
    first.block === "attention" ? [frame.attentionTop, frame.attentionHeight] : [frame.mlpTop + title, frame.mlpHeight];
  let y = top + (room - whole) * restAbove(first);
  return parts.map((part, at) => {
    const height = /** @type {number} */ (heights[at]);
    const node = { part, x, y: y + labelHeight, width, height: height - labelHeight };
    y += height + between;
    return node;
  });
}

/** How much of the free height is above a stack: its first part begins the MLP, or its last one does. @param {Part} first */
const restAbove = ({ id, block }) => (block === "attention" ? 0.5 : /^mlp_(output|activated)/.test(id) ? 1 : 0);

/** @param {Part} part @param {Space} space @param {number} width */
const pictureHigh = (part, space, width) =>
  part.id === "weights"
    ? Math.min(112, mapHeight(part, space, width, headsAcross(space.lengthsOf(part).heads, true)))
    : high;

/**
 * The lines of a map.
 * @param {readonly Node[]} nodes
 * @param {{ys: readonly number[], tokens: number}} rows
 */
function linesOf(nodes, { ys, tokens }) {
  /** @type {Record<"lanes" | "bands" | "links", Line[]>} */
  const lines = { lanes: [], bands: [], links: [] };
  const nodeOf = (/** @type {string} */ id) => /** @type {Node} */ (nodes.find(({ part }) => part.id === id));
  for (const to of nodes) {
    for (const id of to.part.from) {
      const from = nodeOf(id);
      const kind = kindOf(from.part, to.part);
      const d = kind === "links" ? link(from, to, ys) : rowsLine(from, to, ys, tokens);
      lines[kind].push({ d, role: kind === "links" ? roleOf(id, to.part.id) : "stream", from: id, to: to.part.id });
    }
  }
  const last = nodes.filter(({ part }) => part.block === "stream").at(-1);
  const isLeft = last && last.part.id !== "X" && last === nodes.at(-1);
  if (isLeft) {
    const x = last.x + last.width;
    lines.lanes.push({
      d: ys.map((y) => straight(x, y, x + 20, y)).join(""),
      role: "stream",
      from: last.part.id,
      to: "",
    });
  }
  return lines;
}

/** The line of all rows between the stream and a branch, or between branches. @param {Node} from @param {Node} to @param {readonly number[]} ys @param {number} count */
function rowsLine(from, to, ys, count) {
  const rowsOf = (/** @type {Node} */ { part, y, height }) =>
    part.block === "stream" ? ys : middles(y, height, count);
  const x = to.part.isSum ? to.x - added : to.x - 3;
  const start = { x: from.x + from.width + (from.part.block === "stream" ? 0 : 3), ys: rowsOf(from) };
  if (from.part.block === "stream" && to.part.block === "stream")
    return ys.map((y) => straight(start.x, y, to.x, y)).join("");
  return curves(start, { x, ys: rowsOf(to) });
}

/** A line within a branch, or from the stream to queries, keys or values. @param {Node} from @param {Node} to @param {readonly number[]} ys */
function link(from, to, ys) {
  const middle = (/** @type {Node} */ { y, height }) => y + height / 2;
  if (from.x === to.x) {
    const x = from.x + from.width / 2;
    if (from.part.id === "norm_2" && to.part.id === "mlp_up")
      return beside(from.x - 3, middle(from), from.x - 12, to.x - 3, middle(to));
    return from.y < to.y
      ? straight(x, from.y + from.height + 1, x, to.y - labelHeight + 1)
      : straight(x, from.y - labelHeight + 1, x, to.y + to.height + 1);
  }
  const y0 = from.part.block === "stream" ? /** @type {number} */ (ys[0]) : middle(from);
  const start = from.x + from.width + 3;
  if (from.part.id === "V" && to.part.id === "concat")
    return curvePast(start, y0, to.x - 40, to.x - 3, to.y + to.height * 0.8);
  return curve(start, y0, to.x - 3, middle(to));
}
