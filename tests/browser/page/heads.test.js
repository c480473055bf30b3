/** Small pictures of all heads of a stage, and the chosen head large. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables, t, walkOf } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/**
 * The signs that the small pictures show: whether red or blue is stronger in the middle of each cell.
 * @param {Page} page
 * @param {number} rows
 * @param {number} columns
 * @returns {Promise<number[][]>} for each picture: 1 for blue, -1 for red
 */
function signs(page, rows, columns) {
  return page.run(
    ({ findAll }, down, across) =>
      findAll("attention-head-picker", "canvas").map((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const copy = Object.assign(document.createElement("canvas"), { width, height });
        const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
        context.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
        return Array.from({ length: down * across }, (_, at) => {
          const x = (((at % across) + 0.5) * width) / across;
          const y = ((Math.floor(at / across) + 0.5) * height) / down;
          const [red = 0, , blue = 0] = context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
          return Math.sign(blue - red);
        });
      }),
    rows,
    columns,
  );
}

/** @param {Page} page @returns {Promise<{names: string[], chosen: string[]}>} */
const heads = (page) =>
  page.run(({ findAll }) => {
    const inputs = /** @type {HTMLInputElement[]} */ (findAll("attention-head-picker", "input"));
    return {
      names: inputs.map((input) => input.ariaLabel ?? input.labels?.[0]?.textContent?.trim() ?? ""),
      chosen: inputs.filter((input) => input.checked).map((input) => input.value),
    };
  });

inBrowsers(allEngines, (test) => {
  test("every stage with heads shows all heads small and the chosen one large", async (page) => {
    const state = changeState(defaultState, { heads: 4, kv_heads: 2, d_k: 3 });
    await page.open(stateToFragment(state));
    for (const stage of ["Q", "K", "V", "raw", "scaled", "masked", "weights", "context"]) {
      const now = changeState(state, { stage, head: 3 });
      const { run } = walkOf(now);
      const { shape, data } = run.tensor(stage);
      run.free();
      const [count, rows, columns] = shape;
      await page.follow(stateToFragment(now));
      const name = count === 2 ? "head-shared" : "head-one";
      const names = Array.from({ length: count }, (_, at) => t(name, { number: at + 1 }));
      await eventually(async () =>
        assert.deepEqual(await heads(page), { names: [t("head-all"), ...names], chosen: [String(count - 1)] }),
      );
      await eventually(() => checkTables(page, now));
      if (stage === "masked" || stage === "weights") continue;
      const size = rows * columns;
      const expected = Array.from({ length: count }, (_, at) => data.slice(at * size, (at + 1) * size));
      // Near 0 a colour is almost white, so its hue is not compared.
      const threshold = Math.max(...data.map(Math.abs)) / 8;
      await eventually(async () => {
        const pictures = await signs(page, rows, columns);
        assert.equal(pictures.length, count, stage);
        pictures.forEach((picture, head) =>
          picture.forEach((sign, at) => {
            const value = expected[head][at];
            if (Math.abs(value) > threshold) assert.equal(sign, value > 0 ? -1 : 1, `${stage}, head ${head}, ${at}`);
          }),
        );
      });
    }
    for (const stage of ["X", "concat", "output"]) {
      await page.follow(stateToFragment(changeState(state, { stage })));
      await eventually(async () => assert.deepEqual((await heads(page)).names, [], stage));
    }
  });

  test("a head is chosen by click and by arrow keys, and all of them at once", async (page) => {
    const state = changeState(defaultState, { heads: 16, d_k: 2, stage: "raw", head: 0 });
    await page.open(stateToFragment(state));
    const chosen = async (/** @type {number | "all"} */ head) => {
      await eventually(async () => {
        assert.deepEqual((await heads(page)).chosen, [String(head)]);
        assert.equal((await page.state()).head, head);
      });
      await eventually(async () => checkTables(page, changeState(defaultState, await page.state())));
    };
    await page.click("attention-head-picker", 'input[value="9"]');
    await chosen(9);
    await page.press(Key.ARROW_RIGHT);
    await chosen(10);
    await page.press(Key.ARROW_UP);
    await chosen(9);
    assert.equal((await page.state()).stage, "raw", "the walk stays where it is");
    await page.click("attention-head-picker", 'input[value="all"]');
    await chosen("all");
    await eventually(async () => {
      const pictures = await page.attributes("attention-head-picker", "canvas", "class");
      assert.deepEqual(pictures, [], "the figure shows all heads itself");
    });
    await page.press(Key.ARROW_RIGHT);
    await chosen(0);
    await eventually(async () =>
      assert.equal((await page.attributes("attention-head-picker", "canvas", "class")).length, 16),
    );
  });
});

inBrowsers(["chromium"], (test) => {
  test("16 heads fit 360 px, each large enough to be touched", async (page) => {
    await page.look({ width: 360, height: 740, pixels: 2 });
    for (const theme of ["light", "dark"]) {
      await page.open(`theme=${theme}&heads=16&d_k=2&stage=weights`);
      await eventually(async () => assert.equal((await heads(page)).names.length, 17));
      const boxes = await page.run(({ findAll }) =>
        findAll("attention-head-picker", "input").map((input) => {
          const { left, right, width, height } = input.getBoundingClientRect();
          return { left, right, width, height };
        }),
      );
      for (const { left, right, width, height } of boxes) {
        assert.ok(left >= 0 && right <= 360 && width >= 24 && height >= 24, `${left} to ${right}, ${height} high`);
      }
      await checkAxe(page, `16 heads, ${theme}`);
    }
  });
});
