import { exercise } from "./exercise.js";
import { mapped, sumOf, transposed } from "./matrix.js";

/** @typedef {import("./matrix.js").Rows} Rows */

const solution = `function softmax(S) {
  return S.map((row) => {
    const max = Math.max(...row);
    if (max === -Infinity) return row.map(() => 0);
    const powers = row.map((score) => Math.exp(score - max));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  });
}
`;

/** @param {readonly number[]} numbers @returns {readonly number[]} divided by their sum */
const shares = (numbers) => {
  const sum = sumOf(numbers);
  return numbers.map((number) => number / sum);
};

/** Softmax of rows. @param {Rows} S @param {number} [max] what is subtracted; by default the largest of each row @returns {Rows} */
export const softmaxOf = (S, max) =>
  S.map((row) => shares(row.map((score) => Math.exp(score - (max ?? Math.max(...row))))));

/** @param {Rows} S @param {Rows} weights @returns {Rows} the same with zeros in rows that are wholly hidden */
const withEmpty = (S, weights) =>
  mapped(weights, (weight, i) => (S[i]?.every((score) => score === -Infinity) ? 0 : weight));

/**
 * A mistake of those who forget, and of those who remember, that a row may be wholly hidden.
 * @param {string} id
 * @param {(S: Rows) => Rows} change
 * @returns {import("./exercise.js").Mistake[]}
 */
const either = (id, change) => [
  { id, stage: "weights", of: ({ S }) => change(S) },
  { id, stage: "weights", of: ({ S }) => withEmpty(S, change(S)) },
];

/** @param {Rows} S */
const largest = (S) => Math.max(...S.flat());

/** Scores become shares. */
export const softmax = exercise({
  id: "softmax",
  name: "softmax",
  parameters: ["S"],
  stages: ["weights"],
  solution,
  helpers: [],
  seed: 4,
  cases: (make) => {
    const hidden = -Infinity;
    const few = make.draw(2, 3);
    const given = [
      few,
      make.draw(3, 3),
      mapped(make.draw(2, 4), (score, i, j) => (j > i + 1 ? hidden : score)),
      mapped(make.draw(2, 3), (score, i) => score + 1000 * (i % 2)),
      mapped(make.draw(2, 3), (score, i) => score - 1000 * (i % 2)),
      mapped(make.draw(3, 2), (score, i) => (i === 1 ? hidden : score)),
    ];
    return given.map((S) => ({ given: { S }, expected: make.weightsOf(S) }));
  },
  mistakes: [
    ...either("no-max", (S) => softmaxOf(S, 0)),
    ...either("zero-max", (S) => S.flatMap((row) => softmaxOf([row], Math.max(0, ...row)))),
    { id: "empty", stage: "weights", of: ({ S }) => softmaxOf(S) },
    ...either("axis", (S) => transposed(softmaxOf(transposed(S)))),
    ...either("axis", (S) => transposed(softmaxOf(transposed(S), 0))),
    ...either("whole", (S) => wholeShares(S, largest(S))),
    ...either("whole", (S) => wholeShares(S, 0)),
    ...either("one-max", (S) => softmaxOf(S, largest(S))),
    ...either("no-sum", (S) => S.map((row) => row.map((score) => Math.exp(score - Math.max(...row))))),
    ...either("no-sum", (S) => mapped(S, Math.exp)),
    ...either("no-exp", (S) => S.map(shares)),
  ],
});

/** One softmax over all scores. @param {Rows} S @param {number} max @returns {Rows} */
function wholeShares(S, max) {
  const powers = mapped(S, (score) => Math.exp(score - max));
  const sum = sumOf(powers.flat());
  return mapped(powers, (power) => power / sum);
}
