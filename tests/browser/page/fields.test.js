/**
 * Fields in which one types: what is typed is used at once, nothing moves under the hand, and the click after it arrives. In
 * every place. Needs a finished build.
 */
import assert from "node:assert/strict";

import { Key, Origin } from "selenium-webdriver";

import { lessonOf } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/**
 * A field, how to reach it, and what is typed into it in place of its text: first what can be used, then what cannot.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} link
 * @property {readonly (readonly [component: string, selector: string])[]} [unfold] what is clicked first
 * @property {readonly [component: string, selector: string]} [after] what is shown once the place has all its parts
 * @property {string} component
 * @property {string} selector
 * @property {string} text
 * @property {string} [wrong] no message is expected without it
 * @property {readonly [component: string, selector: string]} next the button that is clicked then
 * @property {(page: Page) => Promise<unknown>} read what the page makes of the text
 * @property {unknown} means what `read` gives then
 */

/** @param {string} field @returns {(page: Page) => Promise<unknown>} */
const inState = (field) => async (page) => /** @type {any} */ (await page.state())[field];

/** @param {string} component @param {string} property @returns {(page: Page) => Promise<unknown>} */
const inPart = (component, property) => (page) =>
  page.run(
    ({ hosts }, of) => hosts.find((host) => host.matches(of[0]))?.[/** @type {any} */ (of[1])],
    [component, property],
  );

const inLearn = async (/** @type {Page} */ page) => /** @type {any} */ (await inPart("learn-place", "state")(page));

const more = /** @type {const} */ (["attention-control-bar", "[aria-controls=more]"]);
const nextStage = /** @type {const} */ (["attention-stage-panel", ".next"]);
const nextStep = /** @type {const} */ (["learn-place", "#next"]);
/** @param {string} lesson */
const taskOf = (lesson) => writeLearnLink({ lesson, step: lessonOf(lesson).steps.length - 1 });

/** @type {readonly Field[]} */
const fields = [
  {
    name: "Explore: the sentence",
    link: "recipe=random&stage=X",
    component: "sentence-bar",
    selector: "#sentence",
    text: "a cat",
    wrong: " ",
    next: nextStage,
    read: inState("sentence"),
    means: "a cat",
  },
  {
    name: "Explore: the second sentence, above",
    link: "recipe=random&stage=X&context=to+be",
    component: "sentence-bar",
    selector: "#context",
    text: "a dog",
    wrong: " ",
    next: nextStage,
    read: inState("context"),
    means: "a dog",
  },
  {
    name: "Explore: the second sentence, in the settings",
    link: "recipe=random&stage=X",
    unfold: [more],
    component: "attention-control-bar",
    selector: "#second",
    text: "a dog",
    wrong: " ",
    next: nextStage,
    read: inState("context"),
    means: "a dog",
  },
  {
    name: "Explore: another sentence of the batch",
    link: "recipe=random&stage=X",
    unfold: [more],
    component: "attention-control-bar",
    selector: "#batch-0",
    text: "a dog",
    next: nextStage,
    read: inState("batch"),
    means: ["a dog"],
  },
  .../** @type {const} */ ([
    ["d_k", "12", "999", 12],
    ["temperature", "1.05", "-1", 1.05],
    ["seed", "21", "1.5", 21],
  ]).map(([field, text, wrong, means]) => ({
    name: `Explore: ${field}`,
    link: "recipe=random&stage=X",
    unfold: [more],
    component: "attention-control-bar",
    selector: `#${field}-value`,
    text,
    wrong,
    next: nextStage,
    read: inState(field),
    means,
  })),
  {
    name: "Explore: an own sentence for a trained model, with a word that it does not know",
    link: "",
    unfold: [["pronoun-panel", "#own"]],
    component: "sentence-bar",
    selector: "#sentence",
    text: "The dog saw a tree",
    next: nextStage,
    read: inState("sentence"),
    means: "The dog saw a tree",
  },
  {
    name: "Explore: a dot product",
    link: "recipe=random&experiment=dot",
    component: "dot-experiment",
    selector: "#a",
    text: "1 2.05",
    wrong: "x",
    next: ["dot-experiment", ".row button"],
    read: async () => null,
    means: null,
  },
  {
    name: "Explore: scores for softmax",
    link: "recipe=random&experiment=softmax",
    component: "softmax-experiment",
    selector: "#scores",
    text: "1 2.05 3",
    wrong: "x",
    next: ["softmax-experiment", ".row button"],
    read: async (page) => (await page.texts("softmax-experiment", "tbody tr")).length,
    means: 3,
  },
  {
    name: "Explore: layers of a KV cache",
    link: "recipe=random&causal=true&experiment=cache",
    component: "cache-experiment",
    selector: "#cost_layers",
    text: "12",
    wrong: "1.5",
    next: ["experiment-card", "button"],
    read: async (page) =>
      await page.run(({ hosts }) => hosts.find((host) => host.matches("cache-experiment"))?.view.state.cost_layers),
    means: 12,
  },
  {
    name: "Learn: the sentence of a task, with a word that the model does not know",
    link: taskOf("purpose"),
    component: "attention-control-bar",
    selector: "#sentence",
    text: "The dog saw it",
    wrong: " ",
    next: nextStep,
    read: async (page) => (await inLearn(page)).sentence,
    means: "The dog saw it",
  },
  {
    name: "Learn: a second sentence",
    link: taskOf("two-sentences"),
    component: "attention-control-bar",
    selector: "#second",
    text: "a b c",
    wrong: " ",
    next: nextStep,
    read: async (page) => (await inLearn(page)).context,
    means: "a b c",
  },
  {
    name: "Learn: the temperature",
    link: taskOf("softmax"),
    component: "attention-control-bar",
    selector: "#temperature-value",
    text: "0.05",
    wrong: "-1",
    next: nextStep,
    read: async (page) => (await inLearn(page)).temperature,
    means: 0.05,
  },
  {
    name: "Train: the seed",
    link: "place=train",
    unfold: [["train-place", "#unfold-settings"]],
    after: ["train-place", ".held-out"],
    component: "train-place",
    selector: "#set-seed",
    text: "12",
    wrong: "1.5",
    next: ["train-place", "#restart"],
    read: async (page) => /** @type {any} */ (await inPart("train-place", "settings")(page)).seed,
    means: 12,
  },
  {
    name: "Train: the seed of a written sample",
    link: "place=train&task=text",
    component: "text-report",
    selector: "#sample-seed",
    text: "12",
    wrong: "1.5",
    next: ["train-place", "#restart"],
    read: inPart("text-report", "seed"),
    means: 12,
  },
  {
    name: "Train: own pairs",
    link: "place=train&task=pairs",
    unfold: [["data-card", "summary"]],
    component: "data-card",
    selector: "#own",
    after: ["scene-view", "canvas"], // the run's map and loss are drawn
    text: "a b",
    next: ["data-card", "#use"],
    read: inPart("data-card", "typed"),
    means: "a b",
  },
  ...[
    ["the title of the class", "#title", (/** @type {any} */ shown) => shown.title],
    ["the title of a screen", "#screen-title", (/** @type {any} */ shown) => shown.screens.at(-1).title],
    ["a question", "#prompt-0", (/** @type {any} */ shown) => shown.screens.at(-1).prompts[0]],
  ].map(([name, selector, of]) => ({
    name: `Class: ${name}`,
    link: "place=class&prepare=true",
    unfold: /** @type {const} */ ([
      ["class-editor", "#add"],
      ["class-editor", "#add-prompt"],
    ]),
    component: "class-editor",
    selector: String(selector),
    text: "Heads 1",
    next: /** @type {const} */ (["class-editor", "#add-prompt"]),
    read: async (/** @type {Page} */ page) => /** @type {any} */ (of)(await inPart("class-editor", "shown")(page)),
    means: "Heads 1",
  })),
];

/** Where a part is in the window, once two frames have passed: some parts are drawn one frame after the figure. @param {Page} page @param {string} component @param {string} selector */
const boxOf = (page, component, selector) =>
  page.run(
    async ({ findAll }, ...of) => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const shown = findAll(of[0], of[1]).find((element) => element.getClientRects().length > 0);
      if (!shown) throw new Error(`${of[1]} is not shown`);
      const { left, top, width, height } = shown.getBoundingClientRect();
      return { left, top, width, height };
    },
    component,
    selector,
  );

/** @param {{left: number, top: number}} before @param {{left: number, top: number}} after @param {string} when */
function assertStill(before, after, when) {
  const moved = [after.left - before.left, after.top - before.top];
  assert.ok(
    moved.every((by) => Math.abs(by) <= 1),
    `moved by ${moved.map(Math.round)} px ${when}`,
  );
}

/** Opens the field, and puts the focus into it with all its text selected. @param {Page} page @param {Field} field */
async function enterField(page, { link, unfold = [], after, component, selector }) {
  if (link === "") await page.openFirstScreen();
  else {
    await page.open();
    await page.follow(link);
  }
  for (const [host, button] of unfold) await page.click(host, button);
  await page.part(component, selector);
  if (after) await page.part(...after);
  // A figure has the size of an empty canvas until it is drawn.
  const undrawn = () =>
    page.run(
      ({ findAll }) =>
        findAll("scene-view", "canvas").filter(
          (canvas) => canvas.getClientRects().length > 0 && /** @type {HTMLCanvasElement} */ (canvas).width === 300,
        ).length,
    );
  await eventually(async () => assert.equal(await undrawn(), 0));
  await eventually(() => boxOf(page, component, selector));
  await page.run(
    ({ findAll }, ...of) => {
      const shown = findAll(of[0], of[1]).find((element) => element.getClientRects().length > 0);
      const field = /** @type {HTMLInputElement} */ (shown);
      field.scrollIntoView({ block: "center" });
      field.focus({ preventScroll: true });
      field.select();
    },
    component,
    selector,
  );
}

/** Presses the mouse on a button, looks where the button is then, and lets go. @param {Page} page @param {readonly [string, string]} button */
async function pressSlowly(page, [component, selector]) {
  // A reader aims at what stands still.
  await page.run(
    ({ findAll }, ...of) =>
      findAll(of[0], of[1])
        .find((element) => element.getClientRects().length > 0)
        ?.scrollIntoView({ block: "center" }),
    component,
    selector,
  );
  await eventually(async () =>
    assert.deepEqual(await boxOf(page, component, selector), await boxOf(page, component, selector)),
  );
  const point = await page.run(
    ({ findAll }, ...of) => {
      const shown = findAll(of[0], of[1]).find((element) => element.getClientRects().length > 0);
      shown?.addEventListener("click", () => Object.assign(window, { arrived: true }), { once: true });
      const { left, top, width, height } = /** @type {HTMLElement} */ (shown).getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    },
    component,
    selector,
  );
  const before = await boxOf(page, component, selector);
  await page.driver
    .actions()
    .move({ ...point, origin: Origin.VIEWPORT })
    .press()
    .perform();
  assertStill(before, await boxOf(page, component, selector), "between press and release");
  await page.driver.actions().release().perform();
  await eventually(async () =>
    assert.equal(await page.run(() => /** @type {any} */ (window).arrived), true, "the click is lost"),
  );
}

inBrowsers(allEngines, (test) => {
  for (const field of fields)
    test(`${field.name}: used as it is typed; nothing moves, and the next click arrives`, async (page) => {
      const { component, selector, text, wrong, next, read, means } = field;
      await enterField(page, field);
      const start = await boxOf(page, component, selector);
      for (const key of text) {
        await page.press(key);
        assertStill(start, await boxOf(page, component, selector), `at “${key}”`);
      }
      await eventually(async () => assert.deepEqual(await read(page), means));
      const value = () => page.run(({ focused }) => focused()?.value);
      assert.equal(await value(), text, "what was typed stands there as it was typed");
      if (wrong) {
        await page.run(({ focused }) => focused().select());
        for (const key of wrong) await page.press(key);
        await eventually(async () => {
          const said = await page.run(
            ({ findAll }, ...of) => {
              const field = /** @type {HTMLInputElement} */ (
                findAll(of[0], of[1]).find((element) => element.getClientRects().length > 0)
              );
              const root = /** @type {ShadowRoot} */ (field.getRootNode());
              const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
              const message = ids.map((id) => root.getElementById(id)).find((element) => element?.matches(".error"));
              return message?.textContent?.trim() ?? "";
            },
            component,
            selector,
          );
          assert.notEqual(said, "", "no message at the field");
        });
        assertStill(start, await boxOf(page, component, selector), `at “${wrong}”, which cannot be used`);
        assert.equal(await value(), wrong);
        await page.run(({ focused }) => focused().select());
        for (const key of text) await page.press(key);
      }
      await pressSlowly(page, next);
    });

  test("the fields of a batch stay in their places while one of them is empty", async (page) => {
    await page.open("recipe=random&stage=X");
    await page.click(...more);
    await page.retype("attention-control-bar", "#batch-0", "a");
    await page.retype("attention-control-bar", "#batch-1", "b");
    await eventually(async () => assert.deepEqual((await page.state()).batch, ["a", "b"]));
    await page.retype("attention-control-bar", "#batch-0", Key.BACK_SPACE);
    await eventually(async () => assert.deepEqual((await page.state()).batch, ["b"]));
    await page.press("c");
    await eventually(async () => assert.deepEqual((await page.state()).batch, ["c", "b"]));
  });
});
