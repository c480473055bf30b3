/** @typedef {import("../../view/view.js").View} View */

/**
 * What of a view says which stages read which.
 * @param {Pick<View, "run">} view
 */
export const readerOf = ({ run }) => ({
  spec: run.spec,
  has: (/** @type {string} */ stage) => run.stages.includes(stage),
});
