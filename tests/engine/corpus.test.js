/** The corpus covers every feature often enough for its hash to be meaningful, and its numbers are right. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { canonical, corpus, CORPUS_SIZE, corpusWalk, sha256 } from "../support/corpus.js";
import { oracle } from "../support/oracles/oracle.js";
import { worstError } from "../support/variants/variants.js";

const walks = corpus();

/** How often each field, input, option and kind occurs in the corpus. */
const found = walks.map(({ spec, inputs }) => {
  const { position, mask_value, dropout, ...rest } = spec;
  const words = Object.entries(rest).map(([field, value]) =>
    typeof value === "string" ? `${field} ${value}` : value === false ? "" : field,
  );
  const placed = position
    ? Object.entries(position).map(([field, value]) =>
        typeof value === "number" || value === false ? `position.${field}` : `position.${field} ${value}`,
      )
    : ["position none"];
  const others = [
    ...(mask_value ? [`mask_value ${mask_value.how}`] : []),
    ...(dropout ? ["dropout", dropout.torch_seed === undefined ? "dropout keep" : "dropout torch_seed"] : []),
    ...(spec.kv_heads < spec.heads ? ["grouped"] : []),
    ...(inputs.allow ? [`allow of ${inputs.allow.shape.length} dimensions`] : []),
  ];
  return new Set([...words, ...placed, ...others, ...Object.keys(inputs)]);
});

/** @param {string} what */
const countOf = (what) => found.filter((own) => own.has(what)).length;

const WANTED = {
  400: ["heads", "kv_heads", "d_k", "d_v", "X"],
  200: ["d_model", "d_context", "scale", "causal", "align bottom_right", "align top_left", "Wq", "Wk", "Wv", "Wo"],
  100: ["C", "bq", "bk", "bv", "bo", "key_valid", "window", "softcap", "softmax_sink", "sink", "dropout", "grouped"],
  90: ["mask_mode after_softmax", "mask_mode after_softmax_renormalised", "mask_value fill", "mask_value add"],
  60: ["mask_mode before_softmax", "allow of 2 dimensions", "allow of 3 dimensions", "sink_tokens", "position.first"],
  40: [
    ...[
      "none",
      "kind sinusoidal",
      "kind learned",
      "kind rope",
      "kind alibi",
      "kind shaw",
      "kind t5",
      "kind distance",
    ].map((kind) => `position ${kind}`.replace("position kind", "position.kind")),
    ...["position.style interleaved", "position.style half_split", "position.form linear", "position.form gaussian"],
    ...["position.form matrix", "position.clip", "position.buckets", "position.max_distance", "position.lambda"],
    ...["position.sigma", "position.base", "E", "P", "relK", "bias_table", "bias_matrix"],
    ...["prefill", "dropout torch_seed", "dropout keep", "keep"],
  ],
  15: ["relV", "positions", "position.bidirectional", "position.bidirectional true"],
};

test("500 walks cover every field, kind, mode and input, each many times", () => {
  assert.equal(walks.length, CORPUS_SIZE);
  const known = new Set(Object.values(WANTED).flat());
  for (const [least, names] of Object.entries(WANTED)) {
    for (const name of names)
      assert.ok(countOf(name) >= Number(least), `${name}: ${countOf(name)} walks, want ${least}`);
  }
  const others = new Set(found.flatMap((own) => [...own]).filter((name) => name !== "" && !known.has(name)));
  assert.deepEqual([...others], ["allow"]);
});

test("the whole corpus agrees with the float64 oracle, stage by stage", async (context) => {
  const worst = /** @type {Map<string, number>} */ (new Map());
  const engine = await createEngine();
  for (const [seed, { spec, inputs }] of walks.entries()) {
    const run = engine.trace(spec, inputs).finish();
    const drawn = spec.dropout ? { keep: run.tensor("keep") } : {};
    const exact = oracle(spec, { ...inputs, ...drawn }, { asFloats: true });
    const computed = [...run.stages, ...run.auxiliary].filter((name) => name === "allow" || !(name in inputs));
    assert.deepEqual(Object.keys(exact).sort(), [...computed].sort(), `seed ${seed}`);
    for (const [name, want] of Object.entries(exact)) {
      const error = worstError(run.tensor(name), want);
      assert.ok(error <= 3e-5, `seed ${seed} ${name}: off by ${error}`);
      worst.set(name, Math.max(error, worst.get(name) ?? 0));
    }
    run.free();
  }
  for (const [name, error] of worst) context.diagnostic(`${name}: ${error.toExponential(1)}`);
  assert.equal(worst.size, 25);
});

test("a seed always gives the same walk, and no two walks are equal", () => {
  assert.deepEqual(corpusWalk(7), corpusWalk(7));
  assert.equal(new Set(walks.map((walk) => JSON.stringify(walk.spec) + walk.inputs.X?.data.join())).size, CORPUS_SIZE);
});

test("the hash is SHA-256, and every NaN hashes as the same value", async () => {
  assert.equal(await sha256(new Float32Array()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const [one, other] = [0x7fc00000, 0xffc12345].map((bits) => new Float32Array(new Uint32Array([bits]).buffer));
  assert.equal(await sha256(canonical(one ?? assert.fail())), await sha256(canonical(other ?? assert.fail())));
});
