import { defaultState } from "../../../state/state.js";

/** @typedef {import("../../../state/state.js").State} State */
/**
 * A question that one change answers. What is measured for it stands in answers.js.
 * @typedef {object} Comparison
 * @property {Readonly<Partial<State>>} a what the walk must be for the question to arise
 * @property {Readonly<Partial<State>>} b what B changes
 * @property {string} [stage] where the answer is seen first
 * @property {"d_k" | "d_model"} [slider] a size that both sides share and that matters
 * @property {readonly string[]} [expect] answers to choose from, by id
 */

const drawn = /** @type {const} */ ({ recipe: "random", weights: true });

/** @type {Readonly<Record<string, Comparison>>} by the id of the lab that asks: its title is the message lab-<id> */
export const comparisons = Object.freeze({
  scaling: {
    ...{ a: { ...drawn, scaling: true, d_k: 64 }, b: { scaling: false }, stage: "weights" },
    ...{ slider: "d_k", expect: ["evener", "sharper", "same"] },
  },
  masking: {
    a: { causal: true, context: null, mask_mode: "before_softmax", mask_value: null },
    ...{ b: { mask_mode: "after_softmax" }, stage: "weights", expect: ["one", "less"] },
  },
  splitting: {
    a: { ...drawn, heads: 1, d_k: 8, d_v: null, kv_heads: null },
    ...{ b: { heads: 2, d_k: 4 }, expect: ["more", "same", "fewer"] },
  },
  tying: {
    a: { ...drawn, tied: false, context: null, kv_heads: null, position: "none" },
    ...{ b: { tied: true }, stage: "raw", expect: ["symmetric", "free"] },
  },
  comparing: {
    ...{ a: { weights: true, context: null }, b: { weights: false }, stage: "weights" },
    expect: ["more", "same", "less"],
  },
  seeing: {
    a: { ...drawn, heads: 4, d_model: 16, d_k: 4, context: null, edits: defaultState.edits },
    ...{ b: { edits: { X: [0, 15, 3] } }, stage: "Q", expect: ["one", "all"] },
  },
  mixing: {
    a: { ...drawn, heads: 4, d_model: 16, d_k: 4, d_v: null, kv_heads: null, context: null, edits: defaultState.edits },
    ...{ b: { edits: { Wv: [0, 0, 0, 3] } }, stage: "concat", expect: ["own", "all"] },
  },
  sharing: { a: { ...drawn, heads: 4, kv_heads: null, tied: false }, b: { kv_heads: 2 }, stage: "context" },
  causality: { a: { causal: true, context: null }, b: { causal: false }, stage: "weights" },
  positions: { a: { recipe: "random", position: "none" }, b: { position: "sinusoidal" }, stage: "raw" },
  rotation: { a: { ...drawn, position: "none", d_k: 4 }, b: { position: "rope" }, stage: "raw" },
  temperature: {
    ...{ a: { temperature: 1 }, b: { temperature: 2 }, stage: "weights" },
    expect: ["evener", "sharper", "same"],
  },
});
