import { AttentionError } from "../../engine/errors.js";
import { loadedModel } from "./trained-models.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */

/**
 * The inputs of a layer of a trained model: the numbers that training has found.
 * @param {Pick<State, "recipe" | "trained_run" | "layer">} state
 * @param {Pick<Sizes, "tokens" | "contextTokens">} sizes
 * @param {import("./draws.js").RandomSource} engine with the model's weights
 * @returns {InputTensors}
 */
export function trainedTensors(state, { tokens, contextTokens }, engine) {
  const { recipe, layer } = state;
  const model = loadedModel(/** @type {import("./draws.js").Engine} */ (engine), state);
  if (model) return model.inputs(layer, tokens, contextTokens ?? tokens);
  const wanted =
    recipe === "trained"
      ? "a model that a reader trained: open its link on the page, or call addOwnModels(engine, state)"
      : `the weights of ${recipe}: call addTrained(engine)`;
  throw new AttentionError("recipe", `needs ${wanted} of attention-stepper/trained first`);
}
