import { axesOf, equationScene, figureTrace } from "../figures/index.js";
import { inputsFromState } from "../state/inputs.js";
import { controlsFor } from "../state/controls.js";
import { whenIdle } from "./scheduling.js";

/** @typedef {import("../state/state.js").State} State */

/** @typedef {Pick<typeof import("../components/page/deferred.js"), "motionFor" | "sceneAt"> & Partial<typeof import("../components/page/deferred.js")>} More */

/**
 * Everything the page draws, a function of the state alone: made afresh whenever the state changes, never altered.
 * @typedef {object} View
 * @property {State} state
 * @property {import("../lessons/translate.js").Translate} t
 * @property {"light" | "dark"} theme
 * @property {import("../engine/run.js").Run} run finished
 * @property {import("../figures/types.js").Trace} trace
 * @property {readonly string[]} controls fields of the state that change something now
 * @property {"random" | "article" | "named"} kind how the numbers were made
 * @property {string[]} queries tokens of the query side
 * @property {string[]} keys tokens of the key side
 * @property {import("../figures/types.js").Labels} labels of rows and columns, for figures
 * @property {string[]} headNames names of heads where they have any
 * @property {(stage: string, index: readonly number[]) => string} dimensionName a column's name where it has one, else ""
 * @property {boolean} hasWo whether the output is projected
 * @property {import("../state/state.js").State["cell"]} cell the number that is asked about
 * @property {boolean} asked whether the reader has asked about a number, not only the page
 * @property {boolean} embedded whether it stands in another's page: no experiments, and nothing at the window's edge
 * @property {import("../engine/explain/explain.js").Explanation | null} explanation where it comes from
 * @property {import("../figures/types.js").Measure} [measure] of texts, where several elements of a page share what they measure
 * @property {() => Promise<void>} later when there is time for what a reader does not wait for
 * @property {More | null} more what the page's first frame does without; the element has the moving figure of it
 * @property {import("../state/inputs.js").StateInputs} made the spec and inputs of this walk
 * @property {import("../engine/engine.js").Engine} engine
 * @property {(state: State) => Walk} compute another state's walk; whoever asks frees its run
 */

/** @typedef {"state" | "t" | "theme" | "run" | "trace" | "queries" | "keys" | "labels" | "headNames" | "cell" | "explanation"} Seen */
/** @typedef {Pick<View, Seen>} Drawn as much of a view as figures are drawn of: there may be no words that they belong to */

/**
 * @typedef {object} Walk
 * @property {import("../state/inputs.js").StateInputs} made
 * @property {View["run"]} run finished; whoever computes the walk frees it
 * @property {View["trace"]} trace
 * @property {View["controls"]} controls
 * @property {View["engine"]} engine
 * @property {View["compute"]} compute
 */

/**
 * Computes a state's walk.
 * @param {State} state
 * @param {import("../engine/engine.js").Engine} engine
 * @param {Map<string, Float32Array>} cache of drawn tensors
 * @returns {Walk}
 */
export function computeWalk(state, engine, cache) {
  const made = inputsFromState(state, engine, cache);
  const run = engine.trace(made.spec, made.inputs).finish();
  return {
    made,
    run,
    trace: figureTrace(run, made.inputs),
    controls: controlsFor(state),
    engine,
    compute: (other) => computeWalk(other, engine, cache),
  };
}

/** @typedef {{t: View["t"], theme: View["theme"], cell: View["cell"], asked?: boolean, embedded?: boolean, more?: More | null, measure?: View["measure"], later?: View["later"]}} Looks */

/** Keeps the view that is shown: made of the same things it is the same, and whoever has drawn it has nothing to do. */
export class ViewKeeper {
  /** @type {unknown[]} */
  #made = [];
  /** @type {View | null} */
  #view = null;

  /** @type {typeof viewOf} */
  viewOf(state, walk, looks) {
    const made = [state, walk, ...Object.values(looks)];
    if (this.#view && made.every((value, at) => value === this.#made[at])) return this.#view;
    this.#made = made;
    return (this.#view = viewOf(state, walk, looks));
  }
}

/**
 * @param {State} state
 * @param {Walk} walk
 * @param {Looks} looks
 * @returns {View}
 */
export function viewOf(state, walk, looks) {
  const { t, theme, cell, asked = true, embedded = false, more = null, measure, later = whenIdle } = looks;
  const { made, run, trace, controls, engine, compute } = walk;
  return {
    state,
    t,
    theme,
    run,
    trace,
    controls,
    kind: made.kind,
    queries: made.tokens,
    keys: made.contextTokens ?? made.tokens,
    labels: labelsOf(made, t),
    headNames: (made.dimensions.heads ?? []).map((id) => t(`head-${id}`)),
    dimensionName: (stage, index) => dimensionName(made.dimensions, stage, index, t),
    hasWo: "Wo" in made.inputs,
    cell,
    asked,
    embedded,
    more,
    measure,
    later,
    explanation: cell === null ? null : run.explain(cell.stage, [...cell.index]),
    made,
    engine,
    compute,
  };
}

/**
 * @param {import("../state/inputs.js").StateInputs} made
 * @param {View["t"]} t
 * @returns {import("../figures/types.js").Labels} columns of all heads one after the other
 */
function labelsOf({ dimensions, tokens, contextTokens, inputs }, t) {
  const ids = Object.keys(dimensions).filter((id) => id !== "heads");
  const names = ids.map((id) => {
    const columns = /** @type {Record<string, readonly (string | readonly string[])[]>} */ (dimensions)[id] ?? [];
    return [id, columns.flat().map((name) => t(`dimension-${name}`))];
  });
  const named = { ...Object.fromEntries(names), ...offsetNames(inputs) };
  return { queries: tokens, keys: contextTokens ?? tokens, dimensions: named, names: tiedNames(inputs) };
}

/**
 * Rows of relK and relV by how far the key is from the query; the outer ones stand for all beyond, too.
 * @param {import("../state/inputs.js").StateInputs["inputs"]} inputs
 * @returns {Record<string, string[]>}
 */
function offsetNames({ relK, relV }) {
  if (!relK) return {};
  const clip = ((relK.shape[0] ?? 1) - 1) / 2;
  const signed = (/** @type {number} */ ahead) => `${ahead > 0 ? "+" : ahead < 0 ? "−" : ""}${Math.abs(ahead)}`;
  const names = Array.from({ length: 2 * clip + 1 }, (_, row) => signed(row - clip));
  return relV ? { relK: names, relV: names } : { relK: names };
}

/**
 * @param {import("../state/inputs.js").StateInputs["inputs"]} inputs
 * @returns {Record<string, string>} what to call Wk and bk where they are Wq and bq
 */
function tiedNames({ Wq, Wk, bq, bk }) {
  if (!Wq || Wq !== Wk) return {};
  return bq && bq === bk ? { Wk: "W_k = W_q", bk: "b_k = b_q" } : { Wk: "W_k = W_q" };
}

/**
 * Ids of the names of a tensor's columns, of one head where each has its own.
 * @param {import("../state/inputs.js").StateInputs["dimensions"]} dimensions
 * @param {string} stage
 * @param {number} head
 * @returns {readonly string[]}
 */
function columnsOf(dimensions, stage, head) {
  const names = /** @type {Record<string, readonly (string | readonly string[])[]>} */ (dimensions)[stage] ?? [];
  const first = names[0];
  if (typeof first === "string") return /** @type {readonly string[]} */ (names);
  return /** @type {readonly string[]} */ (names[head] ?? names[0] ?? []);
}

/**
 * @param {import("../state/inputs.js").StateInputs["dimensions"]} dimensions
 * @param {string} stage
 * @param {readonly number[]} index
 * @param {View["t"]} t
 */
function dimensionName(dimensions, stage, index, t) {
  const head = index.length === 3 ? (index[0] ?? 0) : 0;
  const id = columnsOf(dimensions, stage, head)[index.at(-1) ?? 0];
  return id === undefined ? "" : t(`dimension-${id}`);
}

/**
 * The figure of the stage in view. The page and the command line draw this same scene.
 * @param {Drawn} view
 * @param {{width: number, measure?: import("../figures/types.js").Measure} & Partial<import("../figures/scene/scene.js").FigureView>} room
 *   width to fill, and what else a figure may be told
 * @returns {import("../figures/types.js").Scene}
 */
export function sceneOf(view, room) {
  const { state, trace, labels, t, theme, cell } = view;
  const { stage } = state;
  const head = headsOf(view, stage) > 1 || stage === "concat" ? state.head : 0;
  return equationScene({ stage, head, trace, labels, t, theme, cell, sources: sourcesOf(view), ...room });
}

/** Sums that no figure shows: where a number comes from them, it comes from what they are made of. */
const between = ["raw_content", "raw_relative", "context_content"];

/**
 * The numbers that the asked number comes from, as far as figures can show them.
 * @param {Pick<View, "run" | "explanation">} view
 * @returns {import("../engine/explain/explain.js").Term[]}
 */
export function sourcesOf({ run, explanation }) {
  const terms = explanation?.terms ?? [];
  return terms.flatMap((term) => (between.includes(term.stage) ? run.explain(term.stage, term.index).terms : [term]));
}

/**
 * The number of heads a tensor has, 0 where heads are not a dimension of it.
 * @param {Pick<View, "run">} view
 * @param {string} stage
 */
export function headsOf(view, stage) {
  const shape = view.run.shape(stage);
  return shape.length === 3 ? (shape[0] ?? 0) : 0;
}

/**
 * A tensor's sizes in words: "4 heads × 7 × 7".
 * @param {View} view
 * @param {string} stage
 */
export function shapeText({ run, t }, stage) {
  const shape = run.shape(stage);
  const matrix = shape.slice(-2).join(" × ");
  return shape.length === 3 ? `${t("ledger-heads", { count: shape[0] ?? 1 })} · ${matrix}` : matrix;
}

/**
 * Which token a row or column of a tensor stands for, "" where it stands for none.
 * @param {View} view
 * @param {string} stage
 * @param {"row" | "column"} axis
 * @param {number} at
 */
export function tokenAt(view, stage, axis, at) {
  const stands = axesOf(stage)[axis === "row" ? 0 : 1];
  return stands === "dimensions" ? "" : (view[stands][at] ?? "");
}
