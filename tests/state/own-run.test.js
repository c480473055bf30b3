/** The link to the model that the reader trained last, as the browser stores it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { inductionRun } from "../../web/course/runs.js";
import { readOwnRun, writeOwnRun } from "../../web/state/browser/own-run.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFragment } from "../../web/state/url.js";
import { refusing, storageOf } from "../support/storage.js";

const key = "attention-stepper-own-run";
const own = changeState(defaultState, { recipe: "trained", trained_run: inductionRun, stage: "weights" });

test("a model of the reader's is stored as its link, and read as the same state", () => {
  const storage = storageOf();
  assert.equal(
    readOwnRun(() => storage),
    null,
  );
  assert.equal(
    writeOwnRun(() => storage, own),
    true,
  );
  assert.deepEqual(stateFromFragment(String(readOwnRun(() => storage))), own);
});

test("what is no link to a model of the reader's is nothing, and so is a storage that refuses", () => {
  for (const stored of ["{", "3", '"recipe=random"', '"recipe=trained&trained_run=nothing"', '"heads=x"'])
    assert.equal(
      readOwnRun(() => ({ getItem: (name) => (name === key ? stored : null) })),
      null,
      stored,
    );
  assert.equal(readOwnRun(refusing), null);
  assert.equal(writeOwnRun(refusing, own), false);
});
