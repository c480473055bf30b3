import { checkObject, show, suggest } from "./checks.js";
import { AttentionError } from "./errors.js";
import { gradients } from "./backward.js";
import { Block } from "./block.js";
import { explainGradient } from "./explain/backward.js";
import { explain } from "./explain/explain.js";
import { explainTile, partOf, TILE_PARTS } from "./explain/tiles.js";
import { makePlan } from "./plan.js";
import { backwardCostOf, costOf } from "./cost.js";
import { makeSteps } from "./steps.js";
import { checkShape, checkTensor } from "./tensors.js";
import { Tiles } from "./tiles.js";
import { uses } from "./explain/uses.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./plan.js").Entry} Entry
 * @typedef {import("./engine.js").Core} Core
 */

/**
 * Gives a walk memory of its own and puts the inputs in.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Map<string, import("./tensors.js").TensorInput>} tensors by the engine's names
 */
export function startRun(core, plan, tensors) {
  for (const [name, tensor] of tensors) checkShape(name, tensor, plan.entries.get(name)?.shape ?? []);
  const { memory } = core;
  const block = memory.allocate(plan.bytes);
  memory.bytes(plan.address(block), plan.header.length).set(plan.header);
  for (const [name, tensor] of tensors) {
    const entry = /** @type {Entry} */ (plan.entries.get(name));
    memory.floats(plan.data(block) + entry.offset * 4, entry.count).set(tensor.data);
  }
  return new Run(core, plan, block);
}

/** One walk through the stages of one spec on one set of inputs. Every tensor it hands out is the caller's own copy. */
export class Run {
  #core;
  #plan;
  #block;

  /**
   * @param {Core} core
   * @param {Plan} plan
   * @param {number} address of a block for plan.floats elements, the inputs already in it
   */
  constructor(core, plan, address) {
    this.#core = core;
    this.#plan = plan;
    this.#block = new Block(core, plan, address);
    /** The spec with nothing left open, in the engine's numbers. */
    this.spec = Object.freeze({ ...plan.spec });
    /** Ids of the stages in walking order. */
    this.stages = Object.freeze(plan.stages.map((entry) => entry.name));
    const others = [...plan.entries.values()].filter((entry) => !entry.given && entry.id !== entry.stage);
    /** Ids of what can be read besides: left behind by the stages, such as all masks together. */
    this.auxiliary = Object.freeze(others.map((entry) => entry.name));
  }

  /**
   * Computes the next stage.
   * @returns {string | undefined} its id; undefined at the end
   */
  step() {
    return this.#block.step();
  }

  /** Computes what is left. */
  finish() {
    while (this.step() !== undefined);
    return this;
  }

  /**
   * The sizes of a stage, an input or one of auxiliary; known before anything is computed.
   * @param {string} id
   * @returns {number[]}
   */
  shape(id) {
    return [...this.#block.entry(id).shape];
  }

  /**
   * @param {string} id a stage, an input, or one of auxiliary
   * @returns {Tensor} a copy
   */
  tensor(id) {
    return this.#block.copy(this.#block.computed(id));
  }

  /**
   * Where one number comes from, in the engine's order of summation. See explain.js for what each operation means.
   * @param {string} id
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/explain.js").Explanation}
   */
  explain(id, index) {
    checkIndex(id, index, this.#block.computed(id).shape);
    return explain(this.#block.source(), id, [...index]);
  }

  /**
   * Who uses a number: explain() the other way round. Masks are reasons, not terms, and so are not used by anything.
   * @param {string} id a stage, an input, or one of auxiliary
   * @param {number[]} index one number for each dimension
   * @returns {{stage: string, index: number[], value: number}[]} of what is computed so far, the numbers whose
   *   explanations have this one among their terms: stage by stage in walking order; empty for the output's
   * @throws {AttentionError} "stage" or "index", as explain() does
   */
  uses(id, index) {
    checkIndex(id, index, this.#block.computed(id).shape);
    const isReady = (/** @type {string} */ name) => this.#block.isComputed(this.#block.entry(name));
    return uses(this.#block.source(), id, [...index], isReady);
  }

  /**
   * What each stage that is computed costs, hidden pairs included; known before anything is computed. c/attention.h
   * says what counts.
   * @returns {Record<string, import("./cost.js").Cost>} by stage
   */
  cost() {
    return costOf(this.#core, this.#plan, this.#plan.address(this.#block.address));
  }

  /**
   * What each stage costs on the walk back; c/learn/backward.h says what counts.
   * @returns {Record<string, import("./cost.js").BackwardCost>} by stage
   */
  backwardCost() {
    return backwardCostOf(this.#core, this.#plan, this.#plan.address(this.#block.address));
  }

  /**
   * A KV cache at work, where the spec has prefill: one append after the other, each a run of its own over the new rows,
   * with the keys and values of all rows so far. They own memory: free each. X must have been computed.
   * @returns {import("./steps.js").Append[]} empty without prefill
   */
  steps() {
    if (this.spec.prefill === 0) return [];
    this.#block.computed("X");
    const given = [...this.#plan.entries.values()].filter((entry) => entry.given || entry.name === "X");
    return makeSteps(this.spec, new Map(given.map((entry) => [entry.name, this.#block.copy(entry)])), (spec, tensors) =>
      startRun(this.#core, makePlan(this.#core, spec, [...tensors.keys()]), tensors),
    );
  }

  /**
   * Attention once more, the way fast kernels compute it (FlashAttention): some queries against some keys at a time,
   * with a running maximum and sum, and no matrix of all pairs. The context is that of the walk but for rounding.
   * Computes the stages up to Q, K and V (Q_rot and K_rot with rope) where that has not been done.
   * @param {{queries: number, keys: number}} size of a tile, from 1 to n_q and n_k
   * @returns {Tiles} computes nothing more yet: see step()
   */
  tiles(size) {
    this.#block.checkAlive();
    const tiles = new Tiles(this.#core, this.#plan, () => this.#block.address, size);
    while (this.#block.done < this.stages.indexOf("raw")) this.step();
    return tiles;
  }

  /**
   * The walk backwards: how a change of any number would change a loss, from how one of the output does.
   * @param {import("./tensors.js").TensorInput} dOutput the loss's gradient at the output
   * @returns {Record<string, Tensor>} by stage, what can be read besides, and input; masks, keep and positions have none
   */
  backward(dOutput) {
    const { shape } = this.#block.computed("output");
    const given = checkTensor("dOutput", dOutput, [shape.length]);
    if (given.shape.join() !== shape.join()) {
      throw new AttentionError("dOutput", `must have shape ${show(shape)}, got ${show(given.shape)}`);
    }
    return gradients(this.#core, this.#plan, this.#block.address, given.data);
  }

  /**
   * Where one gradient comes from, in the engine's order of summation. See explain-backward.js for what each operation
   * means.
   * @param {Record<string, Tensor>} gradients of this run, as backward gave them
   * @param {string} id one of them
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/backward.js").GradientExplanation}
   */
  explainGradient(gradients, id, index) {
    const known = Object.keys(checkObject(gradients, "gradients"));
    if (!known.includes(id)) {
      throw new AttentionError(
        "stage",
        `must be one of ${known.join(", ")}, got ${show(id)}${suggest(String(id), known)}`,
      );
    }
    checkIndex(id, index, this.#block.computed(id).shape);
    return explainGradient(this.#block.source(), gradients, id, [...index]);
  }

  /**
   * Where one number of a tile comes from, in the engine's order of summation. See explain-tiles.js for what each
   * operation means.
   * @param {import("./tiles.js").Tile} tile a step of this run's tiles
   * @param {string} part scores, allow, max, factor, exponentials, sum, shares, accumulator; context after the last keys
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/tiles.js").TileExplanation}
   */
  explainTile(tile, part, index) {
    this.#block.checkAlive();
    checkObject(tile, "tile");
    const known = TILE_PARTS.filter((name) => partOf(tile, name));
    if (!known.includes(part)) {
      throw new AttentionError(
        "part",
        `must be one of ${known.join(", ")}, got ${show(part)}${suggest(String(part), known)}`,
      );
    }
    checkIndex(part, index, /** @type {Tensor} */ (partOf(tile, part)).shape);
    return explainTile(this.#block.source(), tile, part, [...index]);
  }

  /** Gives the memory back. The run can compute and tell nothing more. */
  free() {
    this.#block.free();
  }

  /** @returns {boolean} whether its memory is given back */
  get isFree() {
    return this.#block.isFree;
  }
}

/**
 * @param {string} id
 * @param {unknown} index
 * @param {number[]} shape
 */
function checkIndex(id, index, shape) {
  const numbers = shape.length === 1 ? "1 whole number" : `${shape.length} whole numbers`;
  const wanted = `must be ${numbers} inside [${shape.join(", ")}] for ${id}`;
  if (!Array.isArray(index)) throw new AttentionError("index", `${wanted}, got ${show(index)}`);
  const inside = Array.from(index).every((i, r) => Number.isInteger(i) && i >= 0 && i < (shape[r] ?? 0));
  if (index.length !== shape.length || !inside) throw new AttentionError("index", `${wanted}, got ${show(index)}`);
}
