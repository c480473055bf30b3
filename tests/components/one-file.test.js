/** The contents of a file that the reader picks or drops. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { errorText } from "../../web/components/error-text.js";
import { bytesOf, textOf } from "../../web/components/one-file.js";
import { AttentionError } from "../../web/engine/errors.js";
import { words } from "../../web/words/words.js";

const { t } = words("en");

test("a file is read as text or as bytes", async () => {
  const file = new File(["h\u00e9"], "a.txt");
  assert.equal(await textOf(file), "h\u00e9");
  assert.deepEqual([...(await bytesOf(file))], [0x68, 0xc3, 0xa9]);
});

test("a file above 64 MB is refused by its size, before it is read", async () => {
  const largest = 64 * 1024 * 1024;
  /** @param {number} size @returns {File} a file that says its size, and whose contents must not be read */
  const closed = (size) => {
    const fail = () => assert.fail("it is read");
    return /** @type {any} */ ({ name: `${"n".repeat(90)}.npz`, size, text: fail, arrayBuffer: fail });
  };
  for (const read of [textOf, bytesOf])
    await assert.rejects(
      read(closed(largest + 1)),
      (error) => error instanceof AttentionError && errorText(t, error) === `${"n".repeat(60)}: at most 64 MB, got 65`,
    );
  assert.equal((await bytesOf(new File([new Uint8Array(largest)], "a.npz"))).length, largest);
});

test("a file that the browser cannot read is named, with what it may be", async () => {
  const moved = /** @type {any} */ ({
    name: "a.json",
    size: 3,
    text: () => Promise.reject(new Error("NotFoundError")),
  });
  await assert.rejects(
    textOf(moved),
    (error) =>
      error instanceof AttentionError &&
      errorText(t, error) === "a.json cannot be read. Is it a folder, or has it been moved?",
  );
});
