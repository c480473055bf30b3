import { exercise } from "./exercise.js";
import { added, mapped, product } from "./matrix.js";
import { contextOf, head } from "./head.js";
import { norm, normOf } from "./norm.js";

const solution = `function block(X, Wq, Wk, Wv, Wo, W_up, W_down) {
  const add = (A, B) => A.map((row, i) => row.map((number, j) => number + B[i][j]));
  const norm_1 = norm(X);
  const output = matmul(head(norm_1, Wq, Wk, Wv).context, Wo);
  const residual_1 = add(X, output);
  const norm_2 = norm(residual_1);
  const mlp_activated = matmul(norm_2, W_up).map((row) => row.map((number) => Math.max(0, number)));
  const mlp_output = matmul(mlp_activated, W_down);
  const residual_2 = add(residual_1, mlp_output);
  return { norm_1, output, residual_1, norm_2, mlp_activated, mlp_output, residual_2 };
}
`;

/** @param {import("./matrix.js").Rows} rows */
const positive = (rows) => mapped(rows, (number) => Math.max(0, number));

/** A block around the head: norms, residual sums and an MLP. */
export const block = exercise({
  id: "block",
  name: "block",
  parameters: ["X", "Wq", "Wk", "Wv", "Wo", "W_up", "W_down"],
  stages: ["norm_1", "output", "residual_1", "norm_2", "mlp_activated", "mlp_output", "residual_2"],
  solution,
  helpers: [...head.helpers, head.solution, norm.solution],
  seed: 12,
  cases: (make) =>
    [
      { n: 2, d_model: 3, d_k: 2, d_v: 2, d_ff: 4 },
      { n: 3, d_model: 4, d_k: 3, d_v: 4, d_ff: 6 },
      { n: 1, d_model: 2, d_k: 2, d_v: 1, d_ff: 3 },
    ].map(({ n, d_model, d_k, d_v, d_ff }) => {
      const given = {
        X: make.draw(n, d_model),
        Wq: make.draw(d_model, d_k),
        Wk: make.draw(d_model, d_k),
        Wv: make.draw(d_model, d_v),
        Wo: make.draw(d_v, d_model),
        W_up: make.draw(d_model, d_ff),
        W_down: make.draw(d_ff, d_model),
      };
      const spec = { d_k, d_v, d_ff, norm: "layernorm", residual: "sequential", mlp: "plain", activation: "relu" };
      return { given, expected: make.compute(spec, given, block.stages) };
    }),
  mistakes: [
    { id: "not-normed", stage: "norm_1", of: ({ X }) => X },
    { id: "no-norm", stage: "output", of: (given) => product(contextOf(given), given.Wo) },
    { id: "no-residual", stage: "residual_1", of: (_, { output }) => output },
    { id: "from-norm", stage: "residual_1", of: (_, { norm_1, output }) => added(norm_1, output) },
    { id: "norm-of-output", stage: "norm_2", of: (_, { output }) => normOf(output) },
    { id: "not-normed", stage: "norm_2", of: (_, { residual_1 }) => residual_1 },
    { id: "no-norm", stage: "mlp_activated", of: ({ W_up }, { residual_1 }) => positive(product(residual_1, W_up)) },
    { id: "no-relu", stage: "mlp_activated", of: ({ W_up }, { norm_2 }) => product(norm_2, W_up) },
    { id: "no-residual", stage: "residual_2", of: (_, { mlp_output }) => mlp_output },
    { id: "from-norm", stage: "residual_2", of: (_, { norm_2, mlp_output }) => added(norm_2, mlp_output) },
    { id: "from-X", stage: "residual_2", of: ({ X }, { mlp_output }) => added(X, mlp_output) },
  ],
});
