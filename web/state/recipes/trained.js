import { AttentionError } from "../../engine/errors.js";
import { loadedModel } from "./trained-models.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */

/**
 * The inputs of a layer of a trained model: the numbers that training has found.
 * @param {Pick<State, "recipe" | "layer">} state
 * @param {Pick<Sizes, "tokens" | "contextTokens">} sizes
 * @param {import("./draws.js").RandomSource} engine with the model's weights
 * @returns {InputTensors}
 */
export function trainedTensors({ recipe, layer }, { tokens, contextTokens }, engine) {
  const model = loadedModel(/** @type {import("./draws.js").Engine} */ (engine), { recipe });
  if (!model)
    throw new AttentionError(
      "recipe",
      `needs the weights of ${recipe}: call addTrained(engine) of attention-stepper/trained first`,
    );
  return model.inputs(layer, tokens, contextTokens ?? tokens);
}
