/** @typedef {import("../../view/view.js").View} View */

/** @param {View} view */
const projected = ({ trace }) => Boolean(trace.tensor("Wq"));

/**
 * Pictures for a stage, and the walks in which they hold.
 * @type {Readonly<Record<string, {id: string, holds: (view: View) => boolean}>>}
 */
const pictures = Object.freeze({
  Q: { id: "search", holds: projected },
  K: { id: "search", holds: projected },
  V: { id: "search", holds: projected },
  weights: { id: "torch", holds: () => true },
  concat: { id: "kernels", holds: ({ run }) => run.spec.heads > 1 },
  output: { id: "notes", holds: ({ hasWo, run }) => hasWo && run.spec.heads > 1 },
});

/**
 * What the stage in view is like, and where the likeness ends: a message analogy-<id>; "" where nothing helps.
 * @param {View} view
 */
export function analogyText(view) {
  const { id, holds } = pictures[view.state.stage] ?? {};
  return id && holds?.(view) ? view.t(`analogy-${id}`) : "";
}
