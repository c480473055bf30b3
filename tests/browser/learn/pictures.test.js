/** Pictures of lessons as files: what is saved is the picture that is seen, and what Node draws. Needs a finished build. */
import assert from "node:assert/strict";

import { lessonOf, lessons } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { createEngine } from "../../../web/engine/training-engine.js";
import { renderLink } from "../../../web/node/render.js";
import { addTrained } from "../../../web/training/trained.js";
import { reading } from "../../support/course/course.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { answer, patch } from "../support/learn.js";

/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();
addTrained(engine);

/** Every step with a picture. */
const steps = lessons.flatMap((lesson) =>
  lesson.steps.flatMap((step, at) => (step.picture ? [{ lesson: lesson.id, step, at }] : [])),
);

/** What Node draws of a step. @param {string} lesson @param {number} at @param {import("../../../web/node/render.js").RenderOptions} [options] */
const inNode = async (lesson, at, options = {}) =>
  String(await renderLink(engine, `#${writeLearnLink({ lesson, step: at })}`, options));

/** Opens a step, once its picture is drawn. @param {Page} page @param {string} lesson @param {number} at */
async function open(page, lesson, at) {
  const link = writeLearnLink({ lesson, step: at });
  await page.run((_, to) => {
    window.localStorage.clear();
    window.location.hash = to;
  }, link);
  await page.until(
    ({ find, hosts }, ...wanted) => {
      const position = hosts.find((host) => host.matches("learn-place"))?.position;
      const isHere = position?.lesson === wanted[0] && position.step === wanted[1];
      return isHere && find("learn-place", ".drawn") !== null;
    },
    `${link} is not drawn`,
    lesson,
    at,
  );
  await page.run(({ find }) => void (find("learn-place", ".aside").open = true));
}

/** @param {Page} page @param {string} lesson @param {string} step @param {"svg" | "png"} kind */
const saved = (page, lesson, step, kind) =>
  savedFile(page, "scene-save", `[data-kind="${kind}"]`, `attention-${lesson}-${step}.${kind}`);

/** Where two files differ, in a few words of both; "" where they are the same. @param {string} file @param {string} other */
function difference(file, other) {
  const at = Array.from(file).findIndex((character, place) => character !== other[place]);
  if (file === other) return "";
  const from = Math.max(0, (at < 0 ? file.length : at) - 30);
  return [file, other].map((each) => each.slice(from, from + 200)).join("\nin Node: ");
}

/** The width and the height of an SVG. @param {string} svg */
const sizeOf = (svg) => /width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1).map(Number);

inBrowsers(["chromium"], (test) => {
  test("every picture of every lesson is saved as Node draws it, before and after the answer", async (page) => {
    await page.open();
    await saveHere(page);
    for (const { lesson, step, at } of steps) {
      await open(page, lesson, at);
      const before = await saved(page, lesson, step.id, "svg");
      assert.equal(difference(before.toString(), await inNode(lesson, at)), "", `${lesson}, ${step.id}`);
      // A number is guessed on a slider, which has no place for the exact answer that Node takes.
      if (!step.question || step.question.kind === "number" || !step.outcome) continue;
      await answer(page, step, reading(step.state, step.outcome).answer);
      await eventually(async () => assert.ok(await page.part("learn-place", ".feedback > :last-child")));
      const after = await saved(page, lesson, step.id, "svg");
      const drawn = await inNode(lesson, at, { answered: true });
      assert.equal(difference(after.toString(), drawn), "", `${lesson}, ${step.id}, answered`);
    }
  });

  test("a PNG has two pixels for each px of the SVG, and the colours of the picture", async (page) => {
    await page.open();
    await saveHere(page);
    for (const kind of new Set(steps.map(({ step }) => step.picture?.kind))) {
      const { lesson, step, at } = steps.find((each) => each.step.picture?.kind === kind) ?? assert.fail(kind);
      await open(page, lesson, at);
      const png = await saved(page, lesson, step.id, "png");
      const [width = NaN, height = NaN] = sizeOf(await inNode(lesson, at)) ?? [];
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * width, 2 * height], kind);
      const colours = await page.run(async (_, base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        return [...new Set(new Uint32Array(data.buffer))].length;
      }, png.toString("base64"));
      assert.ok(colours > 4, `${kind}: ${colours} colours`);
    }
  });

  test("what the reader dragged is what is saved, on light ground also in the dark", async (page) => {
    await page.open("theme=dark");
    await saveHere(page);
    const lesson = lessonOf("shares");
    const at = lesson.steps.findIndex(({ picture }) => picture?.drags !== undefined);
    const step = lesson.steps[at] ?? assert.fail();
    await open(page, lesson.id, at);
    const edits = { .../** @type {any} */ (step.state).edits, C: [0, 0, 3.5, 1, 0, 3.5, 2, 0, -9, 3, 0, -9] };
    await patch(page, { edits });
    // Two equal scores far above the others: half each.
    await eventually(async () => {
      const svg = (await saved(page, lesson.id, step.id, "svg")).toString();
      assert.match(
        svg,
        /<desc>[^<]*animal: score 3\.50, attention weight 50 %\. road: score 3\.50, attention weight 50 %/,
      );
      assert.match(svg, /fill="#fbf9f5"/);
    });
  });

  test("“Embed this” offers the picture of the step in place of a stage: as SVG and PNG, on any ground, and no GIF", async (page) => {
    await page.open();
    await saveHere(page);
    const at = lessonOf("mix").steps.findIndex(({ id }) => id === "alive");
    await open(page, "mix", at);
    await page.click("learn-place", "[data-embed]");
    await eventually(() => page.part("embed-dialog", "dialog[open]"));
    await page.click("embed-dialog", "#svg");
    await page.run(({ find }) => {
      const list = find("embed-picture", "#paper");
      list.value = "dark";
      list.dispatchEvent(new Event("change"));
    });
    await eventually(async () => {
      const svg = await savedFile(page, "embed-picture", "#save", "attention-mix-alive.svg");
      assert.equal(svg.toString(), await inNode("mix", at, { theme: "dark" }));
    });
    assert.deepEqual(await page.run(({ findAll }) => findAll("embed-dialog", "[aria-pressed]").map(({ id }) => id)), [
      ...["element", "iframe", "oembed", "svg", "png"],
    ]);
  });
});
