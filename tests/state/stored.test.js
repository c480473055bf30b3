/** What the browser stores for the page: one way to read and write it, which never throws, and says when it was refused. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readStored, writeStored } from "../../web/state/browser/stored.js";
import { refusing, storageOf } from "../support/storage.js";

test("what is stored comes back under its key; null takes it away", () => {
  const stored = storageOf();
  const storage = () => stored;
  assert.equal(readStored(storage, "one"), null);
  assert.equal(writeStored(storage, "one", { text: "ä\n", list: [1, null] }), true);
  assert.deepEqual(readStored(storage, "one"), { text: "ä\n", list: [1, null] });
  assert.equal(readStored(storage, "other"), null);
  assert.equal(writeStored(storage, "one", null), true);
  assert.equal(stored.items.size, 0);
});

test("what is no JSON, a storage that is not there, and one that is full are no errors", () => {
  const stored = storageOf();
  const storage = () => stored;
  stored.setItem("one", "{");
  assert.equal(readStored(storage, "one"), null);
  assert.equal(readStored(refusing, "one"), null);
  assert.equal(writeStored(refusing, "one", 1), false);
  assert.equal(
    writeStored(() => storageOf(2), "one", 100),
    false,
  );
});
