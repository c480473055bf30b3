/** Which examples are in sight, and how the others are searched. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { firstExamples, foundExamples, mostInSight } from "../../web/components/controls/example-search.js";
import { presetGroups, presets } from "../../web/state/presets.js";
import { words } from "../../web/words/words.js";

const { t } = words("en");

/** @param {string} wanted */
const found = (wanted) => {
  const { shown, count } = foundExamples(t, presets, wanted);
  return { ids: shown.map(({ id }) => id), count };
};

test("a dozen examples are in sight without a search, of every kind that has a title of its own", () => {
  const { ids, count } = found(" ");
  assert.equal(mostInSight, 12);
  assert.deepEqual(ids, firstExamples);
  assert.equal(ids.length, mostInSight);
  assert.equal(count, presets.length);
  const kinds = new Set(presets.filter(({ id }) => ids.includes(id)).map(({ group }) => group));
  assert.deepEqual(
    presetGroups.filter((group) => !kinds.has(group)),
    ["sentences"],
    "those differ in their words only",
  );
});

test("every example is found by its title, among the first dozen", () => {
  for (const { id } of presets) {
    const { ids } = found(t(`preset-${id}`));
    assert.ok(ids.includes(id), id);
    assert.ok(ids.length <= mostInSight, id);
  }
});

test("an example is found by what it shows: its group, words about it, and its sentence", () => {
  assert.deepEqual(found("by hand").ids, ["named", "named-adjective", "named-unmasked"]);
  assert.ok(found("grouped-query").ids.includes("gqa"));
  assert.ok(found("hide future").ids.includes("mask-five"));
  assert.deepEqual(found("chased dog 0.68").ids, ["dot-product"]);
  assert.ok(found("LÜNCH").ids.includes("cross"), "its second sentence has the word; case and accents do not count");
  assert.deepEqual(found("nothing has these words"), { ids: [], count: 0 });
});

test("of more than a dozen those with the words in their title come first, in the order of the list", () => {
  const { ids, count } = found("a");
  assert.ok(count > mostInSight);
  assert.equal(ids.length, mostInSight);
  const order = presets.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...ids].sort((one, other) => order.indexOf(one) - order.indexOf(other)),
  );
  const mask = found("padding").ids;
  assert.ok(["padding", "padding-causal"].every((id) => mask.includes(id)));
});
