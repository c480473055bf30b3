import { html, nothing } from "lit";

import { costOfSizes } from "../../../engine/cost.js";
import {
  countsOf,
  formatBytes,
  formatCount,
  multiplyAddsOf,
  noCounts,
  plus,
  withCache,
} from "../../../figures/measures/cost-counts.js";
import { models } from "../../../state/experiments/published-models.js";
import { limits } from "../../../state/fields.js";
import { bar } from "../share-bar.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { numberInput, problemBelow } from "../../fields/number-input.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../figures/measures/cost-counts.js").Counts} Counts */
/** @typedef {import("./cache-run.js").CacheWalk} CacheWalk */
/** @typedef {{id: string, with: Counts, without: Counts}} Column with and without the cache */

/**
 * Tables of the cost of this step and of all steps so far, with the cache and without it, and the size of the cache.
 * @param {View} view
 * @param {CacheWalk} walk
 */
export function cacheCounters(view, { appends }) {
  const { state, run } = view;
  const { cost_layers: layers, cache_step } = state;
  const counted = appends.slice(0, cache_step + 1).map(({ cost, costWithout }) => ({
    with: countsOf(cost, layers),
    without: countsOf(costWithout, layers),
  }));
  const now = counted.at(-1) ?? { with: noCounts, without: noCounts };
  const sum = (/** @type {"with" | "without"} */ how) =>
    counted.reduce((total, each) => plus(total, each[how]), noCounts);
  const { kv_heads, d_k, d_v } = run.spec;
  const { cache_len: rows } = /** @type {CacheWalk["appends"][number]} */ (appends[cache_step]);
  const columns = [
    { id: "now", ...now },
    { id: "sum", with: sum("with"), without: sum("without") },
  ];
  return html`${saved(view, appends)} ${table(view, columns)}
  ${cacheSize(view, { layers, kv_heads, width: d_k + d_v, rows })}`;
}

/**
 * A sentence about what the cache saves over the whole text; it does not depend on the step in view.
 * @param {View} view
 * @param {CacheWalk["appends"]} appends
 */
function saved({ t, state, queries }, appends) {
  const all = (/** @type {"cost" | "costWithout"} */ how) =>
    appends.reduce((sum, append) => sum + multiplyAddsOf(countsOf(append[how], state.cost_layers)), 0);
  const [cached, recomputed] = [all("cost"), all("costWithout")];
  const counts = {
    with: formatCount(t, cached),
    without: formatCount(t, recomputed),
    times: factor(t, recomputed / cached),
  };
  return html`<p class="result">${t("cache-saved", { tokens: queries.length, ...counts })}</p>`;
}

/**
 * Controls for the sizes to count with: those of the walk, or those of a known model at a context length.
 * @param {View} view
 * @param {{field: string, text: string, message: string} | null} refused what was typed last and cannot be used
 * @param {(patch: Record<string, unknown>, text?: string) => void} patch
 */
export function modelCounters(view, refused, patch) {
  const { t, state } = view;
  const choose = (/** @type {string} */ id) => {
    const model = models[/** @type {keyof typeof models} */ (id)];
    patch(
      model
        ? { cost_model: id, cost_layers: model.layers, cost_tokens: model.tokens }
        : { cost_model: null, cost_layers: 1 },
    );
  };
  const whole = (/** @type {"cost_layers" | "cost_tokens"} */ field) =>
    html`<div class="group">
      <label for=${field}>${t(`cache-${field}`)}</label>
      ${numberInput({
        id: field,
        value: state[field],
        ...limits[field],
        refused: refused?.field === field ? refused : null,
        describedBy: `${field}-problem`,
        change: (value, text) => patch({ [field]: value }, text),
        label: nothing,
      })}
      ${problemBelow(`${field}-problem`, refused?.field === field ? refused.message : "")}
    </div>`;
  const model = state.cost_model === null ? null : models[state.cost_model];
  return html`<div class="controls">
      <label>
        ${t("cache-model")}
        <select class="model" @change=${(/** @type {Event} */ event) => choose(eventValue(event))}>
          ${option("", t("cache-model-walk"), model === null)}
          ${Object.entries(models).map(([id, { name }]) => option(id, name, id === state.cost_model))}
        </select>
      </label>
      ${whole("cost_layers")} ${model === null ? nothing : whole("cost_tokens")}
    </div>
    ${model === null ? nothing : modelTable(view, model)}`;
}

/**
 * The cost of generating one more token with a known model, and the size of its cache.
 * @param {View} view
 * @param {import("../../../state/experiments/published-models.js").Model} model
 */
function modelTable(view, model) {
  const { t, state } = view;
  const { d_model, heads, kv_heads, d_k, bias } = model;
  const given = ["Wq", "Wk", "Wv", "Wo", ...(bias ? ["bq", "bk", "bv", "bo"] : [])];
  return html`<p class="small muted">
      ${t("cache-model-sizes", { ...model, bias: Number(bias) })} ${kv_heads < heads ? t("cache-model-gqa") : nothing}
    </p>
    ${stepCost(view, { d_model, heads, kv_heads, d_k, d_v: d_k }, given, state.cost_tokens)}`;
}

/**
 * The cost of generating the last token of a text that is too long to be generated here token by token: counted from the
 * sizes of the walk alone.
 * @param {View} view
 */
export function longCounters(view) {
  const { d_model, heads, kv_heads, d_k, d_v, n_k } = view.run.spec;
  const given = ["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"].filter((id) => view.trace.tensor(id));
  return stepCost(view, { d_model, heads, kv_heads, d_k, d_v }, given, n_k);
}

/**
 * The cost of generating one token, with a cache and without, and the size of the cache.
 * @param {View} view
 * @param {{d_model: number, heads: number, kv_heads: number, d_k: number, d_v: number}} sizes of a layer
 * @param {string[]} given its weight matrices and biases
 * @param {number} rows how many tokens there are, the new one included
 */
function stepCost(view, sizes, given, rows) {
  const { state, engine } = view;
  const { cost_layers: layers } = state;
  const { kv_heads, d_k, d_v } = sizes;
  const spec = { ...sizes, causal: true };
  const one = withCache(costOfSizes(engine, spec, { n_q: 1, n_k: rows, given }), rows);
  const all = costOfSizes(engine, spec, { n_q: rows, given });
  const columns = [{ id: "now", with: countsOf(one, layers), without: countsOf(all, layers) }];
  return html`${table(view, columns)} ${cacheSize(view, { layers, kv_heads, width: d_k + d_v, rows })}`;
}

/**
 * A table of counts, a row for each kind of count.
 * @param {View} view
 * @param {Column[]} columns
 */
function table({ t }, columns) {
  const rows = /** @type {const} */ (["projections", "mixing", "scores", "sums", "others", "bytes"]);
  const shown = (/** @type {string} */ row, /** @type {number} */ count) =>
    row === "bytes" ? formatBytes(t, count) : formatCount(t, count);
  const heads = columns.flatMap(({ id }) =>
    ["with", "without", "saved"].map((how) => html`${t(`cache-column-${how}`)}<br />${t(`cache-column-${id}`)}`),
  );
  const body = html`<tbody>
    ${rows.map(
      (row) =>
        html`<tr data-row=${row}>
          <th scope="row">${t(`cache-row-${row}`)}</th>
          ${columns.map(
            (column) =>
              html`<td>${shown(row, column.with[row])}${bar(column.with[row] / column.without[row])}</td>
                <td>${shown(row, column.without[row])}${bar(1)}</td>
                <td>${times(t, column.without[row] / column.with[row])}</td>`,
          )}
        </tr>`,
    )}
  </tbody>`;
  return scrollTable(t("cache-counters"), ["", ...heads], body, { look: "counters" });
}

/** A ratio as text, with three significant digits. @param {number} ratio */
const factor = (/** @type {View["t"]} */ t, /** @type {number} */ ratio) =>
  t("number", { value: Number(ratio.toPrecision(3)) });

/** A ratio as text, such as "3.5 ×"; "" where both counts are 0. @param {View["t"]} t @param {number} ratio */
const times = (t, ratio) => (Number.isFinite(ratio) ? `${factor(t, ratio)} ×` : "");

/**
 * A sentence about how many numbers and bytes the cache stores.
 * @param {View} view
 * @param {{layers: number, kv_heads: number, width: number, rows: number}} sizes width: of a key and a value together; rows: tokens
 */
function cacheSize({ t }, { layers, kv_heads, width, rows }) {
  const numbers = layers * kv_heads * width * rows;
  return html`<p class="kept">
    ${t("cache-kept", { rows, layers, kv_heads, width, numbers: formatCount(t, numbers), bytes: formatBytes(t, 4 * numbers) })}
  </p>`;
}
