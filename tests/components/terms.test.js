/** Explanations of terms: each reads with the facts of any walk, and the facts are those of the walk. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { termFacts, termIds, termText } from "../../web/components/terms/terms.js";
import { createEngine } from "../../web/engine/index.js";
import { words } from "../../web/words/words.js";
import { presets } from "../../web/state/presets.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addTrained } from "../../web/training/trained.js";
import { viewOf, computeWalk } from "../../web/view/view.js";

const engine = await createEngine();
addTrained(engine);
const { t } = words("en");

/** The facts of a state. @param {Partial<import("../../web/state/state.js").State>} patch */
function factsOf(patch) {
  const state = changeState(defaultState, { head: 0, cell: null, ...patch });
  const walk = computeWalk(state, engine, new Map());
  try {
    return termFacts(viewOf(state, walk, { t, theme: "light", cell: state.cell }));
  } finally {
    walk.run.free();
  }
}

test("the facts are those of the walk, computed by hand", () => {
  const X = [...[0, 0, 1, 1, 0, 2], ...[2, 0, 3, 3, 0, 4]];
  const facts = factsOf({
    sentence: "one two three four",
    projections: false,
    causal: false,
    d_model: 1,
    edits: { X },
    stage: "weights",
    cell: { stage: "weights", index: [0, 0, 3] },
  });
  const powers = [1, 2, 3, 4].map(Math.exp);
  const shares = powers.map((power) => power / powers.reduce((sum, each) => sum + each, 0));
  assert.deepEqual([facts.row, facts.largest], ["one", Math.max(...shares).toFixed(2)]);
  // The scores are all products of two of 1, 2, 3 and 4: their mean is 2.5², and the mean of their squares 7.5².
  assert.deepEqual(
    [facts.variance, facts.deviation],
    [(7.5 ** 2 - 2.5 ** 4).toFixed(2), Math.sqrt(7.5 ** 2 - 2.5 ** 4).toFixed(2)],
  );
  assert.deepEqual(
    [facts.queries, facts.keys, facts.d_model, facts.d_k, facts.hidden, facts.cache],
    [4, 4, 1, 1, 0, 8],
  );
});

test("a causal mask's hidden scores, and the cache of shared keys, are counted", () => {
  const facts = factsOf({ sentence: "a b c d e f", causal: true, heads: 4, kv_heads: 2, d_k: 9, d_v: 5 });
  assert.deepEqual([facts.hidden, facts.pairs, facts.kv_heads, facts.root], [15, 36, 2, "3.00"]);
  assert.equal(facts.cache, 2 * 6 * (9 + 5));
});

test("where no mask is applied the notes on masks say so; where one is, how much it hides", () => {
  const note = (/** @type {string} */ id, /** @type {boolean} */ causal, sentence = "a b") =>
    termText(t, id, factsOf({ sentence, causal }));
  for (const id of ["mask", "causal-mask"]) {
    assert.match(note(id, false), /\. No mask is applied in this figure\.$/);
    assert.match(note(id, true), /\. One of 4 scores is hidden here\.$/);
    assert.match(note(id, true, "a"), /\. No score is hidden here\.$/);
  }
});

test("every explanation reads with the facts of every preset", () => {
  const file = readFileSync(new URL("../../web/words/locales/en/terms.ftl", import.meta.url), "utf8");
  const ids = [...file.matchAll(/^term-([\w-]+) =/gm)]
    .map(([, id = ""]) => id)
    .filter((id) => !/-(here|name)$/.test(id));
  assert.ok(ids.length > 40);
  assert.deepEqual(ids, termIds);
  for (const { patch } of presets) {
    const facts = factsOf(patch);
    for (const id of ids) {
      const text = termText(t, id, facts);
      assert.match(text, /^[A-Z].*[.]$/s, `${id}: ${text}`);
      assert.ok(!/[{}]|undefined|NaN/.test(text), `${id}: ${text}`);
    }
  }
});
