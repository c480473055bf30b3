import { block, label, outline, scaleFor, sceneWith } from "./primitives.js";
import { hiddenByMask, hiddenCells } from "../hidden.js";
import { partOf, valuesOf } from "../matrices.js";
import { formatNumber } from "../numbers.js";
import { palettes } from "../colour/palette.js";
import { shadesOf } from "../colour/scales.js";
import { elide, estimateWidth } from "../text.js";
import { thumbnailScene } from "./thumbnail.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {Readonly<Record<string, Tensor>>} Gradients by stage and input */

/**
 * The Euclidean length of all the numbers together.
 * @param {ArrayLike<number>} data
 */
export function normOf(data) {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += data[at] * data[at];
  return Math.sqrt(sum);
}

/**
 * The gradient of the loss at the output: 1 where the loss counts a number, 0 elsewhere.
 * @param {readonly number[]} shape of the output
 * @param {readonly number[]} loss a row and column, a row, or nothing for all
 * @returns {{shape: number[], data: Float32Array}}
 */
export function lossGradient([rows = 0, columns = 0], [row, column]) {
  const data = Float32Array.from({ length: rows * columns }, (_, at) => {
    const inRow = row === undefined || Math.floor(at / columns) === row;
    return inRow && (column === undefined || at % columns === column) ? 1 : 0;
  });
  return { shape: [rows, columns], data };
}

/**
 * How many numbers of a gradient the mask has hidden, and whether all of these are exactly 0.
 * @param {Trace} trace of the walk
 * @param {Tensor | undefined} gradient of a stage of [heads, queries, keys]
 */
export function hiddenGradient(trace, gradient) {
  const hidden = hiddenByMask(trace);
  const [heads = 0, rows = 0, columns = 0] = gradient?.shape ?? [];
  let [count, zero] = [0, 0];
  if (!hidden) return { count, zero };
  for (let at = 0; at < heads * rows * columns; at++) {
    const pair = at % (rows * columns);
    if (!hidden("masked", [Math.floor(at / rows / columns), Math.floor(pair / columns), pair % columns])) continue;
    count++;
    if (gradient?.data[at] === 0) zero++;
  }
  return { count, zero };
}

/**
 * A trace of gradients in place of values; what has none (masks) stays.
 * @param {Trace} trace
 * @param {Gradients} gradients
 * @returns {Trace}
 */
export const gradientTrace = (trace, gradients) => ({
  stages: trace.stages,
  tensor: (id) => gradients[id] ?? trace.tensor(id),
});

/**
 * A miniature of one gradient, on a scale of its own.
 * @param {{stage: string, head: number, trace: Trace, theme: Theme}} given trace: of gradients
 * @returns {import("../types.js").Scene}
 */
export function gradientThumbnail({ stage, head, trace, theme }) {
  const scene = thumbnailScene({ stages: [stage], head, trace, width: 64, height: 36, theme });
  const scale = scaleFor("diverging", [trace.tensor(stage)?.data ?? []], theme);
  const matrices = scene.matrices.map((matrix) => ({
    ...matrix,
    scale,
    shades: shadesOf(matrix.values, matrix.hidden, scale),
  }));
  return { ...scene, matrices };
}

/**
 * A stage's numbers and, beside them, their gradients.
 * @param {{stage: string, head: number, values: Trace, gradients: Trace, names: [string, string], theme: Theme,
 *   rows: readonly string[] | null, columns: readonly string[] | null, asked: readonly number[] | null, width: number,
 *   measure?: import("../types.js").Measure}} given rows, columns: labels
 * @returns {import("../types.js").Scene}
 */
export function gradientScene({
  stage,
  head,
  values,
  gradients,
  names,
  theme,
  width,
  measure = estimateWidth,
  ...rest
}) {
  const palette = palettes[theme];
  const labels = rest.rows ?? [];
  const gutter = labels.length ? Math.min(80, Math.max(...labels.map((text) => measure(text, 13)))) + 8 : 4;
  const { rows, columns } = partOf(values, stage, head);
  const stacks = width < 560 || columns > 24;
  const room = stacks ? width - gutter - 8 : (width - 2 * gutter - 36) / 2;
  const cellWidth = Math.max(5, Math.min(52, room / columns));
  const cellHeight = Math.max(14, Math.min(26, 420 / rows));
  const [across, down] = [columns * cellWidth, rows * cellHeight];
  const places = [0, 1].map((at) => ({
    x: gutter + (stacks ? 0 : at * (across + gutter + 28)),
    y: 26 + (stacks ? at * (down + 44) : 0),
  }));
  const matrices = [values, gradients].map((trace, at) => {
    const part = partOf(trace, stage, head);
    const list = valuesOf(trace, part);
    const hidden = hiddenCells(part, list, hiddenByMask(trace), trace);
    const scale = scaleFor(at === 0 && part.role === "weights" ? "sequential" : "diverging", [list], theme);
    const { x, y } = /** @type {{x: number, y: number}} */ (places[at]);
    const named = { caption: names[at] ?? "", rowLabels: rest.rows, columnLabels: rest.columns };
    const size = { rows, columns, cellWidth, cellHeight };
    return { ...block({ id: `${stage}-${at}`, values: list, hidden, scale, x, y, ...size }), ...cut(part), ...named };
  });
  const index = rest.asked;
  const at = index && {
    row: index.length === 1 ? 0 : index.at(-2),
    column: (index.at(-1) ?? 0) - matrices[1].columnStart,
  };
  return sceneWith(theme, {
    width: Math.ceil(Math.max(width, places[1].x + across + 6)),
    height: Math.ceil(places[1].y + down + 6),
    matrices,
    lines: matrices.map(({ x, y }) => outline({ x, y, width: across, height: down }, palette.hairline)),
    rings: matrices.flatMap(({ x, y, id }, which) =>
      at && at.column >= 0 && at.column < columns
        ? [
            {
              ...{
                x: x + at.column * cellWidth,
                y: y + (at.row ?? 0) * cellHeight,
                width: cellWidth,
                height: cellHeight,
              },
              ...{ radius: 2, colour: palette.accent, stroke: which === 1 ? 2.5 : 1.5, halo: palette.background },
              ...{ matrix: id, asked: which === 1 },
            },
          ]
        : [],
    ),
    texts: matrices.flatMap(({ x, y, caption, scale }) => [
      label(`${caption}  ${rangeOf(scale)}`, x, y - 10, {
        colour: palette.text,
        weight: 600,
      }),
      ...labels.map((text, row) =>
        label(elide(text, gutter - 8, 13, measure), x - 8, y + (row + 0.5) * cellHeight + 4.5, {
          anchor: "end",
          colour: palette.muted,
        }),
      ),
    ]),
  });
}

/**
 * Where a part is cut from its tensor.
 * @param {import("../types.js").Part} part
 */
const cut = ({ stage, rank, slab, columnStart, role }) => ({ stage, rank, slab, columnStart, role });

/** @param {import("../types.js").Scale} scale */
function rangeOf({ kind, limit }) {
  const end = formatNumber(limit, limit < 0.01 ? 6 : 2);
  return kind === "sequential" ? `0 … ${end}` : `±${end}`;
}
