/** Pictures of lessons as files: drawn in Node, all of them, with their colours, their description and their numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { lessons } from "../../web/course/course.js";
import { writeLearnLink } from "../../web/course/link.js";
import { inks, looks, textLooks } from "../../web/course/pictures/looks.js";
import { percent } from "../../web/course/reading.js";
import { createEngine } from "../../web/engine/training-engine.js";
import { colours } from "../../web/figures/tokens.js";
import { run } from "../../web/node/cli.js";
import { renderLink } from "../../web/node/render.js";
import { addTrained } from "../../web/training/trained.js";
import { words } from "../../web/words/words.js";

const engine = await createEngine();
addTrained(engine);
const { t } = words("en");

/** Every step with a picture, and the link to it. */
const steps = lessons.flatMap((lesson) =>
  lesson.steps.flatMap((step, at) =>
    step.picture ? [{ lesson, step, link: `#${writeLearnLink({ lesson: lesson.id, step: at })}` }] : [],
  ),
);

/** @param {string} link @param {import("../../web/node/render.js").RenderOptions} [options] */
const drawn = async (link, options = {}) => String(await renderLink(engine, link, options));

/** What an element of the file says. @param {string} svg @param {"title" | "desc"} name */
const said = (svg, name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(svg)?.[1] ?? "";

/** The texts in the file. @param {string} svg */
const texts = (svg) => [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = ""]) => text);

/** What is not as it should be in a file. @param {string} svg */
function wrongIn(svg) {
  const numbers = [...svg.matchAll(/ (?:x|y|width|height|d|font-size|stroke-width|opacity|viewBox)="([^"]*)"/g)];
  const palette = Object.values(inks).map((ink) => ink(colours.light));
  const painted = [...svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, colour = ""]) => colour);
  return [
    ...numbers.flatMap(([, of = ""]) => (/NaN|undefined|Infinity|^$/.test(of) ? [`number ${of}`] : [])),
    ...painted.filter((colour) => colour !== "none" && !palette.includes(colour)),
    ...texts(svg).filter((text) => /undefined|NaN|\{|\[\[/.test(text)),
    ...(/<style|<script|class=|var\(|href/.exec(svg) ?? []),
  ];
}

test("every picture of every lesson is drawn before and after the answer, with its own colours, title and description", async () => {
  const kinds = new Set(steps.map(({ step }) => step.picture?.kind));
  assert.equal(kinds.size, 14, [...kinds].join());
  for (const { lesson, step, link } of steps)
    for (const answered of step.question ? [false, true] : [false]) {
      const svg = await drawn(link, { answered });
      const where = `${link}, ${answered ? "answered" : "opened"}`;
      assert.equal(said(svg, "title"), t(`lesson-${lesson.id}`), where);
      assert.ok(said(svg, "desc").length > 30, where);
      assert.deepEqual(wrongIn(svg), [], where);
    }
});

test("what is asked is not in the file before the answer: neither drawn nor in its description", async () => {
  for (const { link } of steps.filter(({ step }) => step.picture?.hides)) {
    const [before, after] = [await drawn(link), await drawn(link, { answered: true })];
    assert.ok(said(before, "desc").length < said(after, "desc").length, link);
    assert.notEqual(before, after, link);
  }
  // Found by hand: the scores 3.5, 0.5, 1.5 and −2 as shares.
  const powers = [3.5, 0.5, 1.5, -2].map(Math.exp);
  const shares = powers.map((power) => percent(power / powers.reduce((sum, each) => sum + each, 0)));
  const link = "#place=learn&lesson=shares&step=share";
  const [before, after] = [await drawn(link), await drawn(link, { answered: true })];
  assert.doesNotMatch(before, /84 %/);
  for (const share of shares) assert.ok(said(after, "desc").includes(share), share);
  assert.deepEqual(
    texts(before).filter((text) => /^[−\d. →]+$/.test(text)),
    ["3.5 → 33.1", "0.5 → 1.6", "1.5 → 4.5", "−2.0 → 0.1"],
  );
});

/** How wide the bars of a paint are, from top to bottom. @param {string} svg @param {string} paint */
const barsOf = (svg, paint) =>
  [...svg.matchAll(/<path d="M[\d.]+ [\d.]+h([\d.]+)v[^"]*Z" fill="([^>]*)"\/>/g)].flatMap(([, width, fill]) =>
    fill === paint ? [Number(width)] : [],
  );

test("bars that are compared have one scale: spreads and what is left of them when divided; the values of all mixes", async () => {
  const spreads = barsOf(await drawn("#place=learn&lesson=shares&step=divide", { answered: true }), colours.light.plus);
  assert.equal(spreads.length, 8);
  const first = Number(spreads[1]);
  for (const [at, times] of [2, 4, 8, 16].entries()) {
    const [far, divided] = spreads.slice(2 * at);
    assert.ok(Math.abs(Number(divided) / first - 1) < 0.05, `${divided} and ${first}`);
    assert.ok(Math.abs(Number(far) / Number(divided) / times - 1) < 0.01, `${far} is ${times} times ${divided}`);
  }
  for (const [step, long] of /** @type {const} */ ([
    ["alive", 3],
    ["value", 6],
    ["back", 3],
    ["now-you", 3],
  ])) {
    const link = `#place=learn&lesson=mix&step=${step}`;
    const svg = await drawn(link, { answered: step !== "now-you" });
    const bars = barsOf(svg, `${colours.light.roles.V}" opacity="0.28`);
    assert.deepEqual(
      bars,
      [2, 0, 0, long, 1, 0, 0, 1].map((value) => 18 * value),
      step,
    );
  }
});

test("a picture on dark ground has the colours of dark ground; each look names a colour that there is", async () => {
  const svg = await drawn("#place=learn&lesson=mix&step=alive", { theme: "dark", answered: true });
  assert.ok(svg.includes(`fill="${colours.dark.paper}"`) && svg.includes(`fill="${colours.dark.roles.V}"`));
  assert.ok(!Object.values(colours.light.roles).some((colour) => svg.includes(colour)));
  for (const { fill, stroke } of Object.values(looks))
    for (const ink of [fill, stroke]) assert.ok(ink === undefined || Object.hasOwn(inks, ink), ink);
  for (const { fill } of Object.values(textLooks)) assert.ok(Object.hasOwn(inks, fill), fill);
});

test("a file says what its numbers are worth: of one layer, of a whole model, or nothing where it has none", async () => {
  const noteOf = async (/** @type {string} */ link) => texts(await drawn(link)).join(" ");
  assert.match(await noteOf("#place=learn&lesson=shares&step=wide"), /random, untrained weights/);
  assert.match(await noteOf("#place=learn&lesson=several-heads&step=gender"), /trained · weights of layer 1/);
  const ofModel = await noteOf("#place=learn&lesson=real-head&step=find");
  assert.match(ofModel, /trained$/);
  assert.doesNotMatch(ofModel, /weights of layer/);
  assert.doesNotMatch(await noteOf("#place=learn&lesson=learns&step=layer"), /random|trained/);
});

test("a PNG has two pixels for each px of the SVG; both have the width that is asked for", async () => {
  const link = "#place=learn&lesson=order-future&step=turn";
  const sizeOf = (/** @type {string} */ svg) =>
    /width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? assert.fail(svg);
  const pixels = async (/** @type {object} */ options) => {
    const bytes = Buffer.from(/** @type {Uint8Array} */ (await renderLink(engine, link, { png: true, ...options })));
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  const [width = 0, height = 0] = sizeOf(await drawn(link));
  assert.deepEqual(await pixels({}), [2 * width, 2 * height]);
  assert.equal((await pixels({ width: "600" }))[0], 600);
  assert.equal(sizeOf(await drawn(link, { width: "600" }))[0], 600);
});

test("what cannot be drawn is refused, with what is wrong", async () => {
  const step = "#place=learn&lesson=shares&step=share";
  for (const [args, says] of /** @type {const} */ ([
    [["#place=learn"], "lesson: must be a lesson with pictures, got none"],
    [["#place=learn&lesson=finish"], "lesson: must be a lesson with pictures, got finish"],
    [["#place=learn&lesson=rows&step=tokens"], "step: must have a picture of its own, got rows/tokens"],
    [["#place=learn&lesson=shares&step=nine"], "step: must be one of"],
    [["#place=learn&lesson=nine"], "lesson: must be"],
    [[step, "--stage", "raw"], "--stage: belongs to a figure of a stage, got a picture of a lesson"],
    [[step, "--gif"], "--gif: belongs to a figure of a stage"],
    [["#", "--answered"], "--answered: belongs to a link to a step of a lesson"],
    [["#place=learn&lesson=shares&step=now-you", "--answered"], "--answered: needs a step that asks"],
  ])) {
    const { status, err } = await run(["render", ...args]);
    assert.equal(status, 2, args.join(" "));
    assert.ok(err.includes(says), `${args.join(" ")}: ${err}`);
  }
});
