/** Writes the cases of the exercises for the notebook, in which readers write the same functions with NumPy. */
import { npzOf } from "../tensors/npz.js";
import { casesOf } from "../exercises/cases.js";
import { exercises } from "../exercises/exercises.js";
import { tensorOf } from "../exercises/matrix.js";

/** @param {import("../exercises/cases.js").Given[string]} value */
function arrayOf(value) {
  const { shape, data } = typeof value === "number" ? { shape: [1], data: [value] } : tensorOf(value);
  return { shape, data: Float32Array.from(data) };
}

/**
 * An archive with an array for each parameter, by the function, its case from 0, and the parameter's name; and one for each
 * stage, "expected" and its name in place of the parameter's.
 * @param {import("../engine/engine.js").Engine} engine
 */
export function exerciseCases(engine) {
  const arrays = exercises.flatMap((exercise) =>
    casesOf(engine, exercise).flatMap(({ given, expected }, at) => [
      ...Object.entries(given).map(([name, value]) => [`${exercise.name}.${at}.${name}`, arrayOf(value)]),
      ...exercise.stages.map((stage) => [`${exercise.name}.${at}.expected.${stage}`, arrayOf(expected[stage] ?? [])]),
    ]),
  );
  return npzOf(Object.fromEntries(arrays));
}
