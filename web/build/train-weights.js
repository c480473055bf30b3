/** Trains the models that ship, and writes their weights into web/training/weights/: `npm run train`. */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { createEngine } from "../engine/index.js";
import { safetensorsOf } from "../tensors/safetensors.js";
import { tasks } from "../training/tasks.js";
import { train } from "../training/train.js";
import { roundTo11Bits } from "../training/round.js";
import { shipped } from "../training/weights.js";

/**
 * The bytes of a model's file: the same on every machine.
 * @param {import("../engine/index.js").Engine} engine
 * @param {(typeof shipped)[number]} chosen
 */
export function weightsFile(engine, { id, seed, steps }) {
  const model = engine.model(tasks[id].model(), { seed });
  for (const evaluation of train(engine, tasks[id], model, { seed, steps, every: steps, goal: Infinity }))
    void evaluation;
  const weights = Object.entries(model.weights()).map(([name, { shape, data }]) => {
    return /** @type {const} */ ([name, { shape, data: roundTo11Bits(data) }]);
  });
  model.free();
  return safetensorsOf(Object.fromEntries(weights), { half: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL("../training/weights/", import.meta.url));
  await mkdir(folder, { recursive: true });
  const engine = await createEngine();
  for (const chosen of shipped) await writeFile(`${folder}${chosen.id}.safetensors`, weightsFile(engine, chosen));
}
