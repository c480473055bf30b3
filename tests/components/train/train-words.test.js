/** What Train says of a run: counts in its words agree with the run's. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { words } from "../../../web/words/words.js";

const { t } = words("en");

test("the title of the maps counts the heads of each layer, as the setting does", () => {
  const title = (/** @type {number} */ layers, /** @type {number} */ heads) => t("train-maps", { layers, heads });
  assert.equal(title(1, 1), "What its one head looks at");
  assert.equal(title(1, 4), "What its 4 heads look at");
  assert.equal(title(2, 1), "What its 2 layers look at, with one head each");
  assert.equal(title(2, 2), "What its 2 layers look at, with 2 heads each");
  assert.equal(t("train-set-heads"), "heads per layer");
});

test("what is trained on a reader’s data says how many layers there are", () => {
  for (const [id, one, two] of /** @type {const} */ ([
    [
      "data-text-model",
      /^One layer of attention sees up to 64 characters and guesses the next\.$/,
      /^Two layers .* see /,
    ],
    ["data-pairs-model", /^Cross-attention, here in one layer, writes/, /^Cross-attention, here in two layers, writes/],
  ])) {
    assert.match(t(id, { layers: 1 }), one);
    assert.match(t(id, { layers: 2 }), two);
  }
  assert.match(t("train-maps-hint-pronoun", { layers: 1 }), /^Only the row of “it” counts: /);
  assert.match(t("train-maps-hint-pronoun", { layers: 2 }), /^Only the row of “it” counts, in both layers: /);
});
