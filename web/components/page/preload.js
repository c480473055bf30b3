/**
 * A separate script that arrives before the rest of the page. While the main script is still loading, it starts the
 * engine, draws the random numbers that the state in the link needs, and loads the trained model or the settings.
 */
import { createEngine } from "../../engine/engine.js";
import { metrics } from "../../figures/metrics.js";
import { palettes } from "../../figures/colour/palette.js";
import { inputsOf } from "../../state/inputs.js";
import { newMeasure } from "../figure/text-measure.js";
import { modelOf, modelsIn } from "../../state/recipes/trained-models.js";
import { stateInAddressBar } from "./link.js";
import { nextTask, taskBeforeFrame } from "../../view/scheduling.js";

/**
 * Loads the settings and the choice of a head, if a state shows one of them.
 * @param {import("../../state/state.js").State} state
 */
export const settingsFor = (state) =>
  modelOf(state) === null || state.heads > 1 ? import("./settings.js").catch(() => null) : null; // deferred.js has them too

/** @returns the engine, the tensors drawn so far by name, and the trained model and the settings if the state in the link needs them */
async function startEngine() {
  const { state } = stateInAddressBar();
  const models = modelsIn(state);
  const settings = settingsFor(state);
  const loading = models.length > 0 ? import("./trained.js") : null;
  loading?.catch(() => {}); // handled below, once the engine has started
  const engine = await createEngine();
  /** @type {Map<string, Float32Array>} */
  const drawn = new Map();
  try {
    const trained = await loading;
    await trained?.addModels(engine, models);
    await taskBeforeFrame();
    inputsOf(state, engine, drawn);
    return { engine, drawn, trained, settings };
  } catch {
    return { engine, drawn, trained: null, settings }; // the page tries again, and says what failed
  }
}

/** Reads the palettes now, because they mix their shades when they are first read. */
function mixColours() {
  const { matches: isDark } = window.matchMedia("(prefers-color-scheme: dark)");
  void Object.values(palettes[isDark ? "dark" : "light"].shades);
}

/**
 * Measures a minus sign now: many fonts lack it, so at its first use the browser has to search for a font that contains
 * it.
 */
const findMinus = () => newMeasure()("−", metrics.shape);

export const started = startEngine();
started.catch(() => {}); // no error here: the page also awaits this promise, and reports the error
mixColours();
void nextTask().then(findMinus);
