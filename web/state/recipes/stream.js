/** What each part of a trained model writes into the residual stream, and what that does to the logit of a word. */
import { addedStages, logitReading } from "../../engine/model/contributions.js";
import { nextWordOf, residualRow } from "./next-word.js";

/** @typedef {import("./trained-models.js").Readout} Readout */
/** @typedef {import("../../engine/run.js").Run} Run */
/**
 * A part of the sum that the readout reads.
 * @typedef {object} StreamPart
 * @property {number} layer that wrote it, 1 for the first
 * @property {string} stage whose row was added: X of the first layer, an output of attention, or one of an MLP
 * @property {number} logit its share of the word's logit
 * @property {string} guess the word that would be the first guess if the sum up to here were read out (Nostalgebraist 2020, "the
 *   logit lens")
 * @property {number} probability of that guess
 */

/**
 * The logit of a word, before a cap, as the sum of what the embeddings, and the attention and the MLP of each layer have
 * written into a row of the stream (direct logit attribution; Elhage et al. 2021, "A Mathematical Framework for Transformer
 * Circuits"). The norm before the readout counts with the mean and the root of the finished row.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {Readout} readout
 * @param {readonly Pick<Run, "tensor" | "stages" | "spec">[]} runs of all layers, the first one first
 * @param {number} row
 * @param {number} word its number in the readout's words
 * @returns {{parts: StreamPart[], bias: number}} bias: what is added to the parts' logits; the sum is the engine's logit up to
 *   rounding
 */
export function streamParts(engine, readout, runs, row, word) {
  const last = /** @type {Run} */ (runs.at(-1));
  const { direction, bias } = readingOf(readout, residualRow({ run: last }, row), word, last.spec.norm_epsilon);
  /** @type {StreamPart[]} */
  const parts = [];
  let sum = /** @type {Float32Array | null} */ (null);
  runs.forEach((run, at) => {
    for (const stage of [...(at === 0 ? ["X"] : []), ...addedStages(run.stages)]) {
      const values = rowOf(run, stage, row);
      sum = sum ? sum.map((value, column) => value + Number(values[column])) : values;
      const { words, ranking, probabilities } = nextWordOf(engine, readout, sum);
      const [first = 0] = ranking;
      parts.push({
        layer: at + 1,
        stage,
        logit: values.reduce((total, value, column) => total + value * Number(direction[column]), 0),
        guess: words[first] ?? "",
        probability: Number(probabilities[first]),
      });
    }
  });
  return { parts, bias };
}

/**
 * @param {Readout} readout
 * @param {Float32Array} row
 * @param {number} word
 * @param {number} epsilon
 */
function readingOf({ weight, bias, norm }, row, word, epsilon) {
  const count = Number(weight.shape[1]);
  return logitReading(Array.from(row), {
    column: Array.from(row, (_, column) => Number(weight.data[column * count + word])),
    constant: Number(bias?.data[word] ?? 0),
    norm: norm ? { isCentred: norm.kind === "layernorm", epsilon, factors: norm.weight?.data, added: undefined } : null,
  });
}

/** @param {Pick<Run, "tensor">} run @param {string} stage @param {number} row */
function rowOf(run, stage, row) {
  const { shape, data } = run.tensor(stage);
  const width = Number(shape[1]);
  return data.slice(row * width, (row + 1) * width);
}
