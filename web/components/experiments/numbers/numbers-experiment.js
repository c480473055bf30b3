import { css, html, nothing } from "lit";

import { AttentionError } from "../../../engine/errors.js";
import { changeEdits, countEdits, editableTensors, editedNumbers, withoutEdits } from "../../../state/edits.js";
import { editable } from "../../../state/kinds.js";
import { lengthsOf } from "../../../figures/index.js";
import { inputsOf } from "../../../state/inputs.js";
import { defaultState } from "../../../state/state.js";
import { readTensorFile, readTensorText } from "../../../state/files/tensor-file.js";
import { readFloat32 } from "../../../state/typed-numbers.js";
import "./number-grid.js";
import { errorText } from "../../error-text.js";
import { withSubscripts } from "../../rich-text.js";
import { ExperimentElement } from "../experiment-element.js";
import { shared } from "../../styles.js";
import { common } from "../styles.js";
import { cellPlace, gridOf, pastedCells, readerOf, replacement } from "./grid-edits.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { bytesOf, droppedFile, pickedFile } from "../../one-file.js";
import { isTouch } from "../../pointer.js";

/** @typedef {import("../../../state/edits.js").Editable} Editable */
/** @typedef {import("../../../state/edits.js").Change} Change */
/** @typedef {import("../../../state/edits.js").EditShape} EditShape */
/** @typedef {import("../../../state/files/tensor-file.js").Tensor} Tensor */

const names = /** @type {Editable[]} */ (Object.keys(editable));

/**
 * A grid in which the inputs of the walk (X, C and the weights) are edited, number by number, by pasting or from a file.
 * Fires "state-patch".
 */
export class NumbersExperiment extends ExperimentElement {
  static properties = {
    ...ExperimentElement.properties,
    tensor: { state: true },
    head: { state: true },
    problem: { state: true },
    said: { state: true },
  };

  static styles = [
    shared,
    common,
    css`
      p {
        margin: 0 0 var(--space-12);
      }
      .row {
        margin-bottom: var(--space-12);
      }
      .row.after {
        margin: var(--space-12) 0 0;
      }
      .error {
        margin: var(--space-8) 0 0;
      }
    `,
  ];

  /** @type {Map<string, Float32Array>} random tensors by name, drawn once */
  #drawn = new Map();
  /** @type {{run: unknown, inputs: Record<string, Tensor>} | null} the inputs without edits, and the run they belong to */
  #before = null;

  constructor() {
    super();
    /** @type {Editable} */
    this.tensor = "X";
    /** Index of the head that the grid shows. */
    this.head = 0;
    this.problem = "";
    this.said = "";
  }

  render() {
    const { t, state } = this.view;
    const tensors = editableTensors(state);
    const [first] = Object.keys(tensors);
    if (first === undefined) return html`<p class="muted">${t("numbers-none")}</p>`; // Q, K and V are given
    const { tensor, shape, head } = this.#chosen();
    const { heads } = lengthsOf({ shape });
    const edited = editedNumbers(state.edits, tensor);
    return html`
      <p class="muted">${t("numbers-text")}</p>
      <div class="row" role="group" aria-label=${t("numbers-tensor")}>
        ${names
          .filter((name) => name in tensors)
          .map(
            (name) =>
              html`<button id="tensor-${name}" aria-pressed=${name === tensor} @click=${() => this.#choose(name, head)}>
                ${withSubscripts(name)}
              </button>`,
          )}
        ${heads > 1 ? this.#heads(tensor, heads, head) : nothing}
      </div>
      <div
        @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
        @drop=${(/** @type {DragEvent} */ event) => void droppedFile(event, (file) => this.#read(file))}
      >
        <number-grid
          .t=${t}
          .label=${t("numbers-grid", { name: tensor, head: shape.length === 3 ? head + 1 : 0 })}
          .shape=${gridOf(shape)}
          .rowNames=${this.#rowNames(tensor, shape)}
          .valueAt=${readerOf(this.view.inputs, tensor, shape, head)}
          .wasAt=${this.#wasAt(tensor, shape, head, edited)}
          @grid-type=${(/** @type {CustomEvent} */ { detail }) => this.#type(detail)}
          @grid-reset=${(/** @type {CustomEvent} */ { detail }) => this.#set([{ ...detail, value: null }])}
          @grid-paste=${(/** @type {CustomEvent} */ { detail }) => this.#paste(detail)}
        ></number-grid>
      </div>
      <p class="error" role="alert">${this.problem}</p>
      <div class="visually-hidden" role="status">${this.said}</div>
      <p class="small muted">${t(isTouch() ? "numbers-keys-touch" : "numbers-keys")}</p>
      <div class="row">
        <label class="small muted" for="file">${t("numbers-file", { name: tensor })}</label>
        <input
          id="file"
          type="file"
          accept=".csv,.tsv,.txt,.json,.npy,.npz"
          @change=${(/** @type {Event} */ event) => void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.#read(file))}
        />
      </div>
      ${Object.keys(state.edits).length === 0 ? nothing : this.#resets(tensor, edited.size)}
    `;
  }

  /** The tensor and the head in the grid: the first and the last head, if the walk does not have the chosen ones. */
  #chosen() {
    const tensors = editableTensors(this.view.state);
    const tensor = this.tensor in tensors ? this.tensor : /** @type {Editable} */ (Object.keys(tensors)[0]);
    const shape = /** @type {EditShape} */ (tensors[tensor]);
    return { tensor, shape, head: Math.min(this.head, lengthsOf({ shape }).heads - 1) };
  }

  /** The choice of the head in the grid. @param {Editable} tensor @param {number} count @param {number} head */
  #heads(tensor, count, head) {
    const { t } = this.view;
    return html`<label class="small muted" for="head">${t("numbers-head")}</label>
      <select id="head" @change=${(/** @type {Event} */ event) => this.#choose(tensor, Number(eventValue(event)))}>
        ${Array.from({ length: count }, (_, at) => option(at, String(at + 1), at === head))}
      </select>`;
  }

  /** @param {Editable} tensor @param {number} here how many of its numbers are edited */
  #resets(tensor, here) {
    const { t, state } = this.view;
    return html`<div class="row after">
      <span class="small muted">${t("numbers-count", { count: countEdits(state.edits), here, name: tensor })}</span>
      <button
        id="reset-tensor"
        aria-disabled=${here === 0}
        @click=${() => here > 0 && this.patch({ edits: withoutEdits(state.edits, tensor) })}
      >
        ${t("numbers-reset-tensor", { name: tensor })}
      </button>
      <button id="reset-all" @click=${() => this.patch({ edits: defaultState.edits })}>
        ${t("numbers-reset-all")}
      </button>
    </div>`;
  }

  /** Shows a tensor and a head in the grid. @param {Editable} tensor @param {number} head */
  #choose(tensor, head) {
    this.tensor = tensor;
    this.head = head;
    this.problem = "";
  }

  /**
   * The labels of the rows: tokens, or the heads of a bias; empty if the rows are dimensions.
   * @param {Editable} tensor
   * @param {EditShape} shape
   */
  #rowNames(tensor, shape) {
    const { t, queries, keys } = this.view;
    if (tensor === "X") return queries;
    if (tensor === "C") return keys;
    if (editable[tensor] !== 2) return [];
    return Array.from({ length: shape[0] }, (_, at) => t("head-one", { number: at + 1 }));
  }

  /**
   * A function that gives the original value of an edited number, and null for a number that is not edited.
   * @param {Editable} tensor
   * @param {EditShape} shape
   * @param {number} head
   * @param {Map<string, number>} edited by index, as text
   * @returns {(row: number, column: number) => number | null}
   */
  #wasAt(tensor, shape, head, edited) {
    if (edited.size === 0) return () => null;
    const read = readerOf(this.#asDrawn(), tensor, shape, head);
    return (row, column) => (edited.has(cellPlace(shape, head, row, column).join()) ? read(row, column) : null);
  }

  /** The inputs of the walk without edits. */
  #asDrawn() {
    const { run, state, engine } = this.view;
    if (this.#before?.run !== run) {
      const { inputs } = inputsOf({ ...state, edits: {} }, engine, this.#drawn);
      this.#before = { run, inputs };
    }
    return this.#before.inputs;
  }

  /** Sets a number to the text that the reader entered. @param {{row: number, column: number, text: string}} typed */
  #type({ row, column, text }) {
    const value = readFloat32(text);
    if (value !== null) return this.#set([{ row, column, value }]);
    this.problem = this.view.t("numbers-bad", { text: text.slice(0, 40), row: row + 1, column: column + 1 });
  }

  /**
   * Sets numbers of the head in the grid.
   * @param {readonly {row: number, column: number, value: number | null}[]} cells
   */
  #set(cells) {
    const { tensor, shape, head } = this.#chosen();
    this.#change(
      tensor,
      cells.map(({ row, column, value }) => ({ place: cellPlace(shape, head, row, column), value })),
    );
  }

  /** Asks for edits of a tensor: fires "state-patch". @param {Editable} tensor @param {readonly Change[]} changes */
  #change(tensor, changes) {
    this.problem = "";
    this.said = this.view.t("numbers-set", { count: changes.length, name: tensor });
    this.patch({ edits: changeEdits(this.view.state.edits, tensor, changes) });
  }

  /**
   * Sets the numbers of a pasted block.
   * @param {{row: number, column: number, text: string}} pasted at the number that has the focus
   */
  #paste({ row, column, text }) {
    void this.#try(() => {
      const from = this.view.t("numbers-pasted");
      this.#set(
        pastedCells(this.view.t, from, readTensorText(from, text), gridOf(this.#chosen().shape), { row, column }),
      );
    });
  }

  /** Reads a file of numbers into the tensor. @param {File} file */
  async #read(file) {
    await this.#try(async () => {
      const contents = await bytesOf(file);
      this.#replace(file.name, readTensorFile(file.name, contents, this.#inputName()));
    });
  }

  /**
   * Sets the whole tensor, or the head in the grid, to the numbers of a file.
   * @param {string} name of the file
   * @param {Tensor} given
   */
  #replace(name, given) {
    const { tensor, shape, head } = this.#chosen();
    const whole = this.view.run.shape(this.#inputName());
    const changes = replacement(this.view.t, name, given, { tensor, whole, shape, head });
    this.#change(tensor, changes);
  }

  /** The engine's name of the tensor in the grid: with absolute positions, the embeddings are E. */
  #inputName() {
    const { tensor } = this.#chosen();
    return tensor === "X" && "E" in this.view.inputs ? "E" : tensor;
  }

  /** Runs a function and shows its error, if what was pasted or loaded is invalid. @param {() => Promise<void> | void} act */
  async #try(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = errorText(this.view.t, error);
    }
  }
}

customElements.define("numbers-experiment", NumbersExperiment);
