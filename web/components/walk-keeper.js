import { computeWalk } from "./view.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./view.js").Walk} Walk */

/** Keeps the walk of one state: computed again when its numbers are others, and freed then. */
export class WalkKeeper {
  #engine;
  /** @type {Map<string, Float32Array>} numbers already drawn, so that a slider draws none twice */
  #drawn = new Map();
  /** @type {{state: State, walk: Walk} | null} */
  #kept = null;

  /** @param {import("../engine/engine.js").Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @param {State} state @returns {Walk} */
  walkOf(state) {
    if (this.#kept && sameNumbers(this.#kept.state, state)) return this.#kept.walk;
    const walk = computeWalk(state, this.#engine, this.#drawn);
    this.free();
    this.#kept = { state, walk };
    return walk;
  }

  free() {
    this.#kept?.walk.run.free();
    this.#kept = null;
  }
}

/**
 * A pointed-at cell may belong to the walk before.
 * @param {Walk} walk
 * @param {State["cell"]} cell
 */
export function hasCell({ run }, cell) {
  if (!cell) return false;
  try {
    const shape = run.shape(cell.stage);
    return shape.length === cell.index.length && cell.index.every((i, r) => i < (shape[r] ?? 0));
  } catch {
    return false;
  }
}

/** Fields that choose what is looked at, not what is computed. */
const looks = new Set([
  ...["stage", "head", "cell", "trail", "theme", "lab", "compare"],
  ...["prefill", "tile_queries", "tile_keys", "layers", "cached", "cache_step", "model", "model_tokens"],
  ...["tile_step", "loss", "gradient"],
  ...["bench_a", "bench_b", "bench_scores", "bench_temperature", "picture"],
]);

/**
 * @param {State} a
 * @param {State} b
 */
function sameNumbers(a, b) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(a));
  return fields.every((field) => looks.has(field) || a[field] === b[field]);
}
