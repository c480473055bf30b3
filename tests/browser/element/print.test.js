/** Elements on paper: also those that nobody has scrolled to, light, and in one piece. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../support/hosts.js").Host} Host */

const words = "<p>words between the figures</p>".repeat(60);
const views = ["stage", "equation", "lines", "walk"];
const figures = views.map(
  (view, at) => `<attention-stepper view="${view}" seed="${at}" theme="dark">fallback ${view}</attention-stepper>`,
);

/** Waits until the engine is there, although no element is near the window. @param {Host} host */
const waitForEngine = (host) =>
  eventually(async () => assert.ok(await host.run(() => /** @type {any} */ (window).isCompiled)));

/** Notes when WebAssembly is compiled; runs before the element's script. */
const note = `<script>
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args);
    setTimeout(() => (window.isCompiled = true));
    return result;
  };
</script>`;

inBrowsers(allEngines, (test) => {
  test("when the browser prints, every element is drawn at once, light, also where nobody has scrolled to it", (page) =>
    withHost(page, async (host) => {
      await host.show(words + figures.join(words), { head: note });
      await waitForEngine(host);
      assert.equal(await host.run(({ elements }) => elements.some(({ started }) => started)), false);
      const printed = await host.run(({ elements }) => {
        window.dispatchEvent(new Event("beforeprint"));
        // Without waiting, as a browser that prints: what is not drawn now is not on the paper.
        return elements.map((element) => {
          /** @param {any} root @returns {any[]} */
          const inside = (root) =>
            [...root.querySelectorAll("*")].flatMap((part) => [
              part,
              ...(part.shadowRoot ? inside(part.shadowRoot) : []),
            ]);
          const parts = inside(element.shadowRoot);
          const canvas = parts.find((part) => part.localName === "canvas" && part.closest(".frame"));
          const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
          const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
          context.drawImage(canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          const [red = 0] =
            getComputedStyle(parts.find((part) => part.matches(".body"))).backgroundColor.match(/\d+/g) ?? [];
          const pictures = parts.filter((part) => part.localName === "canvas");
          return {
            view: element.view,
            colours: new Set(new Uint32Array(data.buffer)).size > 20,
            isLight: Number(red) > 127,
            blank: pictures.filter((picture) => picture.width === 300 && picture.height === 150).length,
            fallback: parts.some((part) => part.localName === "slot" && part.name === ""),
            waiting: parts.filter((part) => part.isUpdatePending).length,
          };
        });
      });
      const wanted = { colours: true, isLight: true, blank: 0, fallback: false, waiting: 0 };
      assert.deepEqual(
        printed,
        views.map((view) => ({ view, ...wanted })),
      );
      const ready = await eventually(async () => {
        const [first] = await host.heard("attention-ready");
        return first ?? assert.fail("no element is ready");
      });
      assert.equal(ready.state.theme, "dark");
      await host.run(() => void window.dispatchEvent(new Event("afterprint")));
      for (const at of views.keys()) {
        await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
        await host.ready(at);
      }
    }));
});

inBrowsers(["chromium"], (test) => {
  test("on paper no figure is divided between two pages: figures of more than half a page have a page each", (page) =>
    withHost(page, async (host) => {
      const five = '<attention-stepper view="stage">fallback</attention-stepper>'.repeat(5);
      const pagesWith = async (/** @type {string} */ style) => {
        await host.show(five, { head: note + style });
        await waitForEngine(host);
        const { data } = await page.devtools("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69 });
        const pdf = Buffer.from(data, "base64").toString("latin1");
        return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
      };
      assert.equal(await pagesWith(""), 5);
      const divided = await pagesWith(permitted);
      assert.ok(divided === 3 || divided === 4, `divided, they fill ${divided} pages: each has more than half of one`);
    }));
});

/** A page's own style that permits to divide figures. */
const permitted = `<style>
  attention-stepper, attention-stepper::part(text), attention-stepper::part(figure), attention-stepper::part(panel) {
    break-inside: auto;
  }
</style>`;
