import { createEngine } from "../../../web/engine/index.js";
import { asksForRoad, byHand } from "../../../web/course/hand-built.js";
import { withHeadsOff } from "../../../web/course/heads-off.js";
import { withMlp } from "../../../web/course/lessons/deeper/mlp.js";
import { readWalk } from "../../../web/course/reading.js";
import { lessons } from "../../../web/course/course.js";
import { addOwnModels, addTrained } from "../../../web/training/trained.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { computeWalk } from "../../../web/view/view.js";

/** @typedef {import("../../../web/state/state.js").State} State */

const engine = await createEngine();
addTrained(engine);
for (const { state } of lessons.flatMap(({ steps }) => steps)) await addOwnModels(engine, state);
const drawn = new Map();
/** @param {State} state */
const compute = (state) => computeWalk(state, engine, drawn);

/**
 * Reads a state as lessons do, with the engine's numbers.
 * @template T
 * @param {Readonly<Partial<State>>} patch what differs from the default state
 * @param {(reading: import("../../../web/course/reading.js").Reading) => T} read
 * @returns {T}
 */
export function reading(patch, read) {
  return readWalk(changeState(defaultState, patch), compute, read);
}

/**
 * A way to solve the task of each lesson: what the reader changes, by the lesson's id.
 * @type {Readonly<Record<string, Partial<State>>>}
 */
export const solutions = Object.freeze({
  purpose: { sentence: "The animal cannot cross the street because it is too narrow" },
  "query-key": { edits: { ...byHand.edits, X: [0, 0, 1, 0, 1, -1, 0, 2, 0, 0, 3, 0] } },
  shares: { edits: { X: [0, 0, 1], C: [0, 0, 3.5, 1, 0, 3.6, 2, 0, 1.5, 3, 0, -2] } },
  mix: asksForRoad,
  rows: { d_model: 12 },
  "who-acts": { sentence: "The dog chased the cat" },
  scores: { tied: true },
  scaling: { d_k: 64, scaling: false },
  softmax: { temperature: 10 },
  values: { sentence: "dog chased" },
  "whole-walk": { window: 2 },
  "next-word": { sentence: "the dogs know the baker" },
  places: { heads: 12, d_model: 48, causal: true },
  "two-sentences": { sentence: "I love", context: "Lunch was very delicious for me today" },
  learning: { edits: { Wv: [0, 0, 0, 3.85] } },
  order: { position: "rope" },
  future: { mask_mode: "after_softmax" },
  padding: { padding: 3, padding_side: "start", causal: true },
  cache: { kv_heads: 2 },
  cost: { heads: 8 },
  alibi: { heads: 16 },
  t5: { t5_buckets: 4 },
  shaw: { shaw_clip: 0 },
  windows: { softmax_sink: 3 },
  softcap: { softcap: 3 },
  tiles: { tile_queries: 2, tile_keys: 2 },
  backward: { temperature: 1 },
  "real-head": withHeadsOff({ ...defaultState, layer: 2, d_model: 16, d_k: 8 }, [
    { layer: 1, head: 0 },
    { layer: 2, head: 0 },
  ]),
  sampling: { sampling_temperature: 3, sampling_top_k: 3 },
  lens: { sentence: "the dog sleeps" },
  residual: { edits: { Wo: [0, 0, 0, -2.15] } },
  norm: { norm: "layernorm", norm_place: "post" },
  mlp: { edits: withMlp(-1).edits },
});
