import { arrange, equationScene, headLinesScene, lengthsOf, required } from "../figures/index.js";
import { memoised } from "./memoised.js";
import { headsOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./view.js").Drawable} Drawable */
/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {import("../figures/types.js").Measure} Measure */
/** @typedef {Partial<import("../figures/scene/scene.js").FigureView>} SceneOptions what else a figure can be given */

/** @param {Drawable} view @returns {State["head"]} the head that the equation of the stage in view shows */
const headInView = (view) =>
  headsOf(view, view.state.stage) > 1 || view.state.stage === "concat" ? view.state.head : 0;

/**
 * The equation of the stage in view: operands, operators and result. The page and the command line draw this same scene.
 * @param {Drawable} view
 * @param {{width: number, measure?: Measure} & SceneOptions} options width: px to fill
 * @param {ReturnType<typeof arrange>} [arranged] what does not depend on the inspected number, if it is known
 * @returns {Scene}
 */
export function sceneOf(view, options, arranged) {
  const { state, trace, labels, t, theme, cell } = view;
  const figure = { stage: state.stage, head: headInView(view), trace, labels, t, theme, ...options };
  return equationScene({ cell, sources: sourcesOf(view), ...figure }, arranged);
}

/**
 * A function like sceneOf for a figure that is drawn again and again. Where only the inspected number is another one, the
 * matrices of the last scene are used again, since they can have hundreds of thousands of numbers.
 */
export function sceneDrawer() {
  const arranged = memoised(
    /** @type {(...args: [string, State["head"], import("../figures/types.js").Trace, import("../figures/types.js").Labels, View["t"], View["theme"], number, Measure]) => ReturnType<typeof arrange>} */
    (stage, head, trace, labels, t, theme, width, measure) =>
      arrange({ stage, head, trace, labels, t, theme, width, measure }),
  );
  return (/** @type {Drawable} */ view, /** @type {{width: number, measure: Measure}} */ { width, measure }) => {
    const { state, trace, labels, t, theme } = view;
    const matrices = arranged(state.stage, headInView(view), trace, labels, t, theme, width, measure);
    return sceneOf(view, { width, measure }, matrices);
  };
}

/** Sums that no figure shows: where a number comes from one of these, its sources are the sum's own terms. */
const intermediateSums = ["raw_content", "raw_relative", "context_content"];

/**
 * The numbers that the inspected number is computed from, as far as figures can show them.
 * @param {Pick<View, "run" | "explanation">} view
 * @returns {import("../engine/explain/explain.js").Term[]}
 */
export function sourcesOf({ run, explanation }) {
  const terms = explanation?.terms ?? [];
  return terms.flatMap((term) =>
    intermediateSums.includes(term.stage) ? run.explain(term.stage, term.index).terms : [term],
  );
}

/** @param {string} stage @returns {boolean} whether its numbers are weights from query to key, which can be drawn as lines */
export const canDrawLines = (stage) => stage === "weights" || stage === "dropped";

/** @param {Drawable} view @returns {boolean} whether the reader has chosen lines, and the stage has them */
export const drawsLines = ({ state }) => state.picture === "lines" && canDrawLines(state.stage);

/**
 * The weights of the stage in view as lines from query to key.
 * @param {Drawable} view of a stage for which canDrawLines is true
 * @param {{width: number, measure?: Measure}} options width: px to fill
 */
export function headLinesOf({ state, trace, queries, keys, headNames, theme, cell, t }, { width, measure }) {
  const { stage } = state;
  const tensor = required(trace, stage);
  const { heads } = lengthsOf(tensor);
  return headLinesScene({
    ...{ stage, tensor, head: heads > 1 ? state.head : 0, queries, keys, width, theme, cell, measure },
    headNames: Array.from({ length: heads }, (_, head) => headNames[head] ?? t("head-one", { number: head + 1 })),
    words: { query: t("figure-queries"), key: t("figure-keys"), note: t("lines-note") },
  });
}
