/**
 * The engine as the package `attention-stepper/engine` exports it: runs have methods for costs, gradients, tiles, the
 * steps of a KV cache, and the uses of a number. The page's parts and experiments import the functions behind these methods one by one; the element has
 * no experiments and imports none of them.
 */
import { backward } from "./backward.js";
import { backwardCostOf, costOf, costOfSizes } from "./cost.js";
import { decodeSteps } from "./decode-steps.js";
import { Engine, traceRun } from "./engine.js";
import { explainGradient } from "./explain/gradients.js";
import { explainTile } from "./explain/tiles.js";
import { usesOf } from "./explain/uses.js";
import { Run } from "./run.js";
import { tilesOf } from "./tiles.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 */

/** A run with methods for costs, gradients, tiles, the steps of a KV cache, and the uses of a number. */
export class FullRun extends Run {
  /**
   * Finds the numbers that are computed from a given number: the inverse of explain(). For the numbers of a mask the
   * result is empty, because explanations list masks as reasons and not as terms.
   * @template {string} Name
   * @param {import("./tensors.js").Named<Name>} id a stage, an input, or one of auxiliary
   * @param {readonly number[]} index one number for each dimension
   * @returns {{stage: string, index: number[], value: number}[]} the numbers computed so far whose explanations have
   *   this one among their terms: in the order in which the stages are computed; empty for numbers of the output
   * @throws {AttentionError} "stage" or "index", as explain() does
   */
  uses(id, index) {
    return usesOf(this, id, index);
  }

  /**
   * The cost of each computed stage, hidden pairs included. The counts follow from the shapes: nothing needs to be
   * computed first. c/attention.h defines what is counted.
   * @returns {Record<string, import("./cost.js").Cost>} by stage
   */
  cost() {
    return costOf(this);
  }

  /**
   * The cost of each stage in the backward pass. c/learn/backward.h defines what is counted.
   * @returns {Record<string, import("./cost.js").BackwardCost>} by stage
   */
  backwardCost() {
    return backwardCostOf(this);
  }

  /**
   * Decoding with a KV cache: one append for the first `prefill` rows, then one for each further row. Each append has a
   * run of its own over the new rows, with the keys and values of all rows so far. These runs own memory: free each of
   * them. X must have been computed.
   * @returns {import("./decode-steps.js").Append<FullRun>[]} empty where the spec has no prefill
   */
  steps() {
    return decodeSteps(/** @type {FullRun} */ (this));
  }

  /**
   * Computes the context again, tile by tile as FlashAttention does: a block of queries against a block of keys at a
   * time, with a running maximum and sum, without storing the n_q x n_k matrix of scores. The context equals the walk's
   * up to rounding. Computes the stages up to Q, K and V (Q_rot and K_rot with rope) first where they are not computed
   * yet.
   * @param {{queries: number, keys: number}} size of a tile: from 1 to n_q queries, and from 1 to n_k keys
   * @returns {import("./tiles.js").Tiles} an object that computes one tile with each step()
   */
  tiles(size) {
    return tilesOf(this, size);
  }

  /**
   * The backward pass: the gradient of a loss with respect to every tensor of this run, computed from the loss's
   * gradient with respect to the output.
   * @param {TensorInput} dOutput gradient of the loss with respect to the output, [n_q, d_out]
   * @returns {Record<string, Tensor>} the gradients, by name of the stage, auxiliary tensor or input; masks, keep and
   *   positions have none
   */
  backward(dOutput) {
    return backward(this, dOutput);
  }

  /**
   * Explains how one gradient was computed, in the engine's order of summation. explain/gradients.js defines the
   * operations.
   * @param {Record<string, Tensor>} gradients of this run, as backward returned them
   * @param {string} id name of one of the gradients
   * @param {readonly number[]} index one number for each dimension
   * @returns {import("./explain/gradients.js").GradientExplanation}
   */
  explainGradient(gradients, id, index) {
    return explainGradient(this, gradients, id, index);
  }

  /**
   * Explains how one number of a tile was computed, in the engine's order of summation. explain/tiles.js defines the
   * operations.
   * @param {import("./tiles.js").Tile} tile a step of this run's tiles
   * @param {string} part scores, allow, max, factor, exponentials, sum, shares, accumulator; context after the last keys
   * @param {readonly number[]} index one number for each dimension
   * @returns {import("./explain/tiles.js").TileExplanation}
   */
  explainTile(tile, part, index) {
    return explainTile(this, tile, part, index);
  }
}

/** An engine whose runs also have methods for gradients, costs, tiles and KV-cache steps. */
export class FullEngine extends Engine {
  /**
   * Checks a spec and its inputs, and copies the inputs into a new run. Nothing is computed yet.
   * @override
   * @param {import("./spec/spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs X [n_q, d_model] (or E, and P where learned), C [n_k, d_context],
   *   Wq Wk Wv Wo, bq bk bv bo, key_valid [n_k], allow [n_q, n_k] or [heads, n_q, n_k], keep [heads, n_q, n_k],
   *   relK [2·clip + 1, d_k], relV [2·clip + 1, d_v], bias_table [buckets, heads], bias_matrix [n_q, n_k],
   *   sink [heads], positions [max(n_q, n_k)]; or Q [heads, n_q, d_k], K [kv_heads, n_k, d_k] and V [kv_heads, n_k, d_v]
   *   in place of X, C, Wq Wk Wv and bq bk bv
   * @returns {FullRun}
   * @throws {AttentionError} that names the field, what was wanted and what came
   */
  trace(spec, inputs) {
    return traceRun(Engine.coreOf(this), spec, inputs, FullRun);
  }

  /**
   * The gradients of a loss with respect to every tensor of a finished run.
   * @param {Run} run
   * @param {TensorInput} dOutput gradient of the loss with respect to the output, [n_q, d_out]
   * @returns {Record<string, Tensor>} by stage, auxiliary tensor and input
   */
  backward(run, dOutput) {
    return backward(run, dOutput);
  }

  /**
   * The cost of a walk of given sizes, from the shapes alone: nothing is computed or allocated.
   * @param {import("./spec/spec.js").Spec} spec with d_model
   * @param {import("./cost.js").CostSizes} sizes
   * @returns {Record<string, import("./cost.js").Cost>} by stage, as run.cost() returns it
   */
  cost(spec, sizes) {
    return costOfSizes(this, spec, sizes);
  }
}
