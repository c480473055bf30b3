import { block, label, outline, scaleFor, sceneWith } from "./primitives.js";
import { hiddenByMask, hiddenCells, isHiddenAt } from "../hidden.js";
import { partOf, valuesOf } from "../matrices.js";
import { formatNumber } from "../numbers.js";
import { palettes } from "../colour/palette.js";
import { shadesOf } from "../colour/scales.js";
import { elide, estimateWidth } from "../text.js";
import { lengthsOf, required } from "../trace.js";
import { thumbnailScene } from "./thumbnail.js";
import { radius } from "../tokens.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {Readonly<Record<string, Tensor | undefined>>} Gradients the gradient of the loss, by the stage or input that it is taken with respect to */

/**
 * The Euclidean (Frobenius) norm of a tensor: the square root of the sum of all squares.
 * @param {ArrayLike<number>} data
 */
export function normOf(data) {
  let sum = 0;
  for (let at = 0; at < data.length; at++) {
    const value = /** @type {number} */ (data[at]);
    sum += value * value;
  }
  return Math.sqrt(sum);
}

/**
 * The gradient of the loss with respect to the output. The loss is a sum of output numbers: of all, of one row, or a
 * single number. The gradient is 1 at those numbers and 0 elsewhere.
 * @param {readonly number[]} shape of the output: [rows, columns]
 * @param {readonly number[]} loss [] for all numbers, [row], or [row, column]
 * @returns {{shape: number[], data: Float32Array}}
 */
export function lossGradient(shape, [row, column]) {
  const { rows, columns } = lengthsOf({ shape });
  const data = Float32Array.from({ length: rows * columns }, (_, at) => {
    const inRow = row === undefined || Math.floor(at / columns) === row;
    return inRow && (column === undefined || at % columns === column) ? 1 : 0;
  });
  return { shape: [rows, columns], data };
}

/**
 * Counts the numbers of a gradient at pairs (query, key) that a mask hides, and how many of them are exactly 0.
 * @param {Trace} trace of the walk
 * @param {Tensor | undefined} gradient of a stage of shape [heads, n_q, n_k]; undefined where the walk has no such stage
 * @returns {{count: number, zero: number}}
 */
export function hiddenGradient(trace, gradient) {
  const hidden = hiddenByMask(trace);
  let [count, zero] = [0, 0];
  if (!hidden || !gradient) return { count, zero };
  const isHidden = isHiddenAt(hidden);
  const { data } = gradient;
  for (let at = 0; at < data.length; at++) {
    if (!isHidden(at)) continue;
    count++;
    if (data[at] === 0) zero++;
  }
  return { count, zero };
}

/**
 * A trace that holds gradients in place of values. A tensor without a gradient (a mask) keeps its values.
 * @param {Trace} trace
 * @param {Gradients} gradients
 * @returns {Trace}
 */
export const gradientTrace = (trace, gradients) => ({
  stages: trace.stages,
  tensor: (id) => gradients[id] ?? trace.tensor(id),
});

/**
 * A thumbnail of one gradient, 64 × 36 px at most, with a colour scale from this gradient's numbers alone.
 * @param {{stage: string, head: number, trace: Trace, theme: Theme}} given trace: holds gradients, see gradientTrace
 * @returns {import("../types.js").Scene}
 */
export function gradientThumbnail({ stage, head, trace, theme }) {
  const scene = thumbnailScene({ stages: [stage], head, trace, width: 64, height: 36, theme });
  const scale = scaleFor("diverging", [required(trace, stage).data], theme);
  const matrices = scene.matrices.map((matrix) => ({
    ...matrix,
    scale,
    shades: shadesOf(matrix.values, matrix.hidden, scale),
  }));
  return { ...scene, matrices };
}

/**
 * Draws the numbers of a stage and, to the right of them or below, the gradients with respect to these numbers.
 * @param {{stage: string, head: number, values: Trace, gradients: Trace, names: [string, string], theme: Theme,
 *   rows: readonly string[] | null, columns: readonly string[] | null, inspected: readonly number[] | null, width: number,
 *   measure?: import("../types.js").Measure}} given names: captions of both matrices; rows, columns: labels; inspected: index
 *   of the inspected number in its tensor; width: px to fill
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
  const stacked = width < 560 || columns > 24;
  const available = stacked ? width - gutter - 8 : (width - 2 * gutter - 36) / 2;
  const cellWidth = Math.max(5, Math.min(52, available / columns));
  const cellHeight = Math.max(14, Math.min(26, 420 / rows));
  const [across, down] = [columns * cellWidth, rows * cellHeight];
  const placed = (/** @type {0 | 1} */ at) => {
    const x = gutter + (stacked ? 0 : at * (across + gutter + 28));
    const y = 26 + (stacked ? at * (down + 44) : 0);
    const trace = at === 0 ? values : gradients;
    const part = partOf(trace, stage, head);
    const list = valuesOf(trace, part);
    const hidden = hiddenCells(part, list, hiddenByMask(trace), trace);
    const scale = scaleFor(at === 0 && part.role === "weights" ? "sequential" : "diverging", [list], theme);
    const named = { caption: names[at], rowLabels: rest.rows, columnLabels: rest.columns };
    const size = { rows, columns, cellWidth, cellHeight };
    return { ...block({ id: `${stage}-${at}`, values: list, hidden, scale, x, y, ...size }), ...cutOf(part), ...named };
  };
  const last = placed(1);
  const matrices = [placed(0), last];
  const inspected = rest.inspected && cellOf(rest.inspected, last.columnStart);
  return sceneWith(theme, {
    width: Math.ceil(Math.max(width, last.x + across + 6)),
    height: Math.ceil(last.y + down + 6),
    matrices,
    lines: matrices.map(({ x, y }) => outline({ x, y, width: across, height: down }, palette.hairline)),
    rings: matrices.flatMap(({ x, y, id }, which) =>
      inspected && inspected.column >= 0 && inspected.column < columns
        ? [
            {
              x: x + inspected.column * cellWidth,
              y: y + inspected.row * cellHeight,
              width: cellWidth,
              height: cellHeight,
              radius: radius.data,
              colour: palette.text,
              stroke: which === 1 ? 2.5 : 1.5,
              halo: palette.background,
              matrix: id,
              inspected: which === 1,
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
 * The row and the column at which a number of a tensor is drawn. A vector is drawn as one row.
 * @param {readonly number[]} index into the tensor
 * @param {number} columnStart the tensor's first column that is drawn
 */
function cellOf(index, columnStart) {
  const [row, column] = /** @type {[number, number]} */ ([0, ...index].slice(-2));
  return { row, column: column - columnStart };
}

/**
 * The fields of a part that say which rectangle of a tensor it shows, and its role.
 * @param {import("../types.js").Part} part
 */
const cutOf = ({ stage, rank, slab, columnStart, role }) => ({ stage, rank, slab, columnStart, role });

/** The ends of a scale as text: "±2", "0 … 1". @param {import("../types.js").Scale} scale */
function rangeOf({ kind, limit }) {
  const end = formatNumber(limit, limit < 0.01 ? 6 : 2);
  return kind === "sequential" ? `0 … ${end}` : `±${end}`;
}
