/**
 * A separate script that arrives before the rest of the page. While the main script is still loading, it starts the
 * engine and draws the random numbers that the state in the link needs.
 */
import { createEngine } from "../../engine/engine.js";
import { metrics } from "../../figures/metrics.js";
import { palettes } from "../../figures/colour/palette.js";
import { inputsOf } from "../../state/inputs.js";
import { newMeasure } from "../figure/text-measure.js";
import { stateInAddressBar } from "./link.js";
import { nextTask, taskBeforeFrame } from "../../view/scheduling.js";

/** @returns the engine, and the tensors drawn so far by name */
async function startEngine() {
  const engine = await createEngine();
  await taskBeforeFrame();
  /** @type {Map<string, Float32Array>} */
  const drawn = new Map();
  inputsOf(stateInAddressBar().state, engine, drawn);
  return { engine, drawn };
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
