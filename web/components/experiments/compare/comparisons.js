/**
 * A question that is answered by changing some settings of walk A. The settings of A are in the table of experiments
 * (state/experiments/experiments.js), the measurements in findings.js.
 * @typedef {object} Comparison
 * @property {Readonly<Partial<import("../../../state/state.js").State>>} b the settings that walk B changes
 * @property {"d_k" | "d_model"} [slider] a size of both walks that the reader can change
 * @property {boolean} [gradients] whether its answer needs gradients, whose code is loaded then
 * @property {readonly string[]} [expect] ids of the possible answers; the reader chooses one before the result is shown
 */

/** @type {Readonly<Record<import("../../../state/experiments/experiments.js").ComparisonId, Comparison>>} */
export const comparisons = Object.freeze({
  scaling: { b: { scaling: false }, slider: "d_k", expect: ["evener", "sharper", "same"] },
  masking: { b: { mask_mode: "after_softmax" }, expect: ["one", "less"] },
  splitting: { b: { heads: 2, d_k: 4 }, expect: ["more", "same", "fewer"] },
  tying: { b: { tied: true }, expect: ["symmetric", "free"] },
  comparing: { b: { projections: false }, expect: ["more", "same", "less"] },
  seeing: { b: { edits: { X: [0, 15, 3] } }, expect: ["one", "all"] },
  mixing: { b: { edits: { Wv: [0, 0, 0, 3] } }, expect: ["own", "all"] },
  sharing: { b: { kv_heads: 2 } },
  causality: { b: { causal: false } },
  positions: { b: { position: "sinusoidal" } },
  rotation: { b: { position: "rope" } },
  distances: { b: { position: "alibi" }, expect: ["nearer", "farther", "same"] },
  dropping: { b: { dropout: 0.2 }, expect: ["one", "varies"] },
  // Of each row, the key to which head 1 gives its largest weight.
  explaining: { b: { hidden_pairs: [0, 2, 1, 2, 2, 2, 3, 3, 4, 2] }, expect: ["all", "some", "none"] },
  temperature: { b: { temperature: 2 }, expect: ["evener", "sharper", "same"] },
  norming: { b: { norm: "none" }, expect: ["larger", "same", "smaller"] },
  adding: { b: { residual: "none" }, gradients: true, expect: ["smaller", "same", "larger"] },
  feeding: { b: { mlp: "none" }, expect: ["third", "half", "most"] },
  activating: { b: { activation: "gelu" }, expect: ["same", "fewer", "none"] },
  placing: { b: { norm_place: "post" }, expect: ["one", "varied"] },
});

/**
 * The comparison that belongs to an experiment.
 * @param {string | null} experiment id of the experiment
 * @returns {Comparison | undefined} undefined if it has none
 */
export const comparisonOf = (experiment) => /** @type {Record<string, Comparison>} */ (comparisons)[experiment ?? ""];
