import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { largest, written } from "../../course/reading.js";
import { changeEdits } from "../../state/edits.js";
import { loadedModel, rowOfIt } from "../../state/recipes/trained-models.js";
import { isPairStage } from "../../engine/stages.js";
import { weightsKind } from "../../view/weights-kind.js";
import { eventValue } from "../fields/event-value.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../course/step.js").Step} Step */

/**
 * What a step shows of its walk: the words alone where that is all, or a figure, and what is said of it.
 * @param {View} view
 * @param {Step} step
 * @param {boolean} isAnswered
 */
export function stepFigure(view, step, isAnswered) {
  if (step.sentence === true && !isAnswered) return sentence(view);
  const { meaning, question, row, alone, operandsFirst, heads } = step;
  const isAlone = view.state.stage === alone && !view.state.cell;
  const isOperands = operandsFirst === true && !isAnswered;
  return html`${question && !isAnswered ? nothing : nextWord(meaning ? { ...view, explanation: null } : view)}
    <attention-stage-figure
      class=${heads === true ? "" : "one-head"}
      .view=${isAlone || isOperands ? { ...view, alone: isOperands ? "operands" : true } : view}
    ></attention-stage-figure>
    ${row === undefined ? nothing : rowOfScores(view, row)}
    ${view.explanation && !meaning ? html`<attention-cell-arithmetic .view=${{ ...view, embedded: true, headless: heads !== true }}></attention-cell-arithmetic>` : nothing}`;
}

/**
 * A slider for one number of an input.
 * @param {View["t"]} t
 * @param {import("../../course/reading.js").Reading} reading
 * @param {NonNullable<Step["edit"]>} edit
 * @param {(patch: Record<string, unknown>) => void} patch
 */
export function slider(t, reading, { input, index, min, max, step }, patch) {
  const [row, column] = /** @type {[number, number]} */ (index.slice(-2));
  const value = reading.at(input, row, column);
  const move = (/** @type {Event} */ event) =>
    patch({ edits: changeEdits(reading.state.edits, input, [{ place: index, value: Number(eventValue(event)) }]) });
  return html`<p class="options edit">
    <label for="edit">${withSubscripts(t("learn-edit", { input, row: row + 1, column: column + 1 }))}</label>
    <input id="edit" type="range" min=${min} max=${max} step=${step} .value=${live(String(value))} @input=${move} />
    <output for="edit" aria-live="off">${written(value)}</output>
  </p>`;
}

/**
 * What a model answers that was asked for the row of "it" alone: the largest attention weight of that row, so that it stands
 * out. Null elsewhere.
 * @param {View} view
 * @returns {View["cell"]}
 */
export function answerOf(view) {
  const it = rowOfIt(view.queries);
  if (it < 0 || weightsKind(view) !== "row") return null;
  const { data } = view.run.tensor("weights");
  const row = Array.from(data.subarray(it * view.keys.length, (it + 1) * view.keys.length));
  return { stage: "weights", index: [0, it, largest(row)] };
}

/** From the output of a trained model to its next word; nothing at other stages. @param {View} view */
const nextWord = (view) =>
  view.state.stage === "output" && loadedModel(view.engine, view.state)?.readout
    ? html`<output-to-word .view=${view}></output-to-word>`
    : nothing;

/**
 * The numbers of one row of scores or attention weights, each with its key; nothing at other stages.
 * @param {View} view
 * @param {number} row
 */
function rowOfScores({ state, run, queries, keys }, row) {
  if (!isPairStage(state.stage)) return nothing;
  const { data } = run.tensor(state.stage);
  const digits = state.stage === "weights" ? 4 : 2;
  return html`<p class="row small">
    <strong>${queries[row]}:</strong>
    ${keys.map((key, at) => html`<span>${key} ${written(Number(data[row * keys.length + at]), digits)}</span> `)}
  </p>`;
}

/** The words of a sentence, without numbers. @param {View} view */
const sentence = ({ queries }) => html`<p class="sentence">${queries.join(" ")}</p>`;
