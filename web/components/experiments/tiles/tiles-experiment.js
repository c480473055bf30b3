import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { tilesOf } from "../../../engine/tiles.js";
import { largestDifference, formatDifference } from "../../../figures/measures/difference.js";
import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { numbersHeld, tilesScene } from "../../../figures/scene/tiles.js";
import { ExperimentElement } from "../experiment-element.js";
import { stepStyles } from "../styles.js";
import { playedSteps } from "../step-player.js";
import { endId } from "./end.js";
import { eventValue } from "../../fields/event-value.js";

/** @typedef {import("../../../engine/index.js").Tile} Tile */

/**
 * The experiment is not available for longer texts, because it keeps all tiles in memory so that the player can step
 * back.
 */
const MAX_TOKENS = 64;

/**
 * Shows attention tile by tile, as FlashAttention computes it. Fires "state-patch" when the reader changes a size or
 * step.
 */
export class TilesExperiment extends ExperimentElement {
  static styles = [
    stepStyles,
    css`
      .kept {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
        gap: var(--space-8) var(--space-24);
        align-items: start;
      }
      .kept :is(th, td) {
        padding-inline: 0 var(--space-8);
        white-space: normal;
      }
    `,
  ];

  /** @type {Tile[]} one for each step; empty if the walk cannot be computed in tiles */
  #tiles = [];
  /** The largest difference between the context computed in tiles and the walk's context. */
  #difference = 0;
  /** @type {import("../../figure/scene-image.js").Draw | null} */
  #draw = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../../view/view.js").View | undefined} */ (changed.get("view"));
    const { state, run, theme, queries, keys } = this.view;
    if (this.#refusal()) {
      this.#tiles = [];
      return;
    }
    const size = this.#size();
    const same = before?.run === run && this.#tiles.length > 0;
    const sized = before?.state.tile_queries === state.tile_queries && before.state.tile_keys === state.tile_keys;
    if (!same || !sized) this.#compute(size);
    if (same && sized && before.state.tile_step === state.tile_step && before.theme === theme) return;
    const now = this.#now();
    const done = this.#tiles.slice(0, state.tile_step).filter(({ head }) => head === now.head);
    this.#draw = (space) => tilesScene({ done, now, size, queries, keys, theme, ...space });
  }

  /** The size of a tile, limited to the number of queries and keys. */
  #size() {
    const { state, queries, keys } = this.view;
    return {
      queries: Math.min(state.tile_queries, queries.length),
      keys: Math.min(state.tile_keys, keys.length),
    };
  }

  /** Computes all tiles of the walk. @param {{queries: number, keys: number}} size of a tile */
  #compute(size) {
    const { run } = this.view;
    const walk = tilesOf(run, size);
    this.#tiles = [];
    for (let tile = walk.step(); tile; tile = walk.step()) this.#tiles.push(tile);
    this.#difference = largestDifference(walk.context().data, run.tensor("context").data);
  }

  /** The tile of the current step. */
  #now() {
    return /** @type {Tile} */ (this.#tiles[this.view.state.tile_step]);
  }

  /** A message that explains why the walk in view cannot be computed in tiles; "" if it can. */
  #refusal() {
    const { t, run, queries, keys } = this.view;
    if (run.stages.includes("zeroed")) return t("tiles-after-softmax");
    if (Math.max(queries.length, keys.length) > MAX_TOKENS) return t("tiles-long", { max: MAX_TOKENS });
    return "";
  }

  render() {
    const { t, state, queries, keys, run } = this.view;
    const refusal = this.#refusal();
    if (refusal)
      return html`<p class="muted">${t("tiles-text")}</p>
        <p class="note">${refusal}</p>`;
    const now = this.#now();
    const span = (/** @type {readonly string[]} */ tokens, /** @type {[number, number]} */ [from, to]) =>
      tokens.slice(from, to).join(" ");
    const text = t(now.skipped ? "tiles-at-skipped" : "tiles-at", {
      number: state.tile_step + 1,
      count: this.#tiles.length,
      head: now.head + 1,
      queries: span(queries, now.queries),
      keys: span(keys, now.keys),
    });
    const held = numbersHeld(now, [run.spec.n_q, run.spec.n_k]);
    return html`
      <p class="muted">${t("tiles-text")}</p>
      <div class="controls">
        ${this.#slider("tile_queries", queries.length)} ${this.#slider("tile_keys", keys.length)}
      </div>
      ${playedSteps(this.view, {
        of: "tiles",
        stage: "raw",
        at: state.tile_step,
        last: this.#tiles.length - 1,
        text,
        draw: this.#draw,
        go: (tile_step) => this.patch({ tile_step }),
      })}
      <p class="small muted">${t("tiles-legend")}</p>
      ${this.brief ? nothing : html`${this.#rows(now)} ${now.skipped ? nothing : this.#arithmetic(now)}`}
      <p class="held">${t("tiles-held", { ...held, now: held.tile + held.rows })} ${t("tiles-growth")}</p>
      ${
        state.tile_step === this.#tiles.length - 1
          ? html`<p class="result" role="status">
              ${t(endId(this.#difference), { difference: formatDifference(this.#difference) })}
            </p>`
          : nothing
      }
    `;
  }

  /**
   * A slider for one size of a tile.
   * @param {"tile_queries" | "tile_keys"} field
   * @param {number} max
   */
  #slider(field, max) {
    const { t, state } = this.view;
    return html`<label>
      ${t(`tiles-${field}`)}
      <input
        class=${field}
        type="range"
        min="1"
        max=${max}
        .value=${live(String(state[field]))}
        @input=${(/** @type {Event} */ event) => this.patch({ [field]: Number(eventValue(event)), tile_step: 0 })}
      />
      <span aria-hidden="true">${Math.min(state[field], max)}</span>
    </label>`;
  }

  /**
   * The running maximum, sum and accumulator of each query in the tile, before and after the step: a table for each query,
   * so that they fit beside each other on a wide screen, and one below the other on a phone.
   * @param {Tile} now
   */
  #rows({ queries: [from, to], max, sum, factor, accumulator, skipped }) {
    const { t, queries } = this.view;
    const { columns: d_v } = lengthsOf(accumulator.after);
    const at = (/** @type {import("../../../engine/index.js").Tensor} */ { data }, /** @type {number} */ row) =>
      formatNumber(/** @type {number} */ (data[row]), 4);
    const change = (/** @type {Tile["max"]} */ { before, after }, /** @type {number} */ row) =>
      `${at(before, row)} → ${at(after, row)}`;
    const mixture = (/** @type {number} */ row) => {
      const values = Array.from(accumulator.after.data.slice(row * d_v, Math.min(row * d_v + 6, (row + 1) * d_v)));
      return values.map((value) => formatNumber(value, 4)).join("  ") + (d_v > 6 ? " …" : "");
    };
    return html`<h4 id="kept">${t("tiles-rows")}</h4>
      <div class="kept" role="group" aria-labelledby="kept">
        ${queries.slice(from, to).map((token, row) => {
          const lines = {
            max: change(max, row),
            factor: skipped ? "" : at(factor, row),
            sum: change(sum, row),
            mixture: mixture(row),
          };
          return html`<table dir="ltr" data-row=${from + row}>
            <caption>
              ${token}
            </caption>
            <tbody>
              ${Object.entries(lines).map(
                ([id, numbers]) =>
                  html`<tr>
                    <th scope="row">${t(`tiles-column-${id}`)}</th>
                    <td>${numbers}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`;
        })}
      </div>`;
  }

  /**
   * The arithmetic that updates the sum of exponentials of the tile's last query.
   * @param {Tile} now
   */
  #arithmetic({ queries: [, to], scores, exponentials, factor, max, sum, context }) {
    const { t, queries } = this.view;
    const { rows, columns } = lengthsOf(scores);
    const lastRow = (/** @type {Float32Array} */ data) => Array.from(data.slice(-columns));
    const number = (/** @type {number} */ value) => formatNumber(value, 4);
    const last = (/** @type {import("../../../engine/index.js").Tensor} */ { data }) =>
      number(/** @type {number} */ (data[rows - 1]));
    return html`<p class="small arithmetic">
      ${t("tiles-arithmetic", {
        token: /** @type {string} */ (queries[to - 1]),
        max: last(max.after),
        before: last(sum.before),
        factor: last(factor),
        terms: lastRow(exponentials.data).map(number).join(" + "),
        after: last(sum.after),
        scores: lastRow(scores.data).map(number).join(", "),
      })}
      ${t("tiles-factor")} ${context ? t("tiles-divided") : nothing}
    </p>`;
  }
}

customElements.define("tiles-experiment", TilesExperiment);
