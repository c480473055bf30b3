import { axesOf, figureTrace, lengthsOf } from "../figures/index.js";
import { controlsFor } from "../state/controls.js";
import { inputsOf } from "../state/inputs.js";
import { memoised } from "./memoised.js";
import { stageName } from "./stage-names.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("../state/inputs.js").StateInputs} StateInputs */
/** @typedef {import("../engine/engine.js").Engine} Engine */

/**
 * The numbers of a state: the engine's inputs and everything that it computes from them. A walk is the pass through the
 * stages of attention, from the embeddings to the output.
 * @typedef {StateInputs & {
 *   run: import("../engine/run.js").Run,
 *   trace: import("../figures/types.js").Trace,
 *   controls: readonly string[],
 *   engine: Engine,
 *   compute: (state: State) => Walk,
 * }} Walk
 * - run: computes a stage when it is first read, so that a frame waits only for the stages that it shows; the caller that
 *   computed the walk has to free it
 * - controls: fields of the state that have an effect on the numbers
 * - compute: computes the walk of another state; the caller has to free its run
 */

/**
 * Code that the page loads after its first frame. The element has the animation from the start, and never loads the
 * rest.
 * @typedef {object} Later
 * @property {typeof import("./motion.js").motionFor} motionFor
 * @property {typeof import("./motion.js").hasMotion} hasMotion
 * @property {typeof import("../figures/scene/motion.js").sceneAt} sceneAt
 * @property {(view: View, cell: {stage: string, index: readonly number[]}) => string} [spokenName] the name of a
 *   number, for screen readers
 * @property {(view: View) => string} [stageWords] the words about the stage in view, and what comes next
 * @property {typeof import("../state/presets.js").presets} [presets]
 * @property {typeof import("../state/presets.js").showsPreset} [showsPreset]
 */

/**
 * Options that say how a walk is shown.
 * @typedef {object} ViewOptions
 * @property {import("../words/translate.js").Translate} t
 * @property {import("../words/words.js").Words["load"]} [loadWords] loads the words of a part of the page
 * @property {"light" | "dark"} theme
 * @property {State["cell"]} cell the number that is inspected
 * @property {boolean} [cellChosen] whether the reader has chosen the inspected number, rather than the page by default; true
 *   by default
 * @property {boolean} [embedded] whether the view is embedded in another site's page: then it has no experiments, and
 *   nothing is fixed to the window's edge
 * @property {Later | null} [later] null until it is loaded
 * @property {readonly string[]} [stages] the stages that the reader can go to; all of the walk by default
 * @property {import("../figures/types.js").Measure} [measure] measures the width of text; given where several elements
 *   of a page share one measure
 * @property {() => Promise<void>} [whenIdle] resolves when the browser has time for work that the reader is not waiting
 *   for
 * @property {import("../state/history.js").Former | null} [former] what a slider has just moved, where that can be taken
 *   back; null by default
 * @property {boolean} [atOnce] whether nothing is drawn later, because the browser is printing
 */

/**
 * Everything that the page draws, computed from the state and the options. Immutable: each change of the state makes a
 * new view.
 * @typedef {Walk & Required<Omit<ViewOptions, "measure">> & Pick<ViewOptions, "measure"> & {
 *   state: State,
 *   queries: string[],
 *   keys: string[],
 *   labels: import("../figures/types.js").Labels,
 *   headNames: string[],
 *   dimensionName: (stage: string, index: readonly number[]) => string,
 *   hasWo: boolean,
 *   alone?: boolean | "operands",
 *   headless?: boolean,
 *   explanation: import("../engine/explain/explain.js").Explanation | null,
 * }} View
 * - queries, keys: tokens of the query side and of the key side
 * - labels: of rows and columns, for figures
 * - headNames: names of the heads; empty where they have none
 * - dimensionName: a column's name, "" where it has none
 * - hasWo: whether the output is projected with Wo
 * - alone: whether only the stage is drawn, without the numbers that it is computed from; "operands": only these
 * - headless: whether names of numbers leave out the head, where the reader does not know of heads yet
 * - explanation: how the inspected number is computed, null where none is inspected
 */

/**
 * The part of a view that figures need. The command line draws walks that have no state and no sentence.
 * @typedef {Pick<View, "state" | "t" | "theme" | "run" | "trace" | "queries" | "keys" | "labels" | "headNames" | "cell" |
 *   "explanation" | "alone"> & Partial<Pick<View, "former">>} Drawable
 */

/**
 * Computes a state's walk.
 * @param {State} state
 * @param {Engine} engine
 * @param {Map<string, Float32Array>} drawn cache of random tensors by name, so that they are not drawn again
 * @returns {Walk}
 */
export function computeWalk(state, engine, drawn) {
  const stateInputs = inputsOf(state, engine, drawn);
  const run = engine.trace(stateInputs.spec, stateInputs.inputs).onDemand();
  return {
    ...stateInputs,
    run,
    trace: figureTrace(run, stateInputs.inputs),
    controls: controlsFor(state),
    engine,
    compute: (other) => computeWalk(other, engine, drawn),
  };
}

/**
 * Returns a memoised viewOf: called again with the same values it returns the same object, so that components need not
 * draw again.
 */
export class ViewCache {
  /** @type {unknown[]} */
  #madeFrom = [];
  /** @type {View | null} */
  #view = null;
  /** Labels stay the same object while the pointer moves, so that figures can tell that they have not changed. */
  #labelsOf = memoised(labelsOf);

  /** @type {(...args: [State, Walk, ViewOptions]) => View} */
  viewOf(state, walk, options) {
    const madeFrom = [state, walk, ...Object.values(options)];
    if (this.#view && madeFrom.every((value, at) => value === this.#madeFrom[at])) return this.#view;
    this.#madeFrom = madeFrom;
    return (this.#view = viewOf(state, walk, options, this.#labelsOf(walk, options.t)));
  }
}

/**
 * @param {State} state
 * @param {Walk} walk of the state
 * @param {ViewOptions} options
 * @param {View["labels"]} [labels] if they are known
 * @returns {View}
 */
export function viewOf(state, walk, options, labels = labelsOf(walk, options.t)) {
  const { t, theme, cell, cellChosen = true, embedded = false, later = null, former = null, measure } = options;
  const {
    loadWords = () => Promise.resolve(t),
    whenIdle = () => Promise.resolve(),
    stages = walk.run.stages,
    atOnce = false,
  } = options;
  const { run, inputs, tokens, contextTokens, dimensions } = walk;
  return {
    ...walk,
    state,
    t,
    loadWords,
    theme,
    cell,
    cellChosen,
    embedded,
    later,
    measure,
    whenIdle,
    former,
    atOnce,
    stages,
    queries: tokens,
    keys: contextTokens ?? tokens,
    labels,
    headNames: (dimensions.heads ?? []).map((id) => t(`head-${id}`)),
    dimensionName: (stage, index) => dimensionName(dimensions, stage, index, t),
    hasWo: "Wo" in inputs,
    explanation: cell === null ? null : run.explain(cell.stage, [...cell.index]),
  };
}

/** A view that shows another stage. @param {View} view @param {string} stage @returns {View} */
export const atStage = (view, stage) => ({ ...view, state: { ...view.state, stage } });

/**
 * @param {Walk} walk
 * @param {View["t"]} t
 * @returns {import("../figures/types.js").Labels} columns of all heads one after the other
 */
function labelsOf({ dimensions, tokens, contextTokens, inputs, run }, t) {
  const columns = Object.entries(dimensions).filter(([id]) => id !== "heads");
  const names = columns.map(([id, ids]) => [id, ids.flat().map((name) => t(`dimension-${name}`))]);
  const named = { ...Object.fromEntries(names), ...offsetNames(inputs) };
  const ofStages = Object.fromEntries(run.stages.map((stage) => [stage, stageName({ t, run }, stage)]));
  const keys = contextTokens ?? tokens;
  return { queries: tokens, keys, dimensions: named, names: { ...ofStages, ...tiedNames(inputs) } };
}

/**
 * Names of the rows of relK and relV: distance from query to key, from -clip to clip.
 * @param {StateInputs["inputs"]} inputs
 * @returns {Record<string, string[]>}
 */
function offsetNames({ relK, relV }) {
  if (!relK) return {};
  const { rows } = lengthsOf(relK);
  const clip = (rows - 1) / 2;
  const signed = (/** @type {number} */ offset) => `${offset > 0 ? "+" : offset < 0 ? "−" : ""}${Math.abs(offset)}`;
  const names = Array.from({ length: rows }, (_, row) => signed(row - clip));
  return relV ? { relK: names, relV: names } : { relK: names };
}

/**
 * @param {StateInputs["inputs"]} inputs
 * @returns {Record<string, string>} names of Wk and bk where they are Wq and bq
 */
function tiedNames({ Wq, Wk, bq, bk }) {
  if (!Wq || Wq !== Wk) return {};
  return bq && bq === bk ? { Wk: "W_k = W_q", bk: "b_k = b_q" } : { Wk: "W_k = W_q" };
}

/**
 * @param {StateInputs["dimensions"]} dimensions
 * @param {string} stage
 * @param {readonly number[]} index
 * @param {View["t"]} t
 * @returns {string} the name of the column, "" where it has none
 */
function dimensionName(dimensions, stage, index, t) {
  const columns = /** @type {Record<string, readonly (string | readonly string[])[]>} */ (dimensions)[stage];
  if (!columns) return "";
  const [head, , column] = /** @type {[number, number, number]} */ ([0, 0, ...index].slice(-3));
  const ofHead = typeof columns[0] === "string" ? columns : (columns[head] ?? columns[0]);
  const id = ofHead?.[column];
  return id === undefined ? "" : t(`dimension-${id}`);
}

/**
 * The number of heads of a tensor, 0 where heads are not an axis of it.
 * @param {Pick<View, "run">} view
 * @param {string} stage
 */
export function headsOf(view, stage) {
  const shape = view.run.shape(stage);
  return shape.length === 3 ? lengthsOf({ shape }).heads : 0;
}

/**
 * A tensor's shape in words: "4 heads · 7 × 7".
 * @param {View} view
 * @param {string} stage
 */
export function shapeText(view, stage) {
  const matrix = view.run.shape(stage).slice(-2).join(" × ");
  const heads = headsOf(view, stage);
  if (heads === 0) return matrix;
  return `${heads === 1 ? view.t("shapes-head") : view.t("shapes-heads", { count: heads })} · ${matrix}`;
}

/**
 * The token that a row or column of a tensor belongs to, "" where it belongs to none.
 * @param {View} view
 * @param {string} stage
 * @param {"row" | "column"} axis
 * @param {number} at
 */
export function tokenAt(view, stage, axis, at) {
  const side = axesOf(stage)[axis === "row" ? 0 : 1];
  return side === "dimensions" ? "" : /** @type {string} */ (view[side][at]);
}
