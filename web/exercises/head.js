import { exercise } from "./exercise.js";
import { mapped, product, transposed, widthOf } from "./matrix.js";
import { mix, productCode } from "./mix.js";
import { scale } from "./scale.js";
import { scores } from "./scores.js";
import { softmax, softmaxOf } from "./softmax.js";

/** The matrix product, where it is no mix of values. */
const matmul = productCode({ name: "matmul", left: "A", right: "B", row: "row", number: "number" });

const solution = `function head(X, Wq, Wk, Wv) {
  const Q = matmul(X, Wq);
  const K = matmul(X, Wk);
  const V = matmul(X, Wv);
  const scaled = scale(scores(Q, K), Q[0].length);
  const weights = softmax(scaled);
  const context = mix(weights, V);
  return { Q, K, V, scaled, weights, context };
}
`;

/** @param {string} id @param {(given: any, expected: any) => number} divisor @returns {import("./exercise.js").Mistake} */
const divided = (id, divisor) => ({
  id,
  stage: "scaled",
  of: (given, { Q, K, scaled }) => {
    const right = Math.sqrt(widthOf(Q));
    return mapped(scaled, (score) => (score * right) / divisor(given, { Q, K }));
  },
});

/** What a head gives. @param {Record<string, import("./matrix.js").Rows>} given X, Wq, Wk and Wv @returns {import("./matrix.js").Rows} */
export function contextOf({ X = [], Wq = [], Wk = [], Wv = [] }) {
  const raw = product(product(X, Wq), transposed(product(X, Wk)));
  return product(softmaxOf(mapped(raw, (score) => score / Math.sqrt(widthOf(Wq)))), product(X, Wv));
}

/** One whole head. */
export const head = exercise({
  id: "head",
  name: "head",
  parameters: ["X", "Wq", "Wk", "Wv"],
  stages: ["Q", "K", "V", "scaled", "weights", "context"],
  solution,
  helpers: [matmul, scores.solution, scale.solution, softmax.solution, mix.solution],
  seed: 6,
  cases: (make) =>
    [
      { n: 3, d_model: 3, d_k: 2, d_v: 2 },
      { n: 2, d_model: 4, d_k: 3, d_v: 1 },
      { n: 4, d_model: 2, d_k: 2, d_v: 3 },
      { n: 3, d_model: 3, d_k: 4, d_v: 2, size: 64 },
    ].map(({ n, d_model, d_k, d_v, size }) => {
      const given = {
        X: make.draw(n, d_model, size),
        Wq: make.draw(d_model, d_k),
        Wk: make.draw(d_model, d_k),
        Wv: make.draw(d_model, d_v),
      };
      return { given, expected: make.compute({ d_k, d_v }, given, head.stages) };
    }),
  mistakes: [
    { id: "exchanged", stage: "Q", of: ({ X, Wk }) => product(X, Wk) },
    { id: "not-projected", stage: "Q", of: ({ X }) => X },
    { id: "not-projected", stage: "K", of: ({ X }) => X },
    { id: "not-projected", stage: "V", of: ({ X }) => X },
    divided("not-scaled", () => 1),
    divided("no-root", (_, { Q }) => widthOf(Q)),
    divided("d_model", ({ X }) => Math.sqrt(widthOf(X))),
    divided("tokens", ({ X }) => Math.sqrt(X.length)),
    { id: "transposed", stage: "scaled", of: (_, { scaled }) => transposed(scaled) },
    {
      id: "weights-not-scaled",
      stage: "weights",
      of: (_, { Q, scaled }) => softmaxOf(mapped(scaled, (score) => score * Math.sqrt(widthOf(Q)))),
    },
    { id: "axis", stage: "weights", of: (_, { scaled }) => transposed(softmaxOf(transposed(scaled))) },
    { id: "not-values", stage: "context", of: ({ X }, { weights }) => product(weights, X) },
    { id: "not-values", stage: "context", of: (_, { weights, K }) => product(weights, K) },
    { id: "weights-transposed", stage: "context", of: (_, { weights, V }) => product(transposed(weights), V) },
  ],
});
