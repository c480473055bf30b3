/**
 * The engine with everything that can be asked of a run, as methods: what the package `attention-stepper/engine` offers
 * beyond the walk. The page imports the functions behind these methods where an experiment needs them; the element has
 * no experiments and imports none.
 */
import { backward } from "./backward.js";
import { backwardCostOf, costOf, costOfSizes } from "./cost.js";
import { decodeSteps } from "./decode-steps.js";
import { Engine, traceRun } from "./engine.js";
import { explainGradient } from "./explain/gradients.js";
import { explainTile } from "./explain/tiles.js";
import { Run } from "./run.js";
import { tilesOf } from "./tiles.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 */

/** A run of which costs, gradients, tiles and the steps of a KV cache can be asked. */
export class FullRun extends Run {
  /**
   * What each computed stage costs, hidden pairs included; known before anything is computed. c/attention.h says what
   * counts.
   * @returns {Record<string, import("./cost.js").Cost>} by stage
   */
  cost() {
    return costOf(this);
  }

  /**
   * What each stage costs in the backward pass; c/learn/backward.h says what counts.
   * @returns {Record<string, import("./cost.js").BackwardCost>} by stage
   */
  backwardCost() {
    return backwardCostOf(this);
  }

  /**
   * Decoding with a KV cache, where the spec has prefill: one append after the other, each a run of its own over the new
   * rows, with the keys and values of all rows so far. They own memory: free each. X must have been computed.
   * @returns {import("./decode-steps.js").Append<FullRun>[]} empty without prefill
   */
  steps() {
    return decodeSteps(/** @type {FullRun} */ (this));
  }

  /**
   * Attention once more, the way fast kernels compute it (FlashAttention): some queries against some keys at a time,
   * with a running maximum and sum, and no matrix of all pairs. The context is the walk's, up to rounding. Computes the
   * stages up to Q, K and V (Q_rot and K_rot with rope) where that has not been done.
   * @param {{queries: number, keys: number}} size of a tile, from 1 to n_q and n_k
   * @returns {import("./tiles.js").Tiles} which computes a tile with each step()
   */
  tiles(size) {
    return tilesOf(this, size);
  }

  /**
   * The backward pass: how a change of any number would change a loss, from how a change of the output does.
   * @param {TensorInput} dOutput the loss's gradient at the output
   * @returns {Record<string, Tensor>} by stage, auxiliary tensor and input; masks, keep and positions have none
   */
  backward(dOutput) {
    return backward(this, dOutput);
  }

  /**
   * Where one gradient comes from, in the engine's order of summation. explain/gradients.js says what each operation
   * means.
   * @param {Record<string, Tensor>} gradients of this run, as backward returned them
   * @param {string} id one of them
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/gradients.js").GradientExplanation}
   */
  explainGradient(gradients, id, index) {
    return explainGradient(this, gradients, id, index);
  }

  /**
   * Where one number of a tile comes from, in the engine's order of summation. explain/tiles.js says what each operation
   * means.
   * @param {import("./tiles.js").Tile} tile a step of this run's tiles
   * @param {string} part scores, allow, max, factor, exponentials, sum, shares, accumulator; context after the last keys
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/tiles.js").TileExplanation}
   */
  explainTile(tile, part, index) {
    return explainTile(this, tile, part, index);
  }
}

/** The walk, its gradients and its costs. */
export class FullEngine extends Engine {
  /**
   * Checks a spec and its inputs, copies the inputs, and computes nothing yet.
   * @override
   * @param {import("./spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs as in Engine's trace
   * @returns {FullRun}
   */
  trace(spec, inputs) {
    return traceRun(Engine.coreOf(this), spec, inputs, FullRun);
  }

  /**
   * Gradients of a finished run: how a change of any number would change a loss.
   * @param {Run} run
   * @param {TensorInput} dOutput the loss's gradient at the output
   * @returns {Record<string, Tensor>} by stage, auxiliary tensor and input
   */
  backward(run, dOutput) {
    return backward(run, dOutput);
  }

  /**
   * What a walk of any size would cost: nothing is computed, and no memory is held for it.
   * @param {import("./spec.js").Spec} spec with d_model
   * @param {import("./cost.js").CostSizes} sizes
   * @returns {Record<string, import("./cost.js").Cost>} by stage, as run.cost() returns it
   */
  cost(spec, sizes) {
    return costOfSizes(this, spec, sizes);
  }
}
