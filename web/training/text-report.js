/**
 * What a model that writes can do at one step: what it writes, where its heads look, and what is lost without each of them.
 */
import { evaluateWithout, headScores } from "./measure.js";
import { writeNames, writeText } from "./writing.js";

/** @typedef {import("../engine/index.js").Model} Model */
/** @typedef {import("./random.js").Random} Random */
/**
 * What one head does. previous, same, induction: see `headScores`; loss: how much the held-out loss rises without it.
 * @typedef {{layer: number, head: number, previous: number, same: number, induction: number, loss: number}} HeadReport
 */
/**
 * prompt: what was gone on from; sequences: on how many the heads were scored
 * @typedef {import("./writing.js").Writing & {step: number, prompt: readonly number[], heads: readonly HeadReport[],
 *   sequences: number}} TextReport
 */
/** @typedef {{temperature: number, seed: number}} ReportOptions how the sample is drawn; seed: of its random choices */

/** On how many random sequences the heads are scored. */
const scoredSequences = 4;

/** How long the half of such a sequence may be, which is then repeated, and the seed of the sequences. */
const SCORED = Object.freeze({ half: 32, seed: 11 });

/** On how many held-out windows the loss without each head is measured. */
const ABLATED = 16;

/**
 * Reports on a model of a text or of names, in small pieces of work: between two of them the caller may do something
 * else, but may not train the model.
 * @param {object} subject
 * @param {Model} subject.model
 * @param {import("./tasks/task.js").Batch} subject.heldOut windows
 * @param {readonly number[]} subject.prompt what the sample of a text goes on from
 * @param {import("./tasks/task.js").Names} [subject.names] of a model that writes names
 * @param {(seed: number) => Random} subject.random
 * @param {ReportOptions} options
 * @returns {Generator<void, TextReport>}
 */
export function* textReport({ model, heldOut, prompt, names, random }, { temperature, seed }) {
  const step = model.steps;
  const { vocabulary, n } = model.spec;
  const draws = random(seed);
  const writing = names
    ? yield* writeNames(model, names, temperature, draws)
    : yield* writeText(model, prompt, temperature, draws);
  const half = Math.min(SCORED.half, Math.floor(n / 2), vocabulary);
  const sequences = random(SCORED.seed);
  /** @type {ReturnType<typeof headScores>[]} */
  const scores = [];
  while (scores.length < scoredSequences) {
    scores.push(headScores(model, sequences.permutation(vocabulary).slice(0, half)));
    yield;
  }
  const windows = firstOf(heldOut, ABLATED);
  const { loss } = model.evaluate(windows);
  /** @type {HeadReport[]} */
  const heads = [];
  for (const [at, { layer, head }] of /** @type {typeof scores[0]} */ (scores[0]).entries()) {
    const mean = (/** @type {"previous" | "same" | "induction"} */ score) =>
      scores.reduce((sum, each) => sum + /** @type {typeof scores[0][0]} */ (each[at])[score], 0) / scores.length;
    const without = evaluateWithout(model, windows, layer, head).loss;
    const [previous, same, induction] = [mean("previous"), mean("same"), mean("induction")];
    heads.push({ layer, head, previous, same, induction, loss: without - loss });
    yield;
  }
  return { step, prompt: names ? [] : prompt, ...writing, heads, sequences: scores.length };
}

/** The first sequences of a batch. @param {import("./tasks/task.js").Batch} batch @param {number} count */
function firstOf({ tokens, lengths, targets }, count) {
  const n = tokens.length / lengths.length;
  return {
    tokens: tokens.subarray(0, count * n),
    lengths: lengths.subarray(0, count),
    targets: targets.subarray(0, count * n),
  };
}
