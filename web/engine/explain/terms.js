/**
 * What explanations are made of.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Account} Account
 * @typedef {import("./explain.js").Term} Term
 */

export const f = Math.fround;

/** The stages that hold scores, in walking order; each is there only where the walk uses it. */
export const SCORES = Object.freeze(["scaled", "biased", "capped", "masked"]);

/**
 * @param {Source} run
 * @param {readonly string[]} stages
 * @returns {string} the last of them that this walk has
 */
export const latest = (run, stages) => stages.filter((stage) => run.has(stage)).at(-1) ?? "";

/** @param {number} n */
export const count = (n) => Array.from({ length: n }, (_, p) => p);

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Term}
 */
export const term = (run, stage, index) => ({ stage, index, value: run.at(stage, index) });

/**
 * A number of the spec, or one that follows from it, as the engine holds it.
 * @param {string} stage its name
 * @param {number} value
 * @param {number[]} [index]
 * @returns {Term}
 */
export const setting = (stage, value, index = []) => ({ stage, index, value: f(value) });

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Account}
 */
export const copyOf = (run, stage, index) => ({ operation: "copy", terms: [term(run, stage, index)] });

/**
 * @param {Source} run
 * @param {number[]} index
 * @param {...string} stages
 * @returns {Account}
 */
export const sumOf = (run, index, ...stages) => ({
  operation: "sum",
  terms: stages.map((stage) => term(run, stage, index)),
});

/**
 * @param {Source} run
 * @param {readonly number[]} steps
 * @param {(p: number) => [string, number[], string, number[]]} pair
 * @param {[string, number[]]} [last] added last, where the walk has it
 * @returns {Account}
 */
export function dot(run, steps, pair, last) {
  const terms = steps.flatMap((p) => {
    const [left, leftIndex, right, rightIndex] = pair(p);
    return [term(run, left, leftIndex), term(run, right, rightIndex)];
  });
  if (last && run.has(last[0])) terms.push(term(run, last[0], last[1]));
  return { operation: "dot", terms };
}

/**
 * The key/value head that a query head reads.
 * @param {Source} run
 * @param {number} head
 */
export const kvHead = (run, head) => Math.floor(head / (run.spec.heads / run.spec.kv_heads));

/**
 * What is added to a query's index to know where it stands among the keys.
 * @param {Source} run
 */
export const shiftOf = ({ spec: { causal, align, n_q, n_k } }) => (causal && align === 0 ? n_k - n_q : 0);

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {Account}
 */
export function contentScore(run, [head = 0, i = 0, j = 0]) {
  const [q, k] = run.has("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  return dot(run, count(run.spec.d_k), (d) => [q, [head, i, d], k, [kvHead(run, head), j, d]]);
}

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {string[]}
 */
export function reasonsHidden(run, [head = 0, i = 0, j = 0]) {
  const { causal, windowed, window, sink_tokens } = run.spec;
  const reasons = [];
  const back = i + shiftOf(run) - j;
  if (causal && back < 0) reasons.push("causal");
  const outside = causal ? back >= window : Math.abs(back) > window;
  if (windowed && outside && j >= sink_tokens) reasons.push("window");
  if (run.given("key_valid") && run.at("key_valid", [j]) === 0) reasons.push("padding");
  if (run.given("mask") && run.at("mask", [i, j]) === 0) reasons.push("allow");
  if (run.given("head_mask") && run.at("head_mask", [head, i, j]) === 0) reasons.push("allow");
  return reasons;
}
