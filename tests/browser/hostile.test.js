/**
 * Hostile input to the page, the element and its iframe, with Trusted Types enforced: no script in it runs, and nothing
 * breaks. The 10,000 inputs are the same in every run; tests/state/hostile.test.js checks 13,000 more links and files without
 * a browser. Needs a finished build.
 */
import assert from "node:assert/strict";
import fc from "fast-check";

import { attributeFields, attributeOf } from "../../web/components/element/attributes.js";
import { defaultState } from "../../web/state/state.js";
import { readText } from "../support/machine.js";
import { inputs } from "../support/share.js";
import { pagePolicy } from "../../web/node/page-policy.js";
import { files, sample, texts, values } from "../support/hostile.js";
import { eventually } from "./support/eventually.js";
import { inBrowsers } from "./support/harness.js";
import { withHost } from "./support/hosts.js";
import { tryMarkup } from "./support/in-page.js";

/** @typedef {import("./support/page.js").Page} Page */

/** A text as code units, since WebDriver does not transfer unpaired surrogates. @param {string} text */
const units = (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** Runs first in the page: records every script of the input that runs. */
function setTraps() {
  /** @type {string[]} */
  const runs = [];
  Object.assign(window, { runs, ran: () => void runs.push("a script ran") });
  for (const name of /** @type {const} */ (["alert", "confirm", "prompt", "print", "open"]))
    Object.assign(window, { [name]: () => void runs.push(`${name} was called`) });
}

/**
 * Runs in the page: calls a function with one input after the other.
 * @param {string} act name of a function on window, which takes the texts of an input
 * @param {number[][][]} inputs
 * @param {(runs: string[]) => void} done
 */
async function feed(act, inputs, done) {
  // A function of the test, which WebDriver sent here as text.
  const send = /** @type {Function} */ (/** @type {any} */ (window)[act]);
  for (const input of inputs) {
    await send(...input.map((codes) => String.fromCharCode(...codes)));
    await new Promise((next) => setTimeout(next));
    await Promise.all([...document.querySelectorAll("*")].map((part) => /** @type {any} */ (part).updateComplete));
  }
  done(/** @type {any} */ (window).runs);
}

/**
 * @param {Page} page
 * @param {(...texts: string[]) => unknown} act runs in the page
 * @param {string[][]} inputs
 */
async function feedAll(page, act, inputs) {
  await page.driver.executeScript(`window.act = ${act}`);
  for (let at = 0; at < inputs.length; at += 100) {
    const batch = inputs.slice(at, at + 100);
    const runs = await page.driver.executeAsyncScript(
      feed,
      "act",
      batch.map((input) => input.map(units)),
    );
    assert.deepEqual(runs, [], JSON.stringify(batch).slice(0, 2000));
    const problems = await page.problems();
    assert.deepEqual(problems, [], JSON.stringify(batch).slice(0, 2000));
  }
}

const trusted = "require-trusted-types-for 'script'; trusted-types lit-html";

/** Checks that the browser refuses text where it would become markup. @param {Page} page */
async function checkGuarded(page) {
  assert.equal(await page.run(tryMarkup), "TypeError");
  await page.problems(); // the browser logs the refusal
}

/** Hostile values for any field, attribute or message. */
const anything = fc.oneof(texts, values);

const fields = fc
  .tuple(fc.constantFrom(...Object.keys(defaultState)), anything, fc.boolean())
  .map(
    ([field, text, isCoded]) => `${field}=${isCoded ? encodeURIComponent(text.replace(/\p{Surrogate}/gu, "")) : text}`,
  );

/** Checks that the page still works as usual. @param {Page} page */
async function stillWorks(page) {
  await page.follow("stage=raw");
  await eventually(async () => {
    const { current, tables } = await page.standing();
    assert.deepEqual(current, ["raw"]);
    assert.ok(tables.some(({ id, cells }) => id === "raw" && cells.length === 49));
  });
  assert.deepEqual(await page.problems(), []);
}

/** @param {Parameters<Parameters<typeof inBrowsers>[1]>[0]} test */
const hostileTests = (test) => {
  test(`${inputs(1000)} links`, async (page) => {
    await page.open();
    await checkGuarded(page);
    await page.run(setTraps);
    const hostile = sample(fc.tuple(fc.oneof({ weight: 8, arbitrary: fields }, texts)), inputs(1000));
    await feedAll(page, (link) => void (window.location.hash = `#${link}`), hostile);
    await stillWorks(page);
  });

  test(`${inputs(1000)} sentences, typed into either field`, async (page) => {
    await page.open("context=the+road");
    await page.run(setTraps);
    const hostile = sample(fc.tuple(fc.constantFrom("sentence", "context"), texts), inputs(1000));
    await page.run(({ find }) =>
      Object.assign(window, { field: (/** @type {string} */ id) => find("sentence-bar", `#${id}`) }),
    );
    await feedAll(
      page,
      (id, text) => {
        const input = /** @type {any} */ (window).field(id);
        input.value = text;
        for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
      },
      hostile,
    );
    await stillWorks(page);
  });

  test(`${inputs(1000)} files, dropped on the page and on the table of numbers`, async (page) => {
    await page.open("experiment=numbers");
    await page.part("numbers-experiment", "number-grid");
    await page.run(setTraps);
    await page.run(({ hosts }) =>
      Object.assign(window, { experiment: hosts.find((host) => host.localName === "numbers-experiment") }),
    );
    // A file with a run of one's own trains it again in a Worker, whose address is none of the trusted types allowed here.
    const content = fc
      .oneof(texts, values, files, fields, fc.constant("1,2\n3,<img src=x onerror=ran()>"))
      .filter((text) => !text.includes('"trained_run":"'));
    const where = fc.constantFrom("page", "experiment");
    const ending = fc.constantFrom(".json", ".csv", ".npy", ".txt", "");
    const hostile = sample(
      fc.tuple(
        where,
        fc.tuple(texts, ending).map((name) => name.join("")),
        content,
      ),
      inputs(1000),
    );
    await feedAll(
      page,
      async (place, name, text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true });
        const { experiment } = /** @type {any} */ (window);
        const target =
          place === "experiment" && experiment.isConnected
            ? experiment.shadowRoot.querySelector("number-grid")
            : document.body;
        target.dispatchEvent(event);
        await dataTransfer.files[0]?.text();
      },
      hostile,
    );
    await stillWorks(page);
  });

  test(`${inputs(2500)} attributes of the element`, async (page) => {
    await withHost(page, async (host) => {
      await host.show("<attention-stepper view='walk' controls='all'></attention-stepper>", {
        policy: trusted, // and no more, since the attributes set include style
      });
      await host.ready();
      await checkGuarded(page);
      await page.run(setTraps);
      const names = [
        ...attributeFields.map(attributeOf),
        "state",
        "preset",
        "view",
        "controls",
        "locale",
        "style",
        "class",
      ];
      const hostile = sample(fc.tuple(fc.constantFrom(...names), fc.oneof(anything, fields)), inputs(2500));
      await feedAll(
        page,
        (name, text) => {
          const element = /** @type {HTMLElement} */ (document.querySelector("attention-stepper"));
          for (const other of element.getAttributeNames()) element.removeAttribute(other);
          element.setAttribute(name, text);
        },
        hostile,
      );
      await host.run(({ element }) => {
        element.setAttribute("state", ""); // a new start: an inspected cell that another attribute made impossible is back
        for (const name of element.getAttributeNames()) element.removeAttribute(name);
      });
      await eventually(async () => assert.deepEqual(await host.run(({ element }) => element.state), defaultState));
    });
  });

  test(`${inputs(4500)} messages to the iframe: each is answered, and once`, async (page) => {
    await withHost(page, async (host) => {
      const whole = readText("web/dist/embed.html");
      host.put("/embed.html", "html", whole, `${pagePolicy(whole)}; ${trusted}`);
      await host.show("");
      const { origin } = new URL(host.url);
      await page.driver.executeScript(embed, origin);
      await eventually(async () => assert.ok(await page.run(() => /** @type {any} */ (window).isReady)));
      await page.driver.switchTo().frame(0);
      await checkGuarded(page);
      await page.run(setTraps);
      await page.driver.switchTo().parentFrame();
      await page.run(setTraps);
      const object = fc.dictionary(
        fc.constantFrom(...Object.keys(defaultState), "__proto__", "toString"),
        fc.oneof(anything, fc.jsonValue()),
        { maxKeys: 2 },
      );
      const message = fc.record(
        {
          type: fc.oneof({ weight: 6, arbitrary: fc.constantFrom("attention-set", "attention-get") }, anything),
          id: fc.jsonValue(),
          state: fc.oneof(object, anything, fc.jsonValue()),
          fields: fc.oneof(object, anything, fc.jsonValue()),
          link: fc.oneof(fields, anything, fc.jsonValue()),
        },
        { requiredKeys: ["type"] },
      );
      const hostile = sample(
        fc.tuple(fc.oneof({ weight: 9, arbitrary: message }, fc.jsonValue()).map((sent) => JSON.stringify(sent))),
        inputs(4500),
      );
      await feedAll(page, ask, hostile);
      const answers = /** @type {Record<string, number>} */ (await page.run(() => /** @type {any} */ (window).answers));
      assert.equal(answers["attention-state"] + answers["attention-error"], inputs(4500), JSON.stringify(answers));
      assert.ok(
        Math.min(answers["attention-state"], answers["attention-error"]) > inputs(100),
        JSON.stringify(answers),
      );
      await page.driver.switchTo().frame(0);
      assert.deepEqual(await page.run(() => /** @type {any} */ (window).runs), []);
      await page.driver.switchTo().defaultContent();
    });
  });
};

inBrowsers(["chromium"], hostileTests, { strict: true });

/** Runs in the embedding page. @param {string} origin */
function embed(origin) {
  /** @type {Record<string, number>} */
  const answers = {};
  Object.assign(window, { answers, isReady: false });
  window.addEventListener("message", ({ data }) => {
    answers[data.type] = (answers[data.type] ?? 0) + 1;
    if (data.type === "attention-ready") Object.assign(window, { isReady: true });
  });
  const frame = Object.assign(document.createElement("iframe"), { title: "Attention", width: 800, height: 600 });
  frame.src = `/embed.html?parent=${encodeURIComponent(origin)}`;
  document.body.append(frame);
}

/** Runs in the embedding page: resolves with the answer. @param {string} json */
function ask(json) {
  return new Promise((answered) => {
    const hear = (/** @type {MessageEvent} */ { data }) => {
      if (data.type !== "attention-state" && data.type !== "attention-error") return;
      window.removeEventListener("message", hear);
      answered(data);
    };
    window.addEventListener("message", hear);
    window.frames[0]?.postMessage(JSON.parse(json), "*");
  });
}
