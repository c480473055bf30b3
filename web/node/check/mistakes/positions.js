import { before, distanceAhead } from "../../../engine/explain/rules.js";
import { copyOf } from "../../../engine/explain/terms.js";
import { made, mistake, reading, withSpec } from "../changes.js";

/**
 * Mistakes with positions: sinusoids that are added to embeddings, and biases of scores.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../evaluate.js").Origin} Origin
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/** @param {Source} run @returns {Mistake[]} */
export function encodings(run) {
  const { position, d_model } = run.spec;
  if (!run.has("P")) return [];
  const added = [
    mistake("position-encoding", "embeddings without positions", {
      rules: { X: (reader, index) => copyOf(reader, "E", index) },
    }),
    mistake("position-encoding", "embeddings times sqrt(d_model), as where they come from a table", {
      rules: { X: (reader, [i = 0, m = 0]) => plus(reader, "E", [i, m], reader.at("P", [i, m]), Math.sqrt(d_model)) },
    }),
  ];
  if (position !== "sinusoidal") return added;
  /** @param {string} words @param {(i: number, m: number) => [fn: "sin" | "cos", i: number, exponent: number]} of @returns {Mistake} */
  const waves = (words, of) =>
    mistake("position-encoding", words, {
      rules: {
        P: (_, [i = 0, m = 0]) => {
          const [fn, at, exponent] = of(i, m);
          return { operation: "sinusoidal", terms: [], angle: at / 10000 ** exponent, fn };
        },
      },
    });
  const half = Math.ceil(d_model / 2);
  const usual = (/** @type {number} */ m) => (2 * Math.floor(m / 2)) / d_model;
  const wave = (/** @type {number} */ m) => (m % 2 === 0 ? "sin" : "cos");
  return [
    ...added,
    waves("sines first, then cosines, not in turn", (i, m) => [
      m < half ? "sin" : "cos",
      i,
      (2 * (m % half)) / d_model,
    ]),
    waves("positions are counted from 1", (i, m) => [wave(m), i + 1, usual(m)]),
    waves("each column has a wavelength of its own", (i, m) => [wave(m), i, m / d_model]),
    waves("exponents twice as large", (i, m) => [wave(m), i, 2 * usual(m)]),
    waves("exponents half as large", (i, m) => [wave(m), i, usual(m) / 2]),
    waves("cosines come before sines", (i, m) => [m % 2 === 0 ? "cos" : "sin", i, usual(m)]),
  ];
}

/**
 * @param {Reader} reader
 * @param {string} name
 * @param {number[]} index
 * @param {number} added
 * @param {number} [factor]
 * @returns {Origin}
 */
const plus = (reader, name, index, added, factor = 1) => made(reader, name, index, (value) => factor * value + added);

/** @param {Source} run @returns {Mistake[]} */
export function biases(run) {
  if (!run.has("biased")) return [];
  const { position, heads, n_q, n_k, scale, bidirectional } = run.spec;
  const id = "position-bias";
  const placeOf = (/** @type {number[]} */ index) => (run.shape("bias").length === 2 ? index.slice(1) : index);
  /** @param {string} words @param {(score: number, bias: number) => number} make */
  const adding = (words, make) =>
    mistake(id, words, {
      rules: {
        biased: (reader, index) => {
          const bias = reader.at("bias", placeOf(index));
          return made(reader, before(reader, "biased"), index, (score) => make(score, bias));
        },
      },
    });
  const all = [
    adding("without the bias", (score) => score),
    adding("the bias is subtracted, not added", (score, bias) => score - bias),
    ...(scale === 1 ? [] : [adding("the bias is scaled as well", (score, bias) => score + scale * bias)]),
    adding("the score is multiplied by the bias", (score, bias) => score * bias),
    ...(n_q === n_k && n_q > 1 && position !== "alibi"
      ? [
          mistake(id, "distances are counted from the key to the query", {
            places: {
              bias: (/** @type {number[]} */ index) => [
                ...index.slice(0, -2),
                .../** @type {number[]} */ ([index.at(-1), index.at(-2)]),
              ],
            },
          }),
        ]
      : []),
  ];
  if (position === "t5")
    return [
      ...all,
      mistake(
        id,
        bidirectional ? "buckets of earlier keys only" : "buckets for both directions",
        reading(["bias"], (reader) => withSpec(reader, { bidirectional: !bidirectional })),
      ),
    ];
  if (position !== "alibi") return all;
  /** @param {string} words @param {(head: number, distance: number, reader: Reader, key: number) => number} of */
  const sloped = (words, of) =>
    mistake(id, words, {
      rules: {
        bias: (reader, index) => {
          const [head = 0, i = 0, j = 0] = index.length === 3 ? index : [0, ...index];
          return {
            operation: "product",
            terms: [{ stage: "its bias", index: [], value: of(head, distanceAhead(reader, i, j), reader, j) }, ONE],
          };
        },
      },
    });
  const slope = (/** @type {Reader} */ reader, /** @type {number} */ head) =>
    reader.engine.attention_alibi_slope(head, heads);
  return [
    ...all,
    ...(heads > 1
      ? [
          sloped(
            "slopes in the reverse order of heads",
            (head, ahead, reader) => -slope(reader, heads - 1 - head) * Math.abs(ahead),
          ),
          sloped("all heads have the first slope", (_, ahead, reader) => -slope(reader, 0) * Math.abs(ahead)),
        ]
      : []),
    sloped(
      "slopes 2^(-8h/heads) from h = 0, not from 1",
      (head, ahead) => -(2 ** ((-8 * head) / heads)) * Math.abs(ahead),
    ),
    sloped(
      "slopes 2^(-h) of head h from 1, whatever the number of heads",
      (head, ahead) => -(2 ** (-head - 1)) * Math.abs(ahead),
    ),
    ...(Number.isInteger(Math.log2(heads))
      ? []
      : [
          sloped(
            "slopes 2^(-8h/heads), also where the number of heads is no power of 2",
            (head, ahead) => -(2 ** ((-8 * (head + 1)) / heads)) * Math.abs(ahead),
          ),
        ]),
    sloped("slope·distance is added, not subtracted", (head, ahead, reader) => slope(reader, head) * Math.abs(ahead)),
    sloped("slope·(j - i), also where the key comes later", (head, ahead, reader) => slope(reader, head) * ahead),
    sloped(
      "slope·j from the first key, which gives the same weights where earlier keys alone are seen",
      (head, _, reader, key) => slope(reader, head) * key,
    ),
  ];
}

const ONE = Object.freeze({ stage: "1", index: [], value: 1 });
