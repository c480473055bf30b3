import { axisFromZero } from "./axis.js";
import { metrics } from "../metrics.js";
import { formatPlain, magnitude } from "../numbers.js";
import { palettes } from "../colour/palette.js";
import { estimateWidth } from "../text.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Role} Role */
/** @typedef {{x: number, name: string}} Mark a value of x that the chart marks with a vertical line and a name */
/** @typedef {Role | "muted"} Tone the colour of a line: a role's, ink ("output") or a quiet one */
/** @typedef {{name: string, role: Tone, points: readonly (readonly [number, number])[], width?: number}} Series one line of the chart, over those before it; points: [x, y], in ascending order of x; width: px */

/**
 * @typedef {object} ChartView
 * @property {readonly Series[]} series at least one with a point
 * @property {string} xTitle
 * @property {string} yTitle
 * @property {Mark | null} [mark] drawn as a vertical line, with a dot on each series
 * @property {readonly Mark[]} [events] what happened at some values of x: thin lines with their names
 * @property {(values: number[], along: "x" | "y") => Axis} [axis] makes the axis that has to include these numbers; linear from 0 unless given
 * @property {(value: number, along: "x" | "y") => string} [tick] formats the number at a tick; `formatTick` unless given
 * @property {number} width px to fill
 * @property {number} [height] px
 * @property {readonly [left: number, right: number]} [margins] px beside the plot area, where something below the chart has the same ends; as wide as the texts there unless given
 * @property {number} [gap] px from the sides of the plot area to the names and the numbers there, where something stands at its ends; 8 unless given
 * @property {import("../types.js").Theme} theme
 * @property {import("../types.js").Measure} [measure]
 */

const size = 13;
const lineWidth = 2;
const dot = 4;
const units = ["", "k", "M", "B", "T", "P", "E"];

/** @param {import("../colour/palette.js").Palette} palette @param {Tone} tone */
const toneOf = (palette, tone) => (tone === "muted" ? palette.muted : palette.roles[tone]);

/** @param {number} value @returns {string} the number as text for a tick, with a letter for thousands, millions and so on: 1.5k, 2M */
export function formatTick(value) {
  const rounded = Math.abs(value) < 1000 ? value : Number(value.toPrecision(6));
  const unit = rounded === 0 ? 0 : Math.min(units.length - 1, Math.max(0, Math.floor(magnitude(rounded) / 3)));
  return formatPlain(rounded / 1000 ** unit) + units[unit];
}

/**
 * Moves labels apart so that they do not overlap. They keep their order and stay as near to the wanted places as possible.
 * @param {readonly number[]} wanted y of each label in px, ascending
 * @param {number} gap smallest distance in px from one label's y to the next
 * @param {number} top smallest y in px; labels that do not all fit go beyond it
 * @param {number} bottom largest y in px
 * @returns {number[]} y of each label in px
 */
export function spreadApart(wanted, gap, top, bottom) {
  let lowest = top;
  const down = wanted.map((y) => {
    const place = Math.max(y, lowest);
    lowest = place + gap;
    return place;
  });
  let highest = bottom;
  return down.reduceRight((places, y) => {
    const place = Math.min(y, highest);
    highest = place - gap;
    return [place, ...places];
  }, /** @type {number[]} */ ([]));
}

/**
 * A text of a chart: properties that are not given have the same values in all charts.
 * @param {Partial<Text> & {text: string, x: number, y: number, colour: string, role: string}} text
 * @returns {Text}
 */
const textOf = (text) => ({ size, anchor: "start", weight: 400, rotate: 0, formula: false, ...text });

/**
 * The y of a series at x, interpolated linearly between its points.
 * @param {Series} series
 * @param {number} x
 * @returns {number | null} null where x is before the first point or after the last
 */
export function valueAt({ points }, x) {
  const next = points.findIndex(([at]) => at >= x);
  const [before, after] = [points[next - 1], points[next]];
  if (!after) return null;
  const [right, above] = after;
  if (right === x) return above;
  if (!before) return null;
  const [left, below] = before;
  return below + ((above - below) * (x - left)) / (right - left);
}

/**
 * Draws a line chart: axes with ticks and titles, a line for each series with its name at the right end, and the mark.
 * @param {ChartView} view
 * @returns {Scene}
 */
export function chartScene({
  series,
  xTitle,
  yTitle,
  mark = null,
  events = [],
  axis = axisFromZero,
  tick: written = formatTick,
  width,
  height = 274,
  margins,
  gap = 8,
  theme,
  measure = estimateWidth,
}) {
  const palette = palettes[theme];
  const points = series.flatMap((one) => one.points);
  const y = axis(
    points.map(([, value]) => value),
    "y",
  ).nice(5);
  const yTicks = y.ticks(width < metrics.narrow ? 4 : 5);
  const left =
    margins?.[0] ?? Math.ceil(Math.max(...yTicks.map((tick) => measure(written(tick, "y"), size)))) + gap + 4;
  const namesWidth = margins?.[1] ?? Math.ceil(Math.max(...series.map(({ name }) => measure(name, size)))) + gap + 8;
  const right = Math.max(left + 40, width - namesWidth);
  const [top, bottom] = [mark || events.length > 0 ? 42 : 28, height - 40];
  const x = axis(
    points.map(([at]) => at),
    "x",
  ).range([left, right]);
  y.range([bottom, top]);

  /** @type {Line[]} */
  const grid = yTicks.map((tick) => ({
    points: [left, y(tick), right, y(tick)],
    colour: tick === yTicks[0] ? palette.muted : palette.hairline,
    width: 1,
  }));
  const yLabels = yTicks.map((tick) =>
    textOf({
      text: written(tick, "y"),
      x: left - gap,
      y: y(tick) + 4,
      anchor: "end",
      colour: palette.muted,
      role: "tick",
    }),
  );
  const xLabels = x.ticks(width < metrics.narrow ? 4 : 8).map((tick) =>
    textOf({
      text: written(tick, "x"),
      x: x(tick),
      y: bottom + 18,
      anchor: "middle",
      colour: palette.muted,
      role: "tick",
    }),
  );
  const titles = [
    textOf({ text: yTitle, x: 0, y: 12, colour: palette.text, weight: 500, role: "axis" }),
    textOf({
      text: xTitle,
      x: right,
      y: height - 4,
      anchor: "end",
      colour: palette.text,
      weight: 500,
      role: "axis",
    }),
  ];
  const drawn = series.map((one) => ({
    points: one.points.flatMap(([at, value]) => [x(at), y(value)]),
    colour: toneOf(palette, one.role),
    width: one.width ?? lineWidth,
  }));
  return {
    width,
    height,
    theme,
    background: palette.background,
    matrices: [],
    legends: [],
    rings: [],
    ...marked(series, mark, { x, y, palette }),
    lines: [
      ...grid,
      ...events.flatMap((event) => markLine(event, palette.muted, { x, top, bottom })),
      ...(mark ? markLine(mark, palette.text, { x, top, bottom }) : []),
      ...drawn,
    ],
    texts: [
      ...yLabels,
      ...xLabels,
      ...titles,
      ...names(series, { y, right: right + gap, top, bottom, palette }),
      ...events.flatMap((event) => markName(event, palette.muted, { x, right, top, measure })),
      ...(mark ? markName(mark, palette.text, { x, right, top, measure }) : []),
    ],
  };
}

/** @typedef {import("./axis.js").Axis} Axis */
/** @typedef {{x: Axis, y: Axis, right: number, top: number, bottom: number, palette: import("../colour/palette.js").Palette}} Frame the plot area; x, y: its axes; right, top, bottom: its edges in px */

/**
 * Texts with the name of each series, to the right of the end of its line.
 * @param {readonly Series[]} series
 * @param {Pick<Frame, "y" | "right" | "top" | "bottom" | "palette">} frame right: where they begin
 */
function names(series, { y, right, top, bottom, palette }) {
  const ends = series.map((one) => ({ one, end: y(one.points.at(-1)?.[1] ?? 0) })).sort((a, b) => a.end - b.end);
  const places = spreadApart(
    ends.map(({ end }) => end),
    size + 4,
    top,
    bottom,
  );
  return ends.map(({ one }, at) =>
    textOf({
      text: one.name,
      x: right,
      y: /** @type {number} */ (places[at]) + 4,
      colour: toneOf(palette, one.role),
      weight: 500,
      role: "legend",
    }),
  );
}

/**
 * The vertical line of a mark.
 * @param {Mark} mark
 * @param {string} colour
 * @param {Pick<Frame, "x" | "top" | "bottom">} frame
 * @returns {Line[]}
 */
const markLine = (mark, colour, { x, top, bottom }) => [
  { points: [x(mark.x), top - 18, x(mark.x), bottom], colour, width: 1 },
];

/**
 * The mark's name: to the right of its line, or to the left where the chart is too narrow.
 * @param {Mark} mark
 * @param {string} colour
 * @param {Pick<Frame, "x" | "right" | "top"> & {measure: import("../types.js").Measure}} frame
 */
function markName(mark, colour, { x, right, top, measure }) {
  const before = x(mark.x) + measure(mark.name, size) + 8 > right;
  return [
    textOf({
      text: mark.name,
      x: x(mark.x) + (before ? -6 : 6),
      y: top - 8,
      anchor: before ? "end" : "start",
      colour,
      role: "note",
    }),
  ];
}

/**
 * Dots at the marked x, one for each series that has a value there. A dot is a box whose corners are fully rounded.
 * @param {readonly Series[]} series @param {Mark | null} mark @param {Pick<Frame, "x" | "y" | "palette">} frame
 */
function marked(series, mark, { x, y, palette }) {
  const values = mark ? series.map((one) => ({ one, value: valueAt(one, mark.x) })) : [];
  const boxes = values.flatMap(({ one, value }) =>
    mark === null || value === null
      ? []
      : [
          {
            x: x(mark.x) - dot,
            y: y(value) - dot,
            width: 2 * dot,
            height: 2 * dot,
            radius: dot,
            fill: toneOf(palette, one.role),
          },
        ],
  );
  return { boxes };
}
