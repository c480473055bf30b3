import { html, nothing } from "lit";

import { tokenAt } from "../../view/view.js";
import { withSubscripts } from "../rich-text.js";
import { stageName } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

/** A token in quotation marks. @param {string} token */
export const quoted = (token) => `“${token}”`;

/**
 * Message arguments: the query and the key of a score, a weight or a bias.
 * @param {View} view
 * @param {readonly number[]} index
 */
export function tokensOf(view, index) {
  const [i = 0, j = 0] = index.slice(-2);
  return { query: quoted(view.queries[i] ?? ""), key: quoted(view.keys[j] ?? "") };
}

/** The name of a tensor as words: norm 1 weight; symbols with a subscript, as W_up, stay. @param {string} name */
export const nameInWords = (name) => (/_rot$|^[Wb]_/.test(name) ? name : name.replaceAll("_", " "));

/**
 * The parts of the name of a cell: tensor, head, row and column.
 * @param {View} view
 * @param {Cell} cell
 */
function partsOf(view, { stage, index }) {
  const { labels } = view;
  const shape = view.run.shape(stage);
  const hasHead = shape.length === 3 || stage === "sink_weight";
  const [row = 0, column = 0] = stage === "sink_weight" ? [index[1]] : index.slice(-2);
  const query = tokenAt(view, stage, "row", row);
  const key = tokenAt(view, stage, "column", column);
  const name = stageName(view, stage) || stage;
  const columnName = stage === "sink_weight" ? "" : columnNameOf(view, stage, index);
  const line = shape.length === 1 ? "" : labels.dimensions?.[stage]?.[row];
  const rowName = query
    ? quoted(query)
    : stage.startsWith("rel") && line
      ? line
      : shape.length === 1
        ? ""
        : String(row + 1);
  return {
    name: nameInWords(name),
    head: hasHead && !view.headless ? (index[0] ?? 0) + 1 : 0,
    count: shape[0] ?? 1,
    ...(query && key ? { pair: [query, key] } : { pair: null }),
    where: [rowName, columnName].filter(Boolean),
  };
}

/**
 * The name of a column, or its number if it has no name.
 * @param {View} view
 * @param {string} stage
 * @param {readonly number[]} index
 */
const columnNameOf = (view, stage, index) =>
  view.dimensionName(stage, index) || view.t("ask-column", { number: (index.at(-1) ?? 0) + 1 });

/**
 * A cell's name as it is shown: weights₂(“eat” → “short”), Q₂(“eat”, column 3), Wq(1, column 3), relK(+2, column 1). The
 * head is a subscript; rows and columns that belong to tokens are named by them.
 * @param {View} view
 * @param {Cell} cell
 */
export function nameOf(view, cell) {
  const { name, head, count, pair, where } = partsOf(view, cell);
  const subscript = head && count > 1 ? html`<sub>${head}</sub>` : nothing;
  const inside = pair ? `${quoted(pair[0] ?? "")} → ${quoted(pair[1] ?? "")}` : where.join(", ");
  return html`${withSubscripts(name)}${subscript}(${inside})`;
}

/**
 * The name of a cell in words, for screen readers.
 * @param {View} view
 * @param {Cell} cell
 */
export function spokenName(view, cell) {
  const { t } = view;
  const { name: word, head, count, pair, where } = partsOf(view, cell);
  const kind = count < view.run.spec.heads ? "ask-heard-kv-head" : "ask-heard-head";
  const name = head ? t(kind, { name: word, head }) : word;
  if (pair) return t("ask-heard-pair", { name, query: pair[0] ?? "", key: pair[1] ?? "" });
  return [name, ...where.map((part) => part.replace(/[“”]/g, ""))].join(", ");
}
