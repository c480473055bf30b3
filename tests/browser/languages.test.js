/**
 * The page and the element in two languages that nobody speaks, added to a copy of the project as translators would add
 * them. What is left of English is not in the locale files; what is cut has no room for longer words.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

import { Key } from "selenium-webdriver";

import { lessons } from "../../web/course/course.js";
import { experiments } from "../../web/state/experiments/experiments.js";
import { models } from "../../web/state/experiments/published-models.js";
import { presets } from "../../web/state/presets.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateToFragment } from "../../web/state/url.js";
import { tasks } from "../../web/training/tasks.js";
import { addLanguages, copyProject } from "../support/copy/project.js";
import { pseudo } from "../support/copy/pseudo.js";
import { isTried } from "../support/share.js";
import { audit } from "./support/audit.js";
import { chosenEngines } from "./support/engines.js";
import { eventually } from "./support/eventually.js";
import { inBrowsers } from "./support/harness.js";
import { withHost } from "./support/hosts.js";

/** @typedef {import("./support/page.js").Page} Page */
/** @typedef {import("../support/copy/pseudo.js").Pseudo} Pseudo */

const copy = await mkdtemp(join(tmpdir(), "attention-languages-"));
after(() => rm(copy, { recursive: true, force: true }));
const built = join(copy, "web/dist/");
if (chosenEngines().includes("chromium")) {
  await copyProject(copy);
  await addLanguages(copy, Object.values(pseudo));
}

/** What readers and models write: no language translates it. */
const data = new Set(
  [
    ...[
      ...presets.map(({ patch }) => patch),
      ...lessons.flatMap(({ steps }) => steps.map(({ state }) => state)),
    ].flatMap(({ sentence = "", context }) => [sentence, context ?? ""]),
    ...Object.values(tasks).flatMap((task) => {
      const { vocabulary, source } = task.model();
      return [
        ...Array.from({ length: vocabulary }, (_, token) => task.label(token)),
        ...Array.from({ length: source?.vocabulary ?? 0 }, (_, token) => task.sourceLabel(token)),
      ];
    }),
    ...Object.values(models).map(({ name }) => name),
    defaultState.sentence,
  ].flatMap((text) => text.match(/\p{L}+/gu) ?? []),
);

/** Names that are the same in every language. */
const names = new Set(["English", "SVG", "PNG", "CSV", "JSON", "json", "npy", "npz", "safetensors", "pad"]);

/** The links that are opened, by what they show. @type {Readonly<Record<string, string>>} */
const links = Object.freeze({
  "the first screen": "",
  "a random walk": stateToFragment(changeState(defaultState, { stage: "context", heads: 4, head: "all" })),
  ...Object.fromEntries(experiments.map(({ id }) => [`the experiment ${id}`, `experiment=${id}`])),
  "the course": "place=learn",
  ...Object.fromEntries(lessons.map(({ id }) => [`the lesson ${id}`, `place=learn&lesson=${id}`])),
  training: "place=train",
  "a class": "place=class",
});

/**
 * What a part of the page shows, or says to a screen reader, that is not of the language: text outside messages.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
async function untranslated(page) {
  const found = await page.run(() => {
    /** @type {[string, string][]} where and what */
    const said = [];
    // A message's arguments stand between these marks, and may be data.
    const without = (/** @type {string} */ text) => text.replace(/\u2068[^\u2069]*\u2069/g, " ");
    const attributes = ["aria-label", "title", "placeholder", "alt", "aria-description"];
    /** @param {ParentNode} root @param {string} within */
    const read = (root, within) => {
      for (const node of root.childNodes) {
        if (node.nodeType === 3) said.push([within, without(node.textContent ?? "")]);
        if (!(node instanceof Element) || node.matches("script, style, math, code, pre, sub, textarea")) continue;
        if (!node.checkVisibility({ visibilityProperty: true })) continue;
        const here = `${within} ${node.localName}${node.id ? `#${node.id}` : ""}`;
        for (const name of attributes) said.push([`${here}@${name}`, without(node.getAttribute(name) ?? "")]);
        if (node.shadowRoot) read(node.shadowRoot, node.localName);
        read(node, here);
      }
    };
    read(document.body, "");
    said.push(["title", without(document.title)]);
    return said;
  });
  return foreign(found);
}

/** The texts that have English words. @param {string[][]} found where each text is, and the text */
const foreign = (found) =>
  found.flatMap(([where = "", text = ""]) => {
    const words = text.match(/(?<![\p{L}\d_])[A-Za-z]{3,}(?![\p{L}\d_])/gu) ?? [];
    return words.every((word) => data.has(word) || names.has(word)) ? [] : [`${where.trim()}: ${text.trim()}`];
  });

/** Opens a link in a language, and waits until all that it needs is loaded. @param {Page} page @param {string} link @param {Pseudo} language */
async function show(page, link, { tag }) {
  const fragment = [link, `lang=${tag}`].filter(Boolean).join("&");
  await page.run((_, to) => void (window.location.hash = to), fragment);
  await page.until(
    ({ hosts }, wanted) =>
      document.documentElement.lang === wanted &&
      !hosts.some((host) =>
        [...host.shadowRoot.querySelectorAll("[role=status]")].some((one) => one.textContent?.includes("…")),
      ),
    `${link} is still loading, or not in ${tag}`,
    tag,
  );
}

/** Opens all that is folded, also in what is loaded by that. @param {Page} page */
const unfold = (page) =>
  eventually(async () => {
    const opened = await page.run(({ hosts }) => {
      const folded = hosts.flatMap((host) => [...host.shadowRoot.querySelectorAll("details:not([open])")]);
      for (const details of folded) details.open = true;
      return folded.length;
    });
    assert.equal(opened, 0);
  });

/** Controls whose words are longer than they are, and are not cut by an ellipsis that a tooltip completes. @param {Page} page */
const cut = (page) =>
  page.run(({ hosts }) =>
    hosts
      .flatMap((host) => [...host.shadowRoot.querySelectorAll("button, a, label, h1, h2, h3, summary, legend, th, p")])
      .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
      .filter((one) => one.clientWidth > 0 && !["auto", "scroll"].includes(getComputedStyle(one).overflowX))
      .map((one) => `${/** @type {any} */ (one.getRootNode()).host.localName} ${one.outerHTML.slice(0, 160)}`),
  );

inBrowsers(
  ["chromium"],
  (test) => {
    for (const [spoken, language] of Object.values(pseudo).entries())
      for (const [size, width] of [1280, 360].entries())
        test(`${language.tag}, ${width} px: every place is in it, and nothing is cut or leaves the window`, async (page) => {
          await page.look({ width, height: 800 });
          await page.open(`lang=${language.tag}`);
          /** @type {string[]} */
          const faults = [];
          const tried = Object.entries(links).filter((_, at) => isTried(spoken, size, at));
          for (const [name, link] of tried) {
            await show(page, link, language);
            if (link === "place=train") await page.part("train-place", "#changed-heads"); // once a run has begun
            await unfold(page);
            const check = async () => {
              const found = await Promise.all([untranslated(page), audit(page), cut(page)]);
              faults.push(...found.flat().map((fault) => `${name}: ${fault}`));
            };
            if (link === "place=train") {
              for (const tool of ["changed-heads", "weight-files"]) await page.part(tool, "button");
              for (const panel of ["tasks", "settings"]) {
                await page.click("train-place", `#unfold-${panel}`);
                await check();
              }
            } else await check();
          }
          assert.deepEqual(faults, []);
        });

    test("mirrored: from right to left the first stage is the rightmost, and the arrow to the left goes on", async (page) => {
      const language = pseudo.mirrored;
      await page.open(`recipe=random&stage=Q&lang=${language.tag}`);
      assert.equal(await page.run(() => document.documentElement.dir), language.dir);
      const [first, second] = await page.run(({ findAll }) =>
        findAll("attention-stage-strip", "[data-stage]").map((one) => one.getBoundingClientRect().left),
      );
      assert.ok(Number(first) > Number(second), `${first}, ${second}`);
      await page.run(({ find }) => find("attention-stage-strip", "[data-stage=Q]").focus());
      await page.press(Key.ARROW_LEFT);
      await eventually(async () => assert.equal((await page.state()).stage, "K"));
    });

    test("mirrored: the slider through a run goes the way of the chart whose axis it is, from left to right", async (page) => {
      await page.open(`lang=${pseudo.mirrored.tag}`);
      await page.follow(`place=train&lang=${pseudo.mirrored.tag}`);
      await page.part("train-place", "#scrub");
      await page.run(({ find }) => find("attention-explorer", "train-place").run.play("full", 40));
      await eventually(async () =>
        assert.equal(await page.run(({ find }) => find("attention-explorer", "train-place").run.steps), 40),
      );
      const slider = await page.part("train-place", "#scrub");
      const { width } = await slider.getRect();
      await page.driver
        .actions()
        .move({ origin: slider, x: Math.round(8 - width / 2), y: 0 })
        .press()
        .release()
        .perform();
      await eventually(async () =>
        assert.equal(await page.run(({ find }) => find("train-place", "#scrub").value), "0"),
      );
    });

    test("the header's choice and a link show a language, which stays in the address; an unknown one is refused", async (page) => {
      await page.open("recipe=random&stage=K");
      const { tag, name } = pseudo.accented;
      const chosen = () =>
        page.run(({ find }) => find("attention-explorer", ".language select").selectedOptions[0].text);
      assert.equal(await chosen(), "English");
      await page.run(({ find }, to) => {
        const list = find("attention-explorer", ".language select");
        list.value = to;
        list.dispatchEvent(new Event("change"));
      }, tag);
      await eventually(async () => {
        assert.equal(await chosen(), name);
        assert.match(await page.fragment(), /stage=K.*&lang=en-XA$/);
      });
      await page.click("attention-stage-strip", "[data-stage=V]");
      await eventually(async () => assert.match(await page.fragment(), /stage=V.*&lang=en-XA$/));
      await page.follow("recipe=random&lang=xx");
      await eventually(async () =>
        assert.match((await page.texts("attention-explorer", "[role=alert]")).join(), /en, en-XA, ar-XB.*xx/),
      );
      assert.equal(await chosen(), name);
    });

    test("an element loads the words of its language from the file beside its script, and says so where there is none", (page) =>
      withHost(page, async (host) => {
        const file = (/** @type {string} */ name) => readFile(`${built}${name}`, "utf8");
        host.put("/attention-stepper.js", "js", await file("attention-stepper.js"));
        host.put("/words-en-XA.js", "js", await file("words-en-XA.js"));
        await host.show('<attention-stepper view="walk" controls="all" locale="en-XA"></attention-stepper>');
        await host.ready();
        const texts = await host.run(({ findAll }) =>
          findAll("button, label, summary, h2, p, legend")
            .flatMap((one) => [...one.childNodes])
            .filter((node) => node.nodeType === 3 && node.textContent?.trim())
            .map((node) => String(node.textContent).replace(/\u2068[^\u2069]*\u2069/g, " ")),
        );
        assert.ok(texts.length > 20);
        assert.deepEqual(foreign(texts.map((text) => ["the element", text])), []);
        await host.show('<attention-stepper view="stage" locale="ar-XB"></attention-stepper>');
        await host.ready();
        const refused = await eventually(async () => {
          const [error] = await host.heard("attention-error");
          return error ?? assert.fail("no error yet");
        });
        assert.equal(refused.field, "locale");
        assert.match(refused.message, /words-ar-XB\.js/);
        await page.problems(); // the browser's own, of the file that is not there
      }));
  },
  { built },
);
