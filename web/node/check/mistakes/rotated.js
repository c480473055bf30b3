import { isRotated, queryOffset, ropePair } from "../../../engine/explain/rules.js";
import { copyOf, count, term } from "../../../engine/explain/terms.js";
import { mistake } from "../changes.js";

/**
 * Changes of how queries and keys are rotated.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Origin} Origin
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 *
 * How queries or keys are rotated.
 * @typedef {object} Rotation
 * @property {(pair: number, own: number, head: number) => number} frequencyOf a pair; own: as the spec has it
 * @property {number} amplitude what cosines and sines are multiplied by
 */

/** The stages that rotate, and what each rotates. */
export const STAGES = Object.freeze({ Q_rot: "Q", K_rot: "K" });
export const BOTH = Object.freeze(/** @type {("Q_rot" | "K_rot")[]} */ (Object.keys(STAGES)));

/** How many components of a head are rotated. @param {Source} run */
export const dimsOf = ({ spec: { rotary_dims, d_k } }) => rotary_dims || d_k;

/** What the spec has cosines and sines multiplied by. @param {Source} run */
export const amplitudeOf = ({ spec }) => (spec.rope_scaling === "yarn" ? spec.rope_attention_factor : 1);

/**
 * Queries and keys that are rotated otherwise.
 * @param {Source} run
 * @param {Mistake["id"]} id
 * @param {string} words
 * @param {Rotation} rotation
 * @returns {Mistake[]} none where it is the walk's own
 */
export function rotatedOtherwise(run, id, words, rotation) {
  const own = (/** @type {number} */ pair) => run.engine.attention_rope_frequency(run.address, pair);
  const isOther = (/** @type {number} */ given, /** @type {number} */ wanted) => Math.abs(given / wanted - 1) > 1e-6;
  const turnsOtherwise = count(run.spec.heads).some((head) =>
    count(dimsOf(run) / 2).some((pair) => isOther(rotation.frequencyOf(pair, own(pair), head), own(pair))),
  );
  if (!turnsOtherwise && !isOther(rotation.amplitude, amplitudeOf(run))) return [];
  return [mistake(id, words, ...BOTH.map((stage) => rotationIn(stage, rotation)))];
}

/** @param {"Q_rot" | "K_rot"} stage @param {Rotation} rotation @returns {Change} */
export const rotationIn = (stage, rotation) => ({
  rules: { [stage]: (reader, index) => rotated(reader, stage, index, rotation) },
});

/**
 * A rotated number with another frequency or amplitude.
 * @param {Reader} reader
 * @param {"Q_rot" | "K_rot"} stage
 * @param {number[]} index
 * @param {Rotation} rotation
 * @returns {Origin}
 */
export function rotated(reader, stage, [head = 0, i = 0, d = 0], { frequencyOf, amplitude }) {
  const from = STAGES[stage];
  if (!isRotated(reader, d)) return copyOf(reader, from, [head, i, d]);
  const { pair, x, y } = ropePair(reader, d);
  const frequency = frequencyOf(pair, reader.engine.attention_rope_frequency(reader.address, pair), head);
  const at = i + (stage === "Q_rot" ? queryOffset(reader) : 0);
  const angle = frequency * (reader.given("positions") ? reader.at("positions", [at]) : reader.spec.first + at);
  const factor = (/** @type {string} */ name, /** @type {number} */ value) => ({
    stage: name,
    index: [at, pair],
    value: amplitude * value,
  });
  const [left, right] =
    d === x
      ? [factor("cos", Math.cos(angle)), factor("-sin", -Math.sin(angle))]
      : [factor("sin", Math.sin(angle)), factor("cos", Math.cos(angle))];
  return {
    operation: "dot",
    terms: [term(reader, from, [head, i, x]), left, term(reader, from, [head, i, y]), right],
    frequency,
  };
}
