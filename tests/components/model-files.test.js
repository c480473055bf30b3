/** Which files of a folder that the reader picks are those of the model. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { inFolderItself } from "../../web/components/checkpoint/dropped-files.js";

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
