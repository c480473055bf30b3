import { html, nothing } from "lit";

import { tilesOf } from "../../../engine/tiles.js";
import { farthest, formatDifference } from "../../../figures/measures/difference.js";
import { formatNumber } from "../../../figures/index.js";
import { numbersHeld, tilesScene } from "../../../figures/scene/tiles.js";
import { LabElement } from "../lab-element.js";
import { stepStyles } from "../styles.js";
import { playedSteps } from "../step-player.js";

/** @typedef {import("../../../engine/index.js").Tile} Tile */

/** More tokens than this are too many tiles to keep for stepping back. */
const MOST_TOKENS = 64;

/** Attention tile by tile, as FlashAttention computes it. Fires "state-patch". */
export class TilesLab extends LabElement {
  static styles = stepStyles;

  /** @type {Tile[]} all of them */
  #tiles = [];
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
    const tiles = this.#tiles.slice(0, state.tile_step + 1).filter(({ head }) => head === now.head);
    this.#draw = (room) => tilesScene({ tiles, size, queries, keys, theme, ...room });
  }

  /** A tile is never larger than what there is. */
  #size() {
    const { state, queries, keys } = this.view;
    return {
      queries: Math.min(state.tile_queries, queries.length),
      keys: Math.min(state.tile_keys, keys.length),
    };
  }

  /** @param {{queries: number, keys: number}} size */
  #compute(size) {
    const { run } = this.view;
    const walk = tilesOf(run, size);
    this.#tiles = [];
    for (let tile = walk.step(); tile; tile = walk.step()) this.#tiles.push(tile);
    this.#difference = farthest(walk.context().data, run.tensor("context").data);
  }

  #now() {
    return /** @type {Tile} */ (this.#tiles[this.view.state.tile_step]);
  }

  /** Why the walk in view has no tiles to step through, if it has none. */
  #refusal() {
    const { t, run, queries, keys } = this.view;
    if (run.stages.includes("zeroed")) return t("tiles-after-softmax");
    if (Math.max(queries.length, keys.length) > MOST_TOKENS) return t("tiles-long", { most: MOST_TOKENS });
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
    const says = t(now.skipped ? "tiles-at-skipped" : "tiles-at", {
      ...{ number: state.tile_step + 1, count: this.#tiles.length, head: now.head + 1 },
      ...{ queries: span(queries, now.queries), keys: span(keys, now.keys) },
    });
    const held = numbersHeld(now, [run.spec.n_q, run.spec.n_k]);
    return html`
      <p class="muted">${t("tiles-text")}</p>
      <div class="controls">
        ${this.#slider("tile_queries", queries.length)} ${this.#slider("tile_keys", keys.length)}
      </div>
      ${playedSteps(this.view, {
        ...{ of: "tiles", at: state.tile_step, last: this.#tiles.length - 1, says, draw: this.#draw },
        go: (tile_step) => this.patch({ tile_step }),
      })}
      <p class="small muted">${t("tiles-legend")}</p>
      ${this.#rows(now)} ${now.skipped ? nothing : this.#arithmetic(now)}
      <p class="held">${t("tiles-held", { ...held, now: held.tile + held.rows })}</p>
      ${
        state.tile_step === this.#tiles.length - 1
          ? html`<p class="result" role="status">
              ${t("tiles-end", { difference: formatDifference(this.#difference) })}
            </p>`
          : nothing
      }
    `;
  }

  /**
   * @param {"tile_queries" | "tile_keys"} field
   * @param {number} most
   */
  #slider(field, most) {
    const { t, state } = this.view;
    return html`<label>
      ${t(`tiles-${field}`)}
      <input
        class=${field}
        type="range"
        min="1"
        max=${most}
        .value=${String(state[field])}
        @input=${(/** @type {Event} */ { target }) =>
          this.patch({ [field]: Number(/** @type {HTMLInputElement} */ (target).value), tile_step: 0 })}
      />
      <span aria-hidden="true">${Math.min(state[field], most)}</span>
    </label>`;
  }

  /**
   * What each query of the tile keeps, before and after it.
   * @param {Tile} now
   */
  #rows({ queries: [from, to], max, sum, factor, accumulator, skipped }) {
    const { t, queries } = this.view;
    const width = accumulator.after.shape[1] ?? 1;
    const at = (/** @type {import("../../../engine/index.js").Tensor} */ { data }, /** @type {number} */ row) =>
      formatNumber(data[row] ?? NaN, 4);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("tiles-rows")}>
      <table>
        <caption>
          ${t("tiles-rows")}
        </caption>
        <thead>
          <tr>
            <td></td>
            ${["max", "factor", "sum", "mixture"].map((id) => html`<th scope="col">${t(`tiles-column-${id}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${queries.slice(from, to).map((token, row) => {
            const mixed = Array.from(accumulator.after.data.slice(row * width, (row + 1) * width));
            return html`<tr data-row=${from + row}>
              <th scope="row">${token}</th>
              <td>${at(max.before, row)} → ${at(max.after, row)}</td>
              <td>${skipped ? "" : at(factor, row)}</td>
              <td>${at(sum.before, row)} → ${at(sum.after, row)}</td>
              <td>
                ${mixed
                  .slice(0, 6)
                  .map((value) => formatNumber(value, 4))
                  .join("  ")}${width > 6 ? " …" : ""}
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  /**
   * The last query's sum in numbers.
   * @param {Tile} now
   */
  #arithmetic({ queries: [, to], scores, exponentials, factor, max, sum, context }) {
    const { t, queries } = this.view;
    const [rows = 1, columns = 1] = scores.shape;
    const row = rows - 1;
    const cut = (/** @type {Float32Array} */ data) => Array.from(data.slice(row * columns, (row + 1) * columns));
    const number = (/** @type {number | undefined} */ value) => formatNumber(value ?? NaN, 4);
    return html`<p class="small arithmetic">
      ${t("tiles-arithmetic", {
        token: queries[to - 1] ?? "",
        max: number(max.after.data[row]),
        before: number(sum.before.data[row]),
        factor: number(factor.data[row]),
        terms: cut(exponentials.data).map(number).join(" + "),
        after: number(sum.after.data[row]),
        scores: cut(scores.data).map(number).join(", "),
      })}
      ${context ? t("tiles-divided") : nothing}
    </p>`;
  }
}

customElements.define("tiles-lab", TilesLab);
