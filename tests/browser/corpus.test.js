/** In every browser the numbers of the corpus have the same hash as in Node and native builds. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import esbuild from "esbuild";

import { CORPUS_HASH, FAST_HASH } from "../support/corpus.js";
import { despiteCrashes } from "./support/crashes.js";
import { chosenEngines, missing, openBrowser } from "./support/engines.js";
import { eventually } from "./support/eventually.js";
import { listen } from "../support/listening.js";

/** Runs in the page: hashes the corpus with both builds of the engine, and stores the result or the error. */
const script = `
  import { createEngine } from "./web/engine/index.js";
  import { corpusNumbers, fastCorpusNumbers, sha256 } from "./tests/support/corpus.js";
  const hashOf = async (build) => {
    const engine = await createEngine({ build });
    return [await sha256(corpusNumbers(engine)), await sha256(fastCorpusNumbers(engine))];
  };
  (async () => ({ simd128: await hashOf("simd128"), scalar: await hashOf("scalar") }))().then(
    (hashes) => (window.answer = hashes),
    (error) => (window.answer = { error: String(error) }),
  );
`;

/** Opens a page with only that script. 127.0.0.1 is a secure origin, where hashing is available. */
async function openPage() {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: script, resolveDir: fileURLToPath(new URL("../../", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "binary" },
  });
  const server = createServer((request, response) => {
    const isScript = request.url === "/corpus.js";
    response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isScript ? outputFiles[0]?.text : '<!doctype html><script type="module" src="corpus.js"></script>');
  });
  return listen(server);
}

for (const name of chosenEngines()) {
  const lacking = missing(name);
  const skip = lacking.length > 0 && name !== "chromium" ? `not installed: ${lacking.join(", ")}` : false;
  describe(`corpus in ${name}`, { skip }, () => {
    test("both builds of the engine give the corpus its hashes, for the walk and for the fast paths", async (context) => {
      const page = await openPage();
      context.after(page.close);
      let browser = await openBrowser(name);
      context.after(() => browser.close());
      const hashes = async () => {
        await browser.driver.get(page.url);
        const answer = await eventually(async () => {
          const answer = await browser.driver.executeScript("return window.answer ?? null");
          if (!answer) throw new Error("no answer yet");
          return answer;
        }, 60000);
        const wanted = [CORPUS_HASH, FAST_HASH];
        assert.deepEqual(answer, { simd128: wanted, scalar: wanted });
      };
      const reopen = async () => {
        await browser.close();
        browser = await openBrowser(name);
      };
      await despiteCrashes(name, context, hashes, reopen);
    });
  });
}
