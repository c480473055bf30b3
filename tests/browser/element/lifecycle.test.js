/** Elements that a page removes, moves and inserts again, as routers and frameworks do. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** A script that lets WebAssembly fail until `window.broken` is false. */
const brokenEngine = `window.broken = true;
  for (const name of ["compile", "instantiate"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = (...args) => (window.broken ? Promise.reject(new Error("no memory")) : real(...args));
  }`;

/** A script after which WebAssembly's memory does not grow. */
const noMoreMemory = `WebAssembly.Memory.prototype.grow = function () {
  throw new RangeError("none left");
};`;
const manyWords = Array.from({ length: 400 }, (_, at) => `w${at}`).join(" ");

inBrowsers(allEngines, (test) => {
  test("an element that is removed while it first draws does not stop the others from starting", (page) =>
    withHost(page, async (host) => {
      await host.show("");
      await host.run(async () => {
        await customElements.whenDefined("attention-stepper");
        document.body.innerHTML = "<attention-stepper></attention-stepper>".repeat(3);
        const first = /** @type {any} */ (document.body.firstChild);
        // Called when the element has drawn its frame, before the parts in it draw for the first time.
        const removeOnceStarted = () => first.started && first.remove();
        new MutationObserver(removeOnceStarted).observe(first.shadowRoot, { childList: true, subtree: true });
      });
      await eventually(async () => assert.equal(await host.run(({ elements }) => elements.length), 2));
      for (const at of [0, 1]) {
        await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
        await host.ready(at);
      }
      await host.run(() => document.body.prepend(document.createElement("attention-stepper")));
      await host.run(({ element }) => element.scrollIntoView());
      await host.ready();
    }));

  test("an element that is removed while it first draws, and put back, draws", (page) =>
    withHost(page, async (host) => {
      await host.show("");
      await host.run(async () => {
        await customElements.whenDefined("attention-stepper");
        const added = /** @type {any} */ (document.createElement("attention-stepper"));
        document.body.append(added);
        // Resolves when the element has drawn its frame, before the parts in it draw for the first time.
        await new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!added.started) return;
            observer.disconnect();
            resolve(added.remove());
          });
          observer.observe(added.shadowRoot, { childList: true, subtree: true });
        });
        await new Promise(requestAnimationFrame);
        document.body.append(added);
        await added.ready;
      });
      await host.ready();
    }));

  test("an element can be removed as soon as it is ready", (page) =>
    withHost(page, async (host) => {
      await host.show("");
      for (const view of ["stage", "equation", "lines", "walk"]) {
        await host.run(async (_, shown) => {
          document.body.innerHTML = `<attention-stepper view="${shown}"></attention-stepper>`;
          const [added] = /** @type {any} */ (document.body.children);
          await added.ready;
          added.remove();
          document.body.innerHTML = "<attention-stepper></attention-stepper>";
        }, view);
        // The removed element's deferred work would run before this element's tables are drawn.
        await host.ready();
        assert.deepEqual(await page.problems(), [], view);
      }
    }));

  test("an element without memory for its numbers shows why, and the others start", (page) =>
    withHost(page, async (host) => {
      host.put("/full.js", "js", noMoreMemory);
      await host.show(
        `<attention-stepper sentence="${manyWords}"><p>drawn ahead</p></attention-stepper><attention-stepper></attention-stepper>`,
        { head: '<script src="/full.js"></script>' },
      );
      await host.ready(1);
      assert.match(await host.run(({ find }) => find('[part="message"]').textContent), /memory: must have \d+ bytes/);
      assert.equal(await host.run(() => document.querySelector("attention-stepper p")?.checkVisibility()), true);
      assert.equal((await host.heard("attention-error"))[0].field, "engine");
      assert.match(await host.run(({ element }) => element.ready.then(() => "ready", String)), /memory: must have/);
    }));

  test("where a state without memory for its numbers comes while the figure is first drawn, the slot's content stays", (page) =>
    withHost(page, async (host) => {
      host.put("/full.js", "js", noMoreMemory);
      await host.show("", { head: '<script src="/full.js"></script>' });
      await host.run(async (_, sentence) => {
        await customElements.whenDefined("attention-stepper");
        document.body.innerHTML = "<attention-stepper><p>drawn ahead</p></attention-stepper>";
        const added = /** @type {any} */ (document.body.firstChild);
        const failed = new Promise((resolve) => added.addEventListener("attention-error", resolve, { once: true }));
        const observer = new MutationObserver(async () => {
          if (!added.started) return;
          observer.disconnect();
          await added.updateComplete; // all parts are drawn once, and have yet to measure their widths
          added.sentence = sentence;
        });
        observer.observe(added.shadowRoot, { childList: true, subtree: true });
        await failed;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
        await added.updateComplete;
      }, manyWords);
      assert.match(await host.run(({ find }) => find('[part="message"]').textContent), /memory: must have \d+ bytes/);
      assert.equal(await host.run(() => document.querySelector("attention-stepper p")?.checkVisibility()), true);
      assert.deepEqual(await host.heard("attention-ready"), []);
    }));

  test("after a failed start, an element that is put back has a new promise `ready`", (page) =>
    withHost(page, async (host) => {
      host.put("/broken.js", "js", brokenEngine);
      await host.show("<attention-stepper></attention-stepper>", { head: '<script src="/broken.js"></script>' });
      const outcome = () => host.run(({ element }) => element.ready.then(() => "ready", String));
      assert.equal(await outcome(), "Error: no memory");
      await host.run(({ element }) => {
        Object.assign(window, { broken: false });
        const { parentNode } = element;
        element.remove();
        parentNode.append(element);
      });
      assert.equal(await outcome(), "ready");
      await host.ready();
    }));
});
