/** Gradients of a layer in training, which drops weights, what is added to the stream and numbers of the MLP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { largest, slope } from "../../support/oracles/slope.js";
import { generator } from "../../support/walks.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [N, WIDTH, D_FF] = [5, 8, 11];
const all = { p: 0.25, residual: 0.5, mlp: 0.125 };

/** Layers of every kind: the parts that follow dropout, and those that it follows. @type {[string, any][]} */
const layers = [
  ["pre-norm", { norm: "layernorm", residual: "sequential", mlp: "plain", activation: "gelu", dropout: all }],
  ["post-norm", { norm: "rmsnorm", norm_place: "post", residual: "sequential", mlp: "plain", dropout: all }],
  [
    "norms on both sides, a gate",
    { norm: "rmsnorm", norm_place: "both", residual: "sequential", mlp: "gated", dropout: all },
  ],
  ["parallel", { norm: "layernorm", residual: "parallel", mlp: "gated", dropout: { residual: 0.25, mlp: 0.5 } }],
  ["without norms", { residual: "sequential", mlp: "plain", dropout: { residual: 0.5 } }],
  ["without an MLP", { norm: "layernorm", residual: "sequential", dropout: { p: 0.25, residual: 0.75 } }],
  ["an MLP without residuals", { norm: "rmsnorm", mlp: "plain", dropout: { mlp: 0.5 } }],
];

/** A layer of two heads with random numbers. @param {any} given @param {number} seed */
function layerOf({ activation = "silu", ...given }, seed) {
  const random = generator(seed);
  const tensor = (/** @type {number[]} */ ...shape) => {
    const count = shape.reduce((product, size) => product * size, 1);
    return { shape, data: Float32Array.from({ length: count }, () => 2 * random() - 1) };
  };
  const mask = (/** @type {number[]} */ ...shape) => {
    const { data } = tensor(...shape);
    return { shape, data: data.map((x) => Number(x > -0.4)) };
  };
  const square = () => tensor(WIDTH, WIDTH);
  const { norm, norm_place, mlp, dropout } = given;
  const inputs = {
    X: tensor(N, WIDTH),
    Wq: square(),
    Wk: square(),
    Wv: square(),
    Wo: square(),
    bo: tensor(WIDTH),
    ...(norm && { norm_1_weight: tensor(WIDTH) }),
    ...(norm && mlp && { norm_2_weight: tensor(WIDTH) }),
    ...(norm_place === "both" && { output_norm_weight: tensor(WIDTH), mlp_output_norm_weight: tensor(WIDTH) }),
    ...(mlp && { W_up: tensor(WIDTH, D_FF), b_up: tensor(D_FF), W_down: tensor(D_FF, WIDTH), b_down: tensor(WIDTH) }),
    ...(mlp === "gated" && { W_gate: tensor(WIDTH, D_FF), b_gate: tensor(D_FF) }),
    ...("p" in dropout && { keep: mask(2, N, N) }),
    ...("residual" in dropout && { keep_output: mask(N, WIDTH) }),
    ...("residual" in dropout && mlp && { keep_mlp_output: mask(N, WIDTH) }),
    ...("mlp" in dropout && { keep_mlp: mask(N, D_FF) }),
  };
  const spec = { ...given, heads: 2, causal: true, ...(mlp && { activation }) };
  return { spec, inputs, dOutput: tensor(N, WIDTH) };
}

layers.forEach(([what, given], seed) => {
  const walk = layerOf(given, 300 + seed);

  test(`${what}: the gradient of every input matches finite differences in float64`, () => {
    for (const engine of engines) {
      const run = engine.trace(walk.spec, walk.inputs).finish();
      const gradients = engine.backward(run, walk.dOutput);
      const random = generator(seed);
      const last = run.stages.at(-1) ?? "";
      const variable = Object.entries(walk.inputs).filter(([name]) => !name.startsWith("keep"));
      for (const [name, { data }] of variable) {
        const got = gradients[name] ?? assert.fail(name);
        for (let draw = 0; draw < 6; draw++) {
          const at = Math.floor(random() * data.length);
          const error = Math.abs(Number(got.data[at]) - slope(walk, name, at, last)) / largest(got);
          assert.ok(error < 5e-6, `${name}[${at}] is off by ${error} of the largest`);
        }
      }
      run.free();
    }
  });

  test(`${what}: no gradient passes what was dropped, and what was kept has its own divided by 1 - p`, () => {
    const { p, residual, mlp } = given.dropout;
    const stages = [
      { of: "weights", stage: "dropped", keep: "keep", share: p },
      { of: "output", stage: "output_dropped", keep: "keep_output", share: residual },
      { of: "mlp_activated", stage: "mlp_dropped", keep: "keep_mlp", share: mlp },
      { of: "mlp_output", stage: "mlp_output_dropped", keep: "keep_mlp_output", share: residual },
    ];
    for (const engine of engines) {
      const run = engine.trace(walk.spec, walk.inputs).finish();
      const gradients = engine.backward(run, walk.dOutput);
      const dropping = stages.filter(({ stage }) => run.stages.includes(stage));
      assert.deepEqual(dropping.map(({ keep }) => keep).sort(), Object.keys(walk.inputs).filter((name) => name.startsWith("keep")).sort()); // prettier-ignore
      for (const { of, stage, keep, share } of dropping) {
        const kept = run.tensor(keep).data;
        assert.ok(kept.includes(0) && kept.includes(1), keep);
        const passed = gradients[stage] ?? assert.fail(stage);
        const wanted = passed.data.map((d, at) => (kept[at] === 0 ? 0 : d / (1 - share)));
        assert.deepEqual(gradients[of]?.data, wanted, stage);
      }
      run.free();
    }
  });
});
