/** The place that opens a model: what it shows is the model's own, computed in Node. Needs a finished build. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Key } from "selenium-webdriver";

import { openModel } from "../../../web/checkpoints/model.js";
import { createEngine } from "../../../web/engine/index.js";
import { percentText } from "../../../web/figures/numbers.js";
import { byteLevel, filesOf, reference } from "../../support/checkpoints.js";
import { numberText } from "../../support/oracles/number-text.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";

/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();
const tokens = [3, 1, 4, 1];

/** Goes to the place and picks the files of a model. @param {Page} page @param {string} name @param {(file: string) => boolean} [isPicked] */
async function open(page, name, isPicked = () => true) {
  await page.open();
  await page.follow("place=checkpoint");
  const folder = fileURLToPath(new URL(`${name}/`, reference));
  const paths = readdirSync(folder)
    .filter(isPicked)
    .map((file) => folder + file);
  await (await page.part("model-files", "#files")).sendKeys(paths.join("\n"));
}

/** Walks token ids. @param {Page} page @param {string} ids */
async function walk(page, ids) {
  await page.retype("checkpoint-place", "#input", ids);
  await page.click("checkpoint-place", "#run");
}

inBrowsers(allEngines, (test) => {
  for (const name of ["gpt2", "llama3"])
    test(`${name}: heads, next tokens, the answer after each layer, and numbers are the model's own`, async (page) => {
      await open(page, name);
      const model = openModel(filesOf(name), engine);
      const { layers, heads } = model.summary;
      await page.part("checkpoint-place", "#input");
      const before = page.site.requests.length;
      await walk(page, tokens.join(", "));
      await eventually(async () =>
        assert.equal((await page.texts("checkpoint-place", ".next tbody tr")).length, 8, "the next tokens"),
      );
      const own = model.walk(tokens);
      assert.deepEqual(
        await page.texts("checkpoint-place", ".next tbody tr"),
        own.next(8).map(({ token, probability }) => `#${token} ${percentText(probability, 1)}`),
      );
      assert.equal((await page.texts("checkpoint-place", ".lens tbody tr")).length, layers + 1);
      assert.equal((await page.texts("checkpoint-place", ".grid button")).length, layers * heads);
      await checkAxe(page, `${name}, walked`);
      assert.deepEqual(await audit(page), []);

      /* The last head of the last layer, by the keyboard. */
      await page.run(({ find }) => find("checkpoint-place", '.grid button[tabindex="0"]').focus());
      for (let step = 1; step < layers; step++) await page.press(Key.ARROW_RIGHT);
      for (let step = 1; step < heads; step++) await page.press(Key.ARROW_DOWN);
      await page.click("checkpoint-place", "[data-token='2']");
      const weights = own.run(layers - 1).tensor("weights").data;
      const row = Array.from(weights.subarray(((heads - 1) * 4 + 2) * 4, ((heads - 1) * 4 + 3) * 4));
      const most = row.indexOf(Math.max(...row));
      const looks = t("open-looks", { token: "#4", share: percentText(row[most] ?? 0, 1), key: `#${tokens[most]}` });
      await eventually(async () => assert.ok((await page.texts("checkpoint-place", "p[role=status]")).includes(looks)));

      /* A number of that layer, its terms, and one of these. */
      const output = own.run(layers - 1).tensor("output");
      await page.run(({ find }) => {
        const list = find("number-window", "#stage");
        list.value = "output";
        list.dispatchEvent(new Event("change"));
      });
      const button = "[data-index='1,2']";
      const value = numberText(output.data[Number(output.shape[1]) + 2] ?? NaN, 4);
      await eventually(async () => assert.deepEqual(await page.texts("number-window", button), [value]));
      await page.click("number-window", button);
      await eventually(async () =>
        assert.equal(
          (await page.texts("number-window", ".why strong"))[0],
          t("open-number", { stage: "output", index: "1, 2", value }),
        ),
      );
      await page.click("number-window", ".why [data-stage=concat]");
      await eventually(async () =>
        assert.match((await page.texts("number-window", ".why strong"))[0] ?? "", /^concat \[1, /),
      );
      await checkAxe(page, `${name}, a number`);
      own.free();
      assert.deepEqual(page.site.requests.slice(before), [], "nothing is requested once the model is open");
    });

  test("what cannot be opened or walked is named; a model that is closed is gone", async (page) => {
    await open(page, "gpt2", (file) => file !== "config.json");
    await eventually(async () =>
      assert.match((await page.texts("checkpoint-place", ".error")).join(), /^config\.json: must be in the folder/),
    );
    await open(page, "gpt2");
    await page.part("checkpoint-place", "#input");
    await walk(page, "3, 0x4");
    await eventually(async () =>
      assert.match((await page.texts("checkpoint-place", ".error")).join(), /^tokens: must be whole numbers/),
    );
    await walk(page, "3, a");
    await eventually(async () =>
      assert.match((await page.texts("checkpoint-place", ".error")).join(), /^tokens: must be whole numbers/),
    );
    await page.click("checkpoint-place", "#close");
    await eventually(async () =>
      assert.ok((await page.texts("checkpoint-place", "p[role=status]")).includes(t("open-closed"))),
    );
    assert.deepEqual(await page.texts("checkpoint-place", "#input"), []);
  });
});

// WebKit gives up a pattern that tracks back too often.
inBrowsers(["chromium", "firefox"], (test) => {
  test("a text is cut by the model's tokenizer; one whose pattern never ends is ended, and the page says so", async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "attention-text-"));
    const model = fileURLToPath(new URL("gpt2/", reference));
    const pick = async (/** @type {unknown} */ tokenizer) => {
      cpSync(model, folder, { recursive: true });
      writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
      const paths = readdirSync(folder).map((file) => join(folder, file));
      await (await page.part("model-files", "#files")).sendKeys(paths.join("\n"));
    };
    try {
      await page.open();
      await page.follow("place=checkpoint");
      await pick(byteLevel(43));
      await page.part("checkpoint-place", "#input");
      await walk(page, "low lower");
      await eventually(async () =>
        assert.deepEqual(await page.texts("checkpoint-place", "[data-token]"), ["low", "low", "e", "r"]),
      );
      await page.click("checkpoint-place", "#close");
      const endless = { type: "Split", pattern: { Regex: "(a+)+$" }, behavior: "Isolated", invert: false };
      await pick({ ...byteLevel(43), pre_tokenizer: endless });
      await page.part("checkpoint-place", "#input");
      await walk(page, `${"a".repeat(40)}b`);
      await eventually(async () => assert.deepEqual(await page.texts("checkpoint-place", ".error"), [t("open-slow")]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

inBrowsers(["chromium"], (test) => {
  test("on a phone and in the dark the place holds together", async (page) => {
    await page.look({ width: 360, height: 740, media: { "prefers-color-scheme": "dark" } });
    await open(page, "gpt2");
    await page.part("checkpoint-place", "#input");
    await walk(page, "3 1 4 1");
    await eventually(async () => assert.equal((await page.texts("checkpoint-place", ".next tbody tr")).length, 8));
    assert.deepEqual(await phoneProblems(page), []);
    await checkAxe(page, "a phone in the dark");
  });
});
