/** Tables wider than the page: every cell can be brought into view, by finger and by keyboard. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { experiments } from "../../../../web/state/experiments/experiments.js";
import { eventually } from "../../support/eventually.js";
import { t } from "../../support/expected.js";
import { inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../support/page.js").Page} Page */

/**
 * Scrolls to the first and the last cell of each row of each table that can be seen, and looks whether the cell is then
 * what a finger in its middle would touch.
 * @param {Page} page
 * @returns {Promise<{tables: number, wide: number, unreachable: string[]}>} wide: tables that are wider than the window
 */
const look = (page) =>
  page.run(({ hosts }) => {
    /** What is there for screen readers alone, as figures' tables are, is clipped away. @param {Element} element */
    const isSeen = (element) => {
      for (let node = /** @type {Element | null} */ (element); node; node = node.parentElement) {
        if (getComputedStyle(node).clipPath !== "none") return false;
      }
      return element.checkVisibility();
    };
    /** A box with hidden overflow is scrolled by scripts, but not by a reader. @param {Element} element */
    const isCut = (element) => {
      for (let node = element.parentElement; node; node = node.parentElement) {
        if (node.scrollLeft > 0 && getComputedStyle(node).overflowX === "hidden") return true;
      }
      return false;
    };
    const tables = hosts.flatMap((host) => [...host.shadowRoot.querySelectorAll("table")]).filter(isSeen);
    /** @type {string[]} */
    const unreachable = [];
    for (const table of tables) {
      for (const row of table.rows) {
        for (const cell of [row.cells[0], row.cells[row.cells.length - 1]]) {
          if (!cell || !isSeen(cell)) continue;
          cell.scrollIntoView({ behavior: "instant", block: "center", inline: "center" });
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          const [x, y] = [(Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2, (top + bottom) / 2];
          const touched = /** @type {ShadowRoot} */ (table.getRootNode()).elementFromPoint(x, y);
          const inView = left >= -1 && right <= window.innerWidth + 1;
          const reached = cell.contains(touched) && !isCut(cell);
          if (!inView || !reached)
            unreachable.push(`${table.className || table.caption?.textContent}: ${cell.textContent}`);
        }
      }
    }
    const wide = tables.filter((table) => table.scrollWidth > window.innerWidth).length;
    return { tables: tables.length, wide, unreachable };
  });

inBrowsers(["chromium"], (test) => {
  test("at 360 px, every table's first and last columns can be scrolled into view", async (page) => {
    await page.look({ width: 360, height: 740, pixels: 2 });
    await page.open();
    let [tables, wide] = [0, 0];
    for (const { id, element } of experiments) {
      await page.follow(`experiment=${id}`);
      await eventually(async () => assert.equal((await page.state()).experiment, id));
      await page.part(element, "p");
      await page.run(({ find }) => find("compare-experiment", ".expect button")?.click()); // shows its tables
      const found = await eventually(async () => {
        const now = await look(page);
        assert.deepEqual(now.unreachable, [], id);
        return now;
      });
      tables += found.tables;
      wide += found.wide;
    }
    assert.ok(tables > 0 && wide > 0, `${tables} tables, ${wide} of them wider than the window`);
  });

  test("a box around a table is a tab stop with a name as long as it scrolls, and arrow keys scroll it", async (page) => {
    await page.open("experiment=mask&causal=1");
    const boxes = () =>
      page.run(({ findAll }) =>
        findAll("mask-experiment", "scroll-box").map((box) => ({
          scrolls: box.scrollWidth > box.clientWidth,
          isStop: box.tabIndex === 0,
          spoken: [box.role, box.ariaLabel],
        })),
      );
    const named = { isStop: true, spoken: ["group", t("mask-table")] };
    const silent = { isStop: false, spoken: [null, null] };
    await page.part("mask-experiment", "scroll-box");
    await eventually(async () => assert.deepEqual(await boxes(), [{ scrolls: false, ...silent }]));
    await page.look({ width: 360, height: 740 });
    await eventually(async () => assert.deepEqual(await boxes(), [{ scrolls: true, ...named }]));
    await page.run(({ find }) => find("mask-experiment", "scroll-box").focus());
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () =>
      assert.ok((await page.run(({ find }) => find("mask-experiment", "scroll-box").scrollLeft)) > 0),
    );
    await page.look({ width: 1280, height: 740 });
    await eventually(async () => assert.deepEqual(await boxes(), [{ scrolls: false, ...silent }]));
  });
});
