/** Ids of the messages that figures need: every locale must have them. In their texts `_` sets subscripts, as in `d_k`. */
export const figureMessages = Object.freeze([
  "figure-head", // {head} of {heads}
  "figure-head-short", // {head}
  "figure-kv-head",
  "figure-kv-head-short",
  "figure-reads", // {head}
  "figure-read-by", // {from} to {to}, {count}
  "figure-hidden",
  "figure-dropped",
  "figure-queries",
  "figure-keys",
  ...["Q_rot", "K_rot", "capped", "masked", "weights_unmasked", "zeroed", "weights", "concat"].map(
    (id) => `operation-${id}`,
  ),
  ...["", "-off", "-other"].map((form) => `operation-scaled${form}`), // {d_k}, {scale}
  "operation-renormalised",
]);

/** Ids of messages that a locale may omit: notes, which are a second line at an operator. */
export const optionalFigureMessages = Object.freeze([
  "operation-concat-note",
  "operation-Q_rot-note",
  "operation-Q_rot-note-halves",
  "operation-K_rot-note",
  "operation-K_rot-note-halves",
  "operation-relative-note",
  ...["", "-off", "-other"].map((form) => `operation-scaled${form}-note`),
  ...["alibi", "t5", "linear", "gaussian", "matrix"].map((kind) => `operation-bias-${kind}`), // {slope}, {lambda}, {sigma}
  "operation-capped-note", // {cap}
  ...["", "-fill", "-add"].map((how) => `operation-masked-note${how}`), // {value}
  "operation-weights_unmasked-note",
  "operation-weights_unmasked-note-sink", // {sink}
  "operation-zeroed-note",
  "operation-weights-note",
  "operation-weights-note-sink",
  "operation-dropped-note",
]);
