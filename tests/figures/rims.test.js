/** Rims: the lower edges of cells keep the colour of their numbers until something else than the slider changes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { sceneDrawer, sceneOf } from "../../web/view/scenes.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { words } from "../../web/words/words.js";

/** @typedef {import("../../web/state/state.js").State} State */

const engine = await createEngine();
const { t } = words("en");
const space = {
  width: 900,
  measure: (/** @type {string} */ text, /** @type {number} */ size) => text.length * size * 0.5,
};

/** @param {State} state @param {import("../../web/state/history.js").Former | null} [former] */
const viewAt = (state, former = null) =>
  viewOf(state, computeWalk(state, engine, new Map()), { t, theme: "light", cell: null, former });

const base = changeState(defaultState, { sentence: "The dog chased the cat", stage: "scaled" });

/** @param {Partial<State>} patch @param {State} [from] */
function moved(patch, from = base) {
  const next = changeState(from, patch);
  const [field] = /** @type {(keyof State)[]} */ (Object.keys(patch));
  return {
    next,
    former: {
      field: /** @type {keyof State} */ (field),
      value: Number(from[/** @type {keyof State} */ (field)]),
      state: from,
    },
  };
}

/** The scene after a slider has moved, whose first walk is free by then. @param {State} from @param {Partial<State>} patch */
function scenesOf(from, patch) {
  const draw = sceneDrawer();
  const { next, former } = moved(patch, from);
  const before = viewAt(from);
  draw(before, space);
  const after = viewAt(next, former);
  // The independent truth: a scene of the former numbers whose scale has both walks.
  const truth = sceneOf(before, { ...space, peers: [after.trace] });
  before.run.free();
  const scene = draw(after, space);
  return { scene, truth, after, draw, former };
}

for (const [stage, patch] of /** @type {[string, Partial<State>][]} */ ([
  ["scaled", { d_k: 6 }],
  ["raw", { d_k: 2 }],
  ["weights", { d_k: 16 }],
  ["output", { d_v: 3 }],
])) {
  test(`each changed number of ${stage} keeps the colour that it had, on a scale that has both`, () => {
    const from = changeState(base, { stage, d_v: 4, heads: 1 }); // one head: the truth’s scale has all
    const { scene, truth, after } = scenesOf(from, patch);
    const result = scene.matrices.find((matrix) => matrix.result);
    const same = truth.matrices.find((matrix) => matrix.result);
    assert.ok(result?.rims && same);
    assert.equal(result.scale.limit, same.scale.limit);
    result.rims.forEach((shade, at) => {
      const isKept = same.values[at] !== result.values[at] && !same.hidden?.[at];
      assert.equal(shade, isKept ? same.shades[at] : -1, `cell ${at}`);
    });
    assert.ok(result.rims.some((shade) => shade >= 0));
    after.run.free();
  });
}

test("matrices of another shape have no rims, and those whose numbers stay have none", () => {
  const { scene, after } = scenesOf(changeState(base, { stage: "raw" }), { d_k: 6 });
  const rims = Object.fromEntries(scene.matrices.map((matrix) => [matrix.id, Boolean(matrix.rims)]));
  assert.deepEqual(rims, { Q: false, "K^T": false, raw: true });
  after.run.free();
  const { scene: values, after: other } = scenesOf(changeState(base, { stage: "V" }), { d_k: 6 });
  assert.deepEqual(
    values.matrices.filter(({ rims: kept }) => kept),
    [],
  );
  other.run.free();
});

test("while the slider moves on, rims stay those of where it was taken; without a former value they are gone", () => {
  const { scene, after, draw, former } = scenesOf(base, { d_k: 6 });
  const last = changeState(base, { d_k: 7 });
  const further = viewAt(last, former);
  const [first, second] = [scene, draw(further, space)].map(({ matrices }) => matrices.at(-1));
  assert.ok(first?.rims && second?.rims);
  const coloursOf = (/** @type {typeof first} */ { rims, scale }) =>
    Array.from(rims ?? [], (shade) => scale.fills[shade]);
  const signs = (/** @type {typeof first} */ matrix) => coloursOf(matrix).map((colour) => colour !== undefined);
  assert.deepEqual(signs(second), signs(first));
  const done = draw({ ...further, former: null }, space);
  assert.deepEqual(done, sceneOf(further, space));
  for (const { run } of [after, further]) run.free();
});

test("a figure that has not drawn the former numbers has no rims", () => {
  const { next, former } = moved({ d_k: 6 });
  const view = viewAt(next, former);
  assert.deepEqual(sceneDrawer()(view, space), sceneOf(view, space));
  view.run.free();
});

test("painters draw each rim inside its cell, with a line of the background above it", () => {
  const { scene, after } = scenesOf(base, { d_k: 6 });
  const result = scene.matrices.at(-1);
  assert.ok(result?.rims);
  const count = (/** @type {typeof scene} */ drawn) => svgOf(drawn).split("<rect").length;
  const without = { ...scene, matrices: scene.matrices.map((matrix) => ({ ...matrix, rims: null })) };
  const rims = scene.matrices.flatMap((matrix) => [...(matrix.rims ?? [])]).filter((shade) => shade >= 0);
  assert.equal(count(scene) - count(without), 2 * rims.length);
  after.run.free();
});
