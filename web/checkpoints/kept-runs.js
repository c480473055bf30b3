/** The runs of layers that were computed or asked for last, so that another head or stage of them is there at once. */

/** @typedef {import("../engine/run.js").Run} Run */

/**
 * How many runs all walks of a model keep together. A run holds its layer's weights in float32 and all stages: about 30 MB for
 * GPT-2 (124M) with 32 tokens, 0.8 GB for a layer of 200 million parameters. Patching reads three walks, that of the model, that of
 * other tokens and the changed one; if each kept its own runs, a file of 2 GB would need more than 1 GB.
 */
const MOST = 2;

export class KeptRuns {
  /** The latest at the end. @type {{walk: object, layer: number, run: Run}[]} */
  #kept = [];

  /** @param {object} walk @param {number} layer @returns {Run | undefined} */
  get(walk, layer) {
    const at = this.#kept.findIndex((each) => each.walk === walk && each.layer === layer);
    if (at < 0) return undefined;
    this.#kept.push(...this.#kept.splice(at, 1));
    return this.#kept.at(-1)?.run;
  }

  /** Frees the oldest, so that one more can be computed. */
  makeRoom() {
    for (const { run } of this.#kept.splice(0, Math.max(0, this.#kept.length - MOST + 1))) run.free();
  }

  /** @param {object} walk @param {number} layer @param {Run} run */
  add(walk, layer, run) {
    this.makeRoom();
    this.#kept.push({ walk, layer, run });
  }

  /** Frees those of a walk. @param {object} walk */
  free(walk) {
    for (const { run } of this.#kept.filter((each) => each.walk === walk)) run.free();
    this.#kept = this.#kept.filter((each) => each.walk !== walk);
  }
}
