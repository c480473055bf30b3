import { createEngine } from "attention-stepper/engine";
import { applyPreset, changeState, defaultState, inputsFromState } from "attention-stepper/state";

const engine = await createEngine();

/** The numbers of one stage, as the page shows them for this state. */
function tensor(state, stage) {
  const { spec, inputs } = inputsFromState(state, engine);
  const run = engine.trace(spec, inputs).finish();
  const { shape, data } = run.tensor(stage);
  run.free();
  return { shape, data };
}

const article = applyPreset(defaultState, "article-self");
const { shape, data } = tensor(article, "weights");
const [, , keys] = shape;
const row = [...data.slice(keys, 2 * keys)]; // of the second word, in the first head
console.log("weights of “is”:", row.map((weight) => weight.toFixed(4)).join(" "));

const deviation = (numbers) => {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length);
};
const sentence = Array.from({ length: 64 }, (_, place) => `word${place}`).join(" ");
for (const d_k of [4, 16, 64, 256]) {
  const state = changeState(defaultState, { sentence, d_model: 128, d_k, heads: 1, causal: false });
  const [raw, scaled] = ["raw", "scaled"].map((stage) => deviation(tensor(state, stage).data).toFixed(2));
  console.log(`d_k ${String(d_k).padStart(3)}: raw ${raw.padStart(5)}, scaled ${scaled}`);
}
