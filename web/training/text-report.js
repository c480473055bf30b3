/** What a model of a text can do at one step: what it writes, where its heads look, and what is lost without each of them. */
import { evaluateWithout, headScores } from "./measure.js";
import { sample } from "./tasks/text.js";

/** @typedef {import("../engine/index.js").Model} Model */
/** @typedef {import("./random.js").Random} Random */
/**
 * A character that was drawn: the token, its probability, and the most probable tokens with theirs.
 * @typedef {{token: number, probability: number, likely: readonly (readonly [number, number])[]}} Drawn
 */
/**
 * What one head does. previous, same, induction: see `headScores`; loss: how much the held-out loss rises without it.
 * @typedef {{layer: number, head: number, previous: number, same: number, induction: number, loss: number}} HeadReport
 */
/** @typedef {{step: number, prompt: readonly number[], written: readonly Drawn[], heads: readonly HeadReport[], sequences: number}} TextReport sequences: on how many the heads were scored */
/** @typedef {{temperature: number, seed: number}} ReportOptions how the sample is drawn; seed: of its random choices */

/** How many characters a sample has. */
const LENGTH = 160;

/** How many of the most probable characters are reported for each that was drawn. */
const LIKELY = 5;

/** On how many random sequences the heads are scored. */
const scoredSequences = 4;

/** How long the half of such a sequence may be, which is then repeated, and the seed of the sequences. */
const SCORED = Object.freeze({ half: 32, seed: 11 });

/** On how many held-out windows the loss without each head is measured. */
const ABLATED = 16;

/**
 * Reports on a model of a text, in small pieces of work: between two of them the caller may do something else, but may
 * not train the model.
 * @param {object} subject
 * @param {Model} subject.model
 * @param {import("./tasks/task.js").Batch} subject.heldOut windows
 * @param {readonly number[]} subject.prompt what the sample goes on from
 * @param {(seed: number) => Random} subject.random
 * @param {ReportOptions} options
 * @returns {Generator<void, TextReport>}
 */
export function* textReport({ model, heldOut, prompt, random }, { temperature, seed }) {
  const step = model.steps;
  const { vocabulary, n } = model.spec;
  const draws = random(seed);
  const tokens = [...prompt];
  /** @type {Drawn[]} */
  const written = [];
  while (written.length < LENGTH) {
    const logits = nextLogits(model, tokens.slice(-n));
    const token = sample(logits, temperature, draws);
    written.push({ token, ...probabilitiesOf(logits, token) });
    tokens.push(token);
    yield;
  }
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
  return { step, prompt, written, heads, sequences: scores.length };
}

/** The logits of the token after these. @param {Model} model @param {readonly number[]} tokens at most the model's n */
function nextLogits(model, tokens) {
  const { n, vocabulary } = model.spec;
  const filled = new Int32Array(n);
  filled.set(tokens);
  const { data } = model.predict({ tokens: filled, lengths: Int32Array.of(tokens.length) });
  return data.subarray((tokens.length - 1) * vocabulary, tokens.length * vocabulary);
}

/**
 * The probability of a token, and the most probable ones, by the softmax at temperature 1. They are rounded to float32,
 * because the last bits of Math.exp differ between browsers.
 * @param {Float32Array} logits
 * @param {number} token
 */
function probabilitiesOf(logits, token) {
  const max = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - max));
  const sum = powers.reduce((all, power) => all + power, 0);
  const shares = powers.map((power, at) => /** @type {const} */ ([at, Math.fround(power / sum)]));
  const probability = shares[token]?.[1] ?? NaN;
  return { probability, likely: shares.sort(([, a], [, b]) => b - a).slice(0, LIKELY) };
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
