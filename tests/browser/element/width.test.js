/** The width of elements in parents that are as wide as their contents. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** Parents that shrink to fit, each with the element in place of @. @type {Readonly<Record<string, string>>} */
const parents = {
  "flex row": '<div style="display: flex">@</div>',
  "flex row with words": '<div style="display: flex"><p>a few words beside it</p>@</div>',
  "flex column": '<div style="display: flex; flex-direction: column; align-items: flex-start">@</div>',
  "table cell": "<table><tr><td>@</td></tr></table>",
  float: '<div style="float: left">@</div>',
  dialog: "<dialog open>@</dialog>",
  "inline block": '<div style="display: inline-block">@</div>',
  "grid with automatic columns": '<div style="display: grid; grid-template-columns: auto auto"><p>words</p>@</div>',
  "absolute position": '<div style="position: absolute">@</div>',
  "fit-content": '<div style="width: fit-content">@</div>',
};

inBrowsers(allEngines, (test) => {
  for (const [name, html] of Object.entries(parents))
    test(`${name}: the element has room in a wide window, and the window's width in a narrow one`, (page) =>
      withHost(page, async (host) => {
        const column = (/** @type {number} */ width) =>
          `<div style="position: relative; width: ${width}px">${html.replace("@", "<attention-stepper>waiting</attention-stepper>")}</div>`;
        const size = () => host.run(({ element }) => ({ width: element.offsetWidth, height: element.offsetHeight }));
        await host.show(column(1100));
        await host.ready();
        await eventually(async () => {
          const { width, height } = await size();
          assert.ok(width >= 600 && width <= 1100 && height > 300 && height < 1200, `${width} × ${height}`);
        });
        await host.show(column(360));
        await host.ready();
        await eventually(async () => {
          const { width, height } = await size();
          assert.ok(width >= 220 && width <= 361 && height > 300 && height < 2400, `${width} × ${height}`);
        });
      }));
});
