/**
 * What the page can do while most of its script is still on its way: a part of its own, which is there first. Starts the
 * engine, which draws the numbers that the link asks for.
 */
import { createEngine } from "../../engine/engine.js";
import { metrics } from "../../figures/metrics.js";
import { palettes } from "../../figures/colour/palette.js";
import { inputsFromState } from "../../state/inputs.js";
import { newMeasure } from "../figure/measure.js";
import { linkedState } from "./state-link.js";
import { nextTask, taskBeforeFrame } from "../../view/scheduling.js";

/** @returns the engine, and the numbers by name */
async function startEngine() {
  const engine = await createEngine();
  await taskBeforeFrame();
  /** @type {Map<string, Float32Array>} */
  const drawn = new Map();
  const state = stateOfLink();
  if (state) inputsFromState(state, engine, drawn);
  return { engine, drawn };
}

/** None, where the page is going to say what is wrong with the link. */
function stateOfLink() {
  try {
    return linkedState();
  } catch {
    return null;
  }
}

/** Colours are mixed when they are first asked for. */
function mixColours() {
  const { matches: isDark } = window.matchMedia("(prefers-color-scheme: dark)");
  void Object.values(palettes[isDark ? "dark" : "light"].shades);
}

/** Few fonts have a minus sign: the browser looks for one when it is first asked how wide it is. */
const findMinus = () => newMeasure()("−", metrics.shape);

export const started = startEngine();
started.catch(() => {}); // whoever waits for it is told
mixColours();
void nextTask().then(findMinus);
