/** Saved figures of experiments: the files contain what is on the screen. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { numberText } from "../../support/oracles/number-text.js";
import { lossGradient } from "../../../web/figures/scene/gradients.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { checkAxe } from "../support/axe.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { t, walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();

/** @param {string} svg @returns {string[]} its texts, including numbers */
const textsIn = (svg) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = ""]) => text.replace(/<[^>]*>/g, ""));

/** @param {string} svg */
const titleIn = (svg) => /<title>(.*?)<\/title>/.exec(svg)?.[1] ?? "";

/** The weights of the second head, computed by the engine, row by row. @param {string} [stage] @param {object} [patch] */
function head2(stage = "weights", patch = {}) {
  const { run, queries } = walkOf(changeState(defaultState, patch));
  const { shape, data } = run.tensor(stage);
  run.free();
  const size = (shape[1] ?? 0) * (shape[2] ?? 0);
  return { queries, numbers: Array.from(data.slice(size, 2 * size)) };
}

const { queries: words, numbers: weights } = head2();
const { numbers: unscaled } = head2("weights", { scaling: false });

/** @returns {number[]} d sum(output) / d weights, head 2 */
function gradient() {
  const { run } = walkOf(defaultState);
  const { data } = engine.backward(run, lossGradient(run.shape("output"), [])).weights ?? assert.fail("no gradient");
  run.free();
  return Array.from(data.slice(49, 98));
}

/** @param {number[]} numbers */
const written = (numbers) => numbers.map((number) => numberText(number));

/** What the figures of a walk with random weights say of them. @param {number} [seed] */
const random = (seed = defaultState.seed) => t("kind-random", { seed: String(seed) });

/**
 * The link; the index of the figure among those of the experiment; the file name; and texts that the file must contain.
 * @type {[string, number, string, string[]][]}
 */
const files = [
  ["experiment=scaling&compare=scaling%3Dfalse", 0, "compare-weights-a", [...words, ...written(weights), random()]],
  ["experiment=scaling&compare=scaling%3Dfalse", 1, "compare-weights-b", [...words, ...written(unscaled), random()]],
  [
    "experiment=scaling&compare=scaling%3Dfalse",
    2,
    "compare-weights-difference",
    [...words, ...written(weights.map((value, at) => value - unscaled[at])), random()],
  ],
  ["experiment=scaling&compare=seed%3D7", 2, "compare-weights-difference", [...words, random(), random(7)]],
  [
    "experiment=backward&loss=",
    0,
    "gradient-weights-head2",
    [...words, ...written(weights), ...written(gradient()), random()],
  ],
  ["experiment=tiles&tile_step=3", 0, "tiles-step4", [...words, random()]],
  ["experiment=cache&cache_step=2", 0, "cache-step3", [...words.slice(0, 3), random()]],
  [
    "experiment=cost",
    0,
    "cost-multiplyAdds-tokens",
    [t("cost-line-all"), t("cost-line-projections"), t("cost-line-pairs"), t("cost-axis-tokens")],
  ],
  ["experiment=mask", 0, "mask-before", [...words, ...written(weights), random()]],
];

inBrowsers(["chromium"], (test) => {
  test("every figure of an experiment is saved as SVG, with its text and the engine's numbers, and as PNG", async (page) => {
    await page.open();
    await saveHere(page);
    for (const [fragment, at, name, expected] of files) {
      const experiment = /experiment=(\w+)/.exec(fragment)?.[1] ?? "";
      const element =
        experiments.find(({ id }) => id === experiment)?.element ?? assert.fail(`no experiment ${experiment}`);
      await page.follow(fragment);
      await eventually(async () => {
        // The page has the new state before it shows the experiment, whose figures then replace the last one's.
        assert.equal(
          await page.run(({ find }, tag) => find("experiment-card", tag)?.view.state.experiment, element),
          experiment,
        );
        const drawn = await page.run(({ findAll }) => findAll("scene-save", "button").length);
        assert.ok(drawn > 2 * at, experiment);
      });
      // The figure with this index, whichever component it is in.
      await page.run(({ findAll }, place) => {
        findAll("scene-save", "div").forEach((group, order) => group.classList.toggle("chosen", order === place));
      }, at);
      const [group] = await page.attributes("scene-save", ".chosen", "aria-label");
      const svg = (await savedFile(page, "scene-save", ".chosen [data-kind=svg]", `attention-${name}.svg`)).toString();
      assert.ok(svg.startsWith("<svg ") && svg.endsWith("</svg>"), name);
      assert.equal(group, t("export-save-figure", { name: titleIn(svg) }));
      const texts = textsIn(svg);
      for (const text of expected) assert.ok(texts.includes(text), `${name} lacks ${text}: ${texts.join(" ")}`);
      const png = await savedFile(page, "scene-save", ".chosen [data-kind=png]", `attention-${name}.png`);
      const [, width = 0, height = 0] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
      const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
      assert.deepEqual(
        size,
        [width, height].map((px) => Math.ceil(Number(px)) * 2),
      );
    }
    await checkAxe(page, "a figure that can be saved");
  });
});
