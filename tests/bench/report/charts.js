/** Charts of the results, drawn with the project's own figures. */
import { scaleLog } from "d3-scale";

import { chartScene, formatTick } from "../../../web/figures/charts/chart.js";
import { palettes } from "../../../web/figures/colour/palette.js";
import { escapeXml, svgOf } from "../../../web/figures/painters/svg.js";
import { estimateWidth } from "../../../web/figures/text.js";
import { curvePeers } from "../curves.js";
import { bestOf, blasLines, threeDigits } from "./tables.js";

/** @typedef {import("./tables.js").Result} Result */
/** @typedef {import("../../../web/figures/types.js").Role} Role */
/** @typedef {import("../../../web/figures/types.js").Scene} Scene */
/** @typedef {import("../../../web/figures/types.js").Theme} Theme */

/** @type {Readonly<Record<string, Role>>} */
const roles = Object.freeze({
  ours: "output",
  onnxruntime: "Q",
  tfjs: "K",
  plain: "V",
  numpy: "weights",
  torch: "plain",
});
const width = 720;
/** Empty space around the drawing, px. */
const margin = 12;
const size = 13;
const rowHeight = 16;

/** @param {number} value @returns {string} integers in full, other numbers rounded */
const tick = (value) => (Number.isInteger(value) && value < 1e6 ? value.toLocaleString("en") : formatTick(value));

/** A logarithmic axis: ticks at powers of two along x, of ten along y. @param {number[]} values @param {"x" | "y"} along */
function logarithmic(values, along) {
  const scale = scaleLog([Math.min(...values), Math.max(...values)], [0, 0]);
  if (along === "x") return scale.base(2);
  const ticks = () => {
    const [min = 1, max = 1] = scale.domain();
    const powers = Array.from({ length: 30 }, (_, at) => at - 15);
    const steps = max / min > 100 ? [1] : [1, 2, 5];
    const all = powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)));
    return all.filter((value) => value >= min && value <= max);
  };
  return Object.assign(scale, { ticks });
}

/**
 * One file for light and dark mode: it holds the scene in both themes, and a style shows the one that the system prefers.
 * @param {(theme: Theme) => Scene} draw
 * @param {string} title
 * @param {string} description the chart's content in words
 * @param {number} [space] px around it
 * @returns {string} SVG
 */
function inBothThemes(draw, title, description, space = 0) {
  const [light = "", dark = ""] = /** @type {Theme[]} */ (["light", "dark"]).map((theme) =>
    svgOf(draw(theme), { margin: space }),
  );
  const [frame = ""] = /^<svg[^>]*>/.exec(light) ?? [];
  const inside = (/** @type {string} */ svg) => svg.slice(frame.length, -"</svg>".length);
  const style = ".dark{display:none}@media(prefers-color-scheme:dark){.light{display:none}.dark{display:inline}}";
  const text = `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`;
  const themes = `<g class="light">${inside(light)}</g><g class="dark">${inside(dark)}</g>`;
  return `${frame}${text}<style>${style}</style>${themes}</svg>\n`;
}

/**
 * Bars that show how many times as long as ours each peer takes, in one group for each workload.
 * @param {readonly {workload: import("../workloads/workloads.js").Workload, results: readonly Result[]}[]} workloads
 * @returns {string} SVG
 */
export function comparisonChart(workloads) {
  const groups = workloads.map(({ workload, results }) => ({
    name: workload.id,
    bars: ["onnxruntime", "tfjs", "plain", "numpy", "torch"].flatMap((peer) => {
      const ratio = bestOf(results, peer)?.ratio;
      return ratio ? [{ peer, ratio }] : [];
    }),
  }));
  const shown = groups.filter(({ bars }) => bars.length > 0);
  const description = shown.map(
    ({ name, bars }) => `${name}: ${bars.map(({ peer, ratio }) => `${peer} ${threeDigits(ratio.median)}`).join(", ")}`,
  );
  const title = "How many times as long as attention-stepper others take";
  const notes = blasLines(workloads);
  const text = [...description, ...notes].join(". ");
  return inBothThemes((theme) => comparisonScene(shown, notes, theme), title, `${text}.`);
}

/**
 * @param {readonly {name: string, bars: {peer: string, ratio: {median: number, low: number, high: number}}[]}[]} shown
 * @param {readonly string[]} notes lines under the heading
 * @param {Theme} theme
 * @returns {Scene}
 */
function comparisonScene(shown, notes, theme) {
  const palette = palettes[theme];
  const ratios = shown.flatMap(({ bars }) => bars.flatMap(({ ratio }) => [ratio.low, ratio.high]));
  const [left, top] = [72, 52 + notes.length * rowHeight];
  const x = scaleLog([Math.min(0.5, ...ratios), Math.max(2, ...ratios)], [left, width - 140]);
  /** @type {Scene["boxes"]} */
  const boxes = [];
  /** @type {Scene["lines"]} */
  const lines = [];
  /** @type {Scene["texts"]} */
  const texts = [];
  const write = (/** @type {Partial<Scene["texts"][number]> & {text: string, x: number, y: number}} */ text) =>
    texts.push({
      size,
      colour: palette.text,
      anchor: "start",
      weight: 400,
      rotate: 0,
      formula: false,
      role: "name",
      ...text,
    });
  let y = top;
  for (const { name, bars } of shown) {
    write({ text: name, x: margin, y: y + size, weight: 600 });
    for (const { peer, ratio } of bars) {
      const [from, to] = [x(1), x(ratio.median)];
      const fill = palette.roles[roles[peer] ?? "plain"];
      boxes.push({ x: Math.min(from, to), y: y + 3, width: Math.abs(to - from), height: 10, radius: 0, fill });
      const middle = y + 8;
      lines.push({ points: [x(ratio.low), middle, x(ratio.high), middle], colour: palette.text, width: 1 });
      write({ text: `${peer} ${threeDigits(ratio.median)}`, x: Math.max(x(ratio.high), from) + 6, y: y + 12 });
      y += rowHeight;
    }
    y += 10;
  }
  const height = y + 12;
  const ticks = x.ticks(5).filter((value) => Number.isInteger(Math.log10(value)) || value === 2 || value === 5);
  /** Grid lines under the bars; the line at 1 is drawn over them. @type {Scene["boxes"]} */
  const gridLines = [];
  for (const value of ticks) {
    const colour = value === 1 ? palette.text : palette.hairline;
    if (value !== 1)
      gridLines.push({ x: x(value), y: top - 6, width: 1, height: height - 6 - top, radius: 0, fill: colour });
    else lines.push({ points: [x(value), top - 6, x(value), height - 12], colour, width: 1 });
    write({ text: tick(value), x: x(value), y: top - 10, anchor: "middle", colour: palette.muted });
  }
  write({ text: "times as long as attention-stepper takes (simd128, one thread)", x: margin, y: 22, weight: 500 });
  for (const [at, text] of notes.entries())
    write({ text, x: margin, y: 22 + (at + 1) * rowHeight, colour: palette.muted });
  const scene = { width, height, theme, background: palette.background, matrices: [], legends: [], rings: [] };
  return /** @type {Scene} */ ({ ...scene, boxes: [...gridLines, ...boxes], lines, texts });
}

/**
 * @param {readonly import("../curves.js").Curve[]} curves
 * @param {string} suffix of the file names
 * @returns {Record<string, string>} SVG by file name
 */
export function curveCharts(curves, suffix) {
  const kinds = /** @type {const} */ ({
    time: { yTitle: "milliseconds, fastest", value: (/** @type {Result} */ { fastest }) => fastest },
    memory: {
      yTitle: "MB that the process grew by",
      value: (/** @type {Result} */ { peak }) => (peak ? peak / 1e6 : undefined),
    },
  });
  const files = curves.flatMap(({ axis, title, points }) =>
    Object.entries(kinds).flatMap(([kind, { yTitle, value }]) => {
      const series = curvePeers.flatMap((peer) => {
        const measured = points.flatMap(({ x, results }) => {
          const best = bestOf(results, peer);
          const y = best && value(best);
          return y ? [/** @type {[number, number]} */ ([x, y])] : [];
        });
        return measured.length > 0 ? [{ name: peer, role: roles[peer] ?? "plain", points: measured }] : [];
      });
      if (series.length === 0) return [];
      const chart = {
        series,
        xTitle: title,
        yTitle,
        axis: logarithmic,
        tick,
        width: width - 2 * margin,
        height: 380 - 2 * margin,
        measure: estimateWidth,
      };
      const description = series.map(({ name, points: peerPoints }) => {
        const [last, value] = peerPoints.at(-1) ?? [];
        return `${name}: ${threeDigits(value)} at ${last}`;
      });
      const draw = (/** @type {Theme} */ theme) => chartScene({ ...chart, theme });
      return [
        [
          `${axis}-${kind}${suffix}.svg`,
          inBothThemes(draw, `${yTitle}, by ${title}`, `${description.join(". ")}.`, margin),
        ],
      ];
    }),
  );
  return Object.fromEntries(files);
}
