/** The map of the layer and the switch beside it: what they show, where they lead, and how they can be used. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { layerMap } from "../../../web/figures/layer/map.js";
import { stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t, walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../support/page.js").Page} Page */

const usual = /** @type {const} */ ({ norm: "layernorm", residual: "sequential", mlp: "plain" });

/** @type {Record<string, Partial<State>>} */
const layers = {
  "pre-norm": usual,
  "post-norm": { ...usual, norm_place: "post", mlp: "gated" },
  "both sides": { ...usual, norm_place: "both", mlp: "gated", position: "rope" },
  parallel: { ...usual, residual: "parallel" },
  "an MLP alone": { mlp: "plain" },
  "a norm of another sentence": { norm: "rmsnorm", context: "the cat sat", heads: 1 },
};

/** The parts of a state's layer. @param {State} state */
function partsOf(state) {
  const { run } = walkOf(state);
  const parts = layerMap(run).map((part) => ({ ...part, shape: run.shape(part.shows) }));
  run.free();
  return parts;
}

/** Waits until the map shows a state, with every picture painted. @param {Page} page @param {State} state */
async function mapped(page, state) {
  const parts = partsOf(state);
  await eventually(async () => {
    const shown = await page.run(({ findAll }) => ({
      stages: findAll("attention-layer-map", "button").map(({ dataset }) => dataset.stage ?? ""),
      names: findAll("attention-layer-map", "button").map(({ textContent }) =>
        (textContent ?? "").replace(/\s+/g, " ").trim(),
      ),
      current: findAll("attention-layer-map", '[aria-current="step"]').map(({ dataset }) => dataset.stage ?? ""),
      blank: findAll("attention-layer-map", "canvas").filter((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const copy = Object.assign(document.createElement("canvas"), { width, height });
        const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
        context.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
        return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size < 3;
      }).length,
    }));
    assert.deepEqual(
      shown.stages,
      parts.map(({ shows }) => shows),
    );
    assert.equal(shown.blank, 0);
    for (const [at, { shows, shape }] of parts.entries()) {
      assert.match(
        shown.names[at] ?? "",
        new RegExp(`^${t(`stage-${shows}`).replace(/_/g, "")} .*${shape.slice(-2).join(" × ")}$`),
      );
      if (shape.length === 3)
        assert.ok(shown.names[at]?.includes(t(shape[0] === 1 ? "shapes-head" : "shapes-heads", { count: shape[0] })));
    }
    assert.deepEqual(
      shown.current,
      parts.filter(({ stages }) => stages.includes(state.stage)).map(({ shows }) => shows),
    );
  });
}

inBrowsers(["chromium"], (test) => {
  test("the map is drawn of every layer, wide and narrow, in light and dark, and axe finds nothing", async (page) => {
    for (const [name, patch] of Object.entries(layers)) {
      const state = changeState(defaultState, patch);
      await page.open(stateToFragment(state));
      for (const [width, height] of /** @type {const} */ ([
        [1280, 900],
        [390, 844],
      ])) {
        await page.look({ width, height, media: { "prefers-color-scheme": width > 400 ? "light" : "dark" } });
        await mapped(page, state);
        const { left, right } = await page.run(({ find }) =>
          find("attention-layer-map", "nav").getBoundingClientRect().toJSON(),
        );
        assert.ok(left >= 0 && right <= width, name);
        await checkAxe(page, `${name}, ${width} px`, { within: "attention-layer-view" });
      }
      assert.deepEqual(
        (await phoneProblems(page)).filter((problem) => problem.includes("layer")),
        [],
        name,
      );
    }
  });

  test("a part leads to its stage, by mouse and keyboard, in the order of computation", async (page) => {
    const state = changeState(defaultState, usual);
    await page.open(stateToFragment(state));
    await mapped(page, state);
    await page.click("attention-layer-map", '[data-part="residual_1"] button');
    await eventually(async () => assert.equal((await page.state()).stage, "residual_1"));
    await mapped(page, changeState(state, { stage: "residual_1" }));
    await page.run(({ find }) => find("attention-layer-map", '[data-part="residual_1"] button').focus());
    await page.press(Key.TAB, Key.ENTER);
    await eventually(async () => assert.equal((await page.state()).stage, "norm_2"));
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () => assert.equal((await page.state()).stage, "mlp_hidden"));
  });

  test("the switch changes what is computed, and comes back to the layer that was shown", async (page) => {
    const layer = changeState(defaultState, { ...usual, norm: "rmsnorm", qk_norm: "rmsnorm" });
    await page.open();
    await page.part("attention-layer-view", "input[value=alone]:checked");
    assert.deepEqual(await page.texts("attention-layer-map", "button"), []);
    const choose = (/** @type {string} */ value) =>
      page.run(({ find }, id) => find("attention-layer-view", `input[value=${id}]`).click(), value);
    await choose("whole");
    await mapped(page, changeState(defaultState, usual));
    const stages = async () => (await page.standing()).stages;
    await eventually(async () => assert.deepEqual(await stages(), stagesFor(changeState(defaultState, usual))));
    await page.follow(stateToFragment(layer));
    await mapped(page, layer);
    await choose("alone");
    await eventually(async () => assert.deepEqual(await stages(), stagesFor(defaultState)));
    assert.deepEqual(await page.texts("attention-layer-map", "button"), []);
    await choose("whole");
    await eventually(async () => assert.deepEqual(await page.state(), layer));
  });

  test("layers that follow each other faster than they are drawn leave no error, and the last one stands there", async (page) => {
    const [gated, plain] = [{ ...usual, mlp: /** @type {const} */ ("gated") }, usual].map((layer) =>
      changeState(defaultState, layer),
    );
    assert.ok(gated && plain);
    await page.open(stateToFragment(gated));
    await mapped(page, gated);
    const links = [plain, gated].map((layer) => `#${stateToFragment(layer)}`);
    await page.run(async (_, [first, second]) => {
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      for (let change = 0; change <= 60; change++) {
        window.location.hash = change % 2 === 0 ? first : second;
        for (let frames = 0; frames < Math.floor(change / 2) % 6; frames++) await frame();
      }
    }, links);
    await mapped(page, plain);
  });

  test("a trained model has attention alone, and no switch", async (page) => {
    await page.openFirstScreen();
    assert.deepEqual(await page.texts("attention-layer-view", "label"), []);
  });
});
