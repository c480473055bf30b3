/** The page on a phone with a touch screen, 360 px wide. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { firstScreen } from "../../../web/state/recipes/trained-models.js";
import { stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkStage, t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const high = 740;

/** @param {Page} page @param {boolean} isOn */
const touch = (page, isOn) =>
  page.devtools("Emulation.setTouchEmulationEnabled", isOn ? { enabled: true, maxTouchPoints: 5 } : { enabled: false });

/**
 * Makes the window a phone's for one test.
 * @param {(page: Page) => Promise<void>} body
 * @param {number} [height] of the window, px
 * @param {number} [width] of the window, px
 * @returns {(page: Page) => Promise<void>}
 */
const onPhone =
  (body, height = high, width = 360) =>
  async (page) => {
    await page.look({ width, height, pixels: 2, media: { "prefers-reduced-motion": "reduce" } });
    await touch(page, true);
    try {
      await body(page);
    } finally {
      await touch(page, false);
    }
  };

/** Taps the middle of a number in the figure. @param {Page} page @param {string} cell "weights 0,1,2" */
async function tap(page, cell) {
  const { x, y } = await page.pointAt(cell);
  await page.devtools("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.devtools("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Where the words about the stage begin on the screen, px. @param {Page} page */
const wordsTop = (page) =>
  page.run(({ find }) => find("attention-stage-panel", "[part=words]").getBoundingClientRect().top);

/** The small pictures of the stages, and those of the heads. @param {Page} page @returns {Promise<string[][]>} */
const pictures = (page) =>
  page.run(({ findAll }) =>
    ["attention-stage-strip", "attention-head-picker"].map((component) =>
      findAll(component, "canvas").map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()),
    ),
  );

inBrowsers(["chromium"], (test) => {
  test(
    "a step to another stage brings its words into sight, from the top of the page and from the bottom of a stage",
    onPhone(async (page) => {
      await page.openFirstScreen();
      const [first = "", second = ""] = stagesFor(changeState(defaultState, firstScreen));
      const isInSight = async () => {
        const top = await wordsTop(page);
        assert.ok(top >= 0 && top < high / 2, `the words begin at ${top}`);
      };
      await page.click("attention-explorer", "[data-zoom=stage]");
      await eventually(() => checkStage(page, first));
      await eventually(isInSight);
      await page.run(() => window.scrollTo(0, document.body.scrollHeight));
      await eventually(() => assert.rejects(isInSight));
      await page.click("attention-stage-panel", ".next");
      await eventually(() => checkStage(page, second));
      await eventually(isInSight);
    }),
  );

  test(
    "the words about each stage are above its figure, and the figure begins on the same screen",
    onPhone(async (page) => {
      await page.open();
      for (const stage of stagesFor(defaultState)) {
        await page.follow(stateToFragment(changeState(defaultState, { stage })));
        await eventually(() => checkStage(page, stage));
        await eventually(async () => {
          const at = await page.run(({ find }) => {
            const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
            const words = box(find("attention-stage-panel", "[part=words]"));
            const canvas = box(find("attention-stage-figure", "canvas"));
            return { words: words.top, end: words.bottom, figure: canvas.top, high: canvas.height };
          });
          assert.ok(at.end <= at.figure, `${stage}: the words end at ${at.end}, the figure begins at ${at.figure}`);
          // With the words at the top of the screen, at least 300 px of the figure, or all of it, are in sight.
          const inSight = high - (at.figure - at.words);
          assert.ok(inSight >= Math.min(at.high, 300), `${stage}: ${JSON.stringify(at)}`);
        });
      }
    }),
  );

  test(
    "a link to a stage leaves no empty space above its title",
    onPhone(async (page) => {
      for (const stage of ["K", "concat", "weights"]) {
        await page.open(`recipe=random&stage=${stage}`);
        await eventually(async () => {
          const blank = await page.run(({ find }) => {
            const strip = find("attention-explorer", "attention-stage-strip").getBoundingClientRect();
            return find("attention-stage-panel", "#title").getBoundingClientRect().top - strip.bottom;
          });
          assert.ok(blank <= 20, `${stage}: ${blank} px between the stages and the title`);
        });
      }
    }),
  );

  for (const [start, first] of /** @type {const} */ ([
    ["recipe=pronoun", firstScreen],
    ["recipe=random", {}],
    ["recipe=grammar", { recipe: "grammar" }],
    ["recipe=translation", { recipe: "translation" }],
  ]))
    test(
      `after a step, words and figure are in one screen of 360 x 780, up to the last number of the result: ${start}`,
      onPhone(async (page) => {
        await page.open(start);
        for (const stage of stagesFor(changeState(defaultState, first))) {
          await page.click("attention-stage-strip", `[data-stage="${stage}"]`);
          await eventually(async () => {
            const at = await page.run(({ find, figure }, id) => {
              const { top, width } = find("attention-stage-figure", "canvas").getBoundingClientRect();
              const results = figure.tables.filter((/** @type {any} */ matrix) => matrix.result);
              const ends = results.map((/** @type {any} */ { y, rows, cellHeight }) => y + rows * cellHeight);
              const words = find("attention-stage-panel", "[part=words]").getBoundingClientRect();
              const card = find("attention-explorer", "#figure").getBoundingClientRect().top;
              const shown = results.every((/** @type {any} */ matrix) => matrix.stage === id);
              return { shown, words: words.top, blank: card - words.bottom, end: top + Math.max(...ends), width };
            }, stage);
            const what = `${stage}: ${JSON.stringify(at)}`;
            assert.ok(at.shown && at.words >= 0 && at.end <= 780 && at.width <= 336, what);
            assert.ok(at.blank <= 20, `${what}: empty space between the words and the figure`);
          });
        }
      }, 780),
    );

  test(
    "on a phone on its side, the stages and the choices above a figure leave it more than half of the screen",
    onPhone(
      async (page) => {
        await page.open("recipe=random&stage=V");
        await page.click("attention-stage-panel", ".next");
        await eventually(() => checkStage(page, "raw"));
        await eventually(async () => {
          const { strip, canvas, width } = await page.run(({ find }) => ({
            strip: find("attention-explorer", "attention-stage-strip").getBoundingClientRect(),
            canvas: find("attention-stage-figure", "canvas").getBoundingClientRect(),
            width: document.documentElement.scrollWidth,
          }));
          assert.ok(canvas.top - strip.top < 180, `the figure begins ${canvas.top - strip.top} px below the stages`);
          assert.ok(width <= 640, `${width} px wide`);
        });
      },
      360,
      640,
    ),
  );

  for (const [width, height] of /** @type {const} */ ([
    [844, 390],
    [667, 375],
  ]))
    test(
      `on a phone on its side, ${width} x ${height}, a figure has its words beside it, and a number its explanation`,
      onPhone(
        async (page) => {
          const box = (/** @type {string} */ component, /** @type {string} */ selector) =>
            page.run(
              ({ find }, ...path) => {
                const { left, right, top, bottom } = find(path[0], path[1]).getBoundingClientRect();
                return { left, right, top, bottom };
              },
              component,
              selector,
            );
          await page.open("stage=V&cell=none");
          await page.click("attention-stage-panel", ".next");
          await eventually(() => checkStage(page, "raw"));
          await eventually(async () => {
            const figure = await box("attention-explorer", "#figure");
            const canvas = await box("attention-stage-figure", "canvas");
            const title = await box("attention-stage-panel", "#title");
            const where = JSON.stringify([figure, canvas, title]);
            assert.ok(title.left >= figure.right && canvas.right <= figure.right, where);
            assert.ok(title.top >= 0 && title.bottom <= height / 2 && canvas.top <= height / 2, where);
          });
          await tap(page, "raw 1,6,3");
          await page.part("attention-cell-arithmetic", ".sheet");
          await eventually(async () => {
            const figure = await box("attention-explorer", "#figure");
            const sheet = await box("attention-cell-arithmetic", ".sheet");
            const where = JSON.stringify([figure, sheet]);
            assert.ok(sheet.left >= figure.right && sheet.top >= 0 && sheet.bottom <= height, where);
          });
          await page.follow("place=learn&lesson=scores&step=directions");
          await page.part("learn-place", ".question");
          await eventually(async () => {
            const question = await box("learn-place", ".question");
            const figure = await box("learn-place", ".figure");
            const where = JSON.stringify([question, figure]);
            assert.ok(figure.left >= question.right && figure.top <= height / 3, where);
            assert.ok(question.top <= (height * 2) / 3, where);
          });
        },
        height,
        width,
      ),
    );

  test(
    "pictures of stages are painted on a phone too; those of heads, which it does not show, not until the window is large enough",
    onPhone(async (page) => {
      const wide = { width: 1024, height: 768 };
      await page.look(wide);
      await page.open("seed=1&stage=raw&cell=none");
      await eventually(async () => {
        const [stages, heads] = await pictures(page);
        assert.ok(new Set(stages).size > 4 && new Set(heads).size === 4); // blank ones are all alike
      });
      const before = await pictures(page);
      await page.look({ width: 360, height: high, pixels: 2 });
      await page.follow("seed=2&stage=raw&cell=none");
      await eventually(async () => assert.equal((await page.state()).seed, 2));
      await page.run(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      }); // they would be painted one frame after the figure
      assert.deepEqual((await pictures(page))[1], before[1], "painted although hidden");
      await eventually(async () => {
        const [stages] = await pictures(page);
        assert.ok(stages?.every((picture) => !before[0]?.includes(picture)));
      });
      await page.look(wide);
      await eventually(async () => {
        const after = await pictures(page);
        const same = after.flat().filter((picture) => before.flat().includes(picture));
        assert.equal(same.length, 0);
      });
    }),
  );

  test(
    "on a tablet, the choice of the picture and the button that enlarges it are on one line",
    onPhone(
      async (page) => {
        await page.openFirstScreen();
        await page.part("attention-stage-figure", ".enlarge");
        const [choice = 0, enlarge = NaN] = await page.run(({ find }) =>
          [".picture-toggle button", ".enlarge"].map((selector) => {
            const { top, bottom } = find("attention-stage-figure", selector).getBoundingClientRect();
            return (top + bottom) / 2;
          }),
        );
        assert.ok(Math.abs(choice - enlarge) <= 1, `${choice} and ${enlarge} px`);
      },
      1024,
      768,
    ),
  );

  test(
    "after a swift drag of the slider to its end the first tap gives the guess",
    onPhone(async (page) => {
      const middle = (/** @type {string} */ selector, share = 0.5) =>
        page.run(
          ({ find }, [at, part]) => {
            const { left, top, width, height } = find("learn-place", at).getBoundingClientRect();
            return { x: Math.round(left + width * Number(part)), y: Math.round(top + height / 2) };
          },
          [selector, String(share)],
        );
      const send = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ ...touchPoints) =>
        page.devtools("Input.dispatchTouchEvent", { type, touchPoints });
      await page.open();
      await page.follow("place=learn&lesson=order-future&step=first");
      await page.part("learn-place", "#guess");
      const [from, to] = [await middle("#guess", 0), await middle("#guess", 1)];
      await send("touchStart", { ...from, x: from.x + 8 });
      for (let part = 1; part <= 8; part++)
        await send("touchMove", { ...from, x: from.x + (part * (to.x - from.x)) / 8 });
      await send("touchEnd");
      await eventually(async () => assert.match((await page.texts("learn-place", "output")).join(), /100/));
      const commit = await middle("#commit");
      await send("touchStart", commit);
      await send("touchEnd");
      await eventually(async () => assert.equal((await page.texts("learn-place", "#commit")).length, 0));
    }),
  );

  test(
    "small cells can be enlarged until a finger can tap each, by touch and by keyboard; the figure says that it scrolls",
    onPhone(async (page) => {
      await page.open("recipe=random&stage=Q&cell=none");
      const min = () =>
        page.run(({ figure }) =>
          Math.min(...figure.tables.flatMap((/** @type {any} */ matrix) => [matrix.cellWidth, matrix.cellHeight])),
        );
      await eventually(async () => assert.ok((await min()) < 24));
      const point = await page.run(({ find }) => {
        const button = find("attention-stage-figure", ".enlarge");
        button.scrollIntoView({ block: "center" });
        const { left, top, width, height } = button.getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      });
      await page.devtools("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
      await page.devtools("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await eventually(async () => assert.ok((await min()) >= 24));
      await eventually(async () =>
        assert.deepEqual(await page.texts("attention-stage-figure", ".hint span"), [
          `${t("figure-scroll")} ${t("figure-hint-touch")}`,
        ]),
      );
      await tap(page, "X 1,2");
      await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "X", index: [1, 2] }));
      assert.ok(await page.run(() => document.documentElement.scrollWidth <= 360));
      await page.run(({ find }) => find("attention-stage-figure", ".enlarge").focus());
      await page.press(Key.ENTER);
      await eventually(async () => assert.ok((await min()) < 24));
    }),
  );

  test(
    "one of the main settings is open below the figure, and a row of names opens the others",
    onPhone(async (page) => {
      await page.open();
      const shown = () =>
        page.run(({ find }) =>
          [
            ["attention-control-bar", "#d_k"],
            ["attention-control-bar", "#heads"],
            ["attention-control-bar", "#causal"],
            ["attention-control-bar", "#scaling"],
            ["attention-control-bar", "#position"],
            ["sentence-bar", "#sentence"],
          ].flatMap(([component = "", control = ""]) =>
            find(component, control)?.checkVisibility() ? control.slice(1) : [],
          ),
        );
      const pressed = () => page.texts("attention-control-bar", ".names [aria-pressed=true]");
      await eventually(async () => assert.deepEqual([await shown(), await pressed()], [["d_k"], ["dk 4"]]));
      await page.click("attention-control-bar", "[data-name=heads]");
      await eventually(async () => assert.deepEqual([await shown(), await pressed()], [["heads"], ["heads 4"]]));
      await page.run(({ find }) => find("attention-control-bar", "#heads").focus());
      await page.press(Key.ARROW_LEFT);
      await eventually(async () => assert.deepEqual(await pressed(), ["heads 3"]));
      await page.click("attention-control-bar", "[data-name=sentence]");
      await eventually(async () => assert.deepEqual([await shown(), await pressed()], [["sentence"], ["sentence"]]));
    }),
  );

  test(
    "a link to a stage shows the first row of its figure on the first screen of 390 x 844, and the strip above it",
    onPhone(
      async (page) => {
        for (const stage of stagesFor(defaultState)) {
          await page.open(`recipe=random&stage=${stage}`);
          await eventually(async () => {
            const at = await page.run(({ find, figure }) => {
              const { top } = find("attention-stage-figure", "canvas").getBoundingClientRect();
              const [first] = figure.tables;
              const strip = find("attention-explorer", "attention-stage-strip").getBoundingClientRect();
              const title = find("attention-stage-panel", "#title").getBoundingClientRect();
              return { strip: strip.top, title: title.top, row: top + first.y + first.cellHeight };
            });
            assert.ok(
              at.strip >= 0 && at.strip < at.title && at.title < at.row && at.row <= 844,
              `${stage}: ${JSON.stringify(at)}`,
            );
          });
        }
      },
      844,
      390,
    ),
  );

  test(
    "the sheet never covers the number that it explains, and clearing it does not move the page",
    onPhone(async (page) => {
      for (const [stage, cell] of [
        ["weights", "weights 1,6,0"],
        ["weights", "weights 1,0,0"],
        ["raw", "raw 1,6,3"],
        ["output", "output 6,1"],
      ]) {
        await page.open(`stage=${stage}&cell=none`);
        await page.part("attention-stage-figure", `[data-cell="${cell}"]`);
        await tap(page, cell);
        const box = await page.boxOf(cell);
        await eventually(async () => {
          const [number, sheet] = await page.run(({ find }, top) => {
            const canvas = find("attention-stage-figure", "canvas").getBoundingClientRect();
            return [canvas.top + top, find("attention-cell-arithmetic", ".sheet").getBoundingClientRect().top];
          }, box.y + box.height);
          assert.ok(number <= sheet + 1, `${cell} ends at ${number}, the sheet begins at ${sheet}`);
        });
        const top = () => page.run(({ find }) => find("attention-stage-figure", "canvas").getBoundingClientRect().top);
        const before = await top();
        await page.click("attention-cell-arithmetic", ".clear");
        await eventually(async () => assert.equal((await page.state()).cell, null));
        await eventually(async () => assert.ok(Math.abs((await top()) - before) < 1, `${cell}: moved`));
      }
    }),
  );

  test(
    "a word changed on the first screen is not covered by the arithmetic of a number that nobody tapped",
    onPhone(async (page) => {
      const sheets = () => page.run(({ findAll }) => findAll("attention-cell-arithmetic", ".sheet").length);
      await page.openFirstScreen();
      await page.click("pronoun-panel", "[data-adjective=wide]");
      await eventually(async () => assert.match((await page.texts("pronoun-panel", ".answer")).join(), /“road”/));
      const { cell } = await page.state();
      assert.deepEqual(cell, { stage: "weights", index: [0, 8, 6] }, "the page selects the weight of “road”");
      assert.equal(await sheets(), 0);
      await page.run(({ find }) => find("attention-stage-figure", "canvas").scrollIntoView({ block: "center" }));
      await tap(page, "weights 0,8,6");
      await eventually(async () => assert.equal(await sheets(), 1));
      await page.click("pronoun-panel", "[data-adjective=dark]");
      await eventually(async () => assert.match((await page.texts("pronoun-panel", ".answer")).join(), /“·”/));
      await eventually(async () => assert.equal(await sheets(), 0));
    }, 640),
  );

  test(
    "“Own sentence and settings” leads to the field, and from there to the settings",
    onPhone(async (page) => {
      await page.openFirstScreen();
      await page.click("pronoun-panel", "#own");
      await eventually(async () => {
        const at = await page.run(({ find, focused }) => {
          const { top, bottom } = find("sentence-bar", "#sentence").getBoundingClientRect();
          return {
            top,
            bottom,
            more: find("attention-control-bar", "[aria-controls=more]").getBoundingClientRect().bottom,
            id: focused()?.id,
          };
        });
        assert.ok(at.top >= 0 && at.bottom < 320 && at.more <= 640 && at.id === "sentence", JSON.stringify(at));
      });
      await page.click("attention-control-bar", "[aria-controls=more]");
      await eventually(async () =>
        assert.ok(await page.run(({ find }) => find("attention-control-bar", "#more").checkVisibility())),
      );
    }, 640),
  );

  test(
    "hints speak of tapping, and two fingers can zoom the figure",
    onPhone(async (page) => {
      await page.open();
      const hint = () => page.texts("attention-stage-figure", ".hint span");
      await eventually(async () => assert.deepEqual(await hint(), [t("figure-hint-touch")]));
      await page.follow("picture=lines");
      await eventually(async () => assert.deepEqual(await hint(), [t("lines-hint-touch")]));
      const action = await page.run(
        ({ find }) => getComputedStyle(find("attention-stage-figure", "canvas")).touchAction,
      );
      assert.equal(action, "manipulation");
      const viewport = await page.run(
        () => document.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "",
      );
      assert.doesNotMatch(viewport, /user-scalable|maximum-scale/);
    }),
  );
});
