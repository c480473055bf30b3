import { arrange, equationScene, headLinesScene, lengthsOf, required } from "../figures/index.js";
import { withNote } from "../figures/scene/note.js";
import { isAllByHand } from "../state/edits.js";
import { rowAsked } from "../state/recipes/trained-models.js";
import { headsOf } from "./view.js";
import { worthOf } from "./origin.js";

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
 * What the figure of the stage in view is drawn from, whatever number is inspected.
 * @param {Drawable} view
 * @param {{width: number, measure?: Measure} & SceneOptions} options width: px to fill
 */
const figureOf = (view, options) => {
  const { state, trace, labels, t, theme, alone } = view;
  return { stage: state.stage, head: headInView(view), trace, labels, t, theme, alone, ...options };
};

/**
 * The equation of the stage in view: operands, operators and result. The page and the command line draw this same scene.
 * @param {Drawable} view
 * @param {{width: number, measure?: Measure} & SceneOptions} options width: px to fill
 * @returns {Scene}
 */
export const sceneOf = (view, options) =>
  equationScene({ cell: view.cell, sources: sourcesOf(view), ...figureOf(view, options) });

/** What a figure leaves out to be low, the fullest form first: height, what its stage is computed from, labels and legend. */
const forms = Object.freeze([
  { low: true },
  { alone: true },
  { alone: true, low: true },
  { alone: true, low: true, bare: true },
]);

/** The forms of a figure that shows only what a stage is computed from: then all of that is on one line. */
const formsOfOperands = Object.freeze([{ low: true }, { low: true, line: true }]);

/**
 * The matrices of a figure in the fullest form that is not higher than the height it is given, or in the lowest.
 * @param {ReturnType<typeof figureOf> & {height?: number}} figure
 */
function arrangedWithin({ height = Infinity, ...figure }) {
  const isHigher = (/** @type {ReturnType<typeof arrange>} */ arranged) =>
    height < Infinity && !figure.enlarged && equationScene(figure, arranged).height > height;
  let arranged = arrange(figure);
  for (const form of figure.alone === "operands" ? formsOfOperands : forms) {
    if (!isHigher(arranged)) break;
    arranged = arrange({ ...figure, ...form });
  }
  return arranged;
}

/**
 * A function like sceneOf for a figure that is drawn again and again. Where only the inspected number is another one, the
 * matrices of the last scene are used again, since they can have hundreds of thousands of numbers. Where a slider has moved,
 * cells have a rim in the colour that they would have had before.
 */
export function sceneDrawer() {
  /** @type {{state: State, figure: ReturnType<typeof figureOf>, arranged: ReturnType<typeof arrange>} | null} */
  let last = null;
  /** What was drawn before a slider moved: its numbers are copies, which stay when those of its walk are freed. */
  let former = /** @type {{state: State | null, matrices?: readonly import("../figures/types.js").Matrix[]}} */ ({
    state: null,
  });
  return (
    /** @type {Drawable} */ view,
    /** @type {{width: number, measure: Measure, enlarged?: boolean, height?: number}} */ space,
  ) => {
    const before = view.former?.state ?? null;
    if (before !== former.state)
      former = { state: before, matrices: last?.state === before ? last?.arranged.matrices : undefined };
    const figure = { ...figureOf(view, space), former: former.matrices };
    const drawn = Object.values(last?.figure ?? {});
    if (!last || Object.values(figure).some((value, at) => value !== drawn[at]))
      last = { state: view.state, figure, arranged: arrangedWithin(figure) };
    last.state = view.state;
    return equationScene({ cell: view.cell, sources: sourcesOf(view), ...figure }, last.arranged);
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

/**
 * A scene for a file, with what its numbers are worth below it: on the page, a badge beside the figure says it.
 * @param {Scene} scene
 * @param {View} view
 * @param {import("../figures/types.js").Measure} [measure]
 * @returns {Scene}
 */
export const withBadge = (scene, view, measure) => withNote(scene, worthOf(view), measure);

/** @param {string} stage @returns {boolean} whether its numbers are weights from query to key, which can be drawn as lines */
export const canDrawLines = (stage) => stage === "weights" || stage === "dropped";

/** @param {Drawable} view @returns {boolean} whether the reader has chosen lines, and the stage has them */
export const drawsLines = ({ state }) => state.picture === "lines" && canDrawLines(state.stage);

/**
 * The only row that has lines: the one that a trained model was asked about. Null where all have.
 * @param {Pick<Drawable, "state" | "queries">} view
 */
export function linesOnlyOf({ state, queries }) {
  const row = rowAsked(state, queries);
  return row === null || isAllByHand(state) ? null : row;
}

/**
 * The weights of the stage in view as lines from query to key.
 * @param {Drawable} view of a stage for which canDrawLines is true
 * @param {{width: number, measure?: Measure, height?: number}} options width: px to fill; height: px that there are
 */
export function headLinesOf({ state, trace, queries, keys, headNames, theme, cell, t }, { width, measure, height }) {
  const { stage } = state;
  const tensor = required(trace, stage);
  const { heads } = lengthsOf(tensor);
  const only = linesOnlyOf({ state, queries });
  return headLinesScene({
    stage,
    tensor,
    head: heads > 1 ? state.head : 0,
    queries,
    keys,
    width,
    height,
    theme,
    cell,
    measure,
    headNames: Array.from({ length: heads }, (_, head) => headNames[head] ?? t("head-one", { number: head + 1 })),
    words: {
      query: t("figure-queries"),
      key: t("figure-keys"),
      note: t(only === null ? "lines-note" : "lines-note-row"),
    },
    only,
  });
}
