import { above, around, beside as besideParts, curves, drop, middles, past, straight } from "./paths.js";
import { kindOf, labelHeight, lanesOf, mapHeight, roleOf } from "./sizes.js";

// A map whose stream runs downwards, with its branches to the right.

/** @typedef {import("./map.js").Part} Part */
/** @typedef {import("./sizes.js").Node} Node */
/** @typedef {import("./sizes.js").Line} Line */
/** @typedef {import("./sizes.js").Space} Space */

const high = 26; // of a miniature
const between = 12; // rows
const title = 30;
const beside = 14; // from the lanes to the lines that come back
const column = 40; // from the lanes to the parts
const gap = 10; // parts side by side
const top = 62; // the words at the beginning of the lanes

/** Parts that stand side by side, from above to below. @type {readonly (readonly string[])[]} */
const rows = Object.freeze([
  ["X", "C"],
  ["norm_1"],
  ["Q", "K", "V"],
  ["weights"],
  ["concat", "output"],
  ["output_norm"],
  ["residual_1"],
  ["norm_1"],
  ["norm_2"],
  ["mlp_hidden"],
  ["mlp_up"],
  ["mlp_activated"],
  ["mlp_output"],
  ["mlp_output_norm"],
  ["residual_2"],
  ["norm_2"],
]);

/** Whether a row comes after a sum. @param {number} at */
const isAfterSum = (at) => rows[at - 1]?.[0]?.startsWith("residual") ?? false;

/**
 * The rows of a layer: a norm stands before its branch, or after the sum.
 * @param {readonly Part[]} parts
 * @returns {Part[][]}
 */
function rowsOf(parts) {
  const seen = new Set();
  return rows
    .map((ids, at) => {
      const own = ids.flatMap((id) => parts.filter((part) => part.id === id && !seen.has(id)));
      const here = own.filter(({ id, block }) => !id.startsWith("norm_") || (block === "stream") === isAfterSum(at));
      for (const { id } of here) seen.add(id);
      return here;
    })
    .filter((here) => here.length > 0);
}

/**
 * @param {readonly Part[]} parts
 * @param {Space} space
 * @returns {import("./sizes.js").Layout}
 */
export function tallLayout(parts, space) {
  const lanes = lanesOf(space.tokens);
  const pitch = lanes === 1 ? 40 : Math.max(7, Math.min(14, 92 / lanes));
  const xs = middles(6, lanes * pitch, lanes);
  const right = 6 + lanes * pitch;
  const { nodes, titles, height } = placed(parts, space, right + column);
  const sumY = (/** @type {Node} */ { y }) => y - labelHeight - 26;
  const stations = nodes.filter(({ part }) => part.block === "stream" && part.id !== "X");
  return {
    isTall: true,
    free: null,
    width: space.width,
    height,
    nodes,
    ...linesOf(nodes, { xs, right, count: lanes, sumY, end: height }),
    sums: nodes.flatMap((node) =>
      node.part.isSum ? xs.map((x) => ({ x, y: sumY(node), r: Math.min(7, pitch * 0.44) })) : [],
    ),
    titles,
    ties: stations.map(({ x, y, height: tall }) => straight(right + 4, y + tall / 2, x - 4, y + tall / 2)),
    gates: stations
      .filter(({ part }) => part.id.startsWith("norm_"))
      .map(({ y, height: tall }) => ({ x: 1, y, width: right + 4, height: tall })),
    words: lanes === space.tokens ? xs.map((x, at) => ({ x: x + 4, y: top - 6, at })) : [],
    laneWidth: lanes === 1 ? 18 : pitch * 0.5,
    bandWidth: lanes === 1 ? 12 : Math.max(1.5, (high / lanes) * 0.6),
  };
}

/** @param {readonly Part[]} parts @param {Space} space @param {number} left */
function placed(parts, space, left) {
  const width = Math.min(560, space.width - left - 2);
  /** @type {import("./sizes.js").Layout["titles"]} */
  const titles = [];
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  let y = 0;
  for (const row of rowsOf(parts)) {
    const [{ block, isSum }] = /** @type {[Part]} */ (row);
    if (block !== "stream" && !titles.some(({ id }) => id === block)) {
      titles.push({ id: block, x: left, y: y + 18 });
      y += title;
    }
    if (isSum) y += 24;
    const tall = Math.max(...row.map((part) => pictureHigh(part, space, width)));
    const each = (width - gap * 2) / 3;
    row.forEach((part, at) => {
      const own = part.id === "weights" ? mapWidth(part, space, width) : isWide(part) ? width - 16 : each;
      nodes.set(part.id, { part, x: left + at * (each + gap), y: y + labelHeight, width: own, height: tall });
    });
    y += labelHeight + tall + between;
  }
  return { nodes: parts.map(({ id }) => /** @type {Node} */ (nodes.get(id))), titles, height: y + 14 };
}

/** Whether a part is as wide as the hidden layer. @param {Part} part */
const isWide = ({ id }) => id === "mlp_hidden" || id === "mlp_up" || id === "mlp_activated";

/** How many maps of heads stand side by side. @param {Part} part @param {Space} space */
const mapsAcross = (part, { lengthsOf }) => Math.min(lengthsOf(part).heads, 4);

/** The width of the maps of all heads: each at most as wide as a third. @param {Part} part @param {Space} space @param {number} width */
const mapWidth = (part, space, width) =>
  Math.min(width - 16, (mapsAcross(part, space) * width) / 3, mapsAcross(part, space) * 90);

/** @param {Part} part @param {Space} space @param {number} width */
const pictureHigh = (part, space, width) =>
  part.id === "weights"
    ? Math.min(200, mapHeight(part, space, mapWidth(part, space, width), mapsAcross(part, space)))
    : high;

/**
 * @param {readonly Node[]} nodes
 * @param {{xs: readonly number[], right: number, count: number, sumY: (node: Node) => number, end: number}} stream
 */
function linesOf(nodes, stream) {
  /** @type {Record<"lanes" | "bands" | "links", Line[]>} */
  const lines = { lanes: [], bands: [], links: [] };
  const nodeOf = (/** @type {string} */ id) => /** @type {Node} */ (nodes.find(({ part }) => part.id === id));
  for (const to of nodes) {
    for (const id of to.part.from) {
      const from = nodeOf(id);
      const kind = kindOf(from.part, to.part);
      const role = kind === "links" ? roleOf(id, to.part.id) : "stream";
      lines[kind].push({ d: lineOf(from, to, stream), role, from: id, to: to.part.id });
    }
  }
  const last = nodes.filter(({ part }) => part.block === "stream").at(-1);
  if (last && last.part.id !== "X" && last === nodes.at(-1))
    lines.lanes.push({ d: lanesBetween(last.y, stream.end, stream), role: "stream", from: last.part.id, to: "" });
  return lines;
}

/** @param {number} from y @param {number} to y @param {{xs: readonly number[]}} stream */
const lanesBetween = (from, to, { xs }) => xs.map((x) => straight(x, from, x, to)).join("");

/** @param {Node} from @param {Node} to @param {Parameters<typeof linesOf>[1]} stream */
function lineOf(from, to, stream) {
  const { xs, right, count, sumY } = stream;
  const isFrom = from.part.block === "stream";
  const isTo = to.part.block === "stream";
  if (isFrom && isTo) return lanesBetween(startOf(from), to.part.isSum ? to.y : to.y, stream);
  if (isFrom && kindOf(from.part, to.part) === "links") {
    const lift = 3 * ["Q", "K", "V"].indexOf(to.part.id);
    const y = to.y - labelHeight - 2 - lift;
    return above(/** @type {number} */ (xs.at(-1)), y, to.x + 20, to.y - labelHeight + 4);
  }
  if (isFrom) {
    const ys = middles(to.y, to.height, count);
    return xs.map((x, at) => leaving(x, startOf(from), to.x - 4, /** @type {number} */ (ys[at]))).join("");
  }
  const below = { x: from.x + Math.min(from.width / 2, 60), y: from.y + from.height + 2 };
  if (isTo) {
    const y = to.part.isSum ? sumY(to) : to.y;
    return around(below, right + beside, { x: /** @type {number} */ (xs[0]), y });
  }
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2];
  if (to.part.id === "mlp_up") return besideParts(from.x - 3, start, from.x - 11, to.x - 3, end);
  if (from.part.id === "mlp_hidden" && end - start > 100)
    return besideParts(from.x + from.width + 3, start, from.x + from.width + 11, to.x + to.width + 3, end);
  if (from.y === to.y)
    return curves(
      { x: from.x + from.width + 1, ys: [from.y + from.height / 2] },
      { x: to.x - 1, ys: [to.y + to.height / 2] },
    );
  if (from.part.id === "V" && to.part.id === "concat")
    return past({ x: from.x + from.width - 3, y: below.y }, { x: to.x + to.width - 8, y: to.y - labelHeight });
  return drop(below.x, below.y, to.x + Math.min(to.width / 2, 60), to.y - labelHeight);
}

/** Where the lanes of a station begin. @param {Node} node */
const startOf = ({ part, y }) => (part.id === "X" ? top : y);

/** A line that leaves a lane to the right. @param {number} x @param {number} start @param {number} to @param {number} y */
function leaving(x, start, to, y) {
  const from = Math.max(start, y - 46);
  return `M${x} ${from}C${x} ${(from + y) / 2 + 8} ${x + 6} ${y} ${(x + to) / 2 + 8} ${y}L${to} ${y}`;
}
