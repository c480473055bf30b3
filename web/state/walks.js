import { refuse } from "./errors.js";
import { cellExists, isInside } from "./consistency.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

// How far the experiments' own walks go: a cache's appends, tiles, gradients.

/**
 * The last place in each walk.
 * @param {State} state
 * @param {Sizes} sizes
 */
const lastPlaces = ({ prefill, tile_queries, tile_keys }, { heads, n_q, n_k }) => ({
  cache_step: Math.max(0, n_q - prefill),
  tile_step: heads * Math.ceil(n_q / tile_queries) * Math.ceil(n_k / tile_keys) - 1,
});

/**
 * Where the walks stand after a change: what is gone starts again, what is behind the end stops there.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Pick<State, "cache_step" | "tile_step" | "loss" | "gradient">}
 */
export function placesInWalks(state, sizes) {
  const last = lastPlaces(state, sizes);
  return {
    cache_step: Math.min(state.cache_step, last.cache_step),
    tile_step: Math.min(state.tile_step, last.tile_step),
    loss: isInOutput(state, sizes) ? state.loss : Object.freeze([]),
    gradient: cellExists({ ...state, cell: state.gradient }, sizes) ? state.gradient : null,
  };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
const isInOutput = ({ loss }, { n_q, d_out }) => isInside(loss, [n_q, d_out].slice(0, loss.length));

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
export function checkWalks(state, sizes) {
  for (const [field, most] of Object.entries(lastPlaces(state, sizes))) {
    const at = state[/** @type {"cache_step" | "tile_step"} */ (field)];
    if (at > most) refuse(field, `must be from 0 to ${most}`, at);
  }
  const { n_q, d_out } = sizes;
  if (!isInOutput(state, sizes))
    refuse("loss", `must be a row and column of the output, [${n_q}, ${d_out}]`, state.loss);
  if (!cellExists({ ...state, cell: state.gradient }, sizes)) {
    refuse("gradient", "must be a number of a stage or weight matrix of the walk", state.gradient?.stage);
  }
}
