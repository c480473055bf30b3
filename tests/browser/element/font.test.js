/** The font of elements: that of the page around them, in figures too. Needs a finished build. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { root } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../support/hosts.js").Host} Host */

/** Runs before all other scripts: records the fonts in which canvases write. */
const recorder = `<script>
  window.written = new Set();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...args) {
    written.add(this.font);
    return fillText.apply(this, args);
  };
</script>`;

/** Letters that are narrow in most fonts, and as wide as all others in some. */
const narrow = "illillilli";

const figure = (attributes = "") =>
  `<attention-stepper view="walk" stage="X" sentence="${narrow} ill il" ${attributes}></attention-stepper>`;

/** The families of the element's words, and of what its canvases have written since the last call. @param {Host} host */
const families = (host) =>
  host.run(({ findAll }) => {
    const fonts = /** @type {Set<string>} */ (/** @type {any} */ (window).written);
    const canvas = new Set([...fonts].map((font) => font.replace(/^.*?px /, "")));
    fonts.clear();
    const parts = ["h2", ".reading", "button", "attention-cell-arithmetic", "attention-stage-strip"].flatMap(
      (selector) => findAll(selector),
    );
    return { words: [...new Set(parts.map((part) => getComputedStyle(part).fontFamily))], canvas: [...canvas] };
  });

/** How wide the page writes the narrow word at the size of a row's label, px. @param {Host} host */
const wordWidth = (host) =>
  host.run((_, word) => {
    const text = document.createElement("span");
    text.style.fontSize = "13px";
    text.textContent = word;
    document.body.append(text);
    const { width } = text.getBoundingClientRect();
    text.remove();
    return width;
  }, narrow);

/** Where the first number of the figure begins, to the right of its row's label, px. @param {Host} host */
const firstCell = (host) =>
  host.run(async ({ find }) => {
    find("td[data-cell='X 0,0']").focus();
    await find("attention-stage-figure").updateComplete;
    return parseFloat(find(".marker").style.left);
  });

inBrowsers(allEngines, (test) => {
  test("the element is written in the font of the page around it, and figures are measured in it", (page) =>
    withHost(page, async (host) => {
      /** @param {string} family */
      const seenIn = async (family) => {
        await host.show(figure(), { head: `${recorder}<style>body { font-family: ${family} }</style>` });
        await host.ready();
        assert.deepEqual(await families(host), { words: [family], canvas: [family] });
        return { word: await wordWidth(host), cell: await firstCell(host) };
      };
      const serif = await seenIn("serif");
      const mono = await seenIn("monospace");
      assert.ok(mono.word > serif.word + 20, `${mono.word}, ${serif.word}`);
      const moved = mono.cell - serif.cell;
      assert.ok(Math.abs(moved - (mono.word - serif.word)) < 2, `${moved}, ${mono.word - serif.word}`);
    }));

  test("the page can set another font, and change it", (page) =>
    withHost(page, async (host) => {
      const style = "body { font-family: serif } .own { --attention-font: monospace } .other { font-family: cursive }";
      await host.show(figure('class="own"'), { head: `${recorder}<style>${style}</style>` });
      await host.ready();
      assert.deepEqual(await families(host), { words: ["monospace"], canvas: ["monospace"] });
      for (const [name, family] of Object.entries({ "": "serif", other: "cursive" })) {
        await host.run(({ element }, to) => void (element.className = to), name);
        await eventually(async () => assert.deepEqual((await families(host)).canvas, [family]));
        assert.deepEqual((await families(host)).words, [family]);
      }
    }));

  test("of the page's text, the element takes the font alone", (page) =>
    withHost(page, async (host) => {
      const style = "font: italic 700 30px/3 serif; letter-spacing: 9px; text-transform: uppercase; text-align: right";
      await host.show(figure(), { head: `${recorder}<style>body { ${style} }</style>` });
      await host.ready();
      const looks = await host.run(({ find }) => {
        const { fontSize, fontStyle, fontWeight, letterSpacing, textTransform, textAlign } = getComputedStyle(
          find(".reading"),
        );
        return { fontSize, fontStyle, fontWeight, letterSpacing, textTransform, textAlign };
      });
      assert.deepEqual(looks, {
        fontSize: "18px",
        fontStyle: "normal",
        fontWeight: "400",
        letterSpacing: "normal",
        textTransform: "none",
        textAlign: "start",
      });
    }));
});

// WebKit was seen to fire no "loadingdone": there, figures drawn before the file has arrived keep the font of that moment.
inBrowsers(["chromium", "firefox"], (test) => {
  test("figures are drawn again when the file of the page's font has arrived", (page) =>
    withHost(page, async (host) => {
      const file = await readFile(
        `${root}node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2`,
      );
      await host.show(figure(), { head: `${recorder}<style>body { font-family: late, monospace }</style>` });
      await host.ready();
      const before = await firstCell(host);
      await host.run((_, base64) => {
        const style = document.createElement("style");
        style.textContent = `@font-face { font-family: late; src: url(data:font/woff2;base64,${base64}) }`;
        document.head.append(style);
      }, file.toString("base64"));
      await eventually(async () => assert.notEqual(await firstCell(host), before));
    }));
});
