import { Engine } from "./engine.js";
import { createEngineOf, FastEngine } from "./fast/engine.js";
import { Model } from "./model/model.js";

/**
 * Compiles the whole engine: walks (passes whose every stage can be read), the fast paths, and models that learn.
 * @param {{build?: "simd128" | "scalar"}} [options] build: simd128 where the machine has it, otherwise
 *   scalar. Both give the same bits.
 * @returns {Promise<TrainingEngine>}
 */
export const createEngine = (options = {}) => createEngineOf(TrainingEngine, options);

/** An engine that can also train small models. */
export class TrainingEngine extends FastEngine {
  /**
   * Makes a transformer of token embeddings, layers and a readout, that can be trained.
   * @param {import("./model/model-spec.js").ModelSpec} spec
   * @param {{seed?: number | bigint}} [options] seed: of the initial weights and of dropout; 0
   * @returns {Model} step(batch), evaluate(batch), predict(batch), gradients(batch), weights(), load(weights),
   *   trace(example, layer), free()
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  model(spec, options = {}) {
    return new Model(Engine.coreOf(this), spec, options);
  }
}
