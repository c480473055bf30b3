/** A lesson, or one step of it, alone in a frame of another page, and in the element. Needs a finished build. */
import assert from "node:assert/strict";

import { lessonOf } from "../../../web/course/course.js";
import { readText } from "../../support/machine.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { messagesOf, withHost, withTwoHosts } from "../support/hosts.js";

/** @typedef {import("../support/page.js").Page} Page */

/**
 * Does something in the frame of the page that is shown.
 * @template T
 * @param {Page} page
 * @param {() => Promise<T>} body
 * @param {string} [frame] a script that finds it
 */
async function inFrame(page, body, frame = "return document.querySelector('iframe')") {
  await page.driver.switchTo().frame(await page.driver.executeScript(frame));
  try {
    return await body();
  } finally {
    await page.driver.switchTo().defaultContent();
  }
}

const frameInElement = "return document.querySelector('attention-stepper').shadowRoot.querySelector('iframe')";

/** What stands in the frame beside the step: the page's header and footer, and the ways to other steps. @param {Page} page */
const around = (page) =>
  page.run(({ explorer, findAll }) => ({
    headers: explorer.shadowRoot.querySelectorAll("header nav").length,
    footer: document.querySelector("footer")?.offsetHeight ?? 0, // the page in one file has none
    ways: findAll("learn-place", ".ways a").map(({ id, className }) => id || className),
    ask: findAll("learn-place", "#ask").length,
  }));

/**
 * Waits until the step's question is there. Each try finds the frame anew: one that is still on its way would be left behind.
 * @param {Page} page
 * @param {string} [frame]
 */
const askedIn = (page, frame) =>
  eventually(() => inFrame(page, async () => assert.equal((await around(page)).ask, 1), frame));

/** @param {Page} page @param {string} option */
const choose = (page, option) => page.click("learn-place", `[data-option="${option}"]`);

/** @param {Page} page @param {Parameters<typeof withTwoHosts>[2]} body */
const withTwo = (page, body) =>
  withTwoHosts(page, { "/index.html": readText("web/dist/attention-stepper.html") }, body);

/** The right option of the first step of the lesson on softmax, and a wrong one. */
const step = lessonOf("softmax").steps.find(({ id }) => id === "ratio");
const options = step?.question?.kind === "choice" ? step.question.options : [];

inBrowsers(allEngines, (test) => {
  test("a step alone: no page around it, no other step; its height and its answers are told to the named origin", (page) =>
    withTwo(page, async ({ around: outer, inner }) => {
      const parent = encodeURIComponent(outer.url.slice(0, -1));
      const address = `${inner.url}index.html?alone=step&parent=${parent}#place=learn&lesson=softmax&step=ratio`;
      await outer.show(
        `<script src="/ears.js"></script><iframe src="${address}" title="lesson" width="100%" height="900"></iframe>`,
      );
      await askedIn(page);
      const given = await inFrame(page, async () => {
        assert.deepEqual(await around(page), { headers: 0, footer: 0, ways: [], ask: 1 });
        await checkAxe(page, "a step alone");
        await choose(page, options[0] ?? "");
        await eventually(async () =>
          assert.equal(await page.run(({ findAll }) => findAll("learn-place", ".feedback p").length), 1),
        );
        return page.run(({ find }) => find("learn-place", ".feedback p").className);
      });
      const [[origin, answer]] = await eventually(async () => {
        const answers = await messagesOf(outer, "attention-answer");
        assert.equal(answers.length, 1);
        return answers;
      });
      assert.equal(origin, inner.url.slice(0, -1));
      const { type, ...detail } = answer;
      assert.equal(type, "attention-answer");
      assert.deepEqual(detail, { lesson: "softmax", step: "ratio", given: options[0], right: given === "right" });
      assert.deepEqual(
        (await messagesOf(outer, "attention-ready")).map(([, { lesson, step: shown }]) => [lesson, shown]),
        [["softmax", "ratio"]],
      );
      assert.ok((await messagesOf(outer, "attention-resize")).at(-1)[1].height > 300);
      assert.deepEqual(await messagesOf(outer, "attention-error"), []);
    }));

  test("a lesson alone goes from its first step to its last and no further; its links open another window", (page) =>
    withTwo(page, async ({ around: outer, inner }) => {
      await outer.show(
        `<script src="/ears.js"></script><iframe src="${inner.url}index.html?alone=lesson#place=learn&lesson=softcap" title="lesson" width="100%" height="900"></iframe>`,
      );
      const { steps } = lessonOf("softcap");
      await askedIn(page);
      await inFrame(page, async () => {
        for (const at of steps.keys()) {
          await eventually(async () =>
            assert.match(await page.fragment(), new RegExp(`lesson=softcap(&step=${steps[at]?.id})?$`)),
          );
          await eventually(async () => {
            const { ways } = await around(page);
            const wanted = [...(at > 0 ? ["button back"] : []), ...(at < steps.length - 1 ? ["next"] : [])];
            assert.deepEqual(ways, wanted, `step ${at + 1}`);
          });
          if (at < steps.length - 1) await page.click("learn-place", "#next");
        }
        assert.equal(await page.run(() => document.querySelector("base")?.target), "_blank");
      });
      // No origin is named, so only the height is told.
      assert.deepEqual(await messagesOf(outer, "attention-ready"), []);
      assert.ok((await messagesOf(outer, "attention-resize")).length > 0);
    }));

  test("a step that is not there is said in the frame and told; in a window of its own the page is whole", (page) =>
    withTwo(page, async ({ around: outer, inner }) => {
      const parent = encodeURIComponent(outer.url.slice(0, -1));
      const wrong = `${inner.url}index.html?alone=step&parent=${parent}#place=learn&lesson=softmax&step=nothing`;
      await outer.show(
        `<script src="/ears.js"></script><iframe src="${wrong}" title="lesson" width="100%" height="900"></iframe>`,
      );
      await eventually(async () => assert.equal((await messagesOf(outer, "attention-error")).length, 1));
      const [[, error]] = await messagesOf(outer, "attention-error");
      assert.equal(error.field, "step");
      assert.match(error.message, /must be one of ratio, .*got "nothing"/);
      const shown = await inFrame(page, () => page.run(({ find }) => find("learn-place", ".error").textContent));
      assert.match(shown, /nothing/);

      await page.driver.get(`${inner.url}index.html?alone=step#place=learn&lesson=softmax&step=ratio`);
      await eventually(async () => assert.equal((await around(page)).ask, 1));
      const { headers, ways } = await around(page);
      assert.deepEqual([headers, ways], [1, ["button back", "next"]]);
    }));

  test("the picture of a step in the element can be saved from there", (page) =>
    withHost(page, async (host) => {
      host.put("/index.html", "html", readText("web/dist/attention-stepper.html"));
      await host.show(`<main><h1>Host</h1><attention-stepper lesson="mix" step="alive"></attention-stepper></main>`);
      await askedIn(page, frameInElement);
      const saved = await inFrame(
        page,
        () =>
          page.run(({ find }) => {
            /** @type {string[]} */
            const names = [];
            HTMLAnchorElement.prototype.click = function click() {
              names.push(this.download);
            };
            find("scene-save", "[data-kind=svg]").click();
            return names;
          }),
        frameInElement,
      );
      assert.deepEqual(saved, ["attention-mix-alive.svg"]);
    }));

  test("the element shows a lesson's step from the page beside its script, as high as it is, and fires its answers", (page) =>
    withHost(page, async (host) => {
      host.put("/index.html", "html", readText("web/dist/attention-stepper.html"));
      await host.show(
        `<main><h1>Host</h1><attention-stepper lesson="softmax" step="ratio" caption="Try it"></attention-stepper></main>`,
      );
      await askedIn(page, frameInElement);
      assert.equal((await inFrame(page, () => around(page), frameInElement)).headers, 0);
      await host.run(({ element }) => element.ready);
      const events = await host.run(({ heard }) => heard.splice(0));
      const [ready] = events.filter((/** @type {any} */ [name]) => name === "attention-ready");
      assert.equal(ready[1].link, "place=learn&lesson=softmax&step=ratio");
      await eventually(async () => {
        const { shown, content } = await host.run(({ find }) => {
          const frame = find("iframe");
          const inner = frame.contentWindow.document.body.getBoundingClientRect();
          return { shown: frame.offsetHeight, content: Math.ceil(inner.height) };
        });
        assert.equal(shown, content);
      });
      await checkAxe(page, "a lesson in the element");
      await inFrame(page, () => choose(page, options[1] ?? ""), frameInElement);
      const [answer] = await eventually(async () => {
        const answers = await host.run(({ heard }) =>
          heard.filter((/** @type {any} */ [name]) => name === "attention-answer"),
        );
        assert.equal(answers.length, 1);
        return answers;
      });
      assert.deepEqual([answer[1].lesson, answer[1].step, answer[1].given], ["softmax", "ratio", options[1]]);
      // A figure takes its place when the attribute goes.
      await host.run(({ element }) => {
        element.lesson = null;
        element.step = null;
      });
      await host.ready();
      assert.equal(await host.run(({ findAll }) => findAll("iframe").length), 0);
      assert.deepEqual(await page.problems(), []);
    }));
});
