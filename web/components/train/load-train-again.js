/**
 * Trains a model again that a reader trained, with Train's code, which is loaded for it: no part of that is in this module.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {string} run
 */
export const trainedAgain = async (engine, run) => (await import("./train-place.js")).trainAgain(engine, run);
