/** The cross-entropy of a token read out of an output: by hand, against differences, and back through a whole walk. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { tokenLoss } from "../../web/figures/measures/readout-loss.js";
import { inputsFromState } from "../../web/state/index.js";
import { changeState, defaultState } from "../../web/state/state.js";

test("two tokens by hand: logits 1 and 0 give probabilities e/(e + 1) and 1/(e + 1)", () => {
  const X = { shape: [2, 2], data: [1, 0, 0, 1] };
  const output = { shape: [2, 2], data: [7, 7, 1, 0] };
  const { loss, all: probabilities, gradient } = tokenLoss(output, { columns: X, bias: null }, [{ row: 1, word: 0 }]);
  const p = Math.E / (Math.E + 1);
  assert.ok(Math.abs(loss + Math.log(p)) < 1e-12);
  assert.ok(Math.abs((probabilities[0] ?? NaN) - p) < 1e-12);
  assert.deepEqual([...gradient.data], [0, 0, Math.fround(p - 1), Math.fround(1 - p)]);
});

test("of several rows the losses are averaged, and a bias is added to its word's logit", () => {
  const columns = { shape: [2, 1], data: [1, 0] };
  const rows = { shape: [3, 1], data: [0, 9, 1] };
  const { loss, answers, gradient } = tokenLoss(rows, { columns, bias: [0, Math.log(3)] }, [
    { row: 0, word: 0 },
    { row: 2, word: 1 },
  ]);
  // Logits 0 and ln 3, then 1 and ln 3.
  const [p, q] = [1 / 4, 3 / (Math.E + 3)];
  assert.deepEqual(
    answers.map(({ row, word, probability }) => [row, word, probability.toFixed(12)]),
    [
      [0, 0, p.toFixed(12)],
      [2, 1, q.toFixed(12)],
    ],
  );
  assert.ok(Math.abs(loss + (Math.log(p) + Math.log(q)) / 2) < 1e-12);
  assert.deepEqual([...gradient.data], [Math.fround((p - 1) / 2), 0, Math.fround((1 - q) / 2)]);
});

test("very large logits give a finite loss", () => {
  const X = { shape: [2, 1], data: [1000, -1000] };
  const { loss, gradient } = tokenLoss({ shape: [2, 1], data: [5, 5] }, { columns: X, bias: null }, [
    { row: 0, word: 1 },
  ]);
  assert.equal(loss, 10_000);
  assert.deepEqual([...gradient.data], [2000, 0]);
});

test("through a whole walk, the gradient of Wo and Wq is that of differences of the loss", async () => {
  const engine = await createEngine();
  const state = changeState(defaultState, { loss: [4], loss_token: 2 });
  const { spec, inputs } = inputsFromState(state, engine);
  const lossOf = (/** @type {typeof inputs} */ given) => {
    const run = engine.trace(spec, given).finish();
    const answer = tokenLoss(run.tensor("output"), { columns: run.tensor("X"), bias: null }, [{ row: 4, word: 2 }]);
    const gradients = engine.backward(run, answer.gradient);
    run.free();
    return { ...answer, gradients };
  };
  const { gradients, all: probabilities } = lossOf(inputs);
  assert.ok(Math.abs(probabilities.reduce((sum, each) => sum + each, 0) - 1) < 1e-12);
  for (const name of /** @type {const} */ (["Wo", "Wq"])) {
    const tensor = /** @type {{shape: number[], data: Float32Array}} */ (inputs[name]);
    for (const at of [0, 17, 100]) {
      const h = 0.01;
      const [up, down] = [h, -h].map((change) => {
        const data = Float32Array.from(tensor.data);
        data[at] = (data[at] ?? NaN) + change;
        return lossOf({ ...inputs, [name]: { shape: tensor.shape, data } }).loss;
      });
      const difference = ((up ?? NaN) - (down ?? NaN)) / (2 * h);
      const gradient = gradients[name]?.data[at] ?? NaN;
      assert.ok(
        Math.abs(gradient - difference) < 0.01 * Math.abs(difference) + 1e-4,
        `${name} ${at}: ${gradient}, ${difference}`,
      );
    }
  }
});
