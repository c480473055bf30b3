/** Files of tensors on Explore: what is shown is the engine's walk of the reader's numbers. Needs a finished build. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { createEngine } from "../../../web/engine/index.js";
import { npyOf } from "../../../web/tensors/npy.js";
import { npzOf } from "../../../web/tensors/npz.js";
import { readTensors } from "../../../web/tensors/read-tensors.js";
import { reference } from "../../support/checkpoints.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";

/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();

/** @param {...number} shape */
const tensor = (...shape) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => Math.sin(3 * at + shape.length)),
});

/** Drops a file on the page. @param {Page} page @param {string} name @param {Uint8Array} bytes */
const drop = (page, name, bytes) =>
  page.run(
    (_, file, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], file));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    name,
    Array.from(bytes),
  );

/** @param {Page} page */
const stateOf = (page) => page.run(() => /** @type {any} */ (document.querySelector("attention-explorer")).state);

/** The attention weights that the page shows, as text. @param {Page} page @param {string} stage */
const numbersOf = (page, stage) =>
  page.run((_, id) => {
    const { run } = /** @type {any} */ (document.querySelector("attention-explorer")).walks.walk;
    return Array.from(run.tensor(id).data);
  }, stage);

inBrowsers(["chromium"], (test) => {
  test("queries, keys and values that are dropped are shown, with labels, and say whose they are", async (page) => {
    const given = { q: tensor(1, 4, 3, 2), k: tensor(1, 2, 3, 2), v: tensor(1, 2, 3, 5) };
    // So high that nothing is half behind the settings, which stay in sight: axe takes what is covered for too small.
    await page.look({ width: 1280, height: 1800 });
    await page.open();
    const before = page.site.requests.length;
    await drop(page, "layer.npz", npzOf(given));
    await page.part("given-tensors", "#show");
    await checkAxe(page, "the form of tensors");
    assert.deepEqual(await page.texts("given-tensors", "tbody th"), ["q", "k", "v"]);
    await page.retype("given-tensors", "#labels", "the cat");
    await page.click("given-tensors", "#show");
    const refused = t("refused-labels", { wanted: "3", got: "2" });
    await eventually(async () => assert.deepEqual(await page.texts("given-tensors", "[role=alert]"), [refused]));
    await page.retype("given-tensors", "#labels", "the cat sat");
    await page.click("given-tensors", "#show");
    await eventually(async () => assert.equal((await stateOf(page)).recipe, "given"));
    const [Q, K, V] = Object.values(given).map(({ shape, data }) => ({ shape: shape.slice(1), data }));
    const run = engine.trace({ causal: true }, { Q, K, V }).finish();
    for (const id of ["weights", "output"])
      assert.deepEqual(await numbersOf(page, id), Array.from(run.tensor(id).data), id);
    run.free();
    const origin = t("kind-given", { file: "layer.npz" });
    await eventually(async () => assert.deepEqual(await page.texts("attention-control-bar", ".kind"), [origin]));
    const allowed = page.site.requests.slice(before).filter((path) => !/\.(js|svg|css|woff2)$/.test(path));
    assert.deepEqual(allowed, [], "nothing but code was requested");
    const { stages } = await page.run(() => {
      const { run: shown } = /** @type {any} */ (document.querySelector("attention-explorer")).walks.walk;
      return { stages: [...shown.stages] };
    });
    for (const stage of stages) {
      await page.run((_, id) => {
        const explorer = /** @type {any} */ (document.querySelector("attention-explorer"));
        explorer.state = { ...explorer.state, stage: id, cell: null };
      }, stage);
      await eventually(async () => assert.equal((await stateOf(page)).stage, stage));
    }
    assert.equal(stages[0], "Q");
  });

  test("weights without X ask for it, and a second file brings it; the form fits a phone", async (page) => {
    await page.open();
    await drop(page, "weights.npz", npzOf({ in_proj_weight: tensor(24, 8), "out_proj.weight": tensor(8, 8) }));
    await page.click("given-tensors", "#show");
    const missing = t("refused-given-x", { width: "8" });
    await eventually(async () => assert.deepEqual(await page.texts("given-tensors", "[role=alert]"), [missing]));
    assert.deepEqual(await phoneProblems(page), []);
    await drop(page, "x.npz", npzOf({ hidden_states: tensor(2, 5, 8) }));
    await page.run(({ find }) => {
      const items = find("given-tensors", "#item");
      items.value = "1";
      items.dispatchEvent(new Event("change"));
    });
    await page.click("given-tensors", "#show");
    await eventually(async () => assert.equal((await stateOf(page)).recipe, "given"));
    assert.deepEqual(await numbersOf(page, "X"), Array.from(tensor(2, 5, 8).data.subarray(40)));
  });

  test("of a model's file one picks the layer and the heads: its attention is PyTorch's", async (page) => {
    const bytes = (/** @type {string} */ name) => new Uint8Array(readFileSync(new URL(`gpt2/${name}`, reference)));
    const truth = readTensors("truth", bytes("truth.safetensors"));
    const of = (/** @type {string} */ stage) => truth[`layers.1.${stage}`] ?? assert.fail(stage);
    await page.open();
    await drop(page, "model.safetensors", bytes("model.safetensors"));
    await page.part("given-tensors", "#layer");
    await drop(page, "entering.npy", npyOf(of("norm_1")));
    await page.part("given-tensors", "#X");
    const choose = (/** @type {string} */ id, /** @type {string} */ text) =>
      eventually(async () => {
        const isThere = await page.run(
          ({ find }, [id, text]) => {
            const list = find("given-tensors", String(id));
            const option = [...list.options].find((each) => each.textContent.includes(text));
            if (!option) return false;
            list.value = option.value;
            list.dispatchEvent(new Event("change"));
            return true;
          },
          [id, text],
        );
        assert.ok(isThere, `${text} in ${id}`);
      });
    await choose("#layer", "h.1.attn");
    await choose("#X", "entering");
    await choose("#heads", "4 ");
    await page.click("given-tensors", "#show");
    await eventually(async () => assert.equal((await stateOf(page)).recipe, "given"));
    for (const stage of ["Q", "weights", "output"]) {
      const { data } = of(stage);
      const largest = Math.max(...data.map(Math.abs));
      const got = await numbersOf(page, stage);
      assert.equal(got.length, data.length);
      got.forEach((value, at) => assert.ok(Math.abs(Number(value) - Number(data[at])) <= 2e-5 * largest, stage));
    }
  });
});
