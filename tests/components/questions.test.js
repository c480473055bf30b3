/** Which questions are asked beside which figure, and how questions are searched. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { questionsAt, searched } from "../../web/components/experiments/questions.js";
import { contains } from "../../web/components/fields/search.js";
import { words } from "../../web/words/words.js";
import { experiments } from "../../web/state/experiments/experiments.js";
import { stagesOf, variants } from "../support/variants/variant-views.js";

const { t } = words("en");

test("every stage of every variant has one or two questions of its own, and each is an experiment", () => {
  const ids = experiments.map(({ id }) => id);
  const names = /** @type {(keyof typeof variants)[]} */ (Object.keys(variants));
  const stages = new Set(names.filter((name) => name !== "huge").flatMap((name) => stagesOf(name)));
  for (const stage of stages) {
    const asked = questionsAt(stage);
    assert.ok(asked.length === 1 || asked.length === 2, stage);
    for (const id of asked) {
      assert.ok(ids.includes(id), `${stage}: ${id}`);
      assert.notEqual(t(`experiment-${id}`), "", id);
    }
  }
});

test("a search finds questions by any words that they contain, without regard to case and subscripts", () => {
  const found = (/** @type {string} */ wanted) =>
    experiments.filter(({ id }) => contains(searched(t, id), wanted)).map(({ id }) => id);
  assert.deepEqual(found("MASK").sort(), ["causality", "mask", "masking"]);
  assert.deepEqual(found("order words"), ["order"]);
  assert.deepEqual(found("√dk"), ["scaling"]);
  assert.deepEqual(found("wq"), ["tying"]);
  assert.deepEqual(found("√ why"), ["scaling"]);
  assert.deepEqual(found("why sqrt"), ["scaling"]);
  assert.deepEqual(found("MÄSK"), found("mask"));
  const known = Object.entries({
    query: "tying",
    value: "sharing",
    residual: "place",
    padding: "mask",
    gradient: "backward",
    encoder: "place",
    flash: "tiles",
    "next word": "training",
  });
  for (const [wanted, id] of known) assert.ok(found(wanted).includes(id), `${wanted}: ${found(wanted)}`);
  for (const { id } of experiments) assert.notEqual(t(`experiment-${id}-words`), "", id);
  assert.equal(found("  ").length, experiments.length);
  assert.deepEqual(found("zebra"), []);
});
