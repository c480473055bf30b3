import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { bandOf, cacheScene } from "../../../figures/scene/cache.js";
import { sameBits, largestDifference, formatDifference } from "../../../figures/measures/difference.js";
import { modelOf } from "../../../state/recipes/trained-models.js";
import { cacheCounters, longCounters, modelCounters } from "./counters.js";
import { cacheWalk, recomputed } from "./cache-run.js";
import { ExperimentElement } from "../experiment-element.js";
import { AttentionError } from "../../../engine/errors.js";
import { changeState } from "../../../state/state.js";
import { errorText } from "../../error-text.js";
import { stepStyles } from "../styles.js";
import { playedSteps } from "../step-player.js";
import { eventValue } from "../../fields/event-value.js";
import "../../scroll-box.js";

/**
 * The experiment is not available for longer texts, because each of its steps computes a whole walk (pass through all
 * stages).
 */
const MAX_TOKENS = 64;

/**
 * Shows generation token by token, with a KV cache and without. Fires "state-patch" when the reader changes a setting
 * or step.
 */
export class CacheExperiment extends ExperimentElement {
  static styles = stepStyles;

  static properties = { ...ExperimentElement.properties, refused: { state: true } };

  constructor() {
    super();
    /** @type {{field: string, text: string, message: string} | null} a size that was typed last and cannot be used */
    this.refused = null;
  }

  /** @type {import("./cache-run.js").CacheWalk | null} */
  #walk = null;
  /**
   * @type {import("./cache-run.js").Tensors | null} what this step computes without the cache; null while the cache
   *   is shown
   */
  #recomputed = null;
  /** @type {import("../../figure/scene-image.js").Draw | null} */
  #draw = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../../view/view.js").View | undefined} */ (changed.get("view"));
    const { view } = this;
    if (!this.#runs()) {
      this.#walk = null;
      return;
    }
    const same = (/** @type {readonly (keyof import("../../../state/state.js").State)[]} */ fields) =>
      before?.run === view.run && fields.every((field) => before.state[field] === view.state[field]);
    const sameSteps = same(["prefill"]) && this.#walk !== null;
    if (!sameSteps) this.#walk = cacheWalk(view, view.state.prefill);
    const sameStep = sameSteps && same(["cache_step", "cached"]);
    if (!sameStep) this.#recomputed = view.state.cached ? null : recomputed(view, this.#append().cache_len);
    if (!sameStep || !same(["head"]) || before?.theme !== view.theme) this.#draw = this.#scene();
  }

  render() {
    return html`
      <p class="muted">${this.view.t("cache-text")}</p>
      ${this.#runs() ? this.#steps() : this.#refusal()} ${this.brief ? nothing : this.#costs()}
    `;
  }

  /** What the walk costs with a cache and without, and questions about the cache. */
  #costs() {
    const { t, state } = this.view;
    return html`
      <h4>${t("cache-counters")}</h4>
      ${modelCounters(this.view, this.refused, (patch, text = "") => this.#count(patch, text))}
      ${state.cost_model === null ? this.#counters() : nothing}
      <details>
        <summary>${t("cache-questions")}</summary>
        <dl>
          ${["query", "mask", "layers"].map(
            (id) =>
              html`<dt>${t(`cache-why-${id}`)}</dt>
                <dd>${t(`cache-because-${id}`)}</dd>`,
          )}
        </dl>
      </details>
    `;
  }

  /** Whether the walk in view can be generated token by token. */
  #runs() {
    const { state, run } = this.view;
    return run.spec.causal && state.context === null && this.view.queries.length <= MAX_TOKENS;
  }

  /** Counts with other sizes, or says why that is not possible. @param {Record<string, unknown>} patch @param {string} text what was typed */
  #count(patch, text) {
    try {
      changeState(this.view.state, patch);
      this.refused = null;
      this.patch(patch);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.refused = { field: Object.keys(patch)[0] ?? "", text, message: errorText(this.view.t, error) };
    }
  }

  /** What the walk in view costs, token by token; where it is too long to be computed so, what its last token costs. */
  #counters() {
    if (this.#walk) return cacheCounters(this.view, this.#walk);
    return this.#isTooLong() ? longCounters(this.view) : nothing;
  }

  /** Whether length alone keeps the walk in view from being generated token by token. */
  #isTooLong() {
    const { state, run, queries } = this.view;
    return run.spec.causal && state.context === null && queries.length > MAX_TOKENS;
  }

  /** A message that explains why the walk in view cannot be generated token by token. */
  #refusal() {
    const { t, state, queries } = this.view;
    if (state.context !== null)
      return html`<p class="note">${t(modelOf(state)?.pointer ? "cache-pointer" : "cache-cross")}</p>`;
    if (queries.length > MAX_TOKENS) return html`<p class="note">${t("cache-long", { max: MAX_TOKENS })}</p>`;
    return html`<p class="note">${t("cache-not-causal")}</p>
      <p><button class="causal" @click=${() => this.patch({ causal: true })}>${t("cache-make-causal")}</button></p>`;
  }

  /** The step in view, with the tokens that it appends to the cache and what it computes. */
  #append() {
    const { appends } = /** @type {import("./cache-run.js").CacheWalk} */ (this.#walk);
    return /** @type {(typeof appends)[number]} */ (appends[this.view.state.cache_step]);
  }

  #steps() {
    const { t, state, queries } = this.view;
    const { appends } = /** @type {import("./cache-run.js").CacheWalk} */ (this.#walk);
    const append = this.#append();
    const first = append.count > 1 || append.first === 0;
    const next = queries[append.first + append.count];
    const at = t(first ? "cache-at-prefill" : "cache-at-token", {
      count: append.count,
      token: /** @type {string} */ (queries[append.first]),
      number: append.first + 1,
      of: queries.length,
    });
    const text = `${at}. ${next === undefined ? t("cache-next-end") : t("cache-next", { next })}`;
    return html`
      <div class="controls">
        ${this.#switch()}
        <label>
          ${t("cache-prefill")}
          <input
            class="prefill"
            type="range"
            min="1"
            max=${queries.length}
            .value=${live(String(state.prefill))}
            aria-valuetext=${t("cache-prefill-tokens", { count: state.prefill })}
            @input=${(/** @type {Event} */ event) => this.patch({ prefill: Number(eventValue(event)), cache_step: 0 })}
          />
          <span aria-hidden="true">${t("cache-prefill-tokens", { count: state.prefill })}</span>
        </label>
      </div>
      ${playedSteps(this.view, {
        of: "cache",
        stage: "weights",
        at: state.cache_step,
        last: appends.length - 1,
        text,
        draw: this.#draw,
        go: (cache_step) => this.patch({ cache_step }),
      })}
      <p class="small muted">${t(state.cached ? "cache-legend" : "cache-legend-without")}</p>
      <p class="result" role="status">${this.#verdict()}</p>
      ${this.#numbers()}
    `;
  }

  #switch() {
    const { t, state } = this.view;
    return html`<div class="choice" role="group" aria-label=${t("cache-switch")}>
      ${[true, false].map(
        (cached) =>
          html`<button aria-pressed=${state.cached === cached} @click=${() => this.patch({ cached })}>
            ${t(cached ? "cache-on" : "cache-off")}
          </button>`,
      )}
    </div>`;
  }

  /**
   * The function that draws the figure. With the cache, a step computes only the new rows; without it, all rows so far.
   */
  #scene() {
    const { state, theme, run, queries } = this.view;
    const { first, count, cache_len, tensors } = this.#append();
    const from = this.#recomputed ? 0 : first;
    const { Q, K, V, weights, output } = this.#recomputed ?? tensors;
    const head = state.head === "all" ? 0 : state.head;
    const kvHead = Math.floor((head * run.spec.kv_heads) / run.spec.heads);
    const bands = {
      Q: bandOf(Q, head, from),
      K: bandOf(K, kvHead, 0),
      V: bandOf(V, kvHead, 0),
      weights: bandOf(weights, head, from),
      output: bandOf(output, 0, from),
    };
    const fresh = this.#recomputed ? { first: 0, count: cache_len } : { first, count };
    return (/** @type {{width: number, measure: import("../../../figures/types.js").Measure}} */ space) =>
      cacheScene({ bands, fresh, tokens: queries, theme, ...space });
  }

  /** A sentence that compares the new rows of the output with the same rows of causal attention over the whole text. */
  #verdict() {
    const { t, queries } = this.view;
    const { first, count, tensors } = this.#append();
    const { output } = /** @type {import("./cache-run.js").CacheWalk} */ (this.#walk);
    const { columns } = lengthsOf(output);
    const full = output.data.slice(first * columns, (first + count) * columns);
    const { data } = tensors.output;
    const token = /** @type {string} */ (queries[first + count - 1]);
    if (sameBits(data, full)) return t("cache-same", { numbers: data.length, token });
    return t("cache-differs", { difference: formatDifference(largestDifference(data, full)), token });
  }

  /**
   * Tables of the last new row: its weights, and its output with the cache and by causal attention over the whole text.
   */
  #numbers() {
    const { t, state, queries } = this.view;
    const { first, count, cache_len, tensors } = this.#append();
    const { output } = /** @type {import("./cache-run.js").CacheWalk} */ (this.#walk);
    const head = state.head === "all" ? 0 : state.head;
    const last = first + count - 1;
    const row = (/** @type {import("../../../engine/index.js").Tensor} */ tensor, /** @type {number} */ at) => {
      const { columns, values } = bandOf(tensor, head, 0);
      return Array.from(values).slice(at * columns, (at + 1) * columns);
    };
    const token = /** @type {string} */ (queries[last]);
    const name = t("cache-numbers", { token });
    return html`<details>
      <summary>${name}</summary>
      <scroll-box .name=${name}>
        <table>
          <caption>
            ${t("cache-weights-row", { token, head: head + 1 })}
          </caption>
          <thead>
            <tr>
              ${queries.slice(0, cache_len).map((key) => html`<th scope="col">${key}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${numberRow("weights", row(tensors.weights, count - 1))}
          </tbody>
        </table>
        <table>
          <caption>
            ${t("cache-output-row", { token })}
          </caption>
          <tbody>
            ${numberRow("with-cache", row(tensors.output, count - 1), t("cache-with"))}
            ${numberRow("full", row(output, last), t("cache-full"))}
          </tbody>
        </table>
      </scroll-box>
    </details>`;
  }
}

/**
 * A row of a table of numbers.
 * @param {string} id
 * @param {ArrayLike<number>} values
 * @param {string} [header]
 */
const numberRow = (id, values, header = "") =>
  html`<tr data-row=${id}>
    ${header ? html`<th scope="row">${header}</th>` : nothing}
    ${Array.from(values, (value) => html`<td>${formatNumber(value, 4)}</td>`)}
  </tr>`;

customElements.define("cache-experiment", CacheExperiment);
