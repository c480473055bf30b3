import { css, html, LitElement, nothing } from "lit";

import { ownMessages } from "../own-messages.js";
import { text } from "../../lessons/train-tools-words-en.js";
import { percentText } from "../../figures/numbers.js";
import { asksForNext } from "../../training/patterns.js";
import { eventValue } from "../event-value.js";
import { option } from "../option.js";
import { toolStyles } from "./tool-styles.js";

/** @typedef {import("./training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("./training-run.js").Score} Score */
/** @typedef {import("../../training/change-head.js").RowsByHand} RowsByHand */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {{layer: number, head: number, from: number}} Place of a head; from: where its weights begin in the maps of a step */

/**
 * The reader sets rows of a head's attention by hand, by choosing the tokens that a row looks at, and reads what the model
 * then gets right on held-out examples.
 */
export class PaintedRows extends LitElement {
  static properties = {
    view: { attribute: false },
    run: { attribute: false },
    at: { type: Number },
    head: { state: true },
    row: { state: true },
    rows: { state: true },
    result: { state: true },
  };

  static styles = [
    toolStyles,
    css`
      .keys {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-top: 8px;
      }
      .keys button {
        display: grid;
        justify-items: center;
        min-width: 44px;
        padding: 4px 8px;
      }
      .keys span {
        font-size: var(--small);
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  #messages = ownMessages(text);
  /** The run whose rows are set. */
  #run = /** @type {TrainingRun | null} */ (null);

  constructor() {
    super();
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    this.run = /** @type {TrainingRun} */ (/** @type {unknown} */ (undefined));
    /** The index of the snapshot whose weights are measured. */
    this.at = 0;
    /** The head whose rows are set, counted through all layers. */
    this.head = 0;
    /** The row that is shown. */
    this.row = 0;
    /** @type {RowsByHand} the rows that are set */
    this.rows = {};
    /** @type {{step: number, whole: Score, changed: Score} | "measuring" | null} what was measured with these rows */
    this.result = null;
  }

  willUpdate() {
    if (this.#run === this.run) return;
    this.#run = this.run;
    [this.head, this.row, this.rows, this.result] = [0, 0, {}, null];
  }

  render() {
    const { facts, snapshots } = this.run;
    const t = this.#messages(this.view.t);
    const place = placesOf(this.run)[this.head];
    const snapshot = snapshots[this.at];
    const layer = place && facts?.layers[place.layer];
    if (!facts || !layer || !snapshot) return nothing;
    const from = place.from + this.row * layer.keys;
    const weights = snapshot.maps.subarray(from, from + layer.keys);
    const words = facts.spec.layers[place.layer]?.keys === "source" ? facts.keys : facts.tokens;
    const token = facts.tokens[this.row] ?? "";
    const answer = (/** @type {number} */ row) => (asksForNext(facts) ? (facts.answer[row] ?? "") : "");
    return html`
      <h3>${t("rows-title")}</h3>
      <p class="small">${t("rows-hint")}</p>
      <p class="row">
        <label>
          ${t("rows-head")}
          <select id="head" @change=${(/** @type {Event} */ event) => this.#chooseHead(Number(eventValue(event)))}>
            ${placesOf(this.run).map((each, at) =>
              option(at, t("heads-head", { layer: each.layer + 1, head: each.head + 1 }), at === this.head),
            )}
          </select>
        </label>
        <label>
          ${t("rows-row")}
          <select id="row" @change=${(/** @type {Event} */ event) => (this.row = Number(eventValue(event)))}>
            ${facts.tokens.map((each, at) => option(at, `${at + 1}: ${each}${answer(at) && ` → ${answer(at)}`}`, at === this.row))}
          </select>
        </label>
        <button id="clear" ?disabled=${Object.keys(this.rows).length === 0} @click=${() => this.#set({})}>
          ${t("rows-clear")}
        </button>
      </p>
      <div
        class="keys"
        role="group"
        aria-label=${t(answer(this.row) ? "rows-keys-next" : "rows-keys", { row: this.row + 1, token, answer: answer(this.row) })}
      >
        ${words.map((word, key) => this.#key(word, key, Number(weights[key])))}
      </div>
      <p role="status">${this.#found(t)}</p>
    `;
  }

  /**
   * A token that the row may look at, with its weight.
   * @param {string} word
   * @param {number} key
   * @param {number} weight as the model has it
   */
  #key(word, key, weight) {
    const set = this.rows[this.row];
    const isSet = set?.includes(key) ?? false;
    const share = set ? (isSet ? 1 / set.length : 0) : weight;
    return html`<button
      data-key=${key}
      aria-pressed=${isSet}
      ?disabled=${isHidden(this.run, placesOf(this.run)[this.head]?.layer ?? 0, this.row, key)}
      @click=${() => this.#toggle(key)}
    >
      ${word}<span>${percentText(share, 0)}</span>
    </button>`;
  }

  /** What was measured. @param {Translate} t */
  #found(t) {
    const { result, rows } = this;
    if (result === null) return nothing;
    if (result === "measuring") return t("heads-measuring");
    const { step, whole, changed } = result;
    const loss = (/** @type {Score} */ score) =>
      score.loss === Infinity ? t("heads-infinite") : score.loss.toFixed(3);
    const found = t("rows-found", {
      count: Object.keys(rows).length,
      step,
      examples: whole.examples,
      changed: percentText(changed.accuracy, 0),
      changedLoss: loss(changed),
      whole: percentText(whole.accuracy, 0),
      wholeLoss: loss(whole),
    });
    return changed.asked < changed.examples ? `${found} ${this.#asked(t, changed)}` : found;
  }

  /** In how many examples a row that is set is asked at all. @param {Translate} t @param {Score} score */
  #asked(t, { asked, examples }) {
    const id = this.run.settings.task === "pronoun" ? "rows-asked-pronoun" : "rows-asked";
    const reaches = this.#reachesOtherRows ? "yes" : "no";
    return t(id, { count: Object.keys(this.rows).length, asked, others: examples - asked, reaches });
  }

  /** Whether a later layer makes keys of the rows that are set, so that other rows can look at what these took in. */
  get #reachesOtherRows() {
    const { layer = 0 } = placesOf(this.run)[this.head] ?? {};
    const later = this.run.facts?.spec.layers.slice(layer + 1) ?? [];
    return later.some(({ keys = "self" }) => keys === "self");
  }

  /** @param {number} head */
  #chooseHead(head) {
    this.head = head;
    void this.#set({});
  }

  /** Sets or releases one token of the row. Where none is left, the row is the model's own again. @param {number} key */
  #toggle(key) {
    const { [this.row]: before = [], ...others } = this.rows;
    const after = before.includes(key) ? before.filter((each) => each !== key) : [...before, key];
    void this.#set(after.length > 0 ? { ...others, [this.row]: after } : others);
  }

  /** Measures the model with rows, and without them. @param {RowsByHand} rows */
  async #set(rows) {
    const { run } = this;
    const snapshot = run.snapshots[this.at];
    const place = placesOf(run)[this.head];
    this.rows = rows;
    this.result = null;
    if (!snapshot || !place || Object.keys(rows).length === 0) return;
    const { step, weights } = snapshot;
    this.result = "measuring";
    const [whole, changed] = await Promise.all([
      run.measure(null, weights),
      run.measure({ layer: place.layer, head: place.head, rows }, weights),
    ]);
    if (this.rows === rows) this.result = { step, whole, changed };
  }
}

/** The heads of all layers, in the order in which a snapshot has their maps. @param {TrainingRun} run @returns {Place[]} */
function placesOf({ facts }) {
  let from = 0;
  return (facts?.layers ?? []).flatMap(({ heads, queries, keys }, layer) =>
    Array.from({ length: heads }, (_, head) => {
      const place = { layer, head, from };
      from += queries * keys;
      return place;
    }),
  );
}

/**
 * Whether a mask hides a key from a query of the example.
 * @param {TrainingRun} run
 * @param {number} layer
 * @param {number} row
 * @param {number} key
 */
function isHidden({ facts }, layer, row, key) {
  const { queries = 0, keys = 0 } = facts?.layers[layer] ?? {};
  return facts?.spec.layers[layer]?.causal === true && key > row + keys - queries;
}

customElements.define("painted-rows", PaintedRows);
