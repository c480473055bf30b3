/**
 * The main figures look as before: each is compared with the SVG stored in tests/reference/figures/. After an intended
 * change, `FIGURES=write node --test tests/figures/stored.test.js` stores the new ones; look at them before committing.
 */
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { drawsLines, headLinesOf, sceneOf } from "../../web/view/scenes.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { createEngine } from "../../web/engine/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { words as wordsOf } from "../../web/words/words.js";
import { stateFromFragment } from "../../web/state/url.js";

const folder = new URL("../reference/figures/", import.meta.url);
const engine = await createEngine();
const { t } = wordsOf("en");

/** Short sentences keep the files small. */
const words = "sentence=to+be+or+not&d_model=6&d_k=3&heads=2";

/** @type {Readonly<Record<string, string>>} */
const links = Object.freeze({
  input: `${words}&stage=X&cell=X.1.2`,
  queries: `${words}&stage=Q&head=0&cell=Q.0.1.2`,
  raw: `${words}&stage=raw&head=0&cell=raw.0.2.1`,
  "raw-all-heads": `${words}&stage=raw&head=all&cell=raw.1.2.1`,
  masked: `${words}&stage=masked&head=0&cell=none`,
  weights: `${words}&stage=weights&head=0&cell=weights.0.2.1`,
  "weights-dark": `${words}&stage=weights&head=0&cell=weights.0.2.1&theme=dark`,
  "weights-lines": `${words}&stage=weights&head=0&cell=weights.0.2.1&picture=lines`,
  "lines-all-heads-dark": `${words}&stage=weights&head=all&cell=none&picture=lines&theme=dark`,
  context: `${words}&stage=context&head=1&cell=context.1.3.0`,
  output: `${words}&stage=output&cell=output.3.1`,
  "second-sentence": `${words}&context=that+is+it&stage=weights&head=0&cell=none`,
  rope: `sentence=to+be+or+not&d_model=6&d_k=4&heads=2&position=rope&stage=Q_rot&head=0&cell=Q_rot.0.2.1`,
});

/** @param {string} link @returns {string} its figure, laid out with estimated text widths, so that it is the same on every machine */
function drawn(link) {
  const state = stateFromFragment(link);
  const theme = state.theme === "dark" ? "dark" : "light";
  const walk = computeWalk(state, engine, new Map());
  const view = viewOf(state, walk, { t, theme, cell: state.cell });
  const scene = drawsLines(view) ? headLinesOf(view, { width: 640 }) : sceneOf(view, { width: 640 });
  walk.run.free();
  return `${svgOf(scene, { title: t(`stage-${state.stage}-title`) }).replace(/></g, ">\n<")}\n`;
}

for (const [name, link] of Object.entries(links)) {
  test(`${name} is drawn as before`, async () => {
    const file = new URL(`${name}.svg`, folder);
    const svg = drawn(link);
    if (process.env.FIGURES === "write") await writeFile(file, svg);
    assert.equal(svg, await readFile(file, "utf8"));
  });
}

test("every stored figure belongs to a test, and a changed number changes a figure", async () => {
  const kept = await readdir(folder);
  assert.deepEqual(
    kept.sort(),
    Object.keys(links)
      .map((name) => `${name}.svg`)
      .sort(),
  );
  assert.notEqual(drawn(`${links.raw}&seed=8`), drawn(links.raw ?? ""));
});
