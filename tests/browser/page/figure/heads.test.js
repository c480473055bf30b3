/** Small pictures of all heads of a stage, and the chosen head large. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { colours } from "../../../../web/figures/tokens.js";
import { changeState, defaultState } from "../../../../web/state/state.js";
import { stateToFragment } from "../../../../web/state/url.js";
import { checkAxe } from "../../support/axe.js";
import { eventually } from "../../support/eventually.js";
import { checkTables, t, walkOf } from "../../support/expected.js";
import { allEngines, inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../support/page.js").Page} Page */

const { wash, roles, plus, minus } = colours.light;

/** What a number above 0 of a stage looks like: queries, keys and values have their own colours. @param {string} stage */
const plusOf = (stage) => ({ Q: roles.Q, K: roles.K, V: roles.V, context: roles.V })[stage] ?? plus;

/** Red, green and blue of a colour. @param {string} hex */
const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/**
 * The signs that the small pictures show: whether the colour in the middle of each cell lies from that of 0 towards that of
 * numbers above or below it.
 * @param {Page} page
 * @param {number} rows
 * @param {number} columns
 * @param {string} stage
 * @returns {Promise<number[][]>} for each picture
 */
function signs(page, rows, columns, stage) {
  return page.run(
    ({ findAll }, down, across, zero, above, below) => {
      const towards = (/** @type {number[]} */ from, /** @type {number[]} */ to) => {
        const [a, b] = [from, to].map((colour) => colour.map((channel, at) => channel - zero[at]));
        return a.reduce((sum, each, at) => sum + each * b[at], 0) / Math.hypot(...b);
      };
      return findAll("attention-head-picker", "canvas").map((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const copy = Object.assign(document.createElement("canvas"), { width, height });
        const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
        context.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
        return Array.from({ length: down * across }, (_, at) => {
          const x = (((at % across) + 0.5) * width) / across;
          const y = ((Math.floor(at / across) + 0.5) * height) / down;
          const colour = [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data].slice(0, 3);
          return Math.sign(towards(colour, above) - towards(colour, below));
        });
      });
    },
    rows,
    columns,
    channels(wash),
    channels(plusOf(stage)),
    channels(minus),
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
      // Near 0 a colour is almost that of 0, so its hue is not compared.
      const threshold = Math.max(...data.map(Math.abs)) / 8;
      await eventually(async () => {
        const pictures = await signs(page, rows, columns, stage);
        assert.equal(pictures.length, count, stage);
        pictures.forEach((picture, head) =>
          picture.forEach((sign, at) => {
            const value = expected[head][at];
            if (Math.abs(value) > threshold) assert.equal(sign, Math.sign(value), `${stage}, head ${head}, ${at}`);
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
