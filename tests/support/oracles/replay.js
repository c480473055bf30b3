/** Numbers computed again from their explanations, with the engine's rounding after each operation. */
import assert from "node:assert/strict";
import { activations } from "./activations.js";

/** @typedef {import("../../../web/engine/index.js").Explanation} Explanation */

/** @typedef {Pick<import("../../../web/engine/spec/spec.js").ResolvedSpec, "norm" | "qk_norm" | "norm_epsilon" | "norm_offset">} NormSpec */

const f = Math.fround;
/** @param {Explanation} account */
const values = ({ terms }) => terms.map(({ value }) => value);

/** @param {Explanation} account */
function dot(account) {
  const v = values(account);
  let sum = 0;
  for (let p = 0; p + 1 < v.length; p += 2) sum = f(sum + f((v[p] ?? NaN) * (v[p + 1] ?? NaN)));
  return v.length % 2 === 1 ? f(sum + (v.at(-1) ?? NaN)) : sum;
}

/**
 * @param {Explanation} account
 * @param {(term: Explanation["terms"][number]) => number} part
 */
function share({ terms, sum, position = -1 }, part) {
  const total = terms.reduce((before, term) => f(before + part(term)), 0);
  assert.equal(sum, total);
  const own = terms[position];
  return own ? f(part(own) / total) : f(0 / total);
}

/**
 * The activation that an explanation names, checked against float64.
 * @param {Explanation} account
 * @param {number} x
 */
function activation({ fn = "", applied = NaN }, x) {
  const wanted = activations[fn]?.(x) ?? NaN;
  assert.ok(Math.abs(applied - wanted) <= 4e-7 * Math.max(1, Math.abs(x)), `${fn}(${x}): ${applied}, wanted ${wanted}`);
  return applied;
}

/**
 * How each operation makes a value of its terms, as web/engine/explain/explain.js promises.
 * @type {Readonly<Record<Explanation["operation"], (account: Explanation, spec: NormSpec) => number>>}
 */
export const replay = Object.freeze({
  input: ({ value }) => value,
  copy: (account) => values(account)[0] ?? NaN,
  sum: (account) => values(account).reduce((sum, value) => f(sum + value)),
  dot,
  mean: (account) => f(values(account).reduce((sum, value) => f(sum + value), 0) / account.terms.length),
  product: (account) => f(values(account).reduce((product, value) => product * value)),
  mask: () => -Infinity,
  fill: (account) => values(account)[1] ?? NaN,
  zero: () => 0,
  softmax: (account) => share(account, ({ exponential = NaN }) => exponential),
  share: (account) => ((account.position ?? -1) < 0 ? 0 : share(account, ({ value }) => value)),
  dropout: (account) => {
    const [weight = NaN, keep, kept = NaN] = values(account);
    return keep === 0 ? 0 : f(weight / kept);
  },
  apply: (account) => {
    const [score = NaN, cap] = values(account);
    if (cap === undefined) return activation(account, score);
    assert.ok(!(Math.abs((account.applied ?? NaN) - Math.tanh(f(score / cap))) > 1e-7));
    return f(cap * (account.applied ?? NaN));
  },
  gate: (account) => {
    const [hidden = NaN, up = NaN] = values(account);
    return f(activation(account, hidden) * up);
  },
  norm: (account, spec) => {
    const row = account.terms.filter(({ stage }) => stage === account.terms[0]?.stage).map(({ value }) => value);
    const { norm, qk_norm, norm_epsilon: epsilon, norm_offset: offset } = spec;
    const kind = /(^|\.)[QK]$/.test(account.stage) ? qk_norm : norm;
    const mean = kind === "layernorm" ? f(row.reduce((sum, value) => f(sum + value), 0) / row.length) : 0;
    const squares = row.reduce((sum, value) => f(sum + f(f(value - mean) * f(value - mean))), 0);
    assert.ok(Object.is(account.mean, mean) && account.variance === f(squares / row.length));
    assert.equal(account.root, f(Math.sqrt(f(f(squares / row.length) + f(epsilon)))));
    const z = f(f((row[account.position ?? -1] ?? NaN) - mean) / (account.root ?? NaN));
    const weight = account.weight ? f(z * (offset ? f(1 + account.weight.value) : account.weight.value)) : z;
    return account.bias ? f(weight + account.bias.value) : weight;
  },
  gaussian: (account) => {
    const [distance = NaN, sigma = NaN] = values(account);
    const sigmas = f(distance / sigma);
    return f(-0.5 * f(sigmas * sigmas));
  },
  empty: () => 0,
  sinusoidal: ({ angle = NaN, fn }) => f(fn === "sin" ? Math.sin(angle) : Math.cos(angle)),
  allow: ({ reasons = [] }) => (reasons.length > 0 ? 0 : 1),
});
