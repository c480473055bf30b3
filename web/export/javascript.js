import { modelOf } from "../state/recipes/trained-models.js";
import { headInView } from "./exported-walk.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {import("../state/state.js").State} State */

/**
 * Writes a module that computes the walk with this engine, in Node or a browser, to the same bits.
 * @param {Pick<Walk, "spec" | "stage" | "head">} walk
 * @param {Partial<State>} state as settingsOf returns it
 * @returns {string}
 */
export function javascriptOf(walk, state) {
  const { stage } = walk;
  const head = headInView(walk);
  const fields = Object.entries(state).map(([field, value]) => `  ${field}: ${JSON.stringify(value)},`);
  const read = `run.tensor(${JSON.stringify(stage)})`;
  const print =
    head === null
      ? [`console.log(${JSON.stringify(stage)}, ${read});`]
      : [
          `const { shape, data } = ${read};`,
          "const size = shape[1] * shape[2];",
          `console.log("${stage}, head ${head + 1}", data.subarray(${head} * size, ${head + 1} * size));`,
        ];
  const { recipe = "random" } = state;
  const isOwn = recipe === "trained";
  const isTrained = !isOwn && modelOf({ recipe }) !== null;
  const add = isOwn ? "addOwnModels" : "addTrained";
  return [
    'import { createEngine } from "attention-stepper/engine";',
    'import { inputsFromState } from "attention-stepper/state";',
    ...(isOwn || isTrained ? [`import { ${add} } from "attention-stepper/trained";`] : []),
    "",
    "const engine = await createEngine();",
    ...(isTrained ? ["addTrained(engine);"] : []),
    fields.length === 0 ? "const state = {}; // the page's default" : `const state = {\n${fields.join("\n")}\n};`,
    ...(isOwn ? ["await addOwnModels(engine, state); // trains the model again, to the same bits"] : []),
    "const { spec, inputs } = inputsFromState(state, engine);",
    "const run = engine.trace(spec, inputs).finish();",
    'console.log(run.stages.join(" "));',
    ...print,
    "run.free();",
    "",
  ].join("\n");
}
