import { backward } from "../../../engine/backward.js";
import { ACTIVATION_WORDS } from "../../../engine/c.js";
import { Run } from "../../../engine/run.js";
import { MOST_PRODUCTS, plus, product, transposed } from "./matrix.js";
import { ofParameters, throughNorm } from "./norm.js";

/**
 * The usual mistakes in a backward pass through a whole layer whose norms come before its parts: each is made where it lies, from
 * the engine's gradients of what comes later, and the engine computes from there what comes earlier.
 *
 * @typedef {import("../../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("../cause-ids.js").GradientCauseId} GradientCauseId
 *
 * What a pass is computed from.
 * @typedef {object} Given
 * @property {import("../../../engine/engine.js").Engine} engine
 * @property {import("../../../engine/spec/spec.js").Spec} spec
 * @property {import("../../../engine/tensors.js").Inputs} inputs
 * @property {Run} run finished
 *
 * @typedef {object} Mistake
 * @property {GradientCauseId} id
 * @property {string} words
 * @property {("1" | "2")[]} places of the norms and residuals with the mistake
 * @property {boolean} [noMean] a norm's gradient without its mean over the row
 * @property {boolean} [noProjection] a norm's gradient without its part along the normalised row
 * @property {boolean} [noResidual] the gradient that comes past a norm is not added
 * @property {(x: number) => number} [slope] of the activation
 */

/** Whether the passes below are those of a walk, and short. @param {Run} run */
const isPreNormLayer = ({ spec, stages }) =>
  spec.residual === "sequential" &&
  spec.norm !== "none" &&
  spec.norm_place === "pre" &&
  spec.mlp !== "none" &&
  spec.n_q * spec.d_model * spec.d_ff <= MOST_PRODUCTS &&
  !stages.some((stage) => stage.includes("dropped"));

/**
 * @param {Given} given
 * @param {Readonly<Record<string, TensorInput>>} right gradients
 * @returns {{id: GradientCauseId, words: string, gradients: Map<string, ArrayLike<number>>}[]}
 */
export function layerMistakes(given, right) {
  if (!isPreNormLayer(given.run)) return [];
  return mistakesOf(given.run).map((mistake) => ({
    id: mistake.id,
    words: mistake.words,
    gradients: gradientsWith(given, right, mistake),
  }));
}

/** @param {Run} run @returns {Mistake[]} */
function mistakesOf(run) {
  const { norm, activation } = run.spec;
  const everywhere = /** @type {{places: ("1" | "2")[], before: string}[]} */ ([
    { places: ["1", "2"], before: "" },
    { places: ["1"], before: "norm_1: " },
    { places: ["2"], before: "norm_2: " },
  ]);
  const slopes = slopesOf(run);
  return [
    ...everywhere.flatMap(
      ({ places, before }) =>
        /** @type {Mistake[]} */ ([
          ...(norm === "layernorm"
            ? [
                {
                  id: "norm-backward",
                  words: `${before}the gradient's mean over the row not subtracted`,
                  places,
                  noMean: true,
                },
              ]
            : []),
          {
            id: "norm-backward",
            words: `${before}the gradient's part along the normalised row not subtracted`,
            places,
            noProjection: true,
          },
          {
            id: "residual-backward",
            words: `${before}the gradient that comes past the norm not added`,
            places,
            noResidual: true,
          },
        ]),
    ),
    ...ACTIVATION_WORDS.filter((word) => word !== activation).map((word) => ({
      id: /** @type {const} */ ("activation-backward"),
      words: `the slope of ${word}, not of ${activation}`,
      places: [],
      slope: slopes[word],
    })),
    {
      id: "activation-backward",
      words: `without the slope of ${activation}`,
      places: [],
      slope: () => 1,
    },
  ];
}

/**
 * The gradients that a mistake reaches; the others are the right ones.
 * @param {Given} given
 * @param {Readonly<Record<string, TensorInput>>} right
 * @param {Mistake} mistake
 * @returns {Map<string, ArrayLike<number>>}
 */
function gradientsWith(given, right, mistake) {
  const { run } = given;
  const found = new Map(
    Object.entries(right).map(([name, { data }]) => [name, /** @type {ArrayLike<number>} */ (data)]),
  );
  const of = (/** @type {string} */ name) => /** @type {ArrayLike<number>} */ (found.get(name));
  if (mistake.slope) setMlp(run, found, mistake.slope);
  if (mistake.slope || mistake.places.includes("2")) {
    const own = mistake.places.includes("2") ? mistake : undefined;
    const stream = plus(own?.noResidual ? null : of("residual_2"), throughNorm(run, "norm_2", of("norm_2"), own));
    for (const [name, data] of upstream(given, stream)) found.set(name, data);
  }
  if (mistake.places.includes("1")) {
    const past = mistake.noResidual ? null : of("residual_1");
    found.set("X", plus(past, throughNorm(run, "norm_1", of("norm_1"), mistake)));
  }
  return found;
}

/** The gradients of the MLP, with another slope of its activation. @param {Run} run @param {Map<string, ArrayLike<number>>} found @param {(x: number) => number} slope */
function setMlp(run, found, slope) {
  const { d_model, d_ff, n_q } = run.spec;
  const read = (/** @type {string} */ name) => run.tensor(name).data;
  const of = (/** @type {string} */ name) => /** @type {ArrayLike<number>} */ (found.get(name));
  const isGated = run.stages.includes("mlp_up");
  const [hidden, up] = [read("mlp_hidden"), isGated ? read("mlp_up") : null];
  const gradient = Float64Array.from(
    of("mlp_activated"),
    (value, at) => value * slope(Number(hidden[at])) * Number(up?.[at] ?? 1),
  );
  const name = isGated ? "gate" : "up";
  const through = (/** @type {ArrayLike<number>} */ of, /** @type {string} */ weight) =>
    product(of, transposed(read(weight), d_ff), n_q, d_ff, d_model);
  const input = through(gradient, `W_${name}`);
  const norm = isGated ? plus(through(of("mlp_up"), "W_up"), input) : input;
  found.set("mlp_hidden", gradient);
  found.set(`W_${name}`, product(transposed(read("norm_2"), d_model), gradient, d_model, n_q, d_ff));
  found.set(`b_${name}`, product(new Float64Array(n_q).fill(1), gradient, 1, n_q, d_ff));
  found.set("norm_2", norm);
  const { weight, bias } = ofParameters(run, "norm_2", norm);
  found.set("norm_2_weight", weight);
  found.set("norm_2_bias", bias);
}

/** The parts of a spec that the layer without its MLP has not. */
const OF_MLP = ["mlp", "activation", "d_ff"];

/** The gradients up to the sum after attention, from its own. @param {Given} given @param {Float64Array} stream @returns {[string, ArrayLike<number>][]} */
function upstream({ engine, spec, inputs, run }, stream) {
  const without = (/** @type {object} */ all, /** @type {(name: string) => boolean} */ isLeftOut) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)));
  const attention = engine
    .trace(
      without(spec, (name) => OF_MLP.includes(name)),
      /** @type {typeof inputs} */ (without(inputs, (name) => /^(W|b)_|^norm_2_/.test(name))),
    )
    .finish();
  try {
    const gradients = backward(attention, { shape: run.shape("residual_1"), data: Float32Array.from(stream) });
    return Object.entries(gradients).map(([name, { data }]) => [name, data]);
  } finally {
    attention.free();
  }
}

/** The slopes of activations. @param {Run} run @returns {Record<typeof ACTIVATION_WORDS[number], (x: number) => number>} */
function slopesOf(run) {
  const { engine } = Run.partsOf(run).memory.source();
  const sigmoid = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
  /** @param {number} k @returns {(x: number) => number} of x·sigmoid(k·x) */
  const ofGate = (k) => (x) => sigmoid(k * x) * (1 + k * x * (1 - sigmoid(k * x)));
  return {
    relu: (x) => (x > 0 ? 1 : 0),
    relu2: (x) => 2 * Math.max(x, 0),
    gelu: (x) =>
      (1 + engine.attention_erf(x * Math.SQRT1_2)) / 2 + (x * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI),
    gelu_tanh: (x) => {
      const [root, cube] = [Math.sqrt(2 / Math.PI), 0.044715];
      const tanh = Math.tanh(root * (x + cube * x ** 3));
      return (1 + tanh) / 2 + (x / 2) * (1 - tanh ** 2) * root * (1 + 3 * cube * x * x);
    },
    silu: ofGate(1),
    quick_gelu: ofGate(1.702),
  };
}
