// What a strict TypeScript project writes with the package's types; a line after @ts-expect-error must be refused.
import { AttentionStepper } from "attention-stepper";
import type { AttentionStepper as Stepper, AttentionStepperAttributes, AttentionStepperProps } from "attention-stepper";
import { AttentionError, createEngine } from "attention-stepper/engine";
import type { Cost, Engine, Explanation, Inputs, MaskInput, Run, Spec, Tensor } from "attention-stepper/engine";
import type { TensorInput, TorchRandom } from "attention-stepper/engine";
import { changeState, defaultState, inputsFromState, presets } from "attention-stepper/state";
import { stateFromFragment, stateToFragment } from "attention-stepper/state";
import type { State, StateInputs } from "attention-stepper/state";

const engine: Engine = await createEngine({ build: "simd128" });
const spec: Spec = { causal: true, heads: 2, position: { kind: "rope" } };
const inputs: Inputs = { X: { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] } };
const run: Run = engine.trace(spec, inputs).finish();
const weights: Tensor = run.tensor("weights");
const numbers: Float32Array = weights.data;
const account: Explanation = run.explain("weights", [0, 2, 1]);
const cost: Record<string, Cost> = run.cost();
const next: string | undefined = run.step();
const gradients: Record<string, Tensor> = engine.backward(run, { shape: [3, 2], data: numbers });
const random: TorchRandom = engine.torchRandom(7n, "avx2");
const draws: Float32Array = random.randn(3);
const shape = [3, 2] as const;
const frozen: TensorInput = Object.freeze({ shape, data: Object.freeze([1, 0, 0, 1, 1, 1]) });
const seen: MaskInput = { shape: [3], data: [true, true, false] };
const masks: Inputs = { X: frozen, key_valid: seen, allow: { shape: [3, 3] as const, data: new Array(9).fill(true) } };
engine.trace({ dropout: { p: 0.5 } }, { ...masks, keep: { shape: [1, 3, 3], data: [1, 0, 1, 0, 1, 0, 1, 0, 1] } });
engine.attend({}, { Q: weights, K: weights, V: weights, key_valid: seen });
run.uses("X", [0, 1] as const);
run.free();

const state: State = changeState(stateFromFragment("heads=3"), { sentence: "a stitch in time", head: "all" });
const made: StateInputs = inputsFromState(state, engine);
engine.trace(made.spec, made.inputs);
const link: string = `#${stateToFragment({ ...defaultState, ...presets[0]?.patch })}`;

const stepper: Stepper = document.createElement("attention-stepper");
const made2: Stepper | undefined = AttentionStepper && new AttentionStepper();
stepper.dK = 8;
stepper.sentence = "a stitch in time";
stepper.state = { heads: 2 };
stepper.change({ stage: "weights", head: "all" });
stepper.addEventListener("attention-step", ({ detail }) => console.log(detail.stage, detail.cell?.index, made2));
stepper.addEventListener("attention-error", ({ detail: { field, message } }) => console.log(field, message));
await stepper.ready.then(() => console.log(stepper.link, stepper.state.d_k, stepper.view));

const attributes: AttentionStepperAttributes = {
  ...{ "d-k": 8, heads: "2", maskMode: "after_softmax", "mask-value": "none", causal: "", stage: "raw", view: "walk" },
};
const props: AttentionStepperProps = {
  ...{
    dK: 8,
    causal: false,
    ignored: [1, 2],
    window: null,
    state: { heads: 2 },
    view: "walk",
    maskMode: "after_softmax",
  },
  onAttentionStep: ({ detail }) => console.log(detail.stage),
};
for (const id of run.stages) console.log(run.tensor(id).shape, attributes, props);

try {
  // @ts-expect-error: the attribute is d-k, the property dK
  const written: AttentionStepperAttributes = { d_k: 8 };
  // @ts-expect-error: a server leaves out false
  const dropped: AttentionStepperAttributes = { causal: false };
  // @ts-expect-error: and listeners, which stepperProps takes
  const unheard: AttentionStepperAttributes = { "onattention-step": () => {} };
  console.log(dropped, unheard);
  // @ts-expect-error: no such view
  const shown: AttentionStepperAttributes = { view: "table" };
  console.log(written, shown);
  // @ts-expect-error: there is no input x
  engine.trace({}, { x: { shape: [1, 1], data: [1] } });
  // @ts-expect-error: only masks hold booleans
  engine.trace({}, { X: seen });
  // @ts-expect-error: attention needs V
  engine.attend({}, { Q: weights, K: weights });
  // @ts-expect-error: there is no such stage
  run.tensor("wieghts");
  // @ts-expect-error: nor here
  run.explain("wieghts", [0, 0, 0]);
  // @ts-expect-error: a number of heads
  stepper.heads = "two";
  // @ts-expect-error: it can only be read
  stepper.link = "#";
  // @ts-expect-error: there is no such build
  await createEngine({ build: "fast" });
  // @ts-expect-error: a spec's fields have types
  engine.trace({ heads: "two" }, inputs);
  // @ts-expect-error: a field of no state
  changeState(state, { words: "a stitch in time" });
  // @ts-expect-error: states are not written to
  state.heads = 2;
} catch (error) {
  if (error instanceof AttentionError) console.log(error.field, error.message);
}

console.log(account.value, account.terms.length, cost["raw"]?.multiplyAdds, next, gradients["X"]?.shape, draws, link);
export {};
