// Which step of the course explains a stage of a walk. Explore reads it without the course itself, so it imports nothing.

/** @typedef {Readonly<{lesson: string, step: string}>} Place of a step in the course, by their ids */

/** @param {string} lesson @param {string} step @returns {Place} */
const at = (lesson, step) => Object.freeze({ lesson, step });

const [rows, norms, mlp] = [at("rows", "tokens"), at("norm", "constant"), at("mlp", "curve")];
const [stream, masks, rotation] = [at("residual", "kept"), at("future", "leak"), at("order", "distance")];

/**
 * By stage, and where kinds of positions have steps of their own, by stage and kind. No step explains what dropout does outside
 * the weights, or the gate of an MLP.
 * @type {Readonly<Record<string, Place>>}
 */
export const stageLessons = Object.freeze({
  E: rows,
  P: at("order", "added"),
  X: rows,
  C: at("two-sentences", "shape"),
  norm_1: norms,
  Q: at("query-key", "matrices"),
  K: at("query-key", "ask"),
  V: at("mix", "alive"),
  Q_rot: rotation,
  K_rot: rotation,
  raw: at("scores", "transpose"),
  "raw shaw": at("shaw", "vectors"),
  scaled: at("scaling", "grow"),
  "biased alibi": at("alibi", "penalty"),
  "biased t5": at("t5", "far"),
  "biased distance": at("alibi", "gaussian"),
  capped: at("softcap", "limit"),
  masked: masks,
  weights_unmasked: masks,
  zeroed: masks,
  weights: at("shares", "share"),
  dropped: at("learning", "dropout"),
  context: at("mix", "alive"),
  concat: at("several-heads", "mix"),
  output: at("whole-walk", "reach"),
  output_norm: norms,
  residual_1: stream,
  norm_2: norms,
  mlp_hidden: mlp,
  mlp_activated: mlp,
  mlp_output: mlp,
  mlp_output_norm: norms,
  residual_2: stream,
});

/**
 * The step that explains the stage in view; null where none does.
 * @param {{stage: string, position: string}} state
 */
export const stageLesson = ({ stage, position }) => stageLessons[`${stage} ${position}`] ?? stageLessons[stage] ?? null;
