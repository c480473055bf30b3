/**
 * Pictures that the command line paints: decoded by a browser, they have the colours of the SVG's cells, and the frames of the
 * walk. Needs a finished build.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { colours } from "../../../web/figures/tokens.js";
import { run } from "../../../web/node/cli.js";
import { stagesFor } from "../../../web/state/stages.js";
import { defaultState } from "../../../web/state/state.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{size: number[], seconds: number[], colours: string[][]}} Decoded colours: by frame, one for each of its points */
/** @typedef {{x: number, y: number, fill: string}} CellOfSvg a point inside a cell, above its digits */

const bundle = fileURLToPath(new URL("../../../web/dist/cli.js", import.meta.url));

/** What the command prints. @param {string[]} args */
async function rendered(...args) {
  const { out, err } = await run(["render", ...args]);
  assert.equal(err, "");
  return Buffer.concat([...out].map((part) => Buffer.from(part)));
}

/** A point in each cell of an SVG, and the cell's colour. @param {Buffer} svg @returns {CellOfSvg[]} */
function cellsOf(svg) {
  const matrices = svg.toString().matchAll(/<g data-matrix[^>]*>([^]*?)<\/g>/g);
  const cells = [...matrices].flatMap(([, inside = ""]) => [
    ...inside.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" [^>]*fill="(#\w+)"/g),
  ]);
  return cells.map(([, x, y, fill = ""]) => ({ x: Number(x) + 6, y: Number(y) + 5, fill }));
}

/**
 * The colours of cells, where hidden ones, which are hatched, have that of their ground: a line may cross their middle.
 * @param {readonly string[]} [found]
 * @param {readonly CellOfSvg[]} [cells]
 * @param {"light" | "dark"} [theme]
 */
const withoutHatching = (found = [], cells = [], theme = "light") =>
  found.map((colour, at) => (cells[at]?.fill === colours[theme].paper ? colours[theme].paper : colour));

/**
 * Frames as the browser decodes them: their size, how long each is shown, and its colours at points.
 * @param {Page} page
 * @param {Buffer} file
 * @param {"image/png" | "image/gif"} type
 * @param {readonly (readonly Point[])[]} points of each frame, in pixels; those of the last are also those of further ones
 * @returns {Promise<Decoded>}
 */
const decoded = (page, file, type, points) =>
  page.run(
    async (_, base64, kind, /** @type {readonly (readonly Point[])[]} */ at) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { ImageDecoder } = /** @type {any} */ (window);
      const decoder = new ImageDecoder({ data, type: kind });
      await decoder.tracks.ready;
      await decoder.completed;
      const found = { size: [0, 0], seconds: /** @type {number[]} */ ([]), colours: /** @type {string[][]} */ ([]) };
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const { displayWidth: width, displayHeight: height } = image;
        const context = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d"));
        context.drawImage(image, 0, 0);
        const { data: bytes } = context.getImageData(0, 0, width, height);
        const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0");
        found.size = [width, height];
        found.seconds.push((image.duration ?? 0) / 1e6);
        found.colours.push(
          (at[frameIndex] ?? at.at(-1) ?? []).map(({ x, y }) => {
            const from = 4 * (Math.round(y) * width + Math.round(x));
            return `#${[...bytes.slice(from, from + 3)].map(hex).join("")}`;
          }),
        );
        image.close();
      }
      return found;
    },
    file.toString("base64"),
    type,
    points,
  );

/** The pixels of points in an SVG, of which a picture has two per px. @param {readonly CellOfSvg[]} cells @returns {Point[]} */
const pixelsAt = (cells) => cells.map(({ x, y }) => ({ x: 2 * x, y: 2 * y }));

inBrowsers(["chromium"], (test) => {
  test("a PNG has two pixels per px and the colours of the SVG's cells, or exactly the width that was asked for", async (page) => {
    await page.open("");
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      const link = ["#cell=none", "--theme", theme];
      const svg = await rendered(...link);
      const cells = cellsOf(svg);
      assert.ok(cells.length > 60, String(cells.length));
      assert.ok(new Set(cells.map(({ fill }) => fill)).size > 30);
      const [, width = 0, height = 0] = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg.toString()) ?? [];
      const png = await rendered(...link, "--png");
      const { size, colours: found } = await decoded(page, png, "image/png", [pixelsAt(cells)]);
      assert.deepEqual(size, [Math.ceil(Number(width)) * 2, Math.round(Number(height) * 2)]);
      assert.deepEqual(
        withoutHatching(found[0], cells, theme),
        cells.map(({ fill }) => fill),
        theme,
      );
    }
    for (const width of [200, 1001]) {
      const { size } = await decoded(page, await rendered("#", "--png", "--width", String(width)), "image/png", []);
      assert.equal(size[0], width);
    }
  });

  test("the same link gives the same bytes, from the sources and from the package", async () => {
    for (const kind of ["--png", "--gif"]) {
      const link = ["#heads=1&sentence=a+b", kind];
      const [first, again] = [await rendered(...link), await rendered(...link)];
      const packed = execFileSync(process.execPath, [bundle, "render", ...link], { maxBuffer: 2 ** 24 });
      assert.ok(first.length > 2000);
      assert.ok(first.equals(again) && first.equals(packed), kind);
    }
  });

  test("letters are painted, in bold too, and those of other alphabets with a font that has them", async (page) => {
    await page.open("");
    // The ink of the first row's label: dark pixels in the space left of the first cell.
    const ink = async (/** @type {string[]} */ ...args) => {
      const png = await rendered(...args, "--png", "--view", "stage");
      const [first = assert.fail("no cell")] = cellsOf(await rendered(...args.slice(0, 1), "--view", "stage"));
      const points = Array.from({ length: 2 * Math.floor(first.x - 10) * 30 }, (_, at) => ({
        x: Math.floor(at / 60),
        y: 2 * first.y + (at % 60),
      }));
      const { colours: found } = await decoded(page, png, "image/png", [points]);
      return (found[0] ?? []).join("");
    };
    const word = (/** @type {string} */ text) => `#heads=1&cell=none&sentence=${encodeURIComponent(text)}`;
    assert.notEqual((await ink(word("Ωж"))).replaceAll(colours.light.paper, ""), "");
    assert.notEqual(await ink(word("Ωж")), await ink(word("ωЖ")));
    const devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf";
    if (!existsSync(devanagari)) return;
    const [without, other] = [await ink(word("क")), await ink(word("ख"))];
    assert.equal(without, other, "two letters that no font has look the same");
    const [with1, with2] = [await ink(word("क"), "--font", devanagari), await ink(word("ख"), "--font", devanagari)];
    assert.notEqual(with1, with2);
  });

  test("a GIF shows every stage of the walk in its order, with the colours of its cells", async (page) => {
    await page.open("");
    const link = "#heads=2&d_k=3&cell=none";
    const stages = stagesFor(defaultState);
    const cells = await Promise.all(
      stages.map(async (stage) => cellsOf(await rendered(link, "--stage", stage, "--view", "equation"))),
    );
    const gif = await rendered(link, "--gif");
    const { size, seconds, colours: found } = await decoded(page, gif, "image/gif", cells.map(pixelsAt));
    assert.deepEqual(
      found.map((each, at) => withoutHatching(each, cells[at])),
      cells.map((each) => each.map(({ fill }) => fill)),
    );
    assert.deepEqual(seconds, [...stages.slice(1).map(() => 2.5), 4]);
    assert.ok((size[0] ?? 0) <= 2 * 760, "of one size");
    assert.ok(gif.includes(Buffer.from("NETSCAPE2.0\x03\x01\0\0", "latin1")), "it begins again and again");
  });

  test("a GIF of a stage shows its computation: an exponential for each key that is seen, the division, the result", async (page) => {
    await page.open("");
    const link = ["#cell=weights.1.4.2&stage=weights", "--stage", "weights"];
    const weights = cellsOf(await rendered(...link)).slice(-49); // column by column
    const gif = await rendered(...link, "--gif");
    const { seconds, colours: found } = await decoded(page, gif, "image/gif", [pixelsAt(weights)]);
    const frames = found.map((each) => withoutHatching(each, weights));
    assert.equal(seconds.length, 5 + 1 + 1, "five keys up to its own");
    const result = weights.map(({ fill }) => fill);
    const ofRow = (/** @type {readonly string[]} */ of, /** @type {boolean} */ isIt) =>
      of.filter((_, at) => (at % 7 === 4) === isIt).join();
    assert.deepEqual(frames.at(-1), result);
    for (const frame of frames) assert.equal(ofRow(frame, false), ofRow(result, false), "the other rows stay");
    const rows = frames.map((frame) => ofRow(frame, true));
    assert.equal(new Set(rows).size, 6, "each step changes the row, and the division gives the result");
    assert.equal(rows[5], rows[6]);
  });
});
