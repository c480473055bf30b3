/**
 * Compares the canvas on the screen with an SVG of the same figure, which Node draws with the text widths of the browser: both
 * painters must give the same picture. Needs a finished build.
 */
import assert from "node:assert/strict";

import { drawsLines, headLinesOf, sceneOf } from "../../../../web/view/scenes.js";
import { computeWalk, viewOf } from "../../../../web/view/view.js";
import { createEngine } from "../../../../web/engine/index.js";
import { svgOf } from "../../../../web/figures/painters/svg.js";
import { boxOf } from "../../../../web/figures/geometry.js";
import { fontFamily } from "../../../../web/figures/text.js";
import { stateFromFragment } from "../../../../web/state/url.js";
import { eventually } from "../../support/eventually.js";
import { checkStage, t } from "../../support/expected.js";
import { inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../support/page.js").Page} Page */
/** @typedef {import("../../../../web/figures/types.js").Scene} Scene */
/** @typedef {import("../../../../web/figures/types.js").Area} Area */

const engine = await createEngine();

/**
 * The scene of a figure, with the page's layout.
 * @param {Page} page
 * @param {string} fragment
 * @param {number} width
 * @returns {Promise<Scene>}
 */
async function sceneOnPage(page, fragment, width) {
  const state = stateFromFragment(fragment);
  const walk = computeWalk(state, engine, new Map());
  const view = viewOf(state, walk, { t, theme: state.theme === "dark" ? "dark" : "light", cell: state.cell });
  /** @type {Map<string, number>} widths of texts, measured by the browser */
  const known = new Map();
  for (;;) {
    /** @type {Map<string, [string, number]>} */
    const unmeasured = new Map();
    const measure = (/** @type {string} */ text, /** @type {number} */ size) => {
      const key = `${size} ${text}`;
      if (!known.has(key)) unmeasured.set(key, [text, size]);
      return known.get(key) ?? size;
    };
    const scene = drawsLines(view) ? headLinesOf(view, { width, measure }) : sceneOf(view, { width, measure });
    if (unmeasured.size === 0) {
      walk.run.free();
      return scene;
    }
    const widths = await page.run(
      (_, texts, family) => {
        const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
        return texts.map((/** @type {[string, number]} */ [text, size]) => {
          context.font = `400 ${size}px ${family}`;
          return context.measureText(text).width;
        });
      },
      [...unmeasured.values()],
      fontFamily,
    );
    [...unmeasured.keys()].forEach((key, at) => known.set(key, widths[at]));
  }
}

/**
 * The largest difference in brightness between the two pictures, averaged over small squares, so that different smoothing of
 * an edge hardly counts, while a missing digit does. Hairlines are fainter than that: they are compared by the mean of each
 * area that they hatch.
 * @param {Page} page
 * @param {string} svg
 * @param {readonly Area[]} hatched in px of the scene
 * @returns {Promise<{largest: number, x: number, y: number, ink: number, hatching: number[]}>} ink: how many squares are not
 *   just background; hatching: the difference in each of the hatched areas
 */
const apart = async (page, svg, hatched) =>
  await page.run(
    async ({ find, figure }, text, areas) => {
      const square = 6;
      const shown = /** @type {HTMLCanvasElement} */ (find("attention-stage-figure", "canvas"));
      const { width, height } = shown;
      // The figure has no ground of its own: that of what it stands on shows.
      const stands = [
        find("attention-explorer", ".figure"),
        document.querySelector("attention-explorer"),
        document.body,
      ];
      const grounds = [...stands, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
      const ground = grounds.find((colour) => colour !== "rgba(0, 0, 0, 0)") ?? "white";
      const pixelsOf = (/** @type {CanvasImageSource} */ image) => {
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
        context.fillStyle = ground;
        context.fillRect(0, 0, width, height);
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      };
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await image.decode();
      const [one, other] = [pixelsOf(shown), pixelsOf(image)];
      const side = square * window.devicePixelRatio;
      const worst = { largest: 0, x: 0, y: 0, ink: 0 };
      const first = [...one.slice(0, 3)];
      for (let y = 0; y + side <= height; y += side / 2) {
        for (let x = 0; x + side <= width; x += side / 2) {
          const sums = [0, 0, 0];
          let inked = 0;
          for (let dy = 0; dy < side; dy++) {
            for (let dx = 0; dx < side; dx++) {
              const at = 4 * ((y + dy) * width + x + dx);
              for (let channel = 0; channel < 3; channel++) {
                sums[channel] += one[at + channel] - other[at + channel];
                if (Math.abs(one[at + channel] - first[channel]) > 24) inked = 1;
              }
            }
          }
          const mean = Math.max(...sums.map((sum) => Math.abs(sum))) / side ** 2;
          worst.ink += inked;
          if (mean > worst.largest)
            Object.assign(worst, { largest: mean, x: x / window.devicePixelRatio, y: y / window.devicePixelRatio });
        }
      }
      const scale = window.devicePixelRatio * figure.zoom;
      /** @param {Area} area */
      const meanIn = (area) => {
        const [left, top, right, bottom] = [area.x, area.y, area.x + area.width, area.y + area.height].map((px) =>
          Math.round(px * scale),
        );
        let sum = 0;
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) sum += one[4 * (y * width + x)] - other[4 * (y * width + x)];
        return Math.abs(sum) / ((right - left) * (bottom - top));
      };
      return { ...worst, hatching: areas.map(meanIn) };
    },
    svg,
    hatched,
  );

/** The areas that hairlines hatch: each hidden cell, and the sign of the legend. @param {Scene} scene @returns {Area[]} */
function hatchedIn({ matrices, lines }) {
  const cells = matrices.flatMap((matrix) =>
    Array.from(matrix.hidden ?? []).flatMap((mark, at) =>
      mark ? [boxOf(matrix, Math.floor(at / matrix.columns), at % matrix.columns)] : [],
    ),
  );
  const hairlines = lines.filter(({ width }) => width === hairline).flatMap(({ points }) => points);
  if (hairlines.length === 0) return cells;
  const [across, down] = [0, 1].map((axis) => hairlines.filter((_, at) => at % 2 === axis));
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return [...cells, { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }];
}

const figures = [
  "stage=weights&cell=weights.1.4.2",
  "stage=raw&head=all&kv_heads=2&theme=dark&cell=none",
  "stage=X&cell=none",
  "stage=masked&cell=masked.1.4.2",
  "stage=weights&picture=lines&cell=weights.1.4.2",
  "stage=concat&heads=2&cell=none",
];

/** Mean differences out of 255: the most that smoothing causes, and the least that a missing part causes. */
const alike = 22;
const noticed = 28;
/** The same of hatching. */
const [alikeHatching, noticedHatching] = [3, 6];
/** The width of a hairline, px. */
const hairline = 1;

/**
 * Copies of the scene that each lack one part, by the kind of part: a digit, a word, a line, a ring, a box, a row.
 * @param {Scene} scene
 * @returns {Record<string, Scene>}
 */
function faults(scene) {
  const [first, ...others] = scene.matrices;
  const { texts, lines, rings, boxes } = scene;
  const words = texts.filter(({ text }) => /[a-z]{2}/i.test(text));
  const strong = lines.filter(({ width }) => width > hairline);
  const withParts = (/** @type {Partial<Scene>} */ part) => ({ ...scene, ...part });
  const last = /** @type {<T>(list: readonly T[]) => T[]} */ (list) => list.slice(0, -1);
  return {
    ...(words.length > 0 ? { "a word": withParts({ texts: texts.filter((text) => text !== words.at(-1)) }) } : {}),
    ...(strong.length > 0 ? { "a line": withParts({ lines: lines.filter((line) => line !== strong.at(-1)) }) } : {}),
    ...(rings.length > 0 ? { "a ring": withParts({ rings: last(rings) }) } : {}),
    ...(boxes.length > 0 ? { "a box": withParts({ boxes: boxes.slice(1) }) } : {}),
    ...(first ? { "a row": withParts({ matrices: [{ ...first, rows: first.rows - 1 }, ...others] }) } : {}),
    ...(first?.digits
      ? { "a digit": withParts({ matrices: [{ ...first, digits: ["", ...first.digits.slice(1)] }, ...others] }) }
      : {}),
  };
}

inBrowsers(["chromium"], (test) => {
  for (const fragment of figures) {
    test(`${fragment}: canvas and SVG show the same picture, and nothing is missing in either`, async (page) => {
      await page.look({ width: 1280, height: 900, pixels: 2 });
      await page.open(fragment);
      await eventually(() => checkStage(page, /stage=(\w+)/.exec(fragment)?.[1] ?? ""));
      const { width, zoom } = await page.run(({ figure }) => ({ width: figure.width, zoom: figure.zoom }));
      const scene = await sceneOnPage(page, fragment, width / zoom);
      const hatched = hatchedIn(scene);
      const { largest, x, y, ink, hatching } = await apart(page, svgOf(scene), hatched);
      assert.ok(largest < alike && ink > 2000, `apart by ${largest} at ${x}, ${y}; ${ink} squares are drawn on`);
      assert.ok(Math.max(0, ...hatching) < alikeHatching, `hatching is apart by ${hatching}`);
      for (const [what, fault] of Object.entries(faults(scene))) {
        const missing = await apart(page, svgOf(fault), []);
        assert.ok(missing.largest > noticed, `${what} may be missing: apart by ${missing.largest} only`);
      }
      const bare = {
        ...scene,
        matrices: scene.matrices.map((matrix) => ({ ...matrix, hidden: null })),
        lines: scene.lines.filter(({ width: stroke }) => stroke > hairline),
      };
      const missing = (await apart(page, svgOf(bare), hatched)).hatching;
      assert.ok(Math.min(Infinity, ...missing) > noticedHatching, `hatching may be missing: apart by ${missing}`);
      assert.equal(hatched.length > 0, /stage=(weights|masked)&cell/.test(fragment), "which figures are hatched");
    });
  }
});
