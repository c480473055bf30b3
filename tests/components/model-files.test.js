/** Which files of a folder that the reader picks or drops are those of the model. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { droppedFiles, inFolderItself } from "../../web/components/checkpoint/dropped-files.js";

test("of a folder, its own files are read and not those of folders within it, which may have the same names", () => {
  const paths = ["model/1_Pooling/config.json", "model/config.json", "model/onnx/a/b.json", "model/tokenizer.json"];
  const picked = paths.map((webkitRelativePath) => ({ webkitRelativePath }));
  assert.deepEqual(
    inFolderItself(picked).map(({ webkitRelativePath }) => webkitRelativePath),
    ["model/config.json", "model/tokenizer.json"],
  );
  const single = { webkitRelativePath: "" };
  assert.deepEqual(inFolderItself([single]), [single]);
});

/** @typedef {{isFile: boolean, file?: (done: (file: unknown) => void) => void, createReader?: () => unknown}} Entry */

/** @param {string} name @returns {Entry} */
const fileEntry = (name) => ({ isFile: true, file: (done) => done({ name }) });

/** A folder, as browsers list it: some entries at a time, and none at the end. @param {Entry[]} entries @param {number} atOnce @returns {Entry} */
const folderEntry = (entries, atOnce) => ({
  isFile: false,
  createReader: () => {
    let next = 0;
    return {
      readEntries: (/** @type {(some: Entry[]) => void} */ done) => done(entries.slice(next, (next += atOnce))),
    };
  },
});

/** @param {(Entry | null)[]} entries @param {object[]} [files] */
const dropped = async (entries, files = []) => {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const found = await droppedFiles(/** @type {DataTransfer} */ (/** @type {unknown} */ ({ items, files })));
  return found.map(({ name }) => name);
};

test("of a folder that is dropped all files are found, however many a browser lists at a time, and none of folders within it", async () => {
  const shards = Array.from({ length: 250 }, (_, at) => `model-${at}.safetensors`);
  const inner = folderEntry([fileEntry("config.json")], 100);
  assert.deepEqual(await dropped([folderEntry([...shards.map(fileEntry), inner], 100)]), shards);
  assert.deepEqual(await dropped([fileEntry("a"), folderEntry([fileEntry("b")], 100)]), ["a", "b"]);
  assert.deepEqual(await dropped([]), []);
  assert.deepEqual(await dropped([null], [{ name: "from a program" }]), ["from a program"]);
});

test("a folder that the browser may not read is an error", async () => {
  const refused = {
    isFile: false,
    createReader: () => ({
      readEntries: (/** @type {unknown} */ _, /** @type {(error: Error) => void} */ fail) => fail(new Error("no")),
    }),
  };
  await assert.rejects(dropped([refused]), /^Error: no$/);
});
