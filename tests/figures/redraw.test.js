/** A figure that is drawn again: with another inspected number its matrices stay, and nothing else differs from a new figure. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { hiddenByMask } from "../../web/figures/hidden.js";
import { paintCanvas } from "../../web/figures/index.js";
import { scalesOf } from "../../web/figures/colour/scales.js";
import { partOf } from "../../web/figures/matrices.js";
import { sceneDrawer, sceneOf } from "../../web/view/scenes.js";
import { ViewCache } from "../../web/view/view.js";
import { variantView } from "../support/variants/variant-views.js";

const space = { width: 760, measure: (/** @type {string} */ text, /** @type {number} */ size) => text.length * size };

/** A canvas context that records the images it makes and the pixels that are put on it. */
function imageRecorder() {
  /** @type {{width: number, height: number, data: Uint8ClampedArray}[]} */
  const made = [];
  /** @type {{image: unknown, pixels: Buffer, x: number, y: number}[]} */
  const put = [];
  const own = {
    createImageData(/** @type {number} */ width, /** @type {number} */ height) {
      const image = { width, height, data: new Uint8ClampedArray(4 * width * height) };
      made.push(image);
      return image;
    },
    putImageData: (/** @type {any} */ image, /** @type {number} */ x, /** @type {number} */ y) =>
      put.push({ image, pixels: Buffer.from(image.data), x, y }),
    measureText: (/** @type {string} */ text) => ({ width: text.length }),
  };
  const context = new Proxy(own, { get: (_, name) => Reflect.get(own, name) ?? (() => {}), set: () => true });
  return { context: /** @type {any} */ (context), made, put };
}

/** A canvas context that keeps the pixels that are put on it, by their place. */
class Pixels {
  /** @type {Map<string, number>} */
  at = new Map();

  get context() {
    const own = {
      createImageData: (/** @type {number} */ width, /** @type {number} */ height) => ({
        width,
        height,
        data: new Uint8ClampedArray(4 * width * height),
      }),
      /**
       * @param {ImageData} image
       * @param {number} x
       * @param {number} y
       * @param {number[]} dirty what of the image is put: left, top, width and height
       */
      putImageData: (image, x, y, ...[left = 0, top = 0, width = image.width, height = image.height]) => {
        const pixels = new Uint32Array(image.data.buffer);
        for (let row = top; row < top + height; row++)
          for (let column = left; column < left + width; column++)
            this.at.set(`${x + column} ${y + row}`, Number(pixels[row * image.width + column]));
      },
      measureText: (/** @type {string} */ text) => ({ width: text.length }),
    };
    return /** @type {any} */ (
      new Proxy(own, { get: (_, name) => Reflect.get(own, name) ?? (() => {}), set: () => true })
    );
  }
}

test("another inspected number gives the scene that a new figure would have, with the same matrices", () => {
  const draw = sceneDrawer();
  const view = variantView("large", { stage: "weights", head: 1, cell: { stage: "weights", index: [1, 3, 2] } });
  const first = draw(view, space);
  assert.deepEqual(first, sceneOf(view, space));
  const other = {
    ...view,
    cell: { stage: "masked", index: [1, 7, 5] },
    explanation: view.run.explain("masked", [1, 7, 5]),
  };
  const second = draw(other, space);
  assert.deepEqual(second, sceneOf(other, space));
  assert.notDeepEqual(second.rings, first.rings);
  second.matrices.forEach((matrix, at) => assert.equal(matrix, first.matrices[at]));
  view.run.free();
});

test("other numbers, another stage, head, theme or width give the scene that a new figure would have", () => {
  const draw = sceneDrawer();
  const views = [
    variantView("large", { stage: "weights" }),
    variantView("leak", { stage: "weights" }),
    variantView("leak", { stage: "context" }),
    variantView("leak", { stage: "context", head: 1 }),
    variantView("leak", { stage: "context", head: 1, theme: "dark" }),
  ];
  for (const view of views) assert.deepEqual(draw(view, space), sceneOf(view, space));
  const last = /** @type {typeof views[number]} */ (views.at(-1));
  const narrow = { ...space, width: 420 };
  assert.deepEqual(draw(last, narrow), sceneOf(last, narrow));
  for (const { run } of views) run.free();
});

test("a view of the same walk with another inspected number has the same labels", () => {
  const { state, ...walk } = variantView("large");
  const views = new ViewCache();
  const viewAt = (/** @type {{stage: string, index: number[]} | null} */ cell) =>
    views.viewOf(state, walk, { t: walk.t, theme: "light", cell });
  const [first, second] = [viewAt(null), viewAt({ stage: "raw", index: [0, 1, 2] })];
  assert.notEqual(first, second);
  assert.equal(first.labels, second.labels);
  walk.run.free();
});

test("pixels of a matrix are computed once for each ratio, and painting them again paints the same", () => {
  const view = variantView("huge", { stage: "weights" });
  const scene = sceneOf(view, space);
  const images = new Map();
  const { context, made, put } = imageRecorder();
  for (const ratio of [1, 1, 2]) paintCanvas(context, scene, { ratio, images });
  assert.deepEqual([made.length, put.length], [2 * scene.matrices.length, 3 * scene.matrices.length]);
  const fresh = imageRecorder();
  for (const ratio of [1, 1, 2]) paintCanvas(fresh.context, scene, { ratio });
  assert.equal(fresh.made.length, fresh.put.length);
  fresh.put.forEach(({ pixels, x, y }, at) => {
    assert.deepEqual([put[at]?.x, put[at]?.y], [x, y]);
    assert.ok(put[at]?.pixels.equals(pixels));
  });
  view.run.free();
});

test("a figure with other numbers paints into the images of the one before, and looks like a new one", () => {
  const views = [
    variantView("huge", { stage: "weights" }),
    variantView("huge", { stage: "weights", head: 1 }),
    variantView("huge", { stage: "weights", theme: "dark" }),
    variantView("huge", { stage: "output" }),
  ];
  const images = new Map();
  const { context, made, put } = imageRecorder();
  const fresh = imageRecorder();
  const counts = views.map((view) => {
    const scene = sceneOf(view, space);
    paintCanvas(context, scene, { images });
    paintCanvas(fresh.context, scene);
    assert.deepEqual([...images.keys()], scene.matrices, "images of earlier matrices are not kept");
    return [made.length, put.length];
  });
  assert.ok(counts[0]?.[0], "images are made at first");
  assert.deepEqual(
    counts.map(([images]) => images).slice(0, 3),
    new Array(3).fill(counts[0]?.[0]),
    "no further ones where the sizes are the same",
  );
  fresh.put.forEach(({ pixels, x, y }, at) => {
    assert.deepEqual([put[at]?.x, put[at]?.y], [x, y]);
    assert.ok(put[at]?.pixels.equals(pixels), `image ${at}`);
  });
  assert.equal(put.length, fresh.put.length);
  for (const { run } of views) run.free();
});

test("a colour scale leaves out the scores that its own mask hides, also after a scale with another mask", () => {
  const { trace, run } = variantView("fill");
  const parts = [partOf(trace, "masked", 0)];
  const limit = (/** @type {Parameters<typeof scalesOf>[3]} */ hidden) =>
    scalesOf(trace, parts, "light", hidden)(/** @type {typeof parts[0]} */ (parts[0])).limit;
  const nothing = { mask: { shape: [1, 1], data: [1] }, value: 0 };
  assert.equal(limit(nothing), 10000);
  const own = limit(undefined);
  assert.ok(own < 100, String(own));
  assert.equal(limit(hiddenByMask(trace)), own);
  assert.equal(limit(nothing), 10000);
  assert.equal(limit(undefined), own);
  run.free();
});

test("a scene that is painted in bands has the pixels of one that is painted at once", () => {
  const view = variantView("huge", { stage: "weights" });
  const scene = sceneOf(view, space);
  for (const ratio of [1, 1.5]) {
    const [whole, inBands] = [new Pixels(), new Pixels()];
    paintCanvas(whole.context, scene, { ratio });
    const height = Math.ceil(scene.height * ratio);
    const images = new Map();
    const edges = [0, 97, 98, 331, height];
    for (const at of [2, 0, 3, 1]) {
      const band = { top: Number(edges[at]), bottom: Number(edges[at + 1]) };
      paintCanvas(inBands.context, scene, { ratio, images, band });
    }
    assert.ok(whole.at.size > 10_000);
    assert.deepEqual(inBands.at, whole.at);
  }
  view.run.free();
});

test("a band writes no more rows of cells than it shows", () => {
  const view = variantView("huge", { stage: "weights" });
  const scene = sceneOf(view, space);
  const { context, made } = imageRecorder();
  const first = /** @type {typeof scene.matrices[number]} */ (scene.matrices[0]);
  paintCanvas(context, scene, { band: { top: Math.ceil(first.y), bottom: Math.ceil(first.y) + 20 } });
  const written = made.map(({ data }) => data.filter((byte) => byte > 0).length / data.length);
  assert.ok(written[0] && written[0] > 0 && written[0] < 0.5, `shares that are written: ${written}`);
  view.run.free();
});
