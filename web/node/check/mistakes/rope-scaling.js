import { isRotated } from "../../../engine/explain/rules.js";
import { made, mistake } from "../changes.js";
import { amplitudeOf, BOTH, dimsOf, rotated, rotatedOtherwise, rotationIn, STAGES } from "./rotated.js";

/**
 * Mistakes with rotations that are scaled for longer sequences: linear scaling, Llama 3's, and YaRN.
 *
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/** Scaled rotations that are not scaled as the spec says. @param {Source} run @returns {Mistake[]} */
export function scalings(run) {
  const { rope_scaling, rope_base, rope_factor } = run.spec;
  if (rope_scaling === "none") return [];
  const dims = dimsOf(run);
  const amplitude = amplitudeOf(run);
  const plain = (/** @type {number} */ pair) => rope_base ** ((-2 * pair) / dims);
  const slow = (/** @type {number} */ pair) => plain(pair) / rope_factor;
  const kept = (/** @type {number} */ pair) => keptOf(run, plain(pair), pair, rope_base);
  /** @param {string} words @param {(pair: number) => number} frequencyOf @param {number} [factor] */
  const otherwise = (words, frequencyOf, factor = amplitude) =>
    rotatedOtherwise(run, "rope-scaling", words, { frequencyOf, amplitude: factor });
  const ofAll = [
    ...otherwise(`without ${rope_scaling} scaling`, plain, 1),
    ...otherwise("frequencies are multiplied by the factor, not divided by it", (pair) =>
      mixed(kept(pair), plain(pair), plain(pair) * rope_factor),
    ),
    ...(dims > 2
      ? otherwise(
          `the base times factor^(dims/(dims - 2)), in place of ${rope_scaling} scaling`,
          (pair) => (rope_base * rope_factor ** (dims / (dims - 2))) ** ((-2 * pair) / dims),
          1,
        )
      : []),
  ];
  if (rope_scaling === "linear") return ofAll;
  const ofParts = [
    ...otherwise("all frequencies are divided by the factor, as in linear scaling", slow),
    ...otherwise("fast pairs are divided by the factor, and slow ones kept", (pair) =>
      mixed(kept(pair), slow(pair), plain(pair)),
    ),
  ];
  /** @param {string} words @param {(pair: number) => number} share of a frequency that is kept */
  const keeping = (words, share) => otherwise(words, (pair) => mixed(share(pair), plain(pair), slow(pair)));
  return [...ofAll, ...ofParts, ...(rope_scaling === "yarn" ? yarns(run, keeping) : llamas(run, keeping))];
}

/** @typedef {(words: string, share: (pair: number) => number) => Mistake[]} Keeping */

/** Mistakes with Llama 3's scaling alone. @param {Source} run @param {Keeping} keeping @returns {Mistake[]} */
function llamas(run, keeping) {
  const { rope_base, rope_original, rope_low_freq, rope_high_freq } = run.spec;
  const radians = (/** @type {number} */ pair) => rope_original * rope_base ** ((-2 * pair) / dimsOf(run));
  const turns = (/** @type {number} */ pair) => radians(pair) / (2 * Math.PI);
  return [
    ...keeping("pairs between slow and fast are kept, not scaled in part", (pair) =>
      Number(turns(pair) >= rope_low_freq),
    ),
    ...keeping("pairs between slow and fast are divided by the factor, not scaled in part", (pair) =>
      Number(turns(pair) > rope_high_freq),
    ),
    ...keeping("a pair's turns are counted without 2π", (pair) => share(radians(pair), rope_low_freq, rope_high_freq)),
  ];
}

/** Mistakes with YaRN alone. @param {Source} run @param {Keeping} keeping @returns {Mistake[]} */
function yarns(run, keeping) {
  const id = "rope-scaling";
  const amplitude = amplitudeOf(run);
  const { first, last } = partly(run, run.spec.rope_base);
  const limits = keeping(
    "the first and the last pair that are scaled in part are not rounded",
    (pair) => 1 - share(pair, Math.max(first, 0), Math.min(last, dimsOf(run) - 1)),
  );
  if (amplitude === 1) return limits;
  const own = (/** @type {number} */ _, /** @type {number} */ frequency) => frequency;
  const without = (/** @type {"Q_rot" | "K_rot"} */ stage) => rotationIn(stage, { frequencyOf: own, amplitude: 1 });
  const whole = (/** @type {"Q_rot" | "K_rot"} */ stage) => ({
    rules: {
      [stage]: (/** @type {Reader} */ reader, /** @type {number[]} */ index) =>
        isRotated(reader, index[2] ?? 0)
          ? rotated(reader, stage, index, { frequencyOf: own, amplitude })
          : made(reader, STAGES[stage], index, (value) => amplitude * value),
    },
  });
  return [
    ...limits,
    mistake(id, "without the attention factor", ...BOTH.map(without)),
    mistake(id, "the attention factor multiplies queries alone", without("K_rot")),
    mistake(id, "the attention factor multiplies keys alone", without("Q_rot")),
    ...rotatedOtherwise(run, id, "divided by the attention factor, not multiplied by it", {
      frequencyOf: own,
      amplitude: 1 / amplitude,
    }),
    ...(dimsOf(run) < run.spec.d_k
      ? [mistake(id, "the attention factor multiplies components that are not rotated as well", ...BOTH.map(whole))]
      : []),
  ];
}

/** Where a number lies between two others, from 0 to 1. @param {number} x @param {number} low @param {number} high */
const share = (x, low, high) => Math.min(Math.max((x - low) / (high - low), 0), 1);

/** @param {number} kept from 0 to 1 @param {number} one @param {number} other */
const mixed = (kept, one, other) => kept * one + (1 - kept) * other;

/** YaRN: between which pairs frequencies are scaled in part. @param {Source} run @param {number} base */
function partly(run, base) {
  const { rope_original, rope_beta_fast, rope_beta_slow } = run.spec;
  const pairThatTurns = (/** @type {number} */ turns) =>
    (dimsOf(run) * Math.log(rope_original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  return { first: pairThatTurns(rope_beta_fast), last: pairThatTurns(rope_beta_slow) };
}

/**
 * How much the spec's scaling keeps of a pair's frequency, from 0 to 1.
 * @param {Source} run
 * @param {number} frequency
 * @param {number} pair
 * @param {number} base
 */
function keptOf(run, frequency, pair, base) {
  const { rope_scaling, rope_original, rope_low_freq, rope_high_freq } = run.spec;
  if (rope_scaling === "none") return 1;
  if (rope_scaling === "linear") return 0;
  if (rope_scaling === "llama3")
    return share((rope_original * frequency) / (2 * Math.PI), rope_low_freq, rope_high_freq);
  const { first, last } = partly(run, base);
  const [low, high] = [Math.max(Math.floor(first), 0), Math.min(Math.ceil(last), dimsOf(run) - 1)];
  return 1 - share(pair, low, low === high ? high + 0.001 : high);
}

/** A frequency as the spec scales it. @param {Source} run @param {number} frequency @param {number} pair @param {number} base */
export const scaled = (run, frequency, pair, base) =>
  mixed(
    keptOf(run, frequency, pair, base),
    frequency,
    run.spec.rope_scaling === "none" ? frequency : frequency / run.spec.rope_factor,
  );
