import { thumbnailScene } from "../scene/thumbnail.js";

/** Px between heads. */
const gap = 3;

/** How many heads stand side by side. @param {number} heads @param {boolean} isPair whether each is a map from query to key */
export const headsAcross = (heads, isPair) => (isPair ? Math.ceil(Math.sqrt(heads)) : Math.min(heads, 4));

/**
 * A small picture of all numbers of a stage that fills a box exactly, so that its rows stand where the lines of the map end.
 * @param {{stage: string, across: number, trace: import("../types.js").Trace, width: number, height: number,
 *   theme: import("../types.js").Theme}} view
 * @returns {import("../types.js").Scene}
 */
export function miniatureScene({ stage, across, trace, width, height, theme }) {
  const scene = thumbnailScene({ stages: [stage], head: "all", trace, width, height, theme });
  const columns = Math.min(across, scene.matrices.length);
  const lines = Math.ceil(scene.matrices.length / columns);
  const [wide, high] = [(width - gap * (columns - 1)) / columns, (height - gap * (lines - 1)) / lines];
  const matrices = scene.matrices.map((matrix, at) => ({
    ...matrix,
    x: (at % columns) * (wide + gap),
    y: Math.floor(at / columns) * (high + gap),
    cellWidth: wide / matrix.columns,
    cellHeight: high / matrix.rows,
  }));
  return { ...scene, width, height, matrices };
}
