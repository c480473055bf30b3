/** Windows and sink tokens over several blocks of 64 keys: the fast paths against a float64 oracle, their gradients against the trace's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { oracle } from "../support/oracles/oracle.js";
import { worstError } from "../support/variants/variants.js";
import { generator } from "../support/walks.js";

const engine = await createEngine();

/** @param {() => number} random @param {...number} shape */
const tensor = (random, ...shape) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, () => 2 * random() - 1),
});

const windows = [0, 5, 64, 129];
const sinks = [0, 12, 64, 130];

for (const causal of [false, true]) {
  for (const [n_q, n_k] of /** @type {const} */ ([
    [16, 16],
    [130, 130],
    [9, 140],
    [140, 75],
  ])) {
    test(`${causal ? "causal" : "two-sided"} windows with sink tokens match the oracle for ${n_q} queries and ${n_k} keys`, () => {
      const random = generator(n_q * 1000 + n_k);
      for (const window of windows) {
        for (const sink_tokens of sinks) {
          const inputs = {
            X: tensor(random, n_q, 4),
            ...(n_k === n_q ? {} : { C: tensor(random, n_k, 4) }),
          };
          const spec = { window, sink_tokens, causal, align: /** @type {const} */ ("top_left") };
          const name = JSON.stringify(spec);
          const wanted = /** @type {any} */ (oracle(spec, inputs).output);
          const run = engine.trace(spec, inputs).finish();
          const traced = worstError(/** @type {any} */ (run.tensor("output")), wanted);
          const dOutput = tensor(random, ...wanted.shape);
          const back = engine.backward(run, dOutput);
          run.free();
          assert.ok(traced < 2e-6, `trace, ${name}: off by ${traced}`);
          const forward = worstError(engine.forward(spec, inputs).output, wanted);
          assert.ok(forward < 2e-6, `forward, ${name}: off by ${forward}`);
          const oneHead = (/** @type {any} */ { shape, data }) => ({ shape: [1, ...shape], data });
          const K = oneHead(inputs.C ?? inputs.X);
          const { data } = engine.attend(spec, { Q: oneHead(inputs.X), K, V: K }).context;
          const attend = worstError({ shape: wanted.shape, data }, wanted);
          assert.ok(attend < 2e-6, `attend, ${name}: off by ${attend}`);
          const { gradients } = engine.gradients(spec, inputs, dOutput);
          for (const [id, gradient] of Object.entries(gradients)) {
            const off = worstError(gradient, /** @type {any} */ (back[id]));
            assert.ok(off < 1e-5, `gradient of ${id}, ${name}: off by ${off}`);
          }
        }
      }
    });
  }
}
