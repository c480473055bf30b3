/**
 * Walks that start at Q, K and V: the bits of the walks that computed these, forward, back and on the fast paths, and what
 * is refused. Their numbers against PyTorch's are the cases queries_… of reference/variants.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { readWalkCases } from "../support/variants/variants.js";
import { generator } from "../support/walks.js";

const engine = await createEngine();
const QUERIES = ["Q", "K", "V"];
/** What Q, K and V stand in place of, or what comes after attention. */
const GONE = /^([XCEP]|[Wb][qkv]|W_.*|b_.*|.*norm.*|keep_.*)$/;
const BLOCK = ["norm", "norm_place", "norm_epsilon", "norm_offset", "qk_norm", "residual", "mlp", "activation", "d_ff"];

/**
 * The part of a walk from Q, K and V to the output.
 * @param {any} spec
 * @param {Record<string, any>} inputs
 * @param {import("../../web/engine/index.js").Run} run of the whole walk, finished
 */
function fromQueries(spec, inputs, run) {
  const isKept = (/** @type {string} */ field) => !BLOCK.includes(field);
  const others = Object.entries(inputs).filter(([name]) => !GONE.test(name));
  const { p, torch_seed } = spec.dropout ?? {};
  const absolute = ["sinusoidal", "learned"].includes(spec.position?.kind);
  return {
    spec: {
      ...Object.fromEntries(Object.entries(spec).filter(([field]) => isKept(field))),
      ...(absolute ? { position: undefined } : {}),
      dropout: p === undefined ? undefined : { p, torch_seed },
    },
    inputs: Object.fromEntries([...others, ...QUERIES.map((id) => [id, run.tensor(id)])]),
  };
}

const cases = await readWalkCases();

test("from the Q, K and V of every case come the bits of its later stages, up to the output", () => {
  for (const { case: name, spec, inputs } of cases) {
    const whole = engine.trace(spec, inputs).finish();
    const rest = fromQueries(spec, inputs, whole);
    const run = engine.trace(rest.spec, rest.inputs).finish();
    const from = whole.stages.indexOf("Q");
    assert.deepEqual(run.stages, whole.stages.slice(from, whole.stages.indexOf("output") + 1), name);
    for (const id of [...run.stages, ...run.auxiliary])
      assert.deepEqual(run.tensor(id), whole.tensor(id), `${name} ${id}`);
    for (const id of QUERIES) {
      const { operation, terms } = run.explain(id, [0, 0, 0]);
      assert.deepEqual([operation, terms], ["input", []], `${name} ${id}`);
    }
    assert.deepEqual(run.uses("Q", [0, 0, 0]), whole.uses("Q", [0, 0, 0]), name);
    whole.free();
    run.free();
  }
  assert.equal(engine.memoryUsed, 0);
});

test("gradients reach Q, K and V with the bits that they have on their way through the whole walk", () => {
  const random = generator(3);
  let compared = 0;
  for (const { case: name, spec, inputs, variant } of cases) {
    if (variant === "hidden_nan") continue;
    const whole = engine.trace(spec, inputs).finish();
    const shape = whole.shape(/** @type {any} */ (whole.stages.at(-1)));
    const count = shape.reduce((product, size) => product * size, 1);
    const own = engine.backward(whole, { shape, data: Float32Array.from({ length: count }, () => random() - 0.5) });
    const rest = fromQueries(spec, inputs, whole);
    const run = engine.trace(rest.spec, rest.inputs).finish();
    const gradients = engine.backward(run, /** @type {any} */ (own.output));
    assert.deepEqual(
      Object.keys(gradients).filter((id) => !(id in own)),
      [],
      name,
    );
    for (const id of Object.keys(gradients)) {
      assert.deepEqual(gradients[id], own[id], `${name} ${id}`);
      compared++;
    }
    whole.free();
    run.free();
  }
  assert.ok(compared > 1000, `${compared}`);
});

test("forward, gradients and attend take Q, K and V, with the bits that they compute from X", () => {
  for (const one of cases.filter(({ variant }) => variant !== "block" && variant !== "hidden_nan")) {
    const whole = engine.trace(one.spec, one.inputs).finish();
    const { spec, inputs } = fromQueries(one.spec, one.inputs, whole);
    const { output } = engine.forward(one.spec, one.inputs);
    assert.deepEqual(engine.forward(spec, inputs).output, output, one.case);
    const dOutput = { shape: output.shape, data: output.data.map((_, at) => (at % 3) - 0.75) };
    const given = engine.gradients(spec, inputs, dOutput);
    const own = engine.gradients(one.spec, one.inputs, dOutput);
    assert.deepEqual(given.output, own.output, one.case);
    for (const id of ["Wo", "bo", "relK", "relV", "bias_table", "bias_matrix", "sink"])
      assert.deepEqual(given.gradients[id], own.gradients[id], `${one.case} ${id}`);
    const attention = Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== "Wo" && name !== "bo"));
    const { context } = engine.attend({ ...spec, prefill: undefined }, /** @type {any} */ (attention));
    const joined = engine.forward({ ...spec, prefill: undefined }, attention).output;
    const [, n_q = 0, d_v = 0] = context.shape;
    const side = joined.data.map((_, at) => {
      const [row, column] = [Math.floor(at / (joined.shape[1] ?? 1)), at % (joined.shape[1] ?? 1)];
      return context.data[(Math.floor(column / d_v) * n_q + row) * d_v + (column % d_v)] ?? NaN;
    });
    assert.deepEqual(side, joined.data, one.case);
    whole.free();
  }
});

test("sizes come from Q, K and V, and cost counts from raw on", () => {
  const zeros = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
  });
  const run = engine.trace({}, { Q: zeros(6, 4, 8), K: zeros(2, 5, 8), V: zeros(2, 5, 3), Wo: zeros(18, 7) }).finish();
  const { heads, kv_heads, n_q, n_k, d_k, d_v, d_out, scale } = run.spec;
  assert.deepEqual([heads, kv_heads, n_q, n_k, d_k, d_v, d_out], [6, 2, 4, 5, 8, 3, 7]);
  assert.equal(scale, 1 / Math.sqrt(8));
  assert.deepEqual(Object.keys(run.cost())[0], "raw");
  assert.equal(run.cost().raw?.multiplyAdds, 6 * 4 * 5 * 8);
  const stated = { heads: 6, kv_heads: 2, d_k: 8, d_v: 3, d_model: 48, d_context: 16 };
  const same = engine.trace(stated, { Q: zeros(6, 4, 8), K: zeros(2, 5, 8), V: zeros(2, 5, 3), Wo: zeros(18, 7) });
  assert.deepEqual({ ...same.spec, d_context: 48 }, run.spec);
  // No memory is needed for a width that nothing is as wide as.
  const [Q, size] = [zeros(1, 4096, 2), 2 ** 20];
  const wide = { d_model: size, d_context: size };
  assert.deepEqual(engine.forward(wide, { Q, K: Q, V: Q }), engine.forward({}, { Q, K: Q, V: Q }));
  assert.deepEqual(Object.keys(engine.gradients(wide, { Q, K: Q, V: Q }, zeros(4096, 2)).gradients), ["Q", "K", "V"]);
});

test("what does not fit Q, K and V is refused, by name", () => {
  const zeros = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
  });
  const QKV = { Q: zeros(2, 3, 4), K: zeros(2, 5, 4), V: zeros(2, 5, 6) };
  const fails = (
    /** @type {any} */ spec,
    /** @type {any} */ inputs,
    /** @type {string} */ field,
    /** @type {RegExp} */ message,
  ) => {
    for (const call of [() => engine.trace(spec, inputs), () => engine.forward(spec, inputs)])
      assert.throws(call, (error) => {
        assert.ok(error instanceof AttentionError && error.field === field, String(error));
        assert.match(error.message, message);
        return true;
      });
  };
  fails({}, { Q: QKV.Q, V: QKV.V }, "K", /must be given together with the others of Q, K and V/);
  fails({}, { K: QKV.K }, "Q", /must be given together/);
  for (const name of ["X", "C", "E", "P", "Wq", "Wk", "Wv"])
    fails({}, { ...QKV, [name]: zeros(3, 8) }, name, /must not be given with Q, K and V/);
  for (const name of ["bq", "bk", "bv"])
    fails({}, { ...QKV, [name]: zeros(8) }, name, /must not be given with Q, K and V/);
  for (const [field, size] of Object.entries({ heads: 2, kv_heads: 2, d_k: 4, d_v: 6 }))
    fails({ [field]: 1 }, QKV, field, new RegExp(`must be ${size} as in Q, K and V, got 1`));
  fails({}, { ...QKV, K: zeros(2, 5, 5) }, "K", /must have shape \[2, 5, 4\], got \[2, 5, 5\]/);
  fails({}, { ...QKV, V: zeros(2, 4, 6) }, "V", /must have shape \[2, 5, 6\], got \[2, 4, 6\]/);
  fails({}, { ...QKV, V: zeros(1, 5, 6) }, "V", /must have shape/);
  fails({}, { ...QKV, Q: zeros(3, 3, 4) }, "heads", /must divide by kv_heads, got 3 and 2/);
  fails({}, { ...QKV, Q: zeros(3, 4) }, "Q.shape", /must be an array of 3 sizes/);
  fails({}, { ...QKV, Wo: zeros(8, 4) }, "Wo", /must have shape \[12, 4\], got \[8, 4\]/);
  fails({}, { ...QKV, bo: zeros(4) }, "bo", /needs Wo/);
  fails({ position: { kind: "sinusoidal" } }, QKV, "position", /must not be sinusoidal with Q, K and V/);
  for (const block of [{ norm: "rmsnorm" }, { qk_norm: "rmsnorm" }, { residual: "sequential" }, { mlp: "plain" }])
    fails(block, QKV, Object.keys(block)[0] ?? "", /must be none for a walk from Q, K and V/);
  fails({ causal: true, prefill: 1 }, QKV, "prefill", /as many keys as queries/);
  fails({ position: { kind: "rope" } }, { ...QKV, Q: zeros(2, 3, 5), K: zeros(2, 5, 5) }, "d_k", /even/);
  fails({}, {}, "X", /must be given/);
  assert.throws(() => engine.layer({}, /** @type {any} */ ({ ...QKV })), /Q: must not be given to a layer/);
  assert.throws(() => engine.cache({}, /** @type {any} */ (QKV), { capacity: 4 }), /Q: must not be given to a cache/);
});
