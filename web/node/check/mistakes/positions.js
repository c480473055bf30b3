import { before, distanceAhead, isRotated, queryOffset, ropePair } from "../../../engine/explain/rules.js";
import { copyOf, term } from "../../../engine/explain/terms.js";
import { numberToJson } from "../../json-number.js";
import { made, mistake, reading, withSpec } from "../changes.js";

/**
 * Mistakes with positions: sinusoids that are added to embeddings, rotations, and biases of scores.
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
export function rotations(run) {
  if (!run.has("Q_rot")) return [];
  const { rope_style, rotary_dims, d_k } = run.spec;
  const isOnePair = (rotary_dims || d_k) === 2;
  const both = ["Q_rot", "K_rot"];
  const other = rope_style === "half_split" ? "interleaved" : "half_split";
  const words = { interleaved: "neighbours are rotated together", half_split: "halves are rotated together" };
  const pairs = both.map((stage) => reading([stage], (reader) => withSpec(reader, { rope_style: other })));
  const onward = (/** @type {Reader} */ reader) => ({
    ...withSpec(reader, { first: reader.spec.first + 1 }),
    at: (/** @type {string} */ name, /** @type {readonly number[]} */ index) =>
      reader.at(name, index) + (name === "positions" ? 1 : 0),
  });
  const fromZero = reading(["Q_rot"], (reader) => withSpec(reader, { causal: false }));
  const still = (/** @type {string} */ stage) => ({
    rules: {
      [stage]: (/** @type {Reader} */ reader, /** @type {number[]} */ index) => copyOf(reader, stage[0] ?? "", index),
    },
  });
  return [
    ...(isOnePair
      ? []
      : [
          mistake(
            "rope-pairing",
            `${words[other]}, not ${other === "interleaved" ? "halves" : "neighbours"}`,
            ...pairs,
          ),
        ]),
    mistake("rope-position", "queries and keys are counted from 1", ...both.map((stage) => reading([stage], onward))),
    mistake("rope-position", "queries are one position further than keys", reading(["Q_rot"], onward)),
    mistake("rope-position", "keys are one position further than queries", reading(["K_rot"], onward)),
    ...(queryOffset(run) === 0
      ? []
      : [mistake("rope-position", "queries after the cached ones are counted from 0", fromZero)]),
    mistake("rope-missing", "queries and keys are not rotated", ...both.map(still)),
    mistake("rope-missing", "queries are not rotated", still("Q_rot")),
    mistake("rope-missing", "keys are not rotated", still("K_rot")),
    ...turns(run),
  ];
}

/** Other angles than those of the spec. @param {Source} run @returns {Mistake[]} */
function turns(run) {
  const { rope_base, rotary_dims, rope_scaling, d_k, heads } = run.spec;
  const dims = rotary_dims || d_k;
  /** @param {Mistake["id"]} id @param {string} words @param {(pair: number, own: number, head: number) => number} frequencyOf of a pair */
  const turned = (id, words, frequencyOf) =>
    mistake(
      id,
      words,
      ...["Q_rot", "K_rot"].map((stage) => ({
        rules: {
          [stage]: (/** @type {Reader} */ reader, /** @type {number[]} */ index) =>
            rotated(reader, stage[0] === "K" ? "K" : "Q", index, frequencyOf),
        },
      })),
    );
  const own = numberToJson(rope_base);
  const bases = [10000, 500000, 1e6, 100000, 1000].filter((base) => Math.abs(base / rope_base - 1) > 1e-6);
  const id = "rope-frequency";
  return [
    turned("rope-direction", "queries and keys are rotated the other way", (_, frequency) => -frequency),
    ...bases.map((base) => turned(id, `base ${base}, not ${own}`, (pair) => base ** ((-2 * pair) / dims))),
    ...(rope_scaling === "none"
      ? []
      : [turned(id, `frequencies without the scaling (${rope_scaling})`, (pair) => rope_base ** ((-2 * pair) / dims))]),
    turned(id, "the exponent is -p/dims, not -2p/dims", (pair) => rope_base ** (-pair / dims)),
    ...(dims === d_k ? [] : [turned(id, "frequencies of a whole head", (pair) => rope_base ** ((-2 * pair) / d_k))]),
    turned(id, "the exponent is -2p/(dims - 2): the last pair turns by 1/base", (pair) =>
      dims > 2 ? rope_base ** ((-2 * pair) / (dims - 2)) : 1,
    ),
    ...(heads > 1
      ? [
          turned(
            id,
            "frequencies run on from head to head",
            (pair, _, head) => rope_base ** ((-2 * pair - head * d_k) / (heads * d_k)),
          ),
          turned(id, "frequencies of the width of all heads", (pair) => rope_base ** ((-2 * pair) / (heads * d_k))),
        ]
      : []),
  ];
}

/**
 * A rotated number with another frequency.
 * @param {Reader} reader
 * @param {"Q" | "K"} from
 * @param {number[]} index
 * @param {(pair: number, own: number, head: number) => number} frequencyOf
 * @returns {Origin}
 */
function rotated(reader, from, [head = 0, i = 0, d = 0], frequencyOf) {
  if (!isRotated(reader, d)) return copyOf(reader, from, [head, i, d]);
  const { pair, x, y } = ropePair(reader, d);
  const own = reader.engine.attention_rope_frequency(reader.address, pair);
  const frequency = frequencyOf(pair, own, head);
  const at = i + (from === "Q" ? queryOffset(reader) : 0);
  const angle = frequency * (reader.given("positions") ? reader.at("positions", [at]) : reader.spec.first + at);
  const factor = (/** @type {string} */ stage, /** @type {number} */ value) => ({ stage, index: [at, pair], value });
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
