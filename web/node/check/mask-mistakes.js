import { queryOffset, reasonsHidden } from "../../engine/explain/rules.js";
import { both, emptyAsNaN, hiddenAsLarge, masking, mistake, reading, withSpec } from "./changes.js";

/**
 * @typedef {import("./changes.js").Change} Change
 * @typedef {import("./changes.js").Mistake} Mistake
 * @typedef {import("../../engine/explain/explain.js").Source} Source
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
  const after = maskAfterSoftmax(run);
  const less = "each query sees one key less";
  return [
    ...(causal
      ? [
          mistake("mask-shift", "each query sees one key more", diagonal(offset + 1)),
          mistake("mask-shift", less, diagonal(offset - 1)),
          mistake("mask-shift", less, emptyAsNaN(diagonal(offset - 1))),
          mistake("mask-shift", less, both(hiddenAsLarge, diagonal(offset - 1))),
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
    mistake("mask-missing", "no mask", without("causal", "window", "padding", "allow")),
    mistake("mask-missing", "without the padding", without("padding")),
    mistake("mask-missing", "without the causal mask", without("causal")),
    mistake("mask-missing", "without the window", without("window")),
    mistake("mask-missing", "without the given mask", without("allow")),
    ...(after ? [mistake("mask-after-softmax", "hidden weights are zeroed, and not renormalised", after)] : []),
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
