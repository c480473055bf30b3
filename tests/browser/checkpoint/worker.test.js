/** A model in files that the reader picks, in the Worker that holds it: its numbers are those of Node, and nothing is requested. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { workerAsText } from "../../../web/build/worker-as-text.js";
import { openModel } from "../../../web/checkpoints/model.js";
import { createEngine } from "../../../web/engine/index.js";
import { filesOf, reference } from "../../support/checkpoints.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";

/** The scripts of the worker and of the one that reads ahead for it, bundled as the page's workers are. */
const { outputFiles } = await build({
  stdin: {
    contents: `
      export { default as worker } from "./worker.js?worker";
      export { default as reader } from "./ahead/reader.js?worker";`,
    resolveDir: fileURLToPath(new URL("../../../web/checkpoints", import.meta.url)),
  },
  absWorkingDir: fileURLToPath(new URL("../../../", import.meta.url)),
  platform: "neutral",
  mainFields: ["module", "main"],
  tsconfigRaw: {},
  target: "es2022",
  bundle: true,
  write: false,
  format: "esm",
  plugins: [workerAsText],
});
const text = outputFiles[0]?.text ?? "";
const scripts = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
const engine = await createEngine();

inBrowsers(["chromium"], (test) => {
  for (const name of ["gpt2", "llama"])
    test(`${name}: picked files are walked in the Worker with the numbers of Node`, async (page) => {
      await page.open();
      // The worker is started before anything is picked: whatever it requests after that would be the model's doing.
      const field = await page.run(
        async (_, sources) => {
          const wasm = await WebAssembly.compile(await (await fetch("attention-walk.wasm")).arrayBuffer());
          const start = (/** @type {string} */ source) =>
            new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          const [worker, reader] = [start(sources.worker), start(sources.reader)];
          const answers = /** @type {any[]} */ ([]);
          worker.onmessage = ({ data }) => answers.push(data);
          const { port1, port2 } = new MessageChannel();
          // What is read for the worker, on the way to it.
          const toReader = new MessageChannel();
          const pieces = /** @type {any[]} */ ([]);
          reader.postMessage(toReader.port2, [toReader.port2]);
          port2.onmessage = ({ data }) => toReader.port1.postMessage(data);
          toReader.port1.onmessage = ({ data }) => {
            pieces.push(data.bytes?.length ?? null);
            port2.postMessage(data);
          };
          worker.postMessage({ type: "start", wasm, reader: port1 }, [port1]);
          Object.assign(window, { model: { worker, reader, answers, pieces } });
          const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
          document.body.prepend(input);
          return input;
        },
        { worker: scripts.worker, reader: scripts.reader },
      );
      await page.requested();
      const before = page.site.requests.length;
      const folder = fileURLToPath(new URL(`${name}/`, reference));
      const paths = readdirSync(folder).map((file) => folder + file);
      await /** @type {any} */ (field).sendKeys(paths.join("\n"));
      await page.run((_, input) => {
        const { worker } = /** @type {any} */ (window).model;
        worker.postMessage({ type: "open", id: 1, files: [...input.files] });
        worker.postMessage({ type: "walk", id: 2, input: [3, 1, 4, 1] });
      }, field);
      const answers = await eventually(async () => {
        const got = await page.run(() =>
          /** @type {any} */ (window).model.answers.map((/** @type {any} */ { progress, ...others }) => ({
            ...others,
            progress: progress && { ...progress, weights: progress.weights && [...progress.weights] },
          })),
        );
        assert.equal(got.at(-1)?.type, "walked", JSON.stringify(got.at(-1)));
        return got;
      });
      const model = openModel(filesOf(name), engine);
      const walk = model.walk([3, 1, 4, 1]);
      assert.deepEqual(answers[0].summary, { ...model.summary });
      const progress = answers.map((/** @type {any} */ answer) => answer.progress).filter(Boolean);
      for (let layer = 0; layer < model.summary.layers; layer++)
        assert.deepEqual(progress[layer].weights, [...walk.run(layer).tensor("weights").data], `layer ${layer}`);
      const { next } = progress.at(-1);
      const truth = walk.next(next.length);
      assert.deepEqual(
        next.map((/** @type {any} */ { id }) => id),
        truth.map(({ token }) => token),
      );
      // JavaScript leaves the last bits of Math.exp to each browser.
      truth.forEach(({ probability }, at) => assert.ok(Math.abs(next[at].probability - probability) < 1e-12));
      walk.free();
      assert.equal(page.site.requests.length, before);
      const pieces = await page.run(() => {
        const { worker, reader, pieces: read } = /** @type {any} */ (window).model;
        worker.terminate();
        reader.terminate();
        return read;
      });
      // Each layer but the first, and the readout.
      assert.ok(pieces.length >= model.summary.layers && pieces.every(Boolean), String(pieces));
    });
});
