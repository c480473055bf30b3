import { queryOffset } from "../../../engine/explain/rules.js";
import { copyOf } from "../../../engine/explain/terms.js";
import { mistake, reading, withSpec } from "../changes.js";
import { numberInWords } from "../in-words.js";
import { scaled, scalings } from "./rope-scaling.js";
import { amplitudeOf, BOTH, dimsOf, rotatedOtherwise, STAGES } from "./rotated.js";

/**
 * Mistakes with rotary positions: which components are rotated together, from which position, and by which angles.
 *
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 * @typedef {import("./rotated.js").Rotation} Rotation
 */

/** @param {Source} run @returns {Mistake[]} */
export function rotations(run) {
  if (!run.has("Q_rot")) return [];
  return [...pairings(run), ...places(run), ...missing(), ...frequencies(run), ...scalings(run)];
}

/** @param {Source} run @returns {Mistake[]} */
function pairings(run) {
  if (dimsOf(run) === 2) return [];
  const [other, words] =
    run.spec.rope_style === "half_split"
      ? /** @type {const} */ (["interleaved", "neighbours are rotated together, not halves"])
      : /** @type {const} */ (["half_split", "halves are rotated together, not neighbours"]);
  const changes = BOTH.map((stage) => reading([stage], (reader) => withSpec(reader, { rope_style: other })));
  return [mistake("rope-pairing", words, ...changes)];
}

/** @param {Source} run @returns {Mistake[]} */
function places(run) {
  const id = "rope-position";
  const onward = (/** @type {Reader} */ reader) => ({
    ...withSpec(reader, { first: reader.spec.first + 1 }),
    at: (/** @type {string} */ name, /** @type {readonly number[]} */ index) =>
      reader.at(name, index) + (name === "positions" ? 1 : 0),
  });
  const fromZero = reading(["Q_rot"], (reader) => withSpec(reader, { causal: false }));
  return [
    mistake(id, "queries and keys are counted from 1", ...BOTH.map((stage) => reading([stage], onward))),
    mistake(id, "queries are one position further than keys", reading(["Q_rot"], onward)),
    mistake(id, "keys are one position further than queries", reading(["K_rot"], onward)),
    ...(queryOffset(run) === 0 ? [] : [mistake(id, "queries after the cached ones are counted from 0", fromZero)]),
  ];
}

/** @returns {Mistake[]} */
function missing() {
  const still = (/** @type {"Q_rot" | "K_rot"} */ stage) => ({
    rules: {
      [stage]: (/** @type {Reader} */ reader, /** @type {number[]} */ index) => copyOf(reader, STAGES[stage], index),
    },
  });
  return [
    mistake("rope-missing", "queries and keys are not rotated", ...BOTH.map(still)),
    mistake("rope-missing", "queries are not rotated", still("Q_rot")),
    mistake("rope-missing", "keys are not rotated", still("K_rot")),
  ];
}

/** Other angles than those of the spec, which are scaled as it says. @param {Source} run @returns {Mistake[]} */
function frequencies(run) {
  const { rope_base, d_k, heads } = run.spec;
  const dims = dimsOf(run);
  const amplitude = amplitudeOf(run);
  /** @param {Mistake["id"]} id @param {string} words @param {Rotation["frequencyOf"]} frequencyOf */
  const turned = (id, words, frequencyOf) => rotatedOtherwise(run, id, words, { frequencyOf, amplitude });
  /** @param {string} words @param {(pair: number, head: number) => number} exponentOf @param {number} [base] */
  const powers = (words, exponentOf, base = rope_base) =>
    turned("rope-frequency", words, (pair, _, head) => scaled(run, base ** exponentOf(pair, head), pair, base));
  const usual = (/** @type {number} */ pair) => (-2 * pair) / dims;
  return [
    ...turned("rope-direction", "queries and keys are rotated the other way", (_, own) => -own),
    ...[10000, 500000, 1e6, 100000, 1000].flatMap((base) =>
      powers(`base ${numberInWords(base)}, not ${numberInWords(rope_base)}`, usual, base),
    ),
    ...powers("the exponent is -p/dims, not -2p/dims", (pair) => -pair / dims),
    ...powers("frequencies of a whole head", (pair) => (-2 * pair) / d_k),
    ...(dims > 2
      ? powers("the exponent is -2p/(dims - 2): the last pair turns by 1/base", (pair) => (-2 * pair) / (dims - 2))
      : []),
    ...powers("frequencies run on from head to head", (pair, head) => (-2 * pair - head * d_k) / (heads * d_k)),
    ...powers("frequencies of the width of all heads", (pair) => (-2 * pair) / (heads * d_k)),
  ];
}
