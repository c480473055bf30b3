import { html, LitElement, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { givenOf } from "../../state/recipes/given.js";
import { changeState } from "../../state/state.js";
import { inputsOf } from "../../tensors/attention-arrays.js";
import { arraysIn } from "../../tensors/open-arrays.js";
import { errorText } from "../error-text.js";
import { bytesOf, droppedFiles } from "../one-file.js";
import { option } from "../fields/option.js";
import { shared } from "../styles.js";
import { choicesOf, columnsOf, noContext } from "./given-choices.js";
import { givenPatch } from "./given-patch.js";
import { givenStyles } from "./styles.js";
import { arrayList } from "./array-list.js";

/** @typedef {import("../../tensors/attention-arrays.js").Named} Named */
/** @typedef {import("../../state/state.js").State} State */

/**
 * What files of tensors hold, and the choice of what to compute from them. Fires "given-chosen" with {state}, the reader's
 * state with these tensors, and "given-closed".
 */
export class GivenTensors extends LitElement {
  static properties = {
    t: { attribute: false },
    state: { attribute: false },
    files: { attribute: false },
    arrays: { state: true },
    chosen: { state: true },
    problem: { state: true },
  };

  static styles = [shared, givenStyles];

  constructor() {
    super();
    /** @type {import("../../words/translate.js").Translate} */
    this.t = () => "";
    /** What Explore shows. @type {State | null} */
    this.state = null;
    /** The files that were opened last: their arrays join those that are there. @type {readonly File[]} */
    this.files = [];
    /** @type {readonly Named[]} */
    this.arrays = [];
    /** What the reader has chosen, where it differs from the first choice. @type {Readonly<Record<string, string>>} */
    this.chosen = {};
    /** @type {AttentionError | null} */
    this.problem = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("files") && this.files.length > 0) void this.#read(this.files);
  }

  firstUpdated() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"))?.focus();
  }

  /** Reads files; an array that is there by its name already is replaced. @param {readonly File[]} files */
  async #read(files) {
    try {
      const read = await Promise.all(files.map(async (file) => arraysIn(file.name, await bytesOf(file))));
      const fresh = read.flat();
      const names = new Set(fresh.map(({ name }) => name));
      this.arrays = [...this.arrays.filter(({ name }) => !names.has(name)), ...fresh];
      this.problem = null;
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof AttentionError)) throw error;
    this.problem = error;
  }

  render() {
    const { t, arrays, problem } = this;
    const choices = choicesOf(arrays, this.chosen);
    const files = [...new Set(arrays.map(({ file }) => file))].join(", ");
    return html`
      <section
        class="card"
        aria-labelledby="title"
        @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
        @drop=${(/** @type {DragEvent} */ event) => void droppedFiles(event, (files) => void (this.files = files))}
      >
        <h2 id="title" tabindex="-1">${t("given-title")}</h2>
        <p class="small muted">${t("given-here")}</p>
        ${arrays.length > 0 ? arrayList(t, arrays, files) : nothing}
        ${arrays.length > 0 && !choices ? html`<p>${t("given-none")}</p>` : nothing}
        ${choices ? this.#form(choices) : nothing}
        <p class="error" role="alert" ?hidden=${!problem}>${problem ? errorText(t, problem) : ""}</p>
        <div class="buttons">
          ${choices ? html`<button id="show" class="primary" @click=${() => this.#show(choices)}>${t("given-show")}</button>` : nothing}
          <label class="small"
            >${t("given-more")}
            <input type="file" multiple accept=".npz,.npy,.safetensors" @change=${this.#pick} />
          </label>
          <button id="close" class="link" @click=${() => this.#send("given-closed", null)}>${t("given-close")}</button>
        </div>
      </section>
    `;
  }

  /** @param {import("./given-choices.js").Choices} choices */
  #form({ all, found, xs, cs, heads, head, items, item, causal }) {
    const { t, chosen } = this;
    const names = (/** @type {readonly Named[]} */ arrays) =>
      arrays.map(({ name, shape }, at) => [String(at), `${name} [${shape.join(", ")}]`]);
    const layers = all.map(({ kind, name }, at) => [String(at), t(`given-kind-${kind}`, { name: name || "none" })]);
    const counts = heads.map((count) => [
      String(count),
      t("given-heads-each", { count, width: columnsOf(found, count) }),
    ]);
    const batch = Array.from({ length: items }, (_, at) => [String(at), String(at + 1)]);
    const isFlat = found.kind === "projected" && found.arrays[0]?.shape.length !== 2;
    return html`<div class="choices">
      ${this.#select("layer", layers, chosen.layer ?? "0")} ${this.#select("X", names(xs), chosen.X ?? "0")}
      ${this.#select("C", cs.length > 0 ? [...names(cs), [noContext, t("given-C-none")]] : [], chosen.C ?? "0")}
      ${this.#select("heads", counts, String(head), true)} ${this.#select("item", batch, String(item), true)}
      ${this.#select(
        "axes",
        isFlat
          ? [
              ["heads", t("given-axes-heads")],
              ["tokens", t("given-axes-tokens")],
            ]
          : [],
        chosen.axes ?? "heads",
        true,
      )}
      <label class="wide small"
        >${t("given-labels")}
        <input
          id="labels"
          type="text"
          autocomplete="off"
          .value=${chosen.labels ?? ""}
          @input=${(/** @type {Event} */ event) => this.#choose("labels", event)}
        />
      </label>
      <label class="switch"
        ><input
          id="causal"
          type="checkbox"
          .checked=${causal}
          @change=${(/** @type {Event} */ event) =>
            (this.chosen = {
              ...chosen,
              causal: /** @type {HTMLInputElement} */ (event.target).checked ? "yes" : "no",
            })}
        />${t("given-causal")}</label
      >
    </div>`;
  }

  /**
   * @param {string} name
   * @param {string[][]} options
   * @param {string} value
   * @param {boolean} [isHidden] whether it is left out where there is nothing to choose
   */
  #select(name, options, value, isHidden = false) {
    if (options.length === 0 || (isHidden && options.length < 2 && name !== "heads")) return nothing;
    return html`<label class="small"
      >${this.t(`given-${name}`)}
      <select id=${name} @change=${(/** @type {Event} */ event) => this.#choose(name, event)}>
        ${options.map(([id = "", text = ""]) => option(id, text, id === value))}
      </select>
    </label>`;
  }

  /** @param {string} name @param {Event} event */
  #choose(name, { target }) {
    const { value } = /** @type {HTMLInputElement} */ (target);
    // Another layer has other arrays.
    const kept = Object.entries(this.chosen).filter(([field]) => name !== "layer" || /^(labels|causal)$/.test(field));
    this.chosen = { ...Object.fromEntries(kept), [name]: value };
  }

  /** @param {Event} event */
  #pick({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    if (input.files?.length) this.files = [...input.files];
    input.value = "";
  }

  /** Shows the walk of what is chosen. @param {import("./given-choices.js").Choices} choices */
  #show({ found, X, C, head, item, causal }) {
    const { state, chosen } = this;
    if (!state) return;
    try {
      const choice = { heads: head, X, C, item, tokensFirst: chosen.axes === "tokens" };
      const { inputs, ...sizes } = inputsOf(found, choice);
      const files = [...new Set([...found.arrays, ...(X ? [X] : []), ...(C ? [C] : [])].map(({ file }) => file))];
      const given = givenOf(files.join(", ").slice(0, 200), inputs, sizes);
      const patch = givenPatch(given, { labels: chosen.labels ?? "", causal });
      this.problem = null;
      this.#send("given-chosen", { state: changeState(state, patch) });
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {string} name @param {unknown} detail */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("given-tensors", GivenTensors);
