/** A missing browser is always reported. */
import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { root, run, temporaryFolder } from "./machine.js";

test("tests name the missing browsers, and fail without Chromium", async (t) => {
  const bin = await temporaryFolder(t);
  await symlink(process.execPath, join(bin, "node"));
  await symlink("/usr/bin/which", join(bin, "which"));
  // Set by the runner of this test: Node marks a test within a test, and tests/run.js chooses and shares browsers.
  const runnerVariables = ["NODE_TEST_CONTEXT", "BROWSERS", "BROWSER_POOL"];
  const inherited = Object.entries(process.env).filter(([name]) => !runnerVariables.includes(name));
  const env = { ...Object.fromEntries(inherited), PATH: bin };
  const args = [
    "--test",
    "--test-reporter=tap",
    `${root}tests/browser/corpus.test.js`,
    `${root}tests/browser/page/safety.test.js`,
  ];
  const { code, stdout } = await run(join(bin, "node"), args, { env }).catch((error) => error);
  assert.notEqual(code, 0);
  assert.match(stdout, /ok \d+ - safety in firefox # SKIP not installed: firefox-esr\n/);
  assert.match(stdout, /ok \d+ - safety in webkit # SKIP not installed: Xvfb, WebKitWebDriver/);
  assert.match(stdout, /not ok \d+ - corpus in chromium\n/);
  assert.match(stdout, /chromium: needed and not installed: chromium, chromedriver/);
});
