import { backward } from "../../engine/backward.js";
import { ACTIVATION_WORDS } from "../../engine/c.js";
import { Run } from "../../engine/run.js";
import { MOST_PRODUCTS, product, transposed } from "./matrix.js";

/**
 * The usual mistakes in a backward pass through a whole layer whose norms come before its parts: each is made where it lies, from
 * the engine's gradients of what comes later, and the engine computes from there what comes earlier.
 *
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("./cause-ids.js").GradientCauseId} GradientCauseId
 *
 * What a pass is computed from.
 * @typedef {object} Given
 * @property {import("../../engine/engine.js").Engine} engine
 * @property {import("../../engine/spec/spec.js").Spec} spec
 * @property {import("../../engine/tensors.js").Inputs} inputs
 * @property {Run} run finished
 * @property {TensorInput | undefined} dOutput
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
export const isPreNormLayer = ({ spec, stages }) =>
  spec.residual === "sequential" &&
  spec.norm !== "none" &&
  spec.norm_place === "pre" &&
  spec.mlp !== "none" &&
  spec.n_q * spec.d_model * spec.d_ff <= MOST_PRODUCTS &&
  !stages.some((stage) => stage.includes("dropped"));

/** @param {Given & {dOutput: TensorInput}} given @returns {{id: GradientCauseId, words: string, gradients: Map<string, ArrayLike<number>>}[]} */
export function layerMistakes(given) {
  const right = backward(given.run, given.dOutput);
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
 * @param {Record<string, TensorInput>} right
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
    const stream = plus(own?.noResidual ? null : of("residual_2"), throughNorm(run, "2", of("norm_2"), own));
    for (const [name, data] of upstream(given, stream)) found.set(name, data);
  }
  if (mistake.places.includes("1")) {
    const past = mistake.noResidual ? null : of("residual_1");
    found.set("X", plus(past, throughNorm(run, "1", of("norm_1"), mistake)));
  }
  return found;
}

/** @param {ArrayLike<number> | null} one null: nothing @param {Float64Array} other */
const plus = (one, other) => (one === null ? other : other.map((value, at) => value + Number(one[at])));

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
  const { normalised } = rowsOf(run, "2");
  found.set(
    "norm_2_weight",
    columnSums(
      norm.map((value, at) => value * Number(normalised[at])),
      d_model,
    ),
  );
  found.set("norm_2_bias", columnSums(norm, d_model));
}

/** @param {Float64Array} matrix @param {number} columns */
const columnSums = (matrix, columns) =>
  product(new Float64Array(matrix.length / columns).fill(1), matrix, 1, matrix.length / columns, columns);

/** What a norm reads, normalised, and by what each row was divided. @param {Run} run @param {"1" | "2"} place */
function rowsOf(run, place) {
  const { d_model, norm, norm_epsilon } = run.spec;
  const normalised = Float64Array.from(run.tensor(place === "1" ? "X" : "residual_1").data);
  const roots = [];
  for (let start = 0; start < normalised.length; start += d_model) {
    const row = normalised.subarray(start, start + d_model);
    const mean = norm === "layernorm" ? meanOf(row) : 0;
    const root = Math.sqrt(meanOf(row.map((x) => (x - mean) ** 2)) + norm_epsilon);
    row.forEach((x, at) => (row[at] = (x - mean) / root));
    roots.push(root);
  }
  return { normalised, roots };
}

/** @param {Float64Array} row */
const meanOf = (row) => row.reduce((total, x) => total + x, 0) / row.length;

/**
 * The gradient of what a norm reads, of that of its result.
 * @param {Run} run
 * @param {"1" | "2"} place
 * @param {ArrayLike<number>} gradient
 * @param {Mistake} [mistake]
 */
function throughNorm(run, place, gradient, mistake) {
  const { d_model, norm, norm_offset } = run.spec;
  const { given } = Run.partsOf(run).memory.source();
  const weight = given(`norm_${place}_weight`) ? run.tensor(`norm_${place}_weight`).data : null;
  const factor = (/** @type {number} */ d) => (weight ? Number(norm_offset) + Number(weight[d]) : 1);
  const { normalised, roots } = rowsOf(run, place);
  const found = Float64Array.from(gradient, (value, at) => value * factor(at % d_model));
  roots.forEach((root, i) => {
    const [row, z] = [found, normalised].map((all) => all.subarray(i * d_model, (i + 1) * d_model));
    if (!row || !z) return;
    const mean = norm === "layernorm" && !mistake?.noMean ? meanOf(row) : 0;
    const along = mistake?.noProjection ? 0 : meanOf(row.map((value, d) => value * Number(z[d])));
    row.forEach((value, d) => (row[d] = (value - mean - along * Number(z[d])) / root));
  });
  return found;
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
