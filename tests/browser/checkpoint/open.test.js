/** The place that opens a model: what it shows is the model's own, computed in Node. Needs a finished build. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Key } from "selenium-webdriver";

import { readPart } from "../../../web/checkpoints/ablations.js";
import {
  experimentFile,
  experimentLink,
  readExperimentFile,
  readExperimentLink,
} from "../../../web/checkpoints/experiment.js";
import { openModel } from "../../../web/checkpoints/model.js";
import { changedProbabilities, mostProbable } from "../../../web/checkpoints/rows.js";
import { createEngine } from "../../../web/engine/index.js";
import { openFolder } from "../../../web/node/model-folder.js";
import { percentText, withCommas } from "../../../web/figures/numbers.js";
import { byteLevel, filesOf, reference } from "../../support/checkpoints.js";
import { writeModel } from "../../bench/latency/checkpoint-files.js";
import { numberText } from "../../support/oracles/number-text.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { savedFile, saveHere } from "../support/downloads.js";
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

/** Picks other files of a model, in the place. @param {Page} page @param {string} folder that has nothing else */
async function pickAll(page, folder) {
  const paths = readdirSync(folder).map((file) => join(folder, file));
  await (await page.part("model-files", "#files")).sendKeys(paths.join("\n"));
}

/** What the place says is wrong. @param {Page} page @param {RegExp} message @param {string} [component] */
const isRefused = (page, message, component = "checkpoint-place") =>
  eventually(async () => assert.match((await page.texts(component, ".error")).join(), message));

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
      const shares = Array.from(weights.subarray(((heads - 1) * 4 + 2) * 4, ((heads - 1) * 4 + 3) * 4));
      const most = shares.indexOf(Math.max(...shares));
      const looks = t("open-looks", { token: "#4", share: percentText(shares[most] ?? 0, 1), key: `#${tokens[most]}` });
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
      await eventually(async () => assert.deepEqual(await page.texts("number-scroll", button), [value]));
      await page.click("number-scroll", button);
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

      /* A logit, which stands outside of the layers, and a number that it is made from. */
      await page.run(({ find }) => {
        const list = find("number-window", "#stage");
        list.value = "logits";
        list.dispatchEvent(new Event("change"));
      });
      const logit = numberText(own.logits().data[model.summary.vocabulary + 2] ?? NaN, 4);
      await eventually(async () => assert.deepEqual(await page.texts("number-scroll", button), [logit]));
      await page.click("number-scroll", button);
      await page.click("number-window", ".why [data-stage=final_norm]");
      await eventually(async () =>
        assert.match((await page.texts("number-window", ".why strong"))[0] ?? "", /^final_norm \[1, /),
      );

      /* Of a weight, the largest score of its row and the sum of the exponentials. */
      const first = own.run(layers - 1).tensor("weights").data[4 * 4 * (heads - 1) + 4];
      await page.run(({ find }) => {
        const list = find("number-window", "#stage");
        list.value = "weights";
        list.dispatchEvent(new Event("change"));
      });
      const firstText = numberText(Number(first), 4);
      const second = `[data-index='${heads - 1},1,0']`;
      await eventually(async () => assert.deepEqual(await page.texts("number-scroll", second), [firstText]));
      await page.click("number-scroll", second);
      const scores = own
        .run(layers - 1)
        .tensor("masked")
        .data.subarray(4 * 4 * (heads - 1) + 4, 4 * 4 * (heads - 1) + 6);
      const max = Math.max(...scores);
      const exponentials = scores.reduce((sum, score) => sum + Math.exp(score - max), 0);
      const between = Object.entries({ max, exponentials }).map(([name, number]) =>
        t("open-between", { name, value: numberText(number, 4) }),
      );
      await eventually(async () =>
        assert.deepEqual(await page.texts("number-window", ".between"), [between.join(", ")]),
      );

      /* From what enters a layer to the layer below, which comes into view; from a token to the row that it stands for. */
      const show = (/** @type {string} */ stage) =>
        page.run(({ find }, name) => {
          const list = find("number-window", "#stage");
          list.value = name;
          list.dispatchEvent(new Event("change"));
        }, stage);
      const last = own.run(layers - 2).stages.at(-1) ?? "";
      const entering = numberText(own.run(layers - 1).tensor("X").data[model.summary.d_model + 2] ?? NaN, 4);
      await show("X");
      await eventually(async () => assert.deepEqual(await page.texts("number-scroll", button), [entering]));
      await page.click("number-scroll", button);
      const from = t("open-stage-of", { layer: layers - 1, stage: last });
      await eventually(async () =>
        assert.ok((await page.texts("number-window", ".why p")).includes(t("open-from", { names: from }))),
      );
      await page.click("number-window", `.why [data-stage=${last}]`);
      await eventually(async () => {
        assert.equal(
          (await page.texts("number-window", ".why strong"))[0],
          t("open-number", { stage: last, index: "1, 2", value: entering }),
        );
        assert.deepEqual(
          await page.texts("checkpoint-place", "#large"),
          [t("open-large", { layer: layers - 1, head: heads })],
          "the layer below is in view",
        );
      });
      await show("tokens");
      await eventually(async () =>
        assert.deepEqual(await page.texts("number-scroll", "[data-index='1']"), [`${tokens[1]}`]),
      );
      await page.click("number-scroll", "[data-index='1']");
      const row = t("open-operation", { operation: "token", value: String(tokens[1]) });
      await eventually(async () => assert.deepEqual(await page.texts("number-window", ".why p"), [row, ""]));
      await checkAxe(page, `${name}, a token`);
      own.free();
      assert.deepEqual(page.site.requests.slice(before), [], "nothing is requested once the model is open");
    });

  test("what parts add, and what comes next without some, is what Node computes; a link and a file bring it all back", async (page) => {
    await open(page, "llama");
    await page.part("checkpoint-place", "#input");
    await walk(page, tokens.join(", "));
    await eventually(async () => assert.ok((await page.texts("part-shares", ".shares tbody tr")).length > 0));
    const own = openModel(filesOf("llama"), engine).walk(tokens);
    const best = own.next(2);
    const sorted = own
      .contributions(best.map(({ token }) => token))
      .sort((a, b) => Math.abs(Number(b.logits[0])) - Math.abs(Number(a.logits[0])));
    const [largest] = sorted;
    const named = t(`open-part-${largest?.part}`, {
      layer: Number(largest?.layer) + 1,
      head: Number(largest?.head) + 1,
    });
    const value = Number(largest?.logits[0]);
    const signed = (/** @type {number} */ given) => `${given < 0 ? "−" : "+"}${numberText(Math.abs(given), 2)}`;
    assert.equal((await page.texts("part-shares", ".shares tbody tr"))[0], `${named} ${signed(value)}`);
    const squares = sorted.filter(({ part }) => part === "head" || part === "mlp");
    for (const [kind, isOf] of /** @type {[string, (share: number) => boolean][]} */ ([
      ["adds", (share) => share >= 0],
      ["takes", (share) => share < 0],
    ]))
      assert.equal(
        (await page.texts("part-shares", `.map .${kind}`)).length,
        squares.filter(({ logits }) => isOf(Number(logits[0]))).length,
        `squares of what ${kind}`,
      );
    const names = { first: `#${best[0]?.token}`, second: `#${best[1]?.token}` };
    const sums = [best[0]?.logit, best[1]?.logit, Number(best[0]?.logit) - Number(best[1]?.logit)];
    for (const [at, of] of ["first", "second", "difference"].entries()) {
      await page.run(({ find }, of) => {
        const list = find("part-shares", "#of");
        list.value = of;
        list.dispatchEvent(new Event("change"));
      }, of);
      const sum = t("open-parts-sum", { of: t(`open-parts-${of}`, names), sum: signed(Number(sums[at])) });
      await eventually(async () => assert.deepEqual(await page.texts("part-shares", "p[role=status]"), [sum]));
    }
    await page.click("part-shares", "#long");
    assert.equal((await page.texts("part-shares", ".shares tbody tr")).length, sorted.length);

    /* A head and an MLP off, and the stream after layer 0 as it is for other tokens, at one of them. */
    await page.click("checkpoint-place", '[data-at="1.2"]');
    await page.click("parts-off", "[data-off=head]");
    await page.run(({ find }) => {
      const list = find("parts-off", "#with");
      list.value = "mean";
      list.dispatchEvent(new Event("change"));
    });
    await page.click("parts-off", "[data-off=mlp]");
    await page.click("parts-off", "[data-off=mlp]");
    const part = t("open-off-part", { part: "mlp", layer: 2, head: 3 });
    await isRefused(page, new RegExp(t("open-off-twice", { part })), "parts-off");
    await page.click("checkpoint-place", '[data-at="0.0"]');
    await page.click("checkpoint-place", '[data-token="1"]');
    for (const [id, value] of [
      ["#with", "other"],
      ["#where", "here"],
    ])
      await page.run(
        ({ find }, [id, value]) => {
          const list = find("parts-off", String(id));
          list.value = value;
          list.dispatchEvent(new Event("change"));
        },
        [id, value],
      );
    const others = [3, 9, 4, 1];
    await page.click("parts-off", "[data-off=stream]");
    await isRefused(page, new RegExp(t("open-off-other-missing")), "parts-off");
    await page.retype("parts-off", "#other", others.join(", "), Key.TAB);
    await page.click("checkpoint-place", '[data-at="1.2"]');
    const off = ["layer=1,head=2,with=zero", "layer=1,mlp,with=mean", "layer=0,stream,position=1,with=other"];
    const other = openModel(filesOf("llama"), engine).walk(others);
    const changed = own.without(
      off.map((part) => readPart("off", part)),
      other,
    );
    const rows = changedProbabilities(own.logits(3).data, changed.logits(3).data, 8).map(({ token, before, after }) => {
      const points = (100 * (after - before)).toFixed(1).replace(/^-0\.0$/, "0.0");
      const difference = `${Number(points) > 0 ? "+" : ""}${points.replace("-", "−")}`;
      return `#${token} ${percentText(before, 1)} ${percentText(after, 1)} ${difference}`;
    });
    const isShown = () =>
      eventually(async () => assert.deepEqual(await page.texts("parts-off", ".changed tbody tr"), rows));
    await isShown();
    const [first] = changed.next(1);
    const before = `#${best[0]?.token}`;
    const said = t("open-off-said", {
      same: String(first?.token === best[0]?.token),
      before,
      after: `#${first?.token}`,
    });
    assert.deepEqual(await page.texts("parts-off", "p[role=status]"), [said]);
    await checkAxe(page, "parts off");
    assert.deepEqual(await audit(page), []);

    /* The link says what it wants, and brings all back once that model is open; another one is named. */
    const link = await eventually(async () => {
      const hash = await page.run(() => window.location.hash);
      assert.equal(new URLSearchParams(hash).getAll("off").join(" "), off.join(" "));
      return hash.slice(1);
    });
    const { file, bytes, sha256 } = openModel(filesOf("llama"), null).identity();
    const wants = t("open-wants", { model: t("open-identity", { file, bytes: withCommas(bytes), sha256 }) });
    const pick = (/** @type {string} */ name) => pickAll(page, fileURLToPath(new URL(`${name}/`, reference)));
    await page.open();
    await page.follow(link);
    await eventually(async () => assert.deepEqual(await page.texts("checkpoint-place", "#wanted"), [wants]));
    await pick("llama");
    await isShown();
    assert.deepEqual(await page.texts("checkpoint-place", "#wanted"), [""]);
    assert.deepEqual(await page.texts("checkpoint-place", '.grid [aria-pressed="true"]'), [""]);
    await page.click("checkpoint-place", "#close");
    await pick("gpt2");
    await eventually(async () => {
      const [said = ""] = await page.texts("checkpoint-place", "#wanted");
      const fields = ["file", "bytes", "sha256"].map((field) => t(`open-differs-${field}`)).join(", ");
      assert.ok(said.includes(fields) && said.includes(sha256), said);
    });
    await page.click("checkpoint-place", "#close");

    /* A file that was saved, here in Node. */
    const folder = mkdtempSync(join(tmpdir(), "attention-experiment-"));
    try {
      const path = join(folder, "experiment.json");
      const model = { file, bytes, sha256 };
      writeFileSync(path, experimentFile({ model, input: tokens, layer: 1, head: 2, token: 3, off, other: others }));
      await (await page.part("checkpoint-place", "#experiment")).sendKeys(path);
      await eventually(async () => assert.deepEqual(await page.texts("checkpoint-place", "#wanted"), [wants]));
      await pick("llama");
      await isShown();
    } finally {
      rmSync(folder, { recursive: true });
    }
    for (const each of [changed, other, own]) each.free();
  });

  test("bert: at each token that is chosen, what its head for masked tokens says in Node", async (page) => {
    await open(page, "bert");
    await page.part("checkpoint-place", "#input");
    await walk(page, tokens.join(", "));
    await eventually(async () => assert.ok((await page.texts("masked-token", ".masked tbody tr")).length > 0));
    const own = openModel(filesOf("bert"), engine).walk(tokens);
    for (const at of [3, 1]) {
      await page.click("checkpoint-place", `[data-token="${at}"]`);
      const best = mostProbable(own.masked(at).data, 8);
      const rows = best.map(({ token, probability }) => `#${token} ${percentText(probability, 1)}`);
      await eventually(async () => assert.deepEqual(await page.texts("masked-token", ".masked tbody tr"), rows));
    }
    await checkAxe(page, "masked tokens");
    assert.deepEqual(await audit(page), []);
    own.free();
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
      await pickAll(page, folder);
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
      const isEnded = () =>
        eventually(async () => assert.deepEqual(await page.texts("checkpoint-place", ".error"), [t("open-slow")]));
      await isEnded();

      /* The same of the other text that a part is patched from: the files can be picked again. */
      await pickAll(page, folder);
      await page.part("checkpoint-place", "#input");
      await walk(page, "low");
      await page.part("parts-off", "#with");
      await page.run(({ find }) => {
        const list = find("parts-off", "#with");
        list.value = "other";
        list.dispatchEvent(new Event("change"));
      });
      await page.retype("parts-off", "#other", `${"a".repeat(40)}b`);
      await page.click("parts-off", "[data-off=mlp]");
      await isEnded();

      /* The same of the pattern by which tokens become text again. */
      const { added_tokens, ...others } = byteLevel(43);
      const long = added_tokens.map((token) => ({ ...token, content: `${"a".repeat(40)}${token.id}b` }));
      const decoder = { type: "Replace", pattern: { Regex: "(a+)+$" }, content: "" };
      await pick({ ...others, added_tokens: long, decoder });
      await page.part("checkpoint-place", "#input");
      assert.deepEqual(await page.texts("checkpoint-place", ".error"), []);
      await walk(page, long[0]?.content ?? "");
      await isEnded();
      await page.part("model-files", "#files");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

inBrowsers(allEngines, (test) => {
  test("a matrix of 4096 columns: only what is in view is drawn, keys go anywhere and the focus stays", async (page) => {
    await page.open();
    await page.follow("place=checkpoint");
    await page.part("model-files", "#files");
    const size = { rows: 512, columns: 4096 };
    const numberOf = (/** @type {number} */ row, /** @type {number} */ column) => (row * size.columns + column) / 1024;
    await page.run((_, { rows, columns }) => {
      const grid = /** @type {any} */ (document.createElement("number-scroll"));
      const asked = /** @type {any[]} */ ([]);
      Object.assign(grid, {
        label: "numbers",
        shape: [rows, columns],
        read: async (/** @type {any} */ part) => {
          asked.push(part);
          return Array.from({ length: part.rows[1] - part.rows[0] }, (_, at) =>
            Array.from(
              { length: part.columns[1] - part.columns[0] },
              (_, to) => ((part.rows[0] + at) * columns + part.columns[0] + to) / 1024,
            ),
          );
        },
      });
      grid.addEventListener(
        "number-chosen",
        (/** @type {any} */ { detail }) => (document.title = JSON.stringify(detail)),
      );
      Object.assign(window, { grid, asked });
      document.body.prepend(grid);
    }, size);
    const state = () =>
      page.run(() => {
        const { shadowRoot } = /** @type {any} */ (window).grid;
        const at = shadowRoot.querySelector("#at");
        return {
          cells: shadowRoot.querySelectorAll("td").length,
          index: at?.dataset.index,
          text: at?.textContent.trim(),
          isFocused: shadowRoot.activeElement === shadowRoot.querySelector(".view"),
          label: at?.parentElement.querySelector("th").getBoundingClientRect().left,
          left: shadowRoot.querySelector(".view").getBoundingClientRect().left,
          most: Math.max(
            0,
            .../** @type {any} */ (window).asked.map((/** @type {any} */ { rows, columns }) =>
              Math.max(rows[1] - rows[0], columns[1] - columns[0]),
            ),
          ),
        };
      });
    const isAt = (/** @type {number} */ row, /** @type {number} */ column) =>
      eventually(async () => {
        const { index, text, isFocused, cells, most, label, left } = await state();
        assert.deepEqual([index, text, isFocused], [`${row},${column}`, numberText(numberOf(row, column), 4), true]);
        assert.ok(cells < 1500, `${cells} cells are drawn`);
        assert.ok(most <= 64, `${most} numbers of a row or column were asked for at once`);
        assert.ok(Math.abs(Number(label) - Number(left)) < 3, "the row's label stays in view");
      });
    await page.run(() => /** @type {any} */ (window).grid.shadowRoot.querySelector(".view").focus());
    await isAt(0, 0);
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.ARROW_RIGHT);
    await isAt(1, 1);
    await page.press(Key.END);
    await isAt(1, 4095);
    await page.press(Key.PAGE_DOWN);
    const { index = "" } = await state();
    const row = Number(index.split(",")[0]);
    assert.ok(row > 5 && row < 30, index);
    await page.press(Key.PAGE_UP);
    await isAt(1, 4095);
    await page.press(Key.HOME);
    await isAt(1, 0);
    await page.run(() => {
      const view = /** @type {any} */ (window).grid.shadowRoot.querySelector(".view");
      view.scrollTop = view.scrollHeight;
      view.scrollLeft = view.scrollWidth;
    });
    await eventually(async () =>
      assert.equal(
        await page.run(() => {
          const { shadowRoot } = /** @type {any} */ (window).grid;
          return shadowRoot.querySelector("[data-index='511,4095']")?.textContent.trim();
        }),
        numberText(numberOf(511, 4095), 4),
      ),
    );
    await page.press(Key.ARROW_DOWN);
    await isAt(2, 0);
    await page.press(Key.ENTER);
    await eventually(async () => assert.equal(await page.run(() => document.title), '{"row":2,"column":0}'));
  });
});

inBrowsers(["chromium"], (test) => {
  test("an experiment is saved as a file; one that the model does not have, or that is none, is refused by field", async (page) => {
    await saveHere(page);
    await open(page, "llama");
    await page.part("checkpoint-place", "#input");
    assert.deepEqual(await page.texts("checkpoint-place", "#saved"), [], "nothing has been walked that a link holds");
    await walk(page, tokens.join(", "));
    await eventually(async () =>
      assert.deepEqual(await page.texts("checkpoint-place", "#saved"), [t("open-saved-hint")]),
    );
    await eventually(async () => assert.ok((await page.texts("parts-off", "[data-off=mlp]")).length > 0));
    await page.click("checkpoint-place", '[data-at="1.2"]');
    await page.click("parts-off", "[data-off=mlp]");
    const saved = await savedFile(page, "checkpoint-place", "#save", "experiment.json");
    const model = openModel(filesOf("llama"), null).identity();
    const experiment = {
      model,
      input: tokens,
      layer: 1,
      head: 2,
      token: 3,
      off: ["layer=1,mlp,with=zero"],
      other: null,
    };
    assert.deepEqual(readExperimentFile("experiment.json", saved.toString()), experiment);

    /* The link has the other ids while they are ids. */
    await page.run(({ find }) => {
      const list = find("parts-off", "#with");
      list.value = "other";
      list.dispatchEvent(new Event("change"));
    });
    for (const [typed, other] of /** @type {[string, number[] | null][]} */ ([
      ["3, 9, 4, 1", [3, 9, 4, 1]],
      ["3, x", null],
    ])) {
      await page.retype("parts-off", "#other", typed, Key.TAB);
      await eventually(async () => {
        const hash = await page.run(() => window.location.hash);
        assert.deepEqual(readExperimentLink(hash.slice(1))?.other, other);
      });
    }

    const follow = (/** @type {object} */ change) =>
      page.follow(`place=checkpoint&${experimentLink({ ...experiment, ...change })}`);
    await follow({ layer: 2 });
    await isRefused(page, /^layer: must be a whole number from 0 to 1, got 2/);
    await follow({ token: 4 });
    await isRefused(page, /^token: must be a whole number from 0 to 3, got 4/);
    await follow({ off: ["layer=7,mlp"] });
    await isRefused(page, /^off: must name a layer from 0 to 1, got layer=7,mlp,with=zero/, "parts-off");
    await follow({ input: [3, 99] });
    await isRefused(page, /^tokens: must be whole numbers from 0 to 42, .*, got 99 at \[1\]/);
    await page.follow("place=checkpoint&file=model.safetensors");
    await isRefused(page, /^sha256: must be 64 hexadecimal digits, got undefined/);
    const folder = mkdtempSync(join(tmpdir(), "attention-experiment-"));
    try {
      writeFileSync(join(folder, "other.json"), '{"kind": "other"}');
      await (await page.part("checkpoint-place", "#experiment")).sendKeys(join(folder, "other.json"));
      await isRefused(page, /^other\.json: must be a saved experiment with a model/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a walk is stopped where it is, and what it has walked stays; closing ends both Workers", async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "attention-stopped-"));
    try {
      writeModel(folder, { layers: 200, d_model: 32, heads: 2, type: "F16" });
      await page.open();
      await page.follow("place=checkpoint");
      await page.part("model-files", "#files");
      await page.run(() => {
        const ended = /** @type {Worker[]} */ ([]);
        const { terminate } = Worker.prototype;
        Worker.prototype.terminate = function () {
          ended.push(this);
          terminate.call(this);
        };
        Object.assign(window, { ended });
      });
      await pickAll(page, folder);
      await page.part("checkpoint-place", "#input");
      await page.retype("checkpoint-place", "#input", "3, 1, 4");
      const progress = /** @type {string[]} */ (
        await page.run(({ find }) => {
          const { shadowRoot } = find("checkpoint-place", "#run").getRootNode().host;
          const texts = /** @type {string[]} */ ([]);
          shadowRoot.querySelector("#run").click();
          return new Promise((resolve) => {
            const watch = () => {
              const text = shadowRoot.querySelector("progress + p")?.textContent.trim() ?? "";
              if (texts.at(-1) !== text) texts.push(text);
              // Once two layers are there; pressed until it is seen, which may be after one more step.
              if (shadowRoot.querySelectorAll(".grid thead th").length > 2) shadowRoot.querySelector("#stop")?.click();
              if (shadowRoot.querySelector("#stop") || texts.length < 2) requestAnimationFrame(watch);
              else resolve(texts);
            };
            watch();
          });
        })
      );
      const columns = (await page.texts("checkpoint-place", ".grid thead th")).length - 1;
      assert.ok(columns >= 2 && columns < 200, `${columns} layers`);
      assert.equal(progress.at(-1), t("open-stopped", { layer: columns, layers: 200 }));
      const each = /^Layer (\d+) of 200 walked; ([\d.]+) of 8\.\d+ MB read$/;
      const seen = progress.slice(0, -1).filter((text) => text !== "");
      const read = seen.map((/** @type {string} */ text) =>
        (each.exec(text) ?? assert.fail(text)).slice(1).map(Number),
      );
      assert.ok(read.length > 0);
      read.slice(1).forEach(([layer, megabytes], at) => {
        assert.ok(Number(layer) > Number(read[at]?.[0]) && Number(megabytes) >= Number(read[at]?.[1]), String(read));
      });
      assert.equal((await page.texts("checkpoint-place", ".next")).length, 0, "nothing is read out");
      await page.click("checkpoint-place", "#close");
      assert.equal(await page.run(() => /** @type {any} */ (window).ended.length), 2);
      assert.equal(await page.run(() => new Set(/** @type {any} */ (window).ended).size), 2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a model with more heads than the page keeps at 512 tokens: each has its map, and what it looks at is read when asked", async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "attention-heads-"));
    const ids = Array.from({ length: 512 }, (_, at) => (at * 7919) % 50257);
    try {
      const [layers, heads] = [20, 16];
      writeModel(folder, { layers, d_model: 32, heads, type: "F16" });
      await page.open();
      await page.follow("place=checkpoint");
      await page.part("model-files", "#files");
      await pickAll(page, folder);
      await page.part("checkpoint-place", "#input");
      await page.run(({ find }, text) => {
        const input = find("checkpoint-place", "#input");
        input.value = text;
        input.dispatchEvent(new Event("input"));
      }, ids.join());
      await page.click("checkpoint-place", "#run");
      await eventually(async () => assert.equal((await page.texts("checkpoint-place", ".next tbody tr")).length, 8));
      const files = openFolder(folder);
      const own = openModel(files, engine).walk(ids);
      for (const [layer, head] of /** @type {[number, number][]} */ ([
        [0, 0],
        [19, 15],
        [7, 3],
      ])) {
        await page.run(({ find }, at) => find("checkpoint-place", `[data-at="${at}"]`).click(), `${layer}.${head}`);
        const row = own
          .run(layer)
          .tensor("weights")
          .data.slice((head * 512 + 511) * 512, (head + 1) * 512 * 512);
        const most = row.indexOf(Math.max(...row));
        const looks = { token: `#${ids[511]}`, share: percentText(row[most] ?? 0, 1), key: `#${ids[most]}` };
        await eventually(async () =>
          assert.ok((await page.texts("checkpoint-place", "p[role=status]")).includes(t("open-looks", looks))),
        );
      }
      own.free();
      files.close();
      const painted = () =>
        page.run(({ find }) =>
          [...find("checkpoint-place", "#run").getRootNode().querySelectorAll("canvas")].map((canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.some((/** @type {number} */ value, /** @type {number} */ at) => at % 4 === 3 && value > 0);
          }),
        );
      await eventually(async () =>
        assert.deepEqual(await painted(), Array(layers + 1).fill(true), "a canvas for each layer, and the large one"),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("once another token is chosen, what fits at the last one is no longer shown", async (page) => {
    await page.open();
    await page.follow("place=checkpoint");
    await page.part("model-files", "#files");
    const rows = await page.run(async (_, word) => {
      const answered = { answers: [{ id: 1, text: word, probability: 1 }] };
      const never = new Promise(() => {});
      const element = /** @type {any} */ (document.createElement("masked-token"));
      Object.assign(element, {
        t: (/** @type {string} */ key) => key,
        model: { masked: (/** @type {number} */ position) => (position === 0 ? Promise.resolve(answered) : never) },
        tokens: [{}, {}],
      });
      document.body.append(element);
      const shown = async () => {
        for (let update = 0; update < 3; update++) await element.updateComplete;
        return element.shadowRoot.querySelectorAll("tbody tr").length;
      };
      const before = await shown();
      element.token = 1;
      const after = await shown();
      element.remove();
      return { before, after };
    }, "here");
    assert.deepEqual(rows, { before: 1, after: 0 });
  });

  test("a file that changes after it was opened is named; ids of an experiment are not typed as a text", async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "attention-changed-"));
    try {
      cpSync(fileURLToPath(new URL("gpt2/", reference)), folder, { recursive: true });
      writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(byteLevel(43)));
      const model = openModel(filesOf("gpt2"), null).identity();
      const link = experimentLink({ model, input: tokens, layer: 0, head: 0, token: 0, off: [], other: null });
      await page.open();
      await page.follow(`place=checkpoint&${link}`);
      await page.part("model-files", "#files");
      await pickAll(page, folder);
      await eventually(async () => assert.equal((await page.texts("checkpoint-place", ".next tbody tr")).length, 8));
      assert.equal((await page.texts("checkpoint-place", "[data-token]")).length, tokens.length);
      assert.equal(await page.run(({ find }) => find("checkpoint-place", "#input").value), "");
      writeFileSync(join(folder, "model.safetensors"), "changed");
      await walk(page, "low");
      await isRefused(page, /^model\.safetensors: cannot be read \(NotReadableError\)/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

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
