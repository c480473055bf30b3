import { lookFields } from "../state/fields.js";
import { computeWalk } from "./view.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./view.js").Walk} Walk */

/** @typedef {{state: State, walk: Walk, users: number}} Kept users: keepers that show it */

/** Keeps the walk that is shown: computed when what it depends on has changed, and given back with the one before. */
export class WalkKeeper {
  #engine;
  #drawn;
  #kept;
  /** @type {Kept | null} */
  #current = null;

  /**
   * @param {import("../engine/engine.js").Engine} engine
   * @param {Map<string, Float32Array>} [drawn] numbers already drawn, so that a slider draws none twice
   * @param {Set<Kept>} [kept] what several keepers show: one walk for all that show the same numbers
   */
  constructor(engine, drawn = new Map(), kept = new Set()) {
    this.#engine = engine;
    this.#drawn = drawn;
    this.#kept = kept;
  }

  /**
   * @param {State} state
   * @returns {Walk} its run is the keeper's to free
   */
  walkOf(state) {
    if (this.#current && sameNumbers(this.#current.state, state)) return this.#current.walk;
    const known = [...this.#kept].find((kept) => sameNumbers(kept.state, state));
    const next = known ?? { state, walk: computeWalk(state, this.#engine, this.#drawn), users: 0 };
    this.free();
    next.users++;
    this.#kept.add(next);
    this.#current = next;
    return next.walk;
  }

  /** The walk that is shown, if any. */
  get walk() {
    return this.#current?.walk;
  }

  /**
   * A pointed-at cell may belong to the walk before.
   * @param {State["cell"]} cell
   */
  has(cell) {
    if (!cell || !this.#current) return false;
    try {
      const shape = this.#current.walk.run.shape(cell.stage);
      return shape.length === cell.index.length && cell.index.every((i, r) => i < (shape[r] ?? 0));
    } catch {
      return false;
    }
  }

  free() {
    const kept = this.#current;
    this.#current = null;
    if (!kept || --kept.users > 0) return;
    this.#kept.delete(kept);
    kept.walk.run.free();
  }
}

/**
 * @param {State} a
 * @param {State} b
 */
function sameNumbers(a, b) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(a));
  return fields.every((field) => lookFields.includes(field) || a[field] === b[field]);
}
