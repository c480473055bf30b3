/** The settings of Train and their links. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  changeSettings,
  defaultSettings,
  fullSettings,
  readTrainLink,
  settingChoices,
  settingKinds,
  settingRanges,
  writeTrainLink,
} from "../../web/training/settings.js";
import { modelSpec } from "../../web/training/session.js";
import { dataTasks, tasks } from "../../web/training/tasks.js";
import { isPlaceAlone, placeOf } from "../../web/components/places.js";
import { readLink } from "../../web/state/url.js";
import { readText } from "../support/machine.js";

test("a link restores settings exactly, and holds the task, the seed, and what differs from the task", () => {
  const changes = /** @type {const} */ ([
    [{}, "place=train&task=reverse&seed=1"],
    [{ heads: 2, lr: 0.3 }, "place=train&task=reverse&seed=1&heads=2&lr=0.3"],
    [
      { mask: "causal", position: "none", optimizer: "momentum" },
      "place=train&task=reverse&seed=1&optimizer=momentum&mask=causal&position=none",
    ],
    [{ task: "induction", seed: 7, layers: 1, dropout: 0.1 }, "place=train&task=induction&seed=7&layers=1&dropout=0.1"],
  ]);
  for (const [patch, link] of changes) {
    const settings = changeSettings(defaultSettings, patch);
    assert.equal(writeTrainLink(settings), link);
    assert.deepEqual(readTrainLink(link), { settings, leftOut: [] });
  }
});

test("parts of a link that cannot be used are left out by name, and the others hold", () => {
  const { settings, leftOut } = readTrainLink("place=train&task=reversed&heads=99&seed=3&d_kk=1&seed=4&lr=fast");
  assert.deepEqual(settings, { ...defaultSettings, seed: 3 });
  assert.deepEqual(
    leftOut.map(({ field }) => field),
    ["task", "heads", "d_kk", "seed", "lr"],
  );
});

test("a value that the task has anyway is not written; another task starts with its own settings", () => {
  const changed = changeSettings(defaultSettings, { heads: 4, mask: "none" });
  assert.deepEqual([changed.heads, changed.mask], [4, null]);
  assert.deepEqual(changeSettings(changed, { heads: 1 }), defaultSettings);
  assert.deepEqual(changeSettings(changed, { task: "majority" }), { ...defaultSettings, task: "majority" });
});

test("a setting out of its range is refused by name", () => {
  for (const [name, value] of Object.entries({
    heads: 0,
    d_k: 1.5,
    lr: 0,
    batch: 1e9,
    task: "none",
    dropout: 1,
    seed: NaN,
  }))
    assert.throws(() => changeSettings(defaultSettings, { [name]: value }), { field: name });
});

test("every setting changes the model that is trained", () => {
  for (const task of Object.keys(tasks)) {
    const own = { ...defaultSettings, task };
    const { heads } = fullSettings(own);
    const plain = JSON.stringify(modelSpec(own));
    const patches = { heads: heads + 1, d_k: 3, layers: 1 + (fullSettings(own).layers % 2), lr: 0.5, dropout: 0.25 };
    const choices = { block: "mlp", optimizer: "sgd", scaling: "off", position: "sinusoidal", mask: "causal" };
    for (const [name, value] of Object.entries({ ...patches, ...choices })) {
      if (fullSettings(own)[/** @type {keyof typeof own} */ (name)] === value) continue;
      assert.notEqual(JSON.stringify(modelSpec({ ...own, [name]: value })), plain, `${task} ${name}`);
    }
  }
});

test("a link names its place; Explore's links do not, and one that names only a place changes nothing there", () => {
  for (const link of ["", "d_k=8", "place=explore", "place=walk", "sentence=place%3Dtrain"])
    assert.equal(placeOf(link), "explore", link);
  for (const link of ["place=train", "place=train&task=reverse", "seed=1&place=train"])
    assert.equal(placeOf(link), "train", link);
  assert.equal(placeOf("place=learn&lesson=scaling"), "learn");
  assert.deepEqual(
    readLink("place=walk").leftOut.map(({ field }) => field),
    ["place"],
  );
  for (const link of ["place=train", "place=explore"]) assert.ok(isPlaceAlone(link), link);
  for (const link of ["", "place=walk", "place=train&seed=1", "d_k=8"]) assert.ok(!isPlaceAlone(link), link);
});

test("the documentation has every field of a link, with its choices or its range", () => {
  const fields = readText("web/docs/train.md").split("## Links")[1]?.split("\n## ")[0] ?? "";
  const written = (/** @type {number} */ value) => (value < 1 ? String(value) : value.toLocaleString("en-US"));
  for (const name of Object.keys(settingKinds)) assert.ok(fields.includes(`\`${name}\``), name);
  for (const [name, { min, max }] of Object.entries(settingRanges))
    assert.ok(fields.includes(`${written(min)} to ${written(max)}`), `${name}: ${written(min)} to ${written(max)}`);
  const choices = [...Object.values(settingChoices).flat(), ...Object.keys(tasks), ...Object.keys(dataTasks)];
  for (const word of choices) assert.match(fields, new RegExp(`\\b${word}\\b`));
});
