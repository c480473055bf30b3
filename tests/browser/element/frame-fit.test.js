/** When a frame leaves out the space for its scrollbar, in a frame whose height and content the tests set. */
import assert from "node:assert/strict";

import { readText } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../support/hosts.js").Host} Host */

const inner = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inner</title>
<style>:root { scrollbar-gutter: stable } :root[data-fits] { scrollbar-gutter: auto; overflow: hidden } body { margin: 0 }</style>
<script type="module">
  import { FrameFit } from "/frame-fit.js";
  const fit = new FrameFit();
  new ResizeObserver(fit.note).observe(document.body);
  addEventListener("resize", fit.note);
  window.noted = [];
  const root = document.documentElement;
  new MutationObserver(() => noted.push(root.hasAttribute("data-fits"))).observe(root, { attributeFilter: ["data-fits"] });
</script></head><body><div style="height: 400px"></div></body></html>`;

/** Sets the height of the frame, or of what is in it, and waits for two frames of the browser. @param {Host} host @param {"frame" | "content"} of @param {number} height */
const set = (host, of, height) =>
  host.run(
    async (_, which, px) => {
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
      const content = /** @type {HTMLElement} */ (frame.contentDocument?.querySelector("div"));
      (which === "frame" ? frame : content).style.height = `${px}px`;
      for (let left = 3; left > 0; left--) await new Promise((done) => requestAnimationFrame(done));
    },
    of,
    height,
  );

/** Whether the frame has the space left out, each time that this changed. @param {Host} host @returns {Promise<boolean[]>} */
const noted = (host) =>
  host.run(() => {
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
    return /** @type {any} */ (frame.contentWindow).noted;
  });

/** @param {Host} host @param {boolean[]} wanted */
const becomes = (host, wanted) => eventually(async () => assert.deepEqual(await noted(host), wanted));

inBrowsers(["chromium"], (test) => {
  const show = async (/** @type {Host} */ host) => {
    host.put("/frame-fit.js", "js", readText("web/components/framed/frame-fit.js"));
    host.put("/inner.html", "html", inner);
    await host.show(`<iframe src="/inner.html" title="frame" style="width: 100%; height: 300px"></iframe>`);
    await set(host, "frame", 404); // with its border
    await becomes(host, [true]);
  };

  test("a frame that is about to follow its content keeps what it has", (page) =>
    withHost(page, async (host) => {
      await show(host);
      for (const height of [430, 410, 470]) {
        await set(host, "content", height);
        await set(host, "frame", height + 4);
      }
      assert.deepEqual(await noted(host), [true]);
    }));

  test("a frame that does not follow scrolls, and tries once per size to do without the space", (page) =>
    withHost(page, async (host) => {
      await show(host);
      await set(host, "content", 500);
      await becomes(host, [true, false]);
      await set(host, "content", 390);
      assert.deepEqual(await noted(host), [true, false], "this size was tried");
      await set(host, "frame", 420);
      await becomes(host, [true, false, true]);
    }));
});
