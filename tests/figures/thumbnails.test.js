/** Thumbnails of heads: the same numbers and colours as in the large figure, for any number of heads. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/engine.js";
import {
  equationScene,
  figureTrace,
  headThumbnails,
  headThumbnailSize,
  thumbnailScene,
} from "../../web/figures/index.js";
import { inputsFromState } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** @typedef {import("../../web/state/state.js").State} State */

const engine = await createEngine();

/** @param {Partial<State>} patch */
function traceOf(patch) {
  const { spec, inputs, tokens } = inputsFromState(changeState(defaultState, patch), engine);
  const run = engine.trace(spec, inputs).finish();
  return { trace: figureTrace(run, inputs), tokens };
}

const theme = /** @type {const} */ ("light");

test("every head of a stage has a thumbnail with the colours of the large figure", () => {
  const { trace, tokens } = traceOf({ heads: 6, kv_heads: 3, d_k: 4 });
  const labels = { queries: tokens, keys: tokens };
  for (const stage of ["Q", "K", "V", "raw", "scaled", "masked", "weights", "context"]) {
    const pictures = [...headThumbnails({ stage, trace, width: 72, height: 72, theme })];
    const count = "KV".includes(stage) ? 3 : 6;
    assert.equal(pictures.length, count, stage);
    for (const [at, { width, height, matrices }] of pictures.entries()) {
      assert.ok(width <= 72 && height <= 72 && width > 20 && height > 20, `${stage}: ${width} x ${height}`);
      const [picture] = matrices;
      const head = (at * 6) / count;
      const view = { stage, head, trace, labels, theme, width: 700, alone: true };
      const [large] = equationScene({ ...view, t: (id) => id }).matrices;
      assert.deepEqual(
        [picture.rows, picture.columns, picture.cellWidth],
        [large.rows, large.columns, picture.cellHeight],
      );
      assert.deepEqual(picture.values, large.values, `${stage} ${at}`);
      assert.deepEqual(
        Array.from(picture.shades, (shade) => picture.scale.colours[shade]),
        Array.from(large.shades, (shade) => large.scale.colours[shade]),
        `${stage} ${at}`,
      );
    }
  }
});

test("the size of heads' thumbnails is known before they are drawn", () => {
  const sentence = Array.from({ length: 200 }, (_, at) => `w${at}`).join(" ");
  for (const patch of [
    { heads: 6, kv_heads: 3, d_k: 4 },
    { heads: 2, d_k: 200 },
    { sentence, heads: 4, d_k: 2 },
  ]) {
    const { trace } = traceOf(patch);
    for (const stage of ["Q", "K", "V", "raw", "weights", "context"])
      for (const side of [32, 72]) {
        const view = { stage, trace, width: side, height: side };
        const sizes = [...headThumbnails({ ...view, theme })].map(({ width, height }) => ({ width, height }));
        assert.deepEqual(
          new Set(sizes.map((size) => JSON.stringify(size))),
          new Set([JSON.stringify(headThumbnailSize(view))]),
        );
      }
  }
});

test("a head too wide for square cells fills its thumbnail with narrow cells", () => {
  const { trace } = traceOf({ heads: 2, d_k: 200 });
  for (const { width, height } of headThumbnails({ stage: "Q", trace, width: 64, height: 64, theme })) {
    assert.ok(width > 60 && width <= 64.001 && height > 50, `${width} x ${height}`);
  }
});

test("thumbnails of 16 heads of 300 tokens draw only as many numbers as are visible, sampled evenly", () => {
  const sentence = Array.from({ length: 300 }, (_, at) => `w${at}`).join(" ");
  const { trace } = traceOf({ sentence, heads: 16, d_k: 2 });
  const whole = /** @type {{data: ArrayLike<number>}} */ (trace.tensor("weights")).data;
  const pictures = [...headThumbnails({ stage: "weights", trace, width: 48, height: 48, theme })];
  assert.equal(pictures.length, 16);
  for (const [head, { matrices, width, height }] of pictures.entries()) {
    const [{ rows, columns, values, hidden }] = matrices;
    assert.deepEqual([rows, columns, Math.round(width), Math.round(height)], [96, 96, 48, 48]);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [i, j] = [row, column].map((at) => Math.floor((at * 300) / 96));
        assert.equal(values[row * columns + column], whole[(head * 300 + i) * 300 + j]);
        assert.equal(hidden?.[row * columns + column], j > i ? 1 : 0);
      }
    }
  }
  const strip = thumbnailScene({ stages: ["weights"], head: "all", trace, width: 64, height: 44, theme });
  assert.ok(strip.width <= 64.001 && strip.height <= 44.001 && strip.matrices.length === 16);
});

test("a thumbnail of one head draws that head's numbers, with key/value heads and masks of its own", () => {
  const sentence = Array.from({ length: 200 }, (_, at) => `w${at}`).join(" ");
  const { trace } = traceOf({ sentence, heads: 4, kv_heads: 2, d_k: 3, window: 7 });
  for (const stage of ["X", "Q", "K", "masked", "weights", "context", "concat", "output"]) {
    const { data, shape } = /** @type {import("../../web/figures/types.js").Tensor} */ (trace.tensor(stage));
    const [count, rows, columns] = /** @type {[number, number, number]} */ ([1, 1, ...shape].slice(-3));
    for (let head = 0; head < 4; head++) {
      const [matrix] = thumbnailScene({ stages: [stage], head, trace, width: 64, height: 44, theme }).matrices;
      assert.equal(matrix.rows, 88, stage);
      const own = Math.floor((head * count) / 4); // two query heads share each key/value head
      for (const [at, value] of matrix.values.entries()) {
        const row = Math.floor((Math.floor(at / matrix.columns) * rows) / 88);
        const column = Math.floor(((at % matrix.columns) * columns) / matrix.columns);
        assert.equal(value, data[(own * rows + row) * columns + column], `${stage}, head ${head}, number ${at}`);
        if (stage === "weights") assert.equal(matrix.hidden?.[at], column > row || row - column >= 7 ? 1 : 0);
      }
    }
  }
});
