import { AttentionError } from "../../engine/errors.js";
import { metrics } from "../metrics.js";
import { palettes } from "../colour/palette.js";
import { estimateWidth, formulaWidth } from "../text.js";
import { thumbnailScene } from "./thumbnail.js";
import { required } from "../trace.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Text} Text */

/**
 * @typedef {object} WalkView
 * @property {string} stage the stage that the page shows; its name is underlined
 * @property {number | "all"} head
 * @property {import("../types.js").Trace} trace
 * @property {(stage: string) => string} nameOf the name of a stage, a formula: `_` sets subscripts
 * @property {number} width px to fill
 * @property {import("../types.js").Theme} theme
 * @property {import("../types.js").Measure} [measure]
 */

/** A stage's thumbnail. width, height: its largest size; gap: between two; head: height of the texts above; underline: height of the line under the name; px. */
const tile = Object.freeze({ width: 104, height: 92, gap: 20, head: 46, underline: 3 });

/**
 * Draws an overview of a walk, the pass through all stages from embeddings to output: a thumbnail of each stage under its
 * name and shape, from left to right and on as many rows as the width requires.
 * @param {WalkView} view
 * @returns {Scene}
 */
export function walkScene({ stage, head, trace, nameOf, width, theme, measure = estimateWidth }) {
  if (!trace.stages.includes(stage)) {
    throw new AttentionError("stage", `wanted one of ${trace.stages.join(" ")}, got ${stage}`);
  }
  const palette = palettes[theme];
  const { margin } = metrics;
  const across = Math.max(1, Math.floor((width - 2 * margin + tile.gap) / (tile.width + tile.gap)));
  const rowHeight = tile.head + tile.height + tile.gap;
  const tiles = trace.stages.map((id, at) => {
    const x = margin + (at % across) * (tile.width + tile.gap);
    const y = margin + Math.floor(at / across) * rowHeight;
    const small = thumbnailScene({ stages: [id], head, trace, width: tile.width, height: tile.height, theme });
    const matrices = small.matrices.map((matrix, part) => {
      return { ...matrix, id: `${id}:${part}`, x: matrix.x + x, y: matrix.y + y + tile.head };
    });
    return { id, x, y, matrices };
  });
  const marked = tiles.filter(({ id }) => id === stage);
  return {
    width: Math.ceil(2 * margin + Math.min(across, tiles.length) * (tile.width + tile.gap) - tile.gap),
    height: Math.ceil(2 * margin + Math.ceil(tiles.length / across) * rowHeight - tile.gap),
    theme,
    background: palette.background,
    matrices: tiles.flatMap(({ matrices }) => matrices),
    boxes: marked.map(({ id, x, y }) => ({
      x,
      y: y + metrics.name + 5,
      height: tile.underline,
      radius: 0,
      fill: palette.roles.weights,
      width: Math.min(tile.width, formulaWidth(nameOf(id), metrics.name, measure)),
    })),
    lines: [],
    texts: tiles.flatMap(({ id, x, y }) => {
      const shape = required(trace, id).shape.join(" × ");
      const text = { x, anchor: /** @type {const} */ ("start"), rotate: 0 };
      return /** @type {Text[]} */ ([
        {
          ...text,
          y: y + metrics.name,
          text: nameOf(id),
          size: metrics.name,
          colour: palette.text,
          weight: 600,
          formula: true,
          role: "name",
        },
        {
          ...text,
          y: y + 38,
          text: shape,
          size: metrics.shape,
          colour: palette.muted,
          weight: 400,
          formula: false,
          role: "shape",
        },
      ]);
    }),
    rings: [],
    legends: [],
  };
}
