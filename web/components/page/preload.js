/**
 * What the page can do while most of its script is still loading: a script of its own, which arrives first. It starts the
 * engine and draws the random numbers that the link asks for.
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
  const state = stateOrNull();
  if (state) inputsOf(state, engine, drawn);
  return { engine, drawn };
}

/** The state of the link; null where it cannot be read, which the page reports later. */
function stateOrNull() {
  try {
    return stateInAddressBar();
  } catch {
    return null;
  }
}

/** Palettes mix their shades when first read: that is done now. */
function mixColours() {
  const { matches: isDark } = window.matchMedia("(prefers-color-scheme: dark)");
  void Object.values(palettes[isDark ? "dark" : "light"].shades);
}

/** Few fonts have a minus sign, and the browser looks for one that has when it first measures it: that is done now. */
const findMinus = () => newMeasure()("−", metrics.shape);

export const started = startEngine();
started.catch(() => {}); // the page awaits it too, and reports the error
mixColours();
void nextTask().then(findMinus);
