/**
 * Loads the trained models, from a file of its own beside the element's script, into an engine.
 * @param {import("../engine/engine.js").Engine} engine
 */
export async function loadTrained(engine) {
  const { addTrained } = await import("./trained.js");
  addTrained(engine);
}
