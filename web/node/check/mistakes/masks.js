import { queryOffset, reasonsHidden } from "../../../engine/explain/rules.js";
import { emptyAsNaN, hiddenAsLarge, masking, mistake, rare, reading, withEmptyRows, withSpec } from "../changes.js";
import { numberInWords } from "../in-words.js";

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
  return [
    ...(causal
      ? [
          mistake("mask-shift", "each query sees one key more", diagonal(offset + 1)),
          ...withEmptyRows("mask-shift", "each query sees one key less", diagonal(offset - 1), mistake),
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
    withEmptyRows("mask-inverted", words, change);
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
  const id = "mask-value";
  const { mask_how, mask_value } = run.spec;
  if (!run.has("masked")) return [];
  const isInfinite = mask_how === "infinite";
  const [own, isAdded] = [numberInWords(mask_value), mask_how === "add"];
  const wanted = isInfinite ? "-inf" : isAdded ? `${own} added to the score` : own;
  /** @param {Partial<import("../../../engine/spec/spec.js").ResolvedSpec>} members */
  const scores = (members) => reading(["masked"], (reader) => withSpec(reader, members));
  const isOther = (/** @type {"fill" | "add"} */ how, /** @type {number} */ value) =>
    mask_how !== how || Math.fround(value) !== mask_value;
  const infinite = scores({ mask_how: "infinite", mask_value: -Infinity });
  const infinitely = `hidden scores are -inf, not ${wanted}`;
  return [
    ...(isInfinite
      ? [mistake("empty-row", "rows that see no key are NaN, not 0", emptyAsNaN)]
      : [mistake(id, infinitely, infinite), mistake(id, infinitely, infinite, emptyAsNaN)]),
    ...(isOther("fill", -1e9)
      ? [mistake(id, `hidden scores are a large negative number such as -1e9, not ${wanted}`, hiddenAsLarge)]
      : []),
    ...FILLED.filter((value) => isOther("fill", value)).map((value) =>
      rare(
        id,
        `hidden scores are ${numberInWords(value)}, not ${wanted}`,
        scores({ mask_how: "fill", mask_value: value }),
      ),
    ),
    ...ADDED.filter((value) => isOther("add", value)).map((value) =>
      rare(
        id,
        `${numberInWords(value)} is added to hidden scores, ${isAdded ? `not ${own}` : `which should be ${wanted}`}`,
        scores({ mask_how: "add", mask_value: value }),
      ),
    ),
    ...(isOther("fill", 0)
      ? [mistake(id, "hidden scores are 0, as if multiplied by the mask", scores({ mask_how: "fill", mask_value: 0 }))]
      : []),
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
