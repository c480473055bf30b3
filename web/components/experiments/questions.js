// Which questions are asked where, and how they are searched.

/**
 * The questions that are asked beside the figure of a stage, at most two; all others are in the list of all questions.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const byStage = Object.freeze({
  E: ["order"],
  P: ["positions"],
  X: ["comparing", "order"],
  C: ["place"],
  Q: ["seeing", "comparing"],
  K: ["tying", "sharing"],
  V: ["sharing"],
  Q_rot: ["rotation"],
  K_rot: ["rotation"],
  raw: ["dot", "tying"],
  scaled: ["scaling", "temperature"],
  masked: ["masking", "causality"],
  biased: ["distances", "order"],
  capped: ["softmax"],
  dropped: ["dropping"],
  weights_unmasked: ["masking"],
  zeroed: ["masking", "mask"],
  weights: ["softmax", "explaining"],
  context: ["splitting", "cache"],
  concat: ["mixing", "splitting"],
  output: ["mixing", "place"],
  norm_1: ["norming", "placing"],
  residual_1: ["adding", "norming"],
  norm_2: ["norming", "placing"],
  mlp_hidden: ["feeding"],
  mlp_activated: ["activating"],
  mlp_output: ["feeding"],
  residual_2: ["adding", "norming"],
});

/** The ids of the questions beside the figure of a stage. @param {string} stage */
export const questionsAt = (stage) => byStage[stage] ?? [];

/** A question and the words by which it is found as well. @param {import("../../words/translate.js").Translate} t @param {string} id */
export const searched = (t, id) => `${t(`experiment-${id}`)} ${t(`experiment-${id}-words`)}`;
