/** Lets Chromium save files in a folder that is removed after the test, and reads them. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eventually } from "./eventually.js";

/** @typedef {import("./page.js").Page} Page */

const folder = mkdtempSync(join(tmpdir(), "attention-downloads-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @param {Page} page */
export const saveHere = (page) =>
  page.devtools("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });

/**
 * @param {Page} page
 * @param {string} component
 * @param {string} button
 * @param {string} name file name
 * @returns {Promise<Buffer>}
 */
export async function savedFile(page, component, button, name) {
  await rm(join(folder, name), { force: true });
  await page.click(component, button);
  return eventually(async () => {
    // While Chromium writes the file under another name, an empty file reserves this one.
    const files = await readdir(folder);
    assert.ok(files.includes(name) && !files.some((other) => other.endsWith(".crdownload")), `${name} was not saved`);
    const bytes = await readFile(join(folder, name));
    assert.ok(bytes.length > 0, `${name} is empty`);
    return bytes;
  });
}
