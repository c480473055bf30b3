/** The cost of the backward pass, and of sizes too large for any memory. Counted by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { Run } from "../../web/engine/run.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();

/** @param {number[]} shape */
const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((product, size) => product * size, 1)) });

test("the backward pass takes two multiply-adds for each forward one, and rotations only one since angles have no gradient", () => {
  const [n, m, heads, d] = [5, 12, 2, 6];
  const W = zeros(m, heads * d);
  const inputs = { X: zeros(n, m), Wq: W, Wk: W, Wv: W, Wo: W };
  const run = engine.trace({ heads, causal: true, position: { kind: "rope" } }, inputs);
  const back = run.backwardCost();
  const pairs = heads * n * n;
  for (const stage of ["Q", "K", "V", "output"]) {
    assert.deepEqual(back[stage], { multiplyAdds: 2 * n * m * heads * d, bytes: 4 * n * heads * d }, stage);
  }
  assert.deepEqual(back.Q_rot, { multiplyAdds: 2 * n * heads * d, bytes: 4 * n * heads * d });
  assert.deepEqual(back.raw, { multiplyAdds: 2 * pairs * d, bytes: 4 * pairs });
  assert.deepEqual(back.context, { multiplyAdds: 2 * pairs * d, bytes: 4 * n * heads * d });
  for (const stage of ["scaled", "masked", "weights"]) {
    assert.deepEqual(back[stage], { multiplyAdds: 0, bytes: 4 * pairs }, stage);
  }
  assert.equal("X" in back, false, "given");
  run.free();
  assert.throws(() => run.backwardCost(), AttentionError);
});

test("a stage that a walk does not have costs nothing", () => {
  const run = engine.trace({ softmax_sink: true }, { X: zeros(3, 4), sink: zeros(1) });
  const { core, plan, memory } = Run.partsOf(run);
  const there = plan.stages.map(({ id }) => id);
  assert.ok(there.length > 8);
  for (let id = 0; id <= Math.max(...there); id++) {
    if (there.includes(id)) continue;
    assert.equal(core.exports.attention_multiply_adds(memory.address, id), 0, core.names.tensors[id]);
    assert.equal(core.exports.attention_other_operations(memory.address, id), 0, core.names.tensors[id]);
  }
  run.free();
});

const inputNames = ["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"];

test("the cost computed from sizes equals the trace's cost, in every case without masks or tables", async () => {
  const cases = (await readWalkCases()).filter(({ inputs }) =>
    Object.keys(inputs).every((name) => ["X", "C", ...inputNames].includes(name)),
  );
  assert.ok(cases.length > 40, String(cases.length));
  for (const { case: name, spec, inputs } of cases) {
    if (inputs.Wo && inputs.Wo.shape[1] !== inputs.X.shape[1]) continue;
    const run = engine.trace(spec, inputs);
    const used = engine.memoryUsed;
    const sizes = {
      n_q: inputs.X.shape[0],
      ...(inputs.C ? { n_k: inputs.C.shape[0] } : {}),
      given: Object.keys(inputs).filter((input) => inputNames.includes(input)),
    };
    const widths = { d_model: inputs.X.shape[1], ...(inputs.C ? { d_context: inputs.C.shape[1] } : {}) };
    assert.deepEqual(engine.cost({ ...widths, ...spec, dropout: undefined }, sizes), withoutDropout(run.cost()), name);
    assert.equal(engine.memoryUsed, used);
    run.free();
  }
});

/** @param {Record<string, import("../../web/engine/index.js").Cost>} cost */
function withoutDropout({ dropped: _, ...cost }) {
  return cost;
}

test("the cost of a Llama 2 7B layer at 100,000 tokens matches a hand count", () => {
  const [n, m, heads, d] = [100000, 4096, 32, 128];
  const used = engine.memoryUsed;
  const cost = engine.cost({ d_model: m, heads, d_k: d, causal: true }, { n_q: n });
  assert.deepEqual(cost.Q, { multiplyAdds: n * m * m, otherOperations: 0, bytes: 4 * n * m });
  assert.deepEqual(cost.raw, { multiplyAdds: heads * n * n * d, otherOperations: 0, bytes: 4 * heads * n * n });
  assert.deepEqual(cost.weights, { multiplyAdds: 0, otherOperations: 4 * heads * n * n, bytes: 4 * heads * n * n });
  assert.deepEqual(cost.context, { multiplyAdds: heads * n * n * d, otherOperations: 0, bytes: 4 * n * m });
  assert.equal(engine.memoryUsed, used);
  const decode = engine.cost({ d_model: m, heads, kv_heads: 8, d_k: d, causal: true }, { n_q: 1, n_k: n });
  assert.equal(decode.Q?.multiplyAdds, m * m);
  assert.equal((decode.K?.multiplyAdds ?? NaN) / n, m * 8 * d);
  assert.equal(decode.raw?.multiplyAdds, heads * n * d);
  assert.equal(decode.output?.multiplyAdds, m * m);
});

test("the cost of sizes refuses wrong arguments by name", () => {
  /** @type {[any, any, string][]} */
  const wrong = [
    [{ heads: 2 }, { n_q: 3 }, "d_model"],
    [{ d_model: 4 }, {}, "n_q"],
    [{ d_model: 4 }, { n_q: 2.5 }, "n_q"],
    [{ d_model: 4 }, { n_q: 2, n_k: 0 }, "n_k"],
    [{ d_model: 4, heads: 2, kv_heads: 3 }, { n_q: 2 }, "kv_heads"],
    [{ d_model: 4 }, { n_q: 2, given: ["Wz"] }, "given"],
    [{ d_model: 4 }, { n_q: 2, given: "Wq" }, "given"],
    [{ d_model: 4 }, { rows: 2 }, "rows"],
  ];
  for (const [spec, sizes, field] of wrong) {
    assert.throws(
      () => engine.cost(spec, sizes),
      (error) => error instanceof AttentionError && (error.field === field || error.message.includes(field)),
      field,
    );
  }
});
