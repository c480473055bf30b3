import { refuse } from "../errors.js";
import { modelOf } from "../recipes/trained-models.js";
import { cellExists, isInside } from "../stages.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */

// The current step of the experiments that have steps (appends to a KV cache, tiles), and the number whose gradient is
// explained.

/**
 * The last step of each experiment.
 * @param {State} state
 * @param {Sizes} sizes
 */
const lastSteps = ({ prefill, tile_queries, tile_keys }, { heads, n_q, n_k }) => ({
  cache_step: Math.max(0, n_q - prefill),
  tile_step: heads * Math.ceil(n_q / tile_queries) * Math.ceil(n_k / tile_keys) - 1,
});

/**
 * Corrects the steps after a change of the state: a step beyond the last becomes the last, and a loss or gradient of a
 * number that no longer exists is reset.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Pick<State, "cache_step" | "tile_step" | "loss" | "loss_token" | "gradient">}
 */
export function validSteps(state, sizes) {
  const last = lastSteps(state, sizes);
  const loss = isInOutput(state, sizes) ? state.loss : null;
  return {
    cache_step: Math.min(state.cache_step, last.cache_step),
    tile_step: Math.min(state.tile_step, last.tile_step),
    loss,
    loss_token: hasAnswer({ ...state, loss }, sizes) ? state.loss_token : null,
    gradient: cellExists({ ...state, cell: state.gradient }, sizes) ? state.gradient : null,
  };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
const isInOutput = ({ loss }, { n_q, d_out }) => !loss || isInside(loss, [n_q, d_out].slice(0, loss.length));

/**
 * Whether the right answer of a cross-entropy is one that a row of the output can give: it is compared with each token's
 * row of X, so it has to be as wide. The answer of a model that points is a key.
 * @param {State} state
 * @param {Sizes} sizes
 */
const hasAnswer = ({ recipe, trained_run: run, given, loss, loss_token }, { n_q, n_k, d_model, d_out }) =>
  loss_token === null ||
  (loss
    ? loss.length === 1 && loss_token < n_q && d_out === d_model && !given?.inputs.Q
    : modelOf({ recipe, trained_run: run })?.pointer && loss_token < n_k);

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
export function checkSteps(state, sizes) {
  const last = lastSteps(state, sizes);
  for (const field of /** @type {const} */ (["cache_step", "tile_step"])) {
    if (state[field] > last[field]) refuse(field, `must be from 0 to ${last[field]}`, state[field]);
  }
  const { n_q, d_out } = sizes;
  if (!isInOutput(state, sizes))
    refuse("loss", `must be a row and column of the output, [${n_q}, ${d_out}]`, state.loss);
  if (!hasAnswer(state, sizes)) {
    const wanted = `must be a token from 0 to ${n_q - 1}, with a row as loss and an output as wide as X`;
    refuse("loss_token", wanted, state.loss_token);
  }
  if (!cellExists({ ...state, cell: state.gradient }, sizes)) {
    refuse("gradient", "must be a number of a stage or weight matrix of the walk", state.gradient?.stage);
  }
}
