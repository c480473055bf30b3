import { html, nothing } from "lit";

import { queryHead } from "../state/stages.js";
import { canAsk, stepTo } from "../state/trail.js";
import { tokenAt } from "./view.js";
import { withSubscripts } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

// What all that leads from number to number shares: what a number is called, and where it is shown.

/**
 * In the figure of which stage that is found which is none itself.
 * @type {Readonly<Record<string, string>>}
 */
const foundAt = Object.freeze({
  ...{ Wq: "Q", bq: "Q", Wk: "K", bk: "K", Wv: "V", bv: "V", Wo: "output", bo: "output" },
  ...{ raw_content: "raw", raw_relative: "raw", relK: "raw", relV: "context", context_content: "context" },
  ...{ bias: "biased", bias_table: "biased", bias_matrix: "biased", sink: "weights", keep: "dropped" },
});

/** @param {View} view @param {Cell} cell @returns {boolean} whether the page can ask about it */
export const canFollow = ({ state, run }, { stage, index }) =>
  (run.stages.includes(stage) || stage in foundAt) && canAsk(state, { stage, index });

/**
 * The query head whose figure shows a number: of a matrix with a block of columns for each head, that block's.
 * @param {View} view
 * @param {Cell} cell
 */
function headOf({ run, state }, { stage, index }) {
  const present = state.head === "all" ? 0 : state.head;
  const projected = /^[Wb]([qkv])$/.exec(stage)?.[1]?.toUpperCase();
  if (index.length !== 3 && !projected) return present;
  const column = index.at(-1) ?? 0;
  const own = projected ? Math.floor(column / (run.shape(projected)[2] ?? 1)) : (index[0] ?? 0);
  return queryHead(run.spec, projected ?? stage, own, present);
}

/**
 * The change of state that goes on to a number: cell, and the stage and head that show it.
 * @param {View} view
 * @param {Cell} cell
 */
export function askPatch(view, { stage, index }) {
  const shown = view.run.stages.includes(stage) ? stage : (foundAt[stage] ?? view.state.stage);
  return { stage: shown, head: headOf(view, { stage, index }), ...stepTo(view.state, { stage, index: [...index] }) };
}

/** @param {string} token */
export const quoted = (token) => `“${token}”`;

/**
 * weights₂(“eat” → “short”), Q₂(“eat”, column 3), Wq(1, column 3): the head below, then row and column, by token where
 * they have one.
 * @param {View} view
 * @param {{stage: string, index: readonly number[]}} cell
 */
export function nameOf(view, { stage, index }) {
  const [row = 0, column = 0] = index.slice(-2);
  const { t } = view;
  const name = withSubscripts(t(`stage-${stage}`) || stage);
  const head = index.length === 3 && view.run.spec.heads > 1 ? html`<sub>${(index[0] ?? 0) + 1}</sub>` : nothing;
  const query = tokenAt(view, stage, "row", row);
  const key = tokenAt(view, stage, "column", column);
  if (query && key) return html`${name}${head}(${quoted(query)} → ${quoted(key)})`;
  const place = view.dimensionName(stage, index) || t("ask-column", { number: column + 1 });
  return html`${name}${head}(${query ? quoted(query) : row + 1}, ${place})`;
}

/**
 * The same in words, for those who listen.
 * @param {View} view
 * @param {{stage: string, index: readonly number[]}} cell
 */
export function heardName(view, { stage, index }) {
  const [row = 0, column = 0] = index.slice(-2);
  const { t } = view;
  const word = t(`stage-${stage}`) || stage;
  const name = index.length === 3 ? t("ask-heard-head", { name: word, head: (index[0] ?? 0) + 1 }) : word;
  const query = tokenAt(view, stage, "row", row);
  const key = tokenAt(view, stage, "column", column);
  if (query && key) return t("ask-heard-pair", { name, query, key });
  const place = view.dimensionName(stage, index) || t("ask-column", { number: column + 1 });
  return `${name}, ${query || row + 1}, ${place}`;
}
