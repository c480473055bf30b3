/** A File of a page is read in parts, in a Worker. Needs a finished build. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { safetensorsOf } from "../../web/tensors/safetensors.js";
import { eventually } from "./support/eventually.js";
import { inBrowsers } from "./support/harness.js";

/** What the Worker runs: it reads one row of a tensor, and counts the bytes of all slices. */
const script = `
import { safetensorsIn } from "./web/tensors/safetensors.js";
import { sourceOfFile } from "./web/tensors/source.js";
onmessage = ({ data: file }) => {
  const source = sourceOfFile(file);
  let count = 0;
  const read = (begin, end) => {
    const bytes = source.read(begin, end);
    count += bytes.length;
    return bytes;
  };
  const row = safetensorsIn({ ...source, read }).get("table").read(300, 303);
  postMessage(JSON.stringify({ name: source.name, size: source.size, row: [...row], count }));
};`;

inBrowsers(["chromium"], (test) => {
  test("a row of a tensor is read from a File, without the rest of it", async (page) => {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: root },
      bundle: true,
      write: false,
      format: "iife",
    });
    const table = { shape: [1000, 3], data: Float32Array.from({ length: 3000 }, (_, at) => at / 4) };
    const bytes = safetensorsOf({ table });
    await page.open("");
    await page.run(
      (_, worker, content) => {
        const started = new Worker(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })));
        started.onmessage = ({ data }) => void (document.body.dataset.row = data);
        started.postMessage(new File([Uint8Array.from(content)], "a.safetensors"));
      },
      outputFiles[0]?.text,
      [...bytes],
    );
    const read = await eventually(async () => {
      const text = await page.run(() => document.body.dataset.row);
      return JSON.parse(text ?? assert.fail("no answer"));
    });
    assert.deepEqual([read.name, read.size, read.row], ["a.safetensors", bytes.length, [75, 75.25, 75.5]]);
    assert.ok(read.count < 300, String(read.count));
  });
});
