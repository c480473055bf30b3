/** Every number of every case is explained: recomputing it from its terms with Math.fround gives the same bits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { activations } from "../../support/oracles/activations.js";
import { indices, readWalkCases } from "../../support/variants.js";

/** @typedef {import("../../../web/engine/index.js").Explanation} Explanation */

const f = Math.fround;
const engine = await createEngine();

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

/** @type {Record<Explanation["operation"], (account: Explanation, spec: import("../../../web/engine/spec/spec.js").ResolvedSpec) => number>} what explain.js promises */
const replay = {
  input: ({ value }) => value,
  copy: (account) => values(account)[0] ?? NaN,
  sum: (account) => values(account).reduce((sum, value) => f(sum + value)),
  dot,
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
    const kind = /^[QK]$/.test(account.stage) ? qk_norm : norm;
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
};

for (const one of await readWalkCases()) {
  test(`${one.case}: recomputing every cell from its terms gives the same bits`, () => {
    const run = engine.trace(one.spec, one.inputs).finish();
    for (const stage of [...run.stages, ...run.auxiliary]) {
      const tensor = run.tensor(stage);
      let flat = 0;
      for (const index of indices(tensor.shape)) {
        const account = run.explain(stage, index);
        const value = tensor.data[flat++];
        const again = replay[account.operation](account, run.spec);
        assert.ok(Object.is(account.value, value), `${stage} ${index}`);
        assert.ok(again === value || Object.is(again, value), `${stage} [${index}]: ${again}, got ${value}`);
        checkTerms(run, account);
      }
    }
    run.free();
  });
}

/**
 * Terms that name a tensor hold its value.
 * @param {import("../../../web/engine/index.js").Run} run
 * @param {Explanation} account
 */
function checkTerms(run, { terms }) {
  const [first] = terms;
  if (!first || (!run.stages.includes(first.stage) && !run.auxiliary.includes(first.stage))) return;
  const { shape, data } = run.tensor(first.stage);
  const flat = first.index.reduce((sum, i, r) => sum * (shape[r] ?? 1) + i, 0);
  assert.ok(Object.is(data[flat], first.value), `${first.stage} ${first.index}`);
}
