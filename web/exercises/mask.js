import { exercise } from "./exercise.js";
import { mapped, widthOf } from "./matrix.js";

const solution = `function mask(S, allow) {
  return S.map((row, i) => row.map((score, j) => (allow[i][j] ? score : -Infinity)));
}
`;

/**
 * @param {string} id
 * @param {(score: number, allowed: number, i: number, j: number) => number} change
 * @returns {import("./exercise.js").Mistake}
 */
const cells = (id, change) => ({
  id,
  stage: "masked",
  of: ({ S, allow }) => mapped(S, (score, i, j) => change(score, allow[i][j], i, j)),
});

/** Hidden scores become minus infinity. */
export const mask = exercise({
  id: "mask",
  name: "mask",
  parameters: ["S", "allow"],
  stages: ["masked"],
  solution,
  helpers: [],
  seed: 3,
  cases: (make) =>
    [
      [
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
      ],
      [
        [1, 1, 1, 0],
        [1, 1, 1, 0],
      ],
      [
        [1, 0],
        [0, 0],
        [1, 1],
      ],
      make.flip(3, 5),
    ].map((allow) => {
      const [n_q, n_k] = [allow.length, widthOf(allow)];
      const [Q, K] = [make.draw(n_q, 4), make.draw(n_k, 4)];
      const { scaled: S, masked } = make.compute({}, { Q, K, V: K, allow }, ["scaled", "masked"]);
      return { given: { S, allow }, expected: { masked } };
    }),
  mistakes: [
    cells("zero", (score, allowed) => (allowed ? score : 0)),
    cells("inverted", (score, allowed) => (allowed ? -Infinity : score)),
    cells("future", (score, _, i, j) => (j <= i ? score : -Infinity)),
    cells("large", (score, allowed) => (allowed ? score : -1e9)),
    cells("times", (score, allowed) => score + (1 - allowed) * -Infinity),
    cells("added", (score, allowed) => score + allowed),
  ],
});
