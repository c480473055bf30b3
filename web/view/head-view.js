import { headLinesScene } from "../figures/index.js";

/** @typedef {import("./view.js").Drawn} Drawn */

/** @param {string} stage @returns {boolean} whether its numbers are weights from query to key */
export const canDrawLines = (stage) => stage === "weights" || stage === "dropped";

/** @param {Drawn} view */
export const drawsLines = ({ state }) => state.picture === "lines" && canDrawLines(state.stage);

/**
 * The lines of the stage in view.
 * @param {Drawn} view
 * @param {{width: number, measure?: import("../figures/types.js").Measure}} room
 */
export function headLinesOf({ state, trace, queries, keys, headNames, theme, cell, t }, { width, measure }) {
  const tensor = trace.tensor(state.stage) ?? { shape: [0, 0, 0], data: [] };
  const heads = tensor.shape[0] ?? 0;
  return headLinesScene({
    ...{ stage: state.stage, tensor, head: heads > 1 ? state.head : 0, queries, keys, width, theme, cell, measure },
    headNames: Array.from({ length: heads }, (_, at) => headNames[at] ?? t("head-one", { number: at + 1 })),
    words: { query: t("figure-queries"), key: t("figure-keys"), note: t("lines-note") },
  });
}
