import { queryOffset, reasonsHidden } from "../../../engine/explain/rules.js";
import { emptyAsNaN, hiddenAsLarge, masking, mistake, rare, reading, withSpec } from "../changes.js";
import { numberToJson } from "../../json-number.js";

/**
 * @typedef {import("../changes.js").Change} Change
 * @typedef {import("../changes.js").Mistake} Mistake
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 */

/** @param {Source} run @returns {Mistake[]} */
export function masks(run) {
  const { causal, windowed, n_q, n_k, align, window } = run.spec;
  if (!run.has("allow")) return [];
  const diagonal = (/** @type {number} */ offset) =>
    masking((reader, [head, i, j]) => {
      const others = reasonsHidden(reader, [head, i, j]).filter((reason) => reason !== "causal");
      return j > i + offset ? ["causal", ...others] : others;
    });
  const offset = queryOffset(run);
  const otherCorner = align === "bottom_right" ? 0 : n_k - n_q;
  const wider = (/** @type {number} */ by) =>
    masking((reader, [head, i, j]) => reasonsHidden(withSpec(reader, { window: window + by }), [head, i, j]));
  const without = (/** @type {string[]} */ ...kinds) =>
    masking((reader, [head, i, j]) => reasonsHidden(reader, [head, i, j]).filter((reason) => !kinds.includes(reason)));
  const parts = partsOf(run);
  const after = maskAfterSoftmax(run);
  const less = "each query sees one key less";
  return [
    ...(causal
      ? [
          mistake("mask-shift", "each query sees one key more", diagonal(offset + 1)),
          mistake("mask-shift", less, diagonal(offset - 1)),
          mistake("mask-shift", less, diagonal(offset - 1), emptyAsNaN),
          mistake("mask-shift", less, hiddenAsLarge, diagonal(offset - 1)),
        ]
      : []),
    ...(causal && n_q !== n_k
      ? [mistake("mask-shift", "the diagonal starts in the other corner", diagonal(otherCorner))]
      : []),
    ...(windowed
      ? [
          mistake("mask-shift", "the window is one wider", wider(1)),
          mistake("mask-shift", "the window is one narrower", wider(-1)),
        ]
      : []),
    ...inverted(run),
    mistake("mask-missing", "no mask", without(...parts.map(({ reason }) => reason))),
    ...(parts.length > 1
      ? parts.map(({ reason, words }) => mistake("mask-missing", `without the ${words}`, without(reason)))
      : []),
    ...(after ? [mistake("mask-after-softmax", "hidden weights are zeroed, and not renormalised", after)] : []),
    ...hiddenScores(run),
  ];
}

/** What a walk's mask is made of: the reason why each part hides keys, and its name. @param {Source} run */
const partsOf = ({ spec, given }) =>
  [
    { reason: "padding", words: "padding", isPart: given("key_valid") },
    { reason: "causal", words: "causal mask", isPart: spec.causal },
    { reason: "window", words: "window", isPart: spec.windowed },
    { reason: "allow", words: "given mask", isPart: given("mask") || given("head_mask") },
  ].filter(({ isPart }) => isPart);

/**
 * Masks read the other way round, as programs do that mean "hidden" by 1 or true.
 * @param {Source} run
 * @returns {Mistake[]}
 */
function inverted(run) {
  /** @param {string} [kind] of reasons; undefined: all */
  const turned = (kind) =>
    masking((reader, [head, i, j]) => {
      const reasons = reasonsHidden(reader, [head, i, j]);
      if (kind === undefined) return reasons.length === 0 ? ["allow"] : [];
      const others = reasons.filter((reason) => reason !== kind);
      return reasons.includes(kind) ? others : [...others, kind];
    });
  const ways = (/** @type {string} */ words, /** @type {Change} */ change) =>
    [[change], [change, emptyAsNaN], [hiddenAsLarge, change]].map((way, at) =>
      (at === 0 ? mistake : rare)("mask-inverted", words, ...way),
    );
  return [
    ...ways("seen keys are hidden, and hidden keys are seen", turned()),
    ...(run.spec.causal
      ? ways(
          "each query sees itself and later keys, not earlier ones",
          masking((reader, [head, i, j]) => {
            const others = reasonsHidden(reader, [head, i, j]).filter((reason) => reason !== "causal");
            return j < i + queryOffset(run) ? ["causal", ...others] : others;
          }),
        )
      : []),
    ...(run.given("key_valid") ? ways("valid keys are hidden, and padding is seen", turned("padding")) : []),
    ...(run.given("mask") || run.given("head_mask")
      ? ways("1 in the given mask hides, and 0 allows", turned("allow"))
      : []),
  ];
}

/** What programs fill hidden scores with in place of -inf: float16's and float32's least numbers among them. */
const FILLED = [-1e4, -65504, -(2 ** 128 - 2 ** 104), -1e5, -1e6, -1e20, -1e30, -1e3, -100];
/** What they add to them. A larger number swallows the score in float32, as filling does. */
const ADDED = [-1e4, -65504, -1e3, -100];

/**
 * Other numbers for hidden scores than the spec's: seen in the scores themselves, in rows that see no key, and where scores
 * are about as large.
 * @param {Source} run
 * @returns {Mistake[]}
 */
function hiddenScores(run) {
  const { mask_how, mask_value } = run.spec;
  if (!run.has("masked")) return [];
  const isInfinite = mask_how === "infinite";
  const wanted = isInfinite ? "-inf" : numberToJson(mask_value);
  /** @param {string} words @param {Partial<import("../../../engine/spec/spec.js").ResolvedSpec>} members */
  const hidden = (words, members) =>
    mistake(
      "mask-value",
      words,
      reading(["masked"], (reader) => withSpec(reader, members)),
    );
  const filled = (/** @type {number} */ value) =>
    hidden(`hidden scores are ${numberToJson(value)}, not ${wanted}`, { mask_how: "fill", mask_value: value });
  const added = (/** @type {number} */ value) =>
    hidden(`${numberToJson(value)} is added to hidden scores, in place of ${wanted}`, {
      mask_how: "add",
      mask_value: value,
    });
  const infinite = hidden(`hidden scores are -inf, not ${wanted}`, { mask_how: "infinite", mask_value: -Infinity });
  const differs = (/** @type {number} */ value) => isInfinite || Math.fround(value) !== mask_value;
  return [
    ...(isInfinite
      ? [mistake("empty-row", "rows that see no key are NaN, not 0", emptyAsNaN)]
      : [infinite, mistake("mask-value", infinite.words, ...infinite.changes, emptyAsNaN)]),
    ...(mask_how !== "fill" || differs(-1e9)
      ? [mistake("mask-value", `hidden scores are a large negative number such as -1e9, not ${wanted}`, hiddenAsLarge)]
      : []),
    ...FILLED.filter((value) => mask_how !== "fill" || differs(value)).map((value) => ({
      ...filled(value),
      alone: true,
    })),
    ...ADDED.filter((value) => mask_how !== "add" || differs(value)).map((value) => ({ ...added(value), alone: true })),
    hidden("hidden scores are 0: they are multiplied by the mask", { mask_how: "fill", mask_value: 0 }),
  ];
}

/** @param {Source} run @returns {Change | undefined} */
function maskAfterSoftmax(run) {
  const added = ["weights_unmasked", "zeroed"];
  if (run.spec.mask_mode === "after_softmax") return undefined;
  return reading(["weights", ...added], (reader) => ({
    ...withSpec(reader, { mask_mode: "after_softmax" }),
    has: (name) => added.includes(name) || (name !== "masked" && reader.has(name)),
  }));
}
