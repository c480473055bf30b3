/** The reference of training. It runs the engine's source, which a page cannot load: pages get its numbers. */
import { createEngine } from "../../../web/engine/index.js";
import { batches, batchesOf, comparedSteps, modelTensors, specOf, weightsOf } from "./models.js";

/** @typedef {import("./workloads.js").Workload} Workload */

/**
 * The losses of the first steps, computed by the engine's walk without SIMD: what every peer is compared with. That the
 * engine trains as PyTorch does is tested in tests/engine/models/training.test.js.
 * @param {Workload} workload @param {Record<string, Float32Array>} data
 */
export async function firstLosses(workload, data) {
  const engine = await createEngine({ build: "scalar" });
  const model = engine.model(specOf(workload));
  const shapes = Object.fromEntries(modelTensors(workload).map(({ name, shape }) => [name, shape]));
  const weights = Object.entries(weightsOf(data)).map(([name, values]) => [
    name,
    { shape: shapes[name], data: values },
  ]);
  model.load(Object.fromEntries(weights));
  const all = batchesOf(data);
  const losses = Array.from(
    { length: comparedSteps },
    (_, at) => model.step(/** @type {typeof all[0]} */ (all[at % batches])).loss,
  );
  model.free();
  return losses.map((loss, row) => ({ tensor: "losses", row, values: Float64Array.of(loss) }));
}
