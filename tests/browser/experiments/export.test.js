/** Exports: the bytes of the files that the browser saves, and states restored from files. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { inputsFromState } from "../../../web/state/index.js";
import { caseOf, csvOf, numpyOf, walkOfState } from "../../../web/export/index.js";
import { jsonOf } from "../../../web/tensors/json.js";
import { npyOf } from "../../../web/tensors/npy.js";
import { npzOf } from "../../../web/tensors/npz.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../../web/state/files/state-file.js";
import { stateToFragment } from "../../../web/state/url.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const state = changeState(defaultState, { experiment: "export", causal: false, d_k: 3 });

/** @param {Page} page @param {string} button @param {string} name file name */
const saved = (page, button, name) => savedFile(page, "export-experiment", button, name);

/** @param {Page} page @param {string} name @param {string} text @param {string} [part] component onto which the file is dropped */
const drop = (page, name, text, part = "attention-stage-figure") =>
  page.run(
    ({ find }, file, content, where) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], file));
      find(where, "canvas, table").dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }),
      );
    },
    name,
    text,
    part,
  );

inBrowsers(["chromium"], (test) => {
  test("the figure is saved as SVG and as PNG at twice its size", async (page) => {
    await page.open(stateToFragment(state));
    await saveHere(page);
    const svg = (await saved(page, "#svg", "attention-weights-head2.svg")).toString();
    const [, width = 0, height = 0] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    assert.match(svg, /<title>[^<]*Life is short/);
    assert.match(svg, />random, untrained weights [^<]*<\/text>/, "what the weights are worth");
    const png = await saved(page, "#png", "attention-weights-head2.png");
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual(
      [png.readUInt32BE(16), png.readUInt32BE(20)],
      [width, height].map((size) => Math.ceil(Number(size)) * 2),
    );
    const picture = await page.run(
      async (_, data) => {
        const image = new Image();
        image.src = data;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.drawImage(image, 0, 0);
        const { data: bytes } = context.getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Uint32Array(bytes.buffer);
        return { colours: new Set(colours).size, corner: Array.from(bytes.slice(0, 4)) };
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
    assert.ok(picture.colours > 50, String(picture.colours));
    assert.deepEqual(picture.corner, [0xfb, 0xf9, 0xf5, 255]); // paper
    // Copied, it is the same image; a browser that refuses is told from one that does not.
    const copied = async (/** @type {boolean} */ isAllowed) => {
      await page.run((_, allowed) => {
        navigator.clipboard.write = async ([item]) => {
          if (!allowed) throw new DOMException("not allowed", "NotAllowedError");
          const image = await /** @type {ClipboardItem} */ (item).getType("image/png");
          Object.assign(window, { copied: Array.from(new Uint8Array(await image.arrayBuffer())) });
        };
      }, isAllowed);
      await page.click("export-experiment", "#copy-png");
      const wanted = isAllowed ? /^Copied\. Paste it/ : /did not allow copying: save the PNG/;
      await eventually(async () => assert.match((await page.texts("export-experiment", ".said")).join(), wanted));
    };
    await copied(true);
    assert.deepEqual(
      Buffer.from(/** @type {number[]} */ (await page.run(() => /** @type {any} */ (window).copied))),
      png,
    );
    await copied(false);
  });

  test("numbers, the whole walk and code are saved, bit for bit what the engine computes", async (page) => {
    await page.open(stateToFragment(state));
    await saveHere(page);
    const engine = await createEngine();
    const prepared = inputsFromState(state, engine);
    const run = engine.trace(prepared.spec, prepared.inputs).finish();
    const weights = run.tensor("weights");
    const expected = Object.fromEntries(run.stages.map((id) => [id, run.tensor(id)]));
    const code = numpyOf(walkOfState(state, prepared, run, "attention.npz"));
    run.free();
    const text = async (/** @type {string} */ button, /** @type {string} */ name) =>
      (await saved(page, button, name)).toString();
    assert.equal(await text("#csv", "attention-weights.csv"), csvOf(weights));
    assert.equal(await text("#json", "attention-weights.json"), jsonOf(weights));
    assert.deepEqual(await saved(page, "#npy", "attention-weights.npy"), Buffer.from(npyOf(weights)));
    assert.deepEqual(
      await saved(page, "#npz", "attention.npz"),
      Buffer.from(npzOf({ ...prepared.inputs, ...expected })),
    );
    assert.equal(
      await text("#case", "attention-case.json"),
      caseOf({ state, spec: prepared.spec, inputs: prepared.inputs, expected }),
    );
    await page.click("export-experiment", "#numpy");
    assert.equal((await page.run(({ find }) => find("export-experiment", "pre code").textContent)).trim(), code.trim());
    assert.equal(await text("#save-code", "attention.numpy.py"), code);
  });

  test("a case that the page saved is opened by dropping it; numbers and other cases are told where they belong", async (page) => {
    const engine = await createEngine();
    const prepared = inputsFromState(state, engine);
    await page.open();
    await drop(page, "attention-case.json", caseOf({ state, ...prepared, expected: {} }));
    await eventually(async () => assert.deepEqual(await page.state(), state));
    const alerts = async () => (await page.texts("attention-explorer", "p[role=alert]")).join();
    await drop(page, "X.csv", "1,2\n3,4");
    await eventually(async () =>
      assert.match(await alerts(), /^X\.csv is not a state .*“What if this number were different\?”/),
    );
    await drop(page, "mine.json", '{"inputs": {}}');
    await eventually(async () =>
      assert.match(await alerts(), /^mine\.json is a case .*attention-stepper check mine\.json/),
    );
    assert.deepEqual(await page.state(), state);
  });

  test("a state too large for a link shows a message, can be saved, and is restored by dropping its file", async (page) => {
    const edits = { Wq: Array.from({ length: 4096 }, (_, at) => [0, at >> 6, at & 63, Math.fround(at / 7000)]).flat() };
    const large = changeState(defaultState, { d_model: 64, d_k: 64, heads: 1, edits, experiment: "export" });
    await page.open();
    await saveHere(page);
    await drop(page, "large.json", stateToFile(large));
    await eventually(async () => assert.deepEqual(await page.state(), large));
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", "p[role=alert]")).join(), /too large for a link/),
    );
    assert.equal(await page.fragment(), "");
    const file = (await saved(page, "#save-state", "attention-state.json")).toString();
    assert.deepEqual(stateFromFile("it", file), large);
    await page.click("history-buttons", "#undo");
    await eventually(async () => assert.deepEqual(await page.state(), defaultState));
    await eventually(() => checkTables(page, defaultState));
    await drop(page, "other.txt", "not a state");
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", "p[role=alert]")).join(), /other\.txt is not a state saved/),
    );
    assert.deepEqual(await page.state(), defaultState);
  });

  test("a file that cannot be read shows a message and changes nothing", async (page) => {
    const start = { ...state, experiment: "numbers" };
    await page.open(stateToFragment(start));
    await eventually(() => page.part("numbers-experiment", "number-grid"));
    await loseFiles(page);
    await drop(page, "gone.json", "");
    const showsMessage = (/** @type {string} */ part) => async () =>
      assert.match((await page.texts(part, "[role=alert]")).join(), /^[^]*gone\.(json|npy) cannot be read/);
    await eventually(showsMessage("attention-explorer"));
    await drop(page, "gone.npy", "", "number-grid");
    await eventually(showsMessage("numbers-experiment"));
    assert.deepEqual(await page.state(), start);
  });
});

/** Makes every later attempt to read a file fail, as if it had been moved. @param {Page} page */
const loseFiles = (page) =>
  page.run(() => {
    const gone = async () => {
      throw new DOMException("A requested file or directory could not be found", "NotFoundError");
    };
    Object.assign(Blob.prototype, { text: gone, arrayBuffer: gone });
  });

inBrowsers(allEngines, (test) => {
  test("a file is downloaded without a request, and the page stays open", async (page) => {
    await page.open(stateToFragment(state));
    await page.run(() => {
      const downloads = /** @type {{name: string, href: string}[]} */ ([]);
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () {
        downloads.push({ name: this.download, href: this.href });
        return click.call(this);
      };
      /** @type {any} */ (window).recordedDownloads = downloads;
    });
    await page.click("export-experiment", "#csv");
    const [file] = await eventually(async () => {
      const recordedDownloads = await page.run(() => /** @type {any} */ (window).recordedDownloads);
      assert.equal(recordedDownloads.length, 1);
      return recordedDownloads;
    });
    assert.equal(file.name, "attention-weights.csv");
    assert.match(file.href, /^blob:/);
    assert.deepEqual(await page.state(), state);
    assert.deepEqual(
      (await page.requested()).filter((url) => url.startsWith("blob:")),
      [],
    );
  });
});
