/** The tiles experiment: its figure and its counts, against the engine's tiles and hand counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { numbersHeld, tilesScene } from "../../web/figures/scene/tiles.js";
import { defaultState } from "../../web/state/state.js";

const engine = await createEngine();

test("only the current tile shows numbers; previous tiles are empty, fully hidden ones struck through", () => {
  const { spec, inputs, tokens } = inputsFromState(defaultState, engine);
  const run = engine.trace(spec, inputs).finish();
  const size = { queries: 3, keys: 2 };
  const walk = run.tiles(size);
  const tiles = Array.from({ length: 12 }, () => walk.step()).flatMap((tile) => tile ?? []);
  run.free();
  assert.deepEqual(
    tiles.map(({ skipped }) => skipped),
    [false, false, true, true, false, false, false, true, false, false, false, false], // by hand: causal, rows of 3
  );
  const scene = tilesScene({
    done: tiles.slice(0, 5),
    now: tiles[5],
    size,
    queries: tokens,
    keys: tokens,
    theme: "light",
    width: 900,
  });
  assert.deepEqual([scene.matrices.length, scene.boxes.length, scene.rings.length], [1, 5, 1]);
  assert.deepEqual([...scene.matrices[0].values], [...tiles[5].scores.data]);
  assert.equal(scene.lines.length, 12 + 2); // 3 by 4 tiles, two struck through so far
  const { x, y, cellWidth, cellHeight } = scene.matrices[0];
  assert.deepEqual([scene.rings[0].x, scene.rings[0].y], [x, y]);
  assert.deepEqual([scene.rings[0].width, scene.rings[0].height], [2 * cellWidth, 3 * cellHeight]);
  assert.deepEqual(numbersHeld(tiles[5], [7, 7]), { tile: 6, rows: 3 * 6, matrix: 49 });
});
