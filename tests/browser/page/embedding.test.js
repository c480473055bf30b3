/** The dialog "Embed this": lines to paste with a live preview, pictures with their sizes, from every place. Needs a finished build. */
import assert from "node:assert/strict";

import { embedsOf } from "../../../web/export/embed.js";
import { stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateFromFragment, stateToFragment } from "../../../web/state/url.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const state = changeState(defaultState, { d_k: 6, heads: 2, stage: "weights" });
const fragment = stateToFragment(state);

/** @param {Page} page @param {string} component the part with the button */
async function openDialog(page, component) {
  await page.click(component, "[data-embed]");
  await eventually(() => page.part("embed-dialog", "dialog[open]"));
}

/** @param {Page} page @returns {Promise<string>} */
const lines = (page) => page.run(({ find }) => find("embed-lines", "textarea").value);

/** The size that a part of the dialog says, in words. @param {Page} page @param {"embed-lines" | "embed-picture"} part */
const sizeSaid = async (page, part) => (await page.texts(part, "#size")).join();

/** The first numbers of a text. @param {string} text */
const numbersIn = (text) => [...text.matchAll(/[\d.]+/g)].map(Number);

/** The state of the element in the preview. @param {Page} page */
const previewed = (page) =>
  page.run(({ find }) => {
    const frame = /** @type {HTMLIFrameElement} */ (find("embed-lines", "iframe"));
    const stepper = /** @type {any} */ (frame.contentDocument?.querySelector("attention-stepper"));
    return stepper?.started ? [stepper.getAttribute("view"), stepper.state] : null;
  });

inBrowsers(["chromium"], (test) => {
  test("Explore: the lines are those that embed the state, the preview shows it, and its size is what it loads", async (page) => {
    await page.open(fragment);
    await openDialog(page, "attention-explorer");
    const { url } = page.site;
    for (const [kind, shows] of /** @type {const} */ ([
      ["element", "stage"],
      ["iframe", "lines"],
    ])) {
      await page.click("embed-dialog", `#${kind}`);
      await page.run(({ find }, value) => {
        const list = /** @type {HTMLSelectElement} */ (find("embed-lines", "#shows"));
        list.value = value;
        list.dispatchEvent(new Event("change"));
      }, shows);
      const title = `Attention, step by step: ${state.sentence}`;
      const fallback = `${title} (The figure needs JavaScript and the file attention-stepper.js.)`;
      const base = new URL(".", url).href;
      const pasted = embedsOf({ fragment, view: shows, title, fallback, base })[kind];
      await eventually(async () => assert.equal(await lines(page), pasted));
      const picture = shows === "lines" ? "lines" : "matrix";
      await eventually(async () =>
        assert.deepEqual(await previewed(page), [shows, { ...state, picture, theme: "light" }]),
      );
      await eventually(async () => {
        const [toPaste, loaded] = numbersIn(await sizeSaid(page, "embed-lines"));
        assert.equal(toPaste, Number((pasted.length / 1000).toFixed(1)));
        const got = await page.run(({ find }) => {
          const { performance } = /** @type {any} */ (find("embed-lines", "iframe")).contentWindow;
          const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
          return entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
        });
        assert.ok(got > 1e5, String(got));
        assert.equal(loaded, Math.round(got / 1000));
      });
    }
  });

  test("from a lesson its step or the whole lesson can be embedded, with a preview of it alone", async (page) => {
    await page.open(fragment);
    await page.follow("place=learn&lesson=softmax&step=temperature");
    await page.unfold("learn-place", ".aside");
    await openDialog(page, "learn-place");
    for (const [shows, link] of /** @type {const} */ ([
      ["step", "lesson=softmax&step=temperature"],
      ["lesson", "lesson=softmax"],
    ])) {
      await page.run(({ find }, value) => {
        const list = /** @type {HTMLSelectElement} */ (find("embed-lines", "#shows"));
        list.value = value;
        list.dispatchEvent(new Event("change"));
      }, shows);
      await eventually(async () => {
        const tag = /<attention-stepper .*>/.exec(await lines(page))?.[0];
        assert.equal(tag, `<attention-stepper ${link.replace(/(\w+)=(\w+)&?/g, '$1="$2" ').trim()}>`);
      });
      const shown = () =>
        page.run(({ find }) => {
          const { contentWindow } = /** @type {HTMLIFrameElement} */ (find("embed-lines", "iframe"));
          const explorer = contentWindow?.document.querySelector("attention-explorer");
          const place = explorer?.shadowRoot?.querySelector("learn-place");
          const { search = "", hash = "" } = contentWindow?.location ?? {};
          return { search, hash, asks: place?.shadowRoot?.querySelectorAll("#ask").length ?? 0 };
        });
      await eventually(async () => {
        const { search, hash, asks } = await shown();
        assert.match(search, new RegExp(`^\\?alone=${shows}&`));
        assert.match(hash, new RegExp(`^#place=learn&${link}($|&)`));
        assert.equal(asks, 1);
      });
    }
  });

  test("what is said of copying is gone once another kind is chosen", async (page) => {
    await page.open(fragment);
    await openDialog(page, "attention-explorer");
    for (const [part, kind, other] of /** @type {const} */ ([
      ["embed-lines", "element", "iframe"],
      ["embed-picture", "svg", "png"],
    ])) {
      await page.click("embed-dialog", `#${kind}`);
      await eventually(async () => {
        assert.deepEqual(await page.attributes(part, "#copy:not([aria-disabled=true])", "id"), ["copy"]);
      });
      await page.click(part, "#copy");
      await eventually(async () => assert.equal((await page.texts(part, ".said")).length, 1));
      await page.click("embed-dialog", `#${other}`);
      await eventually(async () => assert.deepEqual(await page.texts(part, ".said"), []));
    }
  });

  test("each picture has a preview and the size of the file that is saved; a GIF has a frame for each stage", async (page) => {
    await page.open(fragment);
    await saveHere(page);
    await openDialog(page, "attention-explorer");
    const saved = async (/** @type {string} */ kind, /** @type {string} */ name) => {
      await page.click("embed-dialog", `#${kind}`);
      await eventually(() => page.part("embed-picture", "img"));
      const file = await savedFile(page, "embed-picture", "#save", name);
      const kilobytes = file.length / 1000;
      assert.equal(await sizeSaid(page, "embed-picture"), `${kilobytes.toFixed(kilobytes < 99.5 ? 1 : 0)} kB`);
      const [natural, shown] = await eventually(() =>
        page.run(({ find }) => {
          const image = /** @type {HTMLImageElement} */ (find("embed-picture", "img"));
          if (!image.complete || image.naturalWidth === 0) throw new Error("not drawn yet");
          return [image.naturalWidth, image.getBoundingClientRect().width];
        }),
      );
      assert.ok(shown > 200, String(shown));
      return { file, natural };
    };
    const svg = await saved("svg", "attention-weights-head2.svg");
    assert.match(svg.file.toString(), /^<svg [^]*<\/svg>$/);
    const png = await saved("png", "attention-weights-head2.png");
    assert.ok(Math.abs(Number(png.natural) - 2 * Number(svg.natural)) <= 2);
    assert.equal(png.file.readUInt32BE(16), png.natural);
    const gif = await saved("gif", "attention.gif");
    assert.equal(gif.file.toString("latin1", 0, 6), "GIF89a");
    assert.equal(gif.file.readUInt16LE(6), gif.natural);
    const frames = await page.run(async (_, base64) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const decoder = new /** @type {any} */ (window).ImageDecoder({ data, type: "image/gif" });
      await decoder.tracks.ready;
      await decoder.completed;
      return decoder.tracks.selectedTrack.frameCount;
    }, gif.file.toString("base64"));
    assert.equal(frames, stagesFor(state).length);
  });

  test("axe finds nothing in it, and at 360 px nothing is cut off or too small", async (page) => {
    await page.open(fragment);
    await openDialog(page, "attention-explorer");
    for (const [kind = "", part = "", shown = ""] of [
      ["element", "embed-lines", "iframe"],
      ["png", "embed-picture", "img"],
    ]) {
      await page.look();
      await page.click("embed-dialog", `#${kind}`);
      await eventually(() => page.part(part, shown));
      await checkAxe(page, kind, { within: "embed-dialog" });
      await page.look({ width: 360, height: 740 });
      const found = await audit(page);
      assert.deepEqual(
        found.filter((problem) => problem.includes("embed-")),
        [],
      );
    }
  });

  test("Escape closes the dialog, and the focus is where it was", async (page) => {
    await page.open(fragment);
    await openDialog(page, "attention-explorer");
    await page.press("\uE00C");
    await eventually(async () =>
      assert.equal(
        await page.run(() => {
          const root = document.querySelector("attention-explorer")?.shadowRoot;
          return !root?.querySelector("embed-dialog") && root?.activeElement?.hasAttribute("data-embed");
        }),
        true,
      ),
    );
  });

  test("a step of a lesson, and a layer that the reader trains, are embedded as what they show", async (page) => {
    await page.open();
    await page.follow("place=learn&lesson=places");
    await page.unfold("learn-place", ".aside");
    await openDialog(page, "learn-place");
    const shown = /state="([^"]*)"/.exec(await lines(page))?.[1] ?? "";
    const opened = await page.run(() => /** @type {any} */ (document.querySelector("attention-explorer")).place);
    assert.equal(opened, "learn");
    const step = stateFromFragment(shown.replaceAll("&#38;", "&"));
    await eventually(async () => assert.equal((await previewed(page))?.[1].sentence, step.sentence));
    await page.click("embed-dialog", "#close");

    await page.follow("place=train&task=previous&seed=1");
    await eventually(() => page.part("train-place", "#play"));
    await page.click("train-place", "#step");
    await eventually(() => page.part("train-place", "[data-embed]"));
    await openDialog(page, "train-place");
    const kinds = () => page.texts("embed-dialog", "[role=group] button");
    assert.deepEqual(await kinds(), ["SVG", "PNG", "GIF"], "the element does not train a model again");
    await eventually(() => page.part("embed-picture", "img"));
    await page.click("embed-dialog", "#png");
    await eventually(() => page.part("embed-picture", "img"));
  });
});
