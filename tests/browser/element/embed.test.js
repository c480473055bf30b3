/** embed.html in iframes: which messages it sends, and to whom. Needs a finished build. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { embedsOf } from "../../../web/export/embed.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { readText } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { messagesOf, withHost, withTwoHosts } from "../support/hosts.js";

/** @typedef {import("../support/hosts.js").Host} Host */
/** @typedef {import("../support/page.js").Page} Page */

/** A page that records the messages of its iframe. */
const ears = `<script src="/ears.js"></script>`;

/** @param {Page} page @param {Parameters<typeof withTwoHosts>[2]} body */
const withTwo = (page, body) => withTwoHosts(page, { "/embed.html": readText("web/dist/embed.html") }, body);

/** @param {Host} around @param {unknown} message @returns {Promise<any>} the answer to it */
async function ask(around, message) {
  const id = randomUUID();
  await around.run((_, data) => /** @type {any} */ (window).ask(data), { .../** @type {object} */ (message), id });
  return eventually(async () => {
    const answers = await around.run(
      (_, of) => /** @type {any} */ (window).received.filter((/** @type {any} */ [, data]) => data.id === of),
      id,
    );
    assert.equal(answers.length, 1);
    return answers[0][1];
  });
}

inBrowsers(allEngines, (test) => {
  test("the embedding page reads and sets the state and gets events; its iframe has the right height", (page) =>
    withTwo(page, async ({ around, inner }) => {
      const origin = around.url.slice(0, -1);
      const address = `${inner.url}embed.html?view=equation&parent=${encodeURIComponent(origin)}#d_k=6`;
      await around.show(`${ears}<iframe src="${address}" title="figure" width="100%" height="300"></iframe>`);
      await eventually(async () => assert.equal((await messagesOf(around, "attention-ready")).length, 1));
      const start = changeState(defaultState, { d_k: 6 });
      assert.deepEqual(await ask(around, { type: "attention-get" }).then(({ state, link }) => [state, link]), [
        start,
        "d_k=6",
      ]);
      const [[from]] = await messagesOf(around, "attention-ready");
      assert.equal(from, inner.url.slice(0, -1));

      const raw = changeState(start, { stage: "raw", cell: { stage: "raw", index: [1, 4, 2] } });
      const reply = await ask(around, { type: "attention-set", fields: { stage: "raw" } });
      assert.deepEqual([reply.type, reply.state], ["attention-state", raw]);
      await eventually(async () => {
        const [, step] = (await messagesOf(around, "attention-step")).at(-1);
        assert.deepEqual([step.stage, step.head, step.cell], ["raw", 1, raw.cell]);
        const [, change] = (await messagesOf(around, "attention-change")).at(-1);
        assert.deepEqual([change.state, change.fields], [raw, ["stage", "cell"]]);
      });
      assert.deepEqual((await ask(around, { type: "attention-set", link: "heads=2" })).state.heads, 2);
      assert.deepEqual((await ask(around, { type: "attention-set", state: { seed: 9 } })).link, "seed=9");

      await eventually(async () => {
        const [, { height }] = (await messagesOf(around, "attention-resize")).at(-1);
        const shown = await around.run(() => document.querySelector("iframe")?.offsetHeight ?? 0);
        assert.ok(height > 300 && shown >= height, `${height}, ${shown}`);
      });
      await page.driver.switchTo().frame(0);
      await eventually(async () => {
        const hidden = "return document.scrollingElement.scrollHeight - window.innerHeight";
        assert.ok(Number(await page.driver.executeScript(hidden)) <= 1);
      });
      await page.driver.switchTo().defaultContent();
    }));

  test("a frame loads the weights of a trained model from trained.js beside it", (page) =>
    withTwo(page, async ({ around, inner }) => {
      inner.put("/trained.js", "js", readText("web/dist/trained.js"));
      const origin = encodeURIComponent(around.url.slice(0, -1));
      const address = `${inner.url}embed.html?parent=${origin}#recipe=pronoun`;
      await around.show(`${ears}<iframe src="${address}" title="figure" width="100%" height="300"></iframe>`);
      await eventually(async () => assert.equal((await messagesOf(around, "attention-ready")).length, 1));
      assert.deepEqual(await messagesOf(around, "attention-error"), []);
      assert.equal((await ask(around, { type: "attention-get" })).state.recipe, "pronoun");
      assert.deepEqual(await page.problems(), []);
    }));

  test("a frame as high as its content has no scrollbar and no space for one, at any width; a lower one scrolls", (page) =>
    withTwo(page, async ({ around, inner }) => {
      await around.show(
        `${ears}<iframe src="${inner.url}embed.html" title="figure" width="100%" height="300" frameborder="0"></iframe>`,
      );
      for (const width of ["100%", "413px", "611.5px"]) {
        await around.run((_, css) => {
          const frame = /** @type {HTMLElement} */ (document.querySelector("iframe"));
          frame.style.width = css;
        }, width);
        await eventually(async () => {
          await page.driver.switchTo().frame(0);
          const [content, frame, height, needed] = /** @type {number[]} */ (
            await page.driver.executeScript(`const { body, documentElement: root } = document;
              return [body.clientWidth, Math.floor(innerWidth), innerHeight, root.scrollHeight];`)
          );
          await page.driver.switchTo().defaultContent();
          assert.equal(content, frame, `at ${width}`);
          assert.ok(Number(needed) > 400 && Number(height) >= Number(needed), `${height} px for ${needed} px`);
        });
      }
      await around.run(() => {
        // A height that is set here could be replaced by the answer to an earlier message.
        /** @type {HTMLElement} */ (document.querySelector("iframe")).style.maxHeight = "300px";
      });
      await eventually(async () => {
        // Reading the frame's height lays out the page around it, without which the frame does not know its height.
        const shown = await around.run(() => document.querySelector("iframe")?.offsetHeight);
        await page.driver.switchTo().frame(0);
        const scrolled = await page.driver.executeScript("scrollTo(0, 999); return scrollY");
        await page.driver.switchTo().defaultContent();
        assert.ok(Number(scrolled) > 50, `scrolled ${scrolled} px in a frame of ${shown} px`);
      });
    }));

  test("a figure with the explorer's address leads to its own walk there, with what the reader has changed", (page) =>
    withTwo(page, async ({ around, inner }) => {
      const explorer = "https://example.org/attention/";
      const origin = encodeURIComponent(around.url.slice(0, -1));
      const address = `${inner.url}embed.html?explorer=${encodeURIComponent(explorer)}&parent=${origin}#d_k=6`;
      await around.show(`${ears}<iframe src="${address}" title="figure" width="100%" height="300"></iframe>`);
      await eventually(async () => assert.equal((await messagesOf(around, "attention-ready")).length, 1));
      const link = () =>
        page.driver.executeScript(
          `const link = document.querySelector("attention-stepper").shadowRoot.querySelector("[part=explorer] a");
           return link && [link.href, link.target, link.rel, link.innerText]`,
        );
      await page.driver.switchTo().frame(0);
      assert.deepEqual(await link(), [`${explorer}#d_k=6`, "_blank", "noopener", "Open in the explorer"]);
      await page.driver.switchTo().defaultContent();
      await ask(around, { type: "attention-set", fields: { heads: 2 } });
      await page.driver.switchTo().frame(0);
      const changed = `${explorer}#${stateToFragment(changeState(defaultState, { d_k: 6, heads: 2 }))}`;
      await eventually(async () => assert.equal((await link())?.[0], changed));
      await page.driver.executeScript(
        `document.querySelector("attention-stepper").explorer = " java\\nscript:alert(1)"`,
      );
      const refused = /^explorer: must be an address of the explorer, https:\/\/… or relative, got/;
      await eventually(async () => {
        const said = await page.driver.executeScript(
          `return document.querySelector("attention-stepper").shadowRoot.querySelector("[role=alert]").innerText`,
        );
        assert.match(String(said), refused);
      });
      assert.equal((await link())[0], changed, "the address before it stays");
      await page.driver.executeScript(`document.querySelector("attention-stepper").explorer = null`);
      await eventually(async () => assert.equal(await link(), null));
      await page.driver.switchTo().defaultContent();
    }));

  test("malformed messages from the embedding page are answered with an error, and nothing changes", (page) =>
    withTwo(page, async ({ around, inner }) => {
      const origin = encodeURIComponent(around.url.slice(0, -1));
      const address = `${inner.url}embed.html?view=lines&parent=${origin}`;
      await around.show(`${ears}<iframe src="${address}" title="figure" width="100%" height="300"></iframe>`);
      await eventually(async () => assert.equal((await messagesOf(around, "attention-ready")).length, 1));
      /** @type {[object, string][]} */
      const wrong = [
        [{ type: "attention-set", fields: { d_k: 9000 } }, "d_k"],
        [{ type: "attention-set", fields: { d_j: 3 } }, "d_j"],
        [{ type: "attention-set", fields: null }, "fields"],
        [{ type: "attention-set", fields: [1] }, "fields"],
        [{ type: "attention-set", state: [] }, "state"],
        [{ type: "attention-set", state: 7 }, "state"],
        [{ type: "attention-set", link: "d_k=<img src=x onerror=alert(1)>" }, "d_k"],
        [{ type: "attention-set", link: 3 }, "link"],
        [{ type: "attention-set" }, "attention-set"],
        [{ type: "attention-set", link: "", fields: {} }, "attention-set"],
        [{ type: "attention-set", html: "<b>" }, "attention-set"],
        [{ type: "eval", code: "alert(1)" }, "type"],
        [{}, "type"],
      ];
      for (const [message, field] of wrong) {
        const { type, field: named, message: text } = await ask(around, message);
        assert.deepEqual([type, named], ["attention-error", field], JSON.stringify(message));
        assert.ok(text.startsWith(`${field}: `), text);
      }
      await around.run(() => {
        for (const message of [null, 3, "attention-get", [], undefined]) /** @type {any} */ (window).ask(message);
      });
      await eventually(async () =>
        assert.equal((await messagesOf(around, "attention-error")).length, wrong.length + 5, "each has an answer"),
      );
      const { state } = await ask(around, { type: "attention-get" });
      assert.deepEqual(state, changeState(defaultState, { picture: "lines" }));
    }));

  test("messages from any other origin are ignored, and only the height is sent to it", (page) =>
    withTwo(page, async ({ around, inner }) => {
      for (const parent of ["", "&parent=https://example.org", "&parent=nonsense", "&parent=*"]) {
        const address = `${inner.url}embed.html?view=equation${parent}`;
        await around.show(`${ears}<iframe src="${address}" title="figure" width="100%" height="300"></iframe>`);
        await page.driver.switchTo().frame(0);
        await eventually(async () => {
          const started = "return document.querySelector('attention-stepper').started === true";
          assert.ok(await page.driver.executeScript(started));
        });
        await page.driver.switchTo().defaultContent();
        if (!parent.includes("example"))
          await eventually(async () => assert.ok((await messagesOf(around, "attention-resize")).length > 0));
        await around.run(() => {
          for (const message of [{ type: "attention-get" }, { type: "attention-set", fields: { d_k: 9 } }, 3])
            /** @type {any} */ (window).ask(message);
        });
        // Messages are sent in order: answers to these would arrive before the message about this change.
        await page.driver.switchTo().frame(0);
        const state = await page.driver.executeAsyncScript((/** @type {(state: unknown) => void} */ done) => {
          const stepper = /** @type {any} */ (document.querySelector("attention-stepper"));
          setTimeout(() => done(stepper.state));
        });
        const alert = await page.driver.executeScript(
          "return document.querySelector('[role=alert]')?.textContent ?? ''",
        );
        await page.driver.switchTo().defaultContent();
        assert.deepEqual(state, defaultState);
        assert.equal(alert !== "", parent === "&parent=nonsense" || parent === "&parent=*", parent);
        const others = await around.run(() =>
          /** @type {any} */ (window).received.filter((/** @type {any} */ [, { type }]) => type !== "attention-resize"),
        );
        assert.deepEqual(others, [], parent);
      }
      // When the frame's parent origin is not that of the page, browsers drop its messages and log an error.
      await page.problems();
    }));

  test("in a sandbox that allows only scripts it works and answers", (page) =>
    withTwo(page, async ({ around, inner }) => {
      const address = `${inner.url}embed.html?parent=${encodeURIComponent(around.url.slice(0, -1))}#stage=raw`;
      const frame = `<iframe sandbox="allow-scripts" src="${address}" title="figure" width="600" height="300"></iframe>`;
      await around.show(`${ears}${frame}`);
      await eventually(async () => assert.equal((await messagesOf(around, "attention-ready")).length, 1));
      const [[from]] = await messagesOf(around, "attention-ready");
      assert.equal(from, "null");
      const { state } = await ask(around, { type: "attention-set", fields: { heads: 2 } });
      assert.deepEqual([state.stage, state.heads], ["raw", 2]);
      assert.deepEqual(inner.requests, ["/embed.html"]);
    }));

  test("the explorer's embed code, pasted into a page, holds the reader's text as data", (page) =>
    withHost(page, async (host) => {
      await host.show("");
      for (const sentence of [
        '"><img src=x onerror=alert(1)>',
        "'/><script>alert(1)</script><!--",
        "a&quot;&#34; b`",
      ]) {
        const fragment = stateToFragment(changeState(defaultState, { sentence }));
        const what = {
          fragment,
          view: /** @type {const} */ ("walk"),
          title: sentence,
          fallback: sentence,
          base: "https://example.org/",
        };
        const { element, iframe, oembed } = embedsOf(what);
        const parsed = await host.run(
          (_, ...pasted) =>
            pasted.map((html) =>
              [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("body *, head *")].map((tag) => [
                tag.localName,
                Object.fromEntries(tag.getAttributeNames().map((name) => [name, tag.getAttribute(name)])),
                tag.textContent,
              ]),
            ),
          element,
          iframe,
          JSON.parse(oembed).html,
        );
        const frame = {
          src: `https://example.org/embed.html?view=walk&explorer=https%3A%2F%2Fexample.org%2F#${fragment}`,
          title: sentence,
          width: "100%",
          height: "1350",
          frameborder: "0",
          loading: "lazy",
        };
        assert.deepEqual(parsed, [
          [
            ["style", {}, "attention-stepper:not(:defined) { display: block; min-height: min(100svh, 930px) }"],
            ["script", { type: "module", src: "https://example.org/attention-stepper.js" }, ""],
            [
              "attention-stepper",
              { view: "walk", explorer: "https://example.org/", state: fragment },
              `\n  ${sentence}\n`,
            ],
          ],
          [
            ["iframe", frame, ""],
            ["script", { type: "module" }, `\n${readText("web/examples/fit-frames.js")}`],
          ],
          [["iframe", frame, ""]],
        ]);
      }
    }));
});

inBrowsers(["chromium"], (test) => {
  test("a browser without WebAssembly SIMD uses the scalar engine where it is available, and shows a message where it is not", (page) =>
    withHost(page, async (host) => {
      const source = "WebAssembly.validate = () => false";
      const { identifier } = await page.devtools("Page.addScriptToEvaluateOnNewDocument", { source });
      const alert = () => host.run(({ find }) => find("[role=alert]").textContent.trim());
      try {
        host.put("/embed.html", "html", readText("web/dist/embed.html"));
        await page.driver.get(`${host.url}embed.html`);
        await eventually(async () => assert.match(await alert(), /too old.*no WebAssembly SIMD.*wasm-scalar\.js/));
        await page.problems(); // the browser logs the missing file itself
        host.put("/wasm-scalar.js", "js", readText("web/dist/wasm-scalar.js"));
        for (const show of [
          () => page.driver.get(`${host.url}embed.html`),
          () => host.show("<attention-stepper></attention-stepper>"),
        ]) {
          await show();
          await eventually(async () => assert.equal((await host.run(({ tables }) => tables())).length > 0, true));
          assert.equal(await alert(), "");
          assert.deepEqual(await page.problems(), []);
        }
        assert.ok(host.requests.includes("/wasm-scalar.js"));
      } finally {
        await page.devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
      }
    }));
});
