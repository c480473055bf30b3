import { AttentionError } from "../engine/errors.js";

/**
 * Loads the trained models, from a file of its own beside the element's script, into an engine.
 * @param {import("../engine/engine.js").Engine} engine
 */
export async function loadTrained(engine) {
  try {
    const { addTrained } = await import("./trained.js");
    addTrained(engine);
  } catch {
    throw new AttentionError(
      "recipe",
      "needs the weights in trained.js, which could not be loaded: check the connection and try again",
    );
  }
}
