/** Stages whose figure shows an operation between two matrices, in words. */
const operations = Object.freeze(
  "Q_rot K_rot scaled biased capped masked weights_unmasked zeroed weights dropped concat".split(" "),
);

/** Every message a figure asks its `t` for: a locale has them all. */
export const figureMessages = Object.freeze([
  "figure-head", // {head} of {heads}
  "figure-head-short", // {head}
  "figure-kv-head",
  "figure-kv-head-short",
  "figure-hidden",
  "figure-queries",
  "figure-keys",
  ...operations.map((stage) => `operation-${stage}`), // scaled: {d_k}; `_k` sets a small letter
]);

/** Messages a locale may leave out: a second line under an operation. */
export const optionalFigureMessages = Object.freeze(operations.map((stage) => `operation-${stage}-note`));
