import { viewFields } from "../state/fields.js";
import { computeWalk } from "./view.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./view.js").Walk} Walk */

/** @typedef {{state: State, walk: Walk, users: number}} CachedWalk users: number of caches that show it */

/**
 * Holds the walk that is shown. The walk is computed again only when a field changes that its numbers depend on, and
 * freed when another one replaces it. Caches can share walks, so that several elements with the same numbers compute
 * them once.
 */
export class RunCache {
  #engine;
  #drawn;
  #shared;
  /** @type {CachedWalk | null} */
  #current = null;

  /**
   * @param {import("../engine/engine.js").Engine} engine
   * @param {Map<string, Float32Array>} [drawn] random tensors by name, so that moving a slider does not draw them again
   * @param {Set<CachedWalk>} [shared] the walks that all caches of a page show
   */
  constructor(engine, drawn = new Map(), shared = new Set()) {
    this.#engine = engine;
    this.#drawn = drawn;
    this.#shared = shared;
  }

  /**
   * @param {State} state
   * @returns {Walk} the cache frees its run
   */
  walkOf(state) {
    if (this.#current && sameNumbers(this.#current.state, state)) return this.#current.walk;
    const known = [...this.#shared].find((cached) => sameNumbers(cached.state, state));
    const next = known ?? { state, walk: computeWalk(state, this.#engine, this.#drawn), users: 0 };
    this.free();
    next.users++;
    this.#shared.add(next);
    this.#current = next;
    return next.walk;
  }

  /** What computes the walks. */
  get engine() {
    return this.#engine;
  }

  /** The walk that is shown, if any. */
  get walk() {
    return this.#current?.walk;
  }

  /**
   * Whether the walk that is shown has this cell: the pointer may still rest on a cell of the previous walk.
   * @param {State["cell"]} cell
   */
  has(cell) {
    if (!cell || !this.#current) return false;
    try {
      const shape = this.#current.walk.run.shape(cell.stage);
      return (
        shape.length === cell.index.length && cell.index.every((at, axis) => at < /** @type {number} */ (shape[axis]))
      );
    } catch {
      return false;
    }
  }

  /** Releases the walk; the last cache that shows it frees its run. */
  free() {
    const cached = this.#current;
    this.#current = null;
    if (!cached || --cached.users > 0) return;
    this.#shared.delete(cached);
    cached.walk.run.free();
  }
}

/**
 * @param {State} a
 * @param {State} b
 * @returns {boolean} whether the walks of both states have the same numbers (the states then differ only in what they
 *   show)
 */
export function sameNumbers(a, b) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(a));
  return fields.every((field) => viewFields.includes(field) || a[field] === b[field]);
}
