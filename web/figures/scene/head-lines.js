import { clamp, metrics } from "../metrics.js";
import { oklabMix } from "../colour/colour.js";
import { palettes } from "../colour/palette.js";
import { colours } from "../tokens.js";
import { estimateWidth, elide, inFontOf, linesOf } from "../text.js";
import { lengthsOf } from "../trace.js";
import { radius } from "../tokens.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{cell: Cell, weight: number, head: number, points: [number, number, number, number]}} Link the line of one weight; points: x, y at the query and x, y at the key, px */
/** @typedef {Scene & {links: Link[]}} LinesScene */

/** Weights below this have no line, because it would be too faint to see. */
const leastWeight = 0.02;
const size = 13;
/** Smallest distance from token to token, px. */
const leastPitch = 3;
/** A lower figure has no note, px. */
const lowest = 360;

/**
 * @typedef {object} LinesView
 * @property {string} stage weights or dropped
 * @property {import("../types.js").Tensor} tensor [heads, queries, keys]
 * @property {number | "all"} head
 * @property {readonly string[]} queries
 * @property {readonly string[]} keys
 * @property {readonly string[]} headNames
 * @property {{query: string, key: string, note: string}} words
 * @property {number} width px to fill
 * @property {number} [height] px that there are
 * @property {import("../types.js").Theme} theme
 * @property {number | null} [only] the row whose lines alone are drawn, because no other one means anything; null: all are
 * @property {Cell | null} [cell] the inspected number; lines of other queries than its own are faint
 * @property {import("../types.js").Measure} [measure]
 */

/**
 * One colour for each head, evenly spaced along a path through the theme's colours so that they differ as much as possible.
 * @param {number} heads
 * @param {import("../types.js").Theme} theme
 */
export function headColours(heads, theme) {
  const { roles } = palettes[theme];
  if (heads === 1) return [roles.weights];
  const mix = oklabMix([roles.Q, roles.V, colours[theme].plusText, roles.K, roles.weights]);
  return Array.from({ length: heads }, (_, head) => mix(head / (heads - 1)));
}

/**
 * Makes a line from query to key for every weight of at least leastWeight.
 * @param {LinesView} view
 * @param {{left: number, right: number, top: number, pitch: number}} place px; left, right: x of the lines' ends; top: y of the first token's upper edge; pitch: distance from token to token
 * @returns {Link[]} in ascending order of weight, so that lines of large weights are drawn on top
 */
function linksOf({ stage, tensor, head, only = null }, { left, right, top, pitch }) {
  const { heads, rows: n_q, columns: n_k } = lengthsOf(tensor);
  const { data } = tensor;
  /** @type {Link[]} */
  const links = [];
  for (let h = head === "all" ? 0 : head; h < (head === "all" ? heads : head + 1); h++) {
    for (let at = 0; at < n_q * n_k; at++) {
      const weight = /** @type {number} */ (data[h * n_q * n_k + at]);
      if (!(weight >= leastWeight)) continue;
      const [i, j] = [Math.floor(at / n_k), at % n_k];
      if (only !== null && i !== only) continue;
      links.push({
        cell: { stage, index: [h, i, j] },
        weight,
        head: h,
        points: [left, top + (i + 0.5) * pitch, right, top + (j + 0.5) * pitch],
      });
    }
  }
  return links.sort((a, b) => a.weight - b.weight);
}

/**
 * Draws attention as lines: queries on the left, keys on the right, and between them a line for each weight. Lines of
 * larger weights are wider and have a stronger colour.
 * @param {LinesView} view
 * @returns {LinesScene}
 */
export function headLinesScene(view) {
  const { tensor, head, queries, keys, headNames, words, width, theme, measure = estimateWidth } = view;
  const { cell = null, only = null, height = Infinity } = view;
  const palette = palettes[theme];
  const { heads, rows: n_q, columns: n_k } = lengthsOf(tensor);
  // What lines mean is said below them where there is room for it.
  const [count, isLow] = [Math.max(n_q, n_k), height < lowest];
  const free = Math.min(metrics.comfortableHeight, height - (isLow ? 46 : 120));
  const pitch = clamp(free / count, leastPitch, 32);
  const widest = (/** @type {readonly string[]} */ tokens) =>
    Math.min(width * 0.28, Math.max(40, ...tokens.map((token) => measure(token, size))));
  const [leftSpace, rightSpace] = [widest([...queries, words.query]), widest([...keys, words.key])];
  const left = metrics.margin + leftSpace + 10;
  const right = Math.min(width - metrics.margin - rightSpace - 10, left + 420);
  const top = 34;
  const links = linksOf(view, { left, right, top, pitch });
  const inspected = cell?.stage === view.stage ? cell.index : null;
  const isInspected = (/** @type {Link} */ { cell: { index } }) => inspected !== null && index[1] === inspected[1];
  const isOwn = (/** @type {Link} */ { cell: { index } }) => index.join() === inspected?.join();
  const colours = head === "all" ? headColours(heads, theme) : [];
  const colourOf = (/** @type {number} */ of) => colours[of] ?? palette.roles.weights;
  const lineOf = (/** @type {Link} */ link) => {
    const strength = (0.12 + 0.88 * link.weight) * (inspected === null || isInspected(link) ? 1 : 0.22);
    const colour = isOwn(link) ? palette.text : colourOf(link.head);
    const share = isOwn(link) ? 1 : strength;
    return {
      points: link.points,
      colour: oklabMix([palette.background, colour])(share),
      width: 1 + 5 * link.weight,
    };
  };
  // The inspected number and its query are painted last, on top of the others.
  const rank = (/** @type {Link} */ link) => (isOwn(link) ? 2 : isInspected(link) ? 1 : 0);
  const drawn = [...links].sort((a, b) => rank(a) - rank(b));
  const bottom = top + count * pitch + (isLow ? 0 : 24);
  const legend = head === "all" && heads > 1 ? chips({ colours, headNames, bottom, width, palette, measure }) : null;
  const below = legend?.bottom ?? bottom;
  const needed = Math.ceil(Math.max(right + 10 + rightSpace + metrics.margin, Math.min(width, 420)));
  const note = isLow ? [] : linesOf(words.note, needed - 2 * metrics.margin, size, measure);
  const noteStyle = /** @type {const} */ ({ anchor: "start", role: "note" });
  const lineHeight = 1.35 * size;
  const base = /** @type {const} */ ({ rotate: 0, formula: false });
  const muted = { ...base, size, colour: palette.muted, weight: /** @type {const} */ (400) };
  return {
    width: needed,
    height: Math.ceil(below + Math.max(0, note.length - 1) * lineHeight + 12),
    theme,
    background: palette.background,
    matrices: [],
    boxes: legend?.boxes ?? [],
    lines: drawn.map(lineOf),
    texts: [
      { ...muted, text: words.query, x: left - 10, y: 20, anchor: "end", role: "axis" },
      { ...muted, text: words.key, x: right + 10, y: 20, anchor: "start", role: "axis" },
      ...tokenTexts(queries, { x: left - 10, space: leftSpace, anchor: "end", lit: inspected?.[1], only }),
      ...tokenTexts(keys, { x: right + 10, space: rightSpace, anchor: "start", lit: inspected?.[2], only: null }),
      ...(legend?.texts ?? []),
      ...note.map((text, at) => ({ ...muted, ...noteStyle, text, x: metrics.margin, y: below + at * lineHeight })),
    ],
    rings: [],
    legends: [],
    links: drawn,
    ...inFontOf(measure),
  };

  /**
   * The labels of a column of tokens: of all, or of every n-th where they would overlap, and of the inspected one.
   * @param {readonly string[]} tokens
   * @param {{x: number, space: number, anchor: "start" | "end", lit: number | undefined, only: number | null}} how
   * @returns {import("../types.js").Text[]}
   */
  function tokenTexts(tokens, { x, space, anchor, lit, only: meant }) {
    const step = Math.ceil(15 / pitch);
    return tokens.flatMap((token, at) => {
      const near = lit !== undefined && at !== lit && Math.abs(at - lit) < step;
      if (at !== lit && (at % step !== 0 || near)) return [];
      const colour = at === lit ? palette.text : meant === null || at === meant ? palette.text : palette.muted;
      const weight = /** @type {400 | 600} */ (at === lit ? 600 : 400);
      const y = top + (at + 0.5) * pitch + size * 0.35;
      return [{ ...base, text: elide(token, space, size, measure), x, y, size, colour, anchor, weight, role: "row" }];
    });
  }
}

/**
 * The legend, which shows each head's colour and name.
 * @param {{colours: string[], headNames: readonly string[], bottom: number, width: number,
 *   palette: import("../colour/palette.js").Palette, measure: import("../types.js").Measure}} legend
 */
function chips({ colours, headNames, bottom, width, palette, measure }) {
  let [x, y] = [metrics.margin, bottom];
  /** @type {import("../types.js").Box[]} */
  const boxes = [];
  /** @type {import("../types.js").Text[]} */
  const texts = [];
  for (const [at, fill] of colours.entries()) {
    const text = /** @type {string} */ (headNames[at]);
    const space = 18 + measure(text, size) + 14;
    if (x + space > width && x > metrics.margin) [x, y] = [metrics.margin, y + 22];
    boxes.push({ x, y: y - 10, width: 12, height: 12, radius: radius.data, fill });
    const base = /** @type {const} */ ({ rotate: 0, formula: false, anchor: "start", weight: 400, role: "legend" });
    texts.push({ ...base, text, x: x + 18, y, size, colour: palette.text });
    x += space;
  }
  return { boxes, texts, bottom: y + 26 };
}

/**
 * Finds the weight whose line is nearest to a point. To the left or right of all lines, where the tokens are, it is the
 * largest weight of the nearest token.
 * @param {LinesScene} scene
 * @param {number} x px
 * @param {number} y px
 * @param {number} [reach] largest vertical distance from the point to the line, px
 * @returns {Cell | null} null where no line is near enough
 */
export function linkAt({ links }, x, y, reach = 8) {
  const [first] = links;
  if (!first) return null;
  const [left, , right] = first.points;
  const share = clamp((x - left) / (right - left), 0, 1);
  const distance = (/** @type {Link} */ { points: [, from, , to] }) => Math.abs(from + share * (to - from) - y);
  const beside = x < left || x > right;
  const near = links.filter((link) => distance(link) <= (beside ? 16 : reach));
  if (near.length === 0) return null;
  const closest = Math.min(...near.map(distance));
  const those = near.filter((link) => distance(link) <= closest + (beside ? 0.5 : 1));
  return those.reduce((a, b) => (b.weight > a.weight ? b : a)).cell;
}
