/** Narrow windows, zoom, and readers' preferences: everything stays visible and usable. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { channels, oklabMix } from "../../../web/figures/colour/colour.js";
import { fontFamily } from "../../../web/figures/text.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { limits } from "../../../web/state/fields.js";
import { stagesFor } from "../../../web/state/stages.js";
import { stateFromFragment, stateToFragment } from "../../../web/state/url.js";
import { contrast } from "../support/contrast.js";
import { eventually } from "../support/eventually.js";
import { checkStage, t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const narrow = { width: 360, height: 740, pixels: 2 };

/** @param {Page} page @returns {Promise<string[]>} what makes the page wider than the window */
const tooWide = (page) =>
  page.run(({ hosts }) => {
    if ((document.scrollingElement?.scrollWidth ?? 0) <= window.innerWidth) return [];
    /** @param {Element} element @returns {boolean} whether a container scrolls or clips it */
    const isContained = (element) => {
      const around = element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host;
      return !!around && (getComputedStyle(around).overflowX !== "visible" || isContained(around));
    };
    const inner = hosts.flatMap((host) => [...host.shadowRoot.querySelectorAll("*")]);
    const wide = inner.filter((element) => element.getBoundingClientRect().right > window.innerWidth);
    return ["the page", ...wide.filter((element) => !isContained(element)).map(({ outerHTML }) => outerHTML)];
  });

inBrowsers(["chromium"], (test) => {
  test("colours mix as the browser's color-mix() in Oklab", async (page) => {
    const path = ["#5b6672", "#f3efe7", "#dfa12b", "#46219c"];
    const shares = [0.1, 0.25, 0.5, 0.77];
    const mixed = path.slice(1).flatMap((to, at) => shares.map((share) => ({ from: path[at] ?? "", to, share })));
    await page.open();
    const seen = await page.run((_, pairs) => {
      const options = { willReadFrequently: true };
      const canvas = /** @type {CanvasRenderingContext2D} */ (
        document.createElement("canvas").getContext("2d", options)
      );
      return pairs.map((/** @type {(typeof mixed)[number]} */ { from, to, share }) => {
        canvas.fillStyle = `color-mix(in oklab, ${from}, ${to} ${100 * share}%)`;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
      });
    }, mixed);
    mixed.forEach(({ from, to, share }, at) => {
      const own = channels(oklabMix([from, to])(share));
      own.forEach((channel, index) => assert.ok(Math.abs(channel - (seen[at]?.[index] ?? NaN)) <= 1, `${from} ${to}`));
    });
  });

  test("360 px wide: at every stage only figures scroll sideways", async (page) => {
    await page.look(narrow);
    const state = changeState(defaultState, { context: "keys and values from here", position: "sinusoidal" });
    await page.open(stateToFragment(changeState(state, { stage: "E", cell: null })));
    for (const stage of stagesFor(state)) {
      await page.click("attention-stage-strip", `[data-stage=${stage}]`);
      await eventually(() => checkStage(page, stage));
      assert.ok((await page.colours()) > 20, stage);
      assert.deepEqual(await tooWide(page), [], stage);
    }
  });

  test("360 px wide: long words, many tokens, an open drawer, tables and a message", async (page) => {
    await page.look(narrow);
    const sentence = `${"Donaudampfschifffahrts".repeat(4)} ${"w ".repeat(31)}`.trim();
    await page.open(stateToFragment(changeState(defaultState, { sentence, heads: 8, head: "all", cell: null })));
    await page.click("attention-control-bar", "[data-name=sentence]");
    await page.click("attention-control-bar", "[aria-controls=more]");
    await page.click("attention-stage-figure", "[aria-controls=tables]");
    await page.enter("sentence", `${sentence}${" w".repeat(limits.tokens.max)}`);
    await eventually(async () => assert.equal((await page.texts("sentence-bar", "[role=alert]")).length, 1));
    assert.deepEqual(await tooWide(page), []);
    await page.open(stateToFragment(changeState(defaultState, { sentence, heads: 8, stage: "concat" })));
    assert.deepEqual(await tooWide(page), []);
  });

  test("the longest sentence leaves the figure on the first screen, and focus scrolls to its last token", async (page) => {
    await page.look({ width: 1280, height: 900 });
    const sentence = Array.from({ length: limits.tokens.max }, (_, at) => `word${at}`).join(" ");
    await page.open(stateToFragment(changeState(defaultState, { recipe: "random", sentence, heads: 1, d_model: 4 })));
    await eventually(async () => {
      const top = await page.run(({ find }) => find("attention-stage-figure", "canvas").getBoundingClientRect().top);
      assert.ok(top < 900, `the figure starts at ${top} px`);
    });
    await page.run(({ find }) => find("sentence-bar", "li:last-child button").focus());
    await eventually(async () => {
      const [token, list] = await page.run(({ find }) =>
        ["li:last-child button", "ul"].map((selector) => find("sentence-bar", selector).getBoundingClientRect().bottom),
      );
      assert.ok(Number(token) <= Number(list), `the token ends at ${token} px, the list at ${list}`);
    });
  });

  test("a figure wider than the window scrolls with the arrow keys", async (page) => {
    await page.look(narrow);
    await page.open(stateToFragment(changeState(defaultState, { heads: 8, d_v: 16, stage: "concat", cell: null })));
    const scrolled = () => page.run(({ find }) => find("attention-stage-figure", ".scroll").scrollLeft);
    await page.run(({ find }) => find("attention-stage-figure", ".scroll[tabindex]").focus());
    const before = await scrolled();
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () => assert.ok((await scrolled()) > before));
    assert.equal((await page.state()).stage, "concat");
  });

  test("at 200 % zoom nothing overflows and the stages can be stepped through", async (page) => {
    await page.look({ width: 640, height: 450, pixels: 2 });
    await page.open("stage=raw&cell=none");
    assert.deepEqual(await tooWide(page), []);
    await page.press(Key.ARROW_RIGHT);
    await eventually(() => checkStage(page, "scaled"));
    assert.deepEqual(await tooWide(page), []);
  });

  test("text follows the reader's font size, and at twice the size nothing overflows a narrow window", async (page) => {
    await page.look(narrow);
    await page.open("cell=none");
    const sizes = await page.run(() =>
      [...document.styleSheets].flatMap((sheet) =>
        [...sheet.cssRules].flatMap((rule) =>
          rule instanceof CSSStyleRule && rule.selectorText === ":root"
            ? [rule.style.fontSize, rule.style.getPropertyValue("--own-size")].filter((size) => /\d/.test(size))
            : [],
        ),
      ),
    );
    assert.match(sizes.join(), /rem/);
    assert.doesNotMatch(sizes.join(), /px/); // so that the font size set in the browser applies
    await page.run(() => void (document.documentElement.style.fontSize = "200%"));
    assert.deepEqual(await tooWide(page), []);
    const overlaps = await page.run(({ findAll }) =>
      findAll("attention-control-bar", ".line label").map((label) => label.scrollWidth - label.clientWidth),
    );
    assert.ok(
      overlaps.every((px) => px <= 0),
      overlaps.join(),
    );
  });

  test("what shares a line of the header has its middle in common: one line, or two in narrow windows", async (page) => {
    await page.open();
    for (const width of [320, 360, 480, 520, 580, 640, 700, 768, 800, 1280, 1920]) {
      await page.look({ width, height: 740 });
      await eventually(async () => {
        const parts = await page.run(({ findAll }) =>
          findAll("attention-explorer", "header > :not(p, .trail)").map((part) => {
            const { top, bottom, right } = part.getBoundingClientRect();
            return { top, right, middle: Math.round(top + bottom) / 2 };
          }),
        );
        assert.equal(parts.length, 4); // title, places, undo and redo, theme
        const lines = [...new Set(parts.map(({ middle }) => middle))].sort((a, b) => a - b);
        const gaps = lines.slice(1).map((middle, at) => middle - Number(lines[at]));
        const wanted = width > 576 ? 1 : 2;
        assert.equal(lines.length, wanted, `${width}: ${JSON.stringify(parts)}`);
        assert.ok(gaps.every((gap) => gap > 24) && parts.every(({ right }) => right <= width), `${width}: ${gaps}`);
        const together = parts.filter(({ middle }) => middle === parts[1]?.middle).length;
        assert.ok(together >= 2, `${width}: the places stand alone`);
      });
    }
  });

  test("an open answer keeps its distance from the questions above it; the field to search them is like other fields", async (page) => {
    await page.open("experiment=cost");
    await page.part("cost-experiment", "table, svg");
    const { gap, heights, colours } = await page.run(({ find, findAll }) => {
      const { top } = findAll("attention-explorer", "experiment-card")[0]?.getBoundingClientRect() ?? { top: NaN };
      const ends = findAll("question-list", "li button").map((button) => button.getBoundingClientRect().bottom);
      const fields = [find("sentence-bar", "#sentence"), find("question-list", "#search")];
      return {
        gap: top - Math.max(...ends.filter((end) => end <= top + 4)),
        heights: fields.map((field) => field.getBoundingClientRect().height),
        colours: fields.map((field) => getComputedStyle(field).borderColor + getComputedStyle(field).borderRadius),
      };
    });
    assert.ok(gap >= 8, `${gap} px`);
    assert.ok(Number(heights[1]) >= 36, heights.join());
    assert.equal(colours[1], colours[0]);
  });

  test("the bracket after a sum with folded terms is on the line of these terms", async (page) => {
    await page.openFirstScreen();
    await page.part("attention-cell-arithmetic", "details");
    const [folded, bracket] = await page.run(({ find }) => {
      const details = find("attention-cell-arithmetic", "details");
      const range = document.createRange();
      let after = details.nextSibling;
      while (!after.textContent.trim()) after = after.nextSibling;
      range.selectNodeContents(after);
      return [details, range].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return { top, bottom };
      });
    });
    assert.ok(folded && bracket && bracket.top < folded.bottom && bracket.bottom > folded.top, JSON.stringify(bracket));
  });

  for (const theme of ["light", "dark"])
    test(`who prefers more contrast gets it, ${theme}: small text and the lines around cards`, async (page) => {
      const found = () =>
        page.run(({ find }) => {
          const style = (/** @type {string} */ selector) => getComputedStyle(find("attention-explorer", selector));
          const { backgroundColor } = getComputedStyle(document.body);
          return { text: style("header p").color, line: style(".figure").borderTopColor, backgroundColor };
        });
      await page.open(`theme=${theme}`);
      const before = await found();
      assert.ok(contrast(before.line, before.backgroundColor) < 3);
      await page.look({ media: { "prefers-contrast": "more" } });
      await eventually(async () => {
        const { text, line, backgroundColor } = await found();
        assert.ok(contrast(text, backgroundColor) >= 10, `${text} on ${backgroundColor}`);
        assert.ok(contrast(line, backgroundColor) >= 4.5, `${line} on ${backgroundColor}`);
      });
    });

  test("formulas fit their box", async (page) => {
    const state = changeState(defaultState, { position: "sinusoidal", context: "to be" });
    await page.open();
    for (const stage of stagesFor(state)) {
      await page.follow(stateToFragment(changeState(state, { stage })));
      await eventually(() => checkStage(page, stage));
      const hidden = await page.run(({ find }) => {
        const { scrollHeight, clientHeight } = find("attention-stage-panel", ".formula");
        return scrollHeight - clientHeight;
      });
      assert.ok(hidden <= 0, `${stage}: ${hidden} px to scroll down`);
    }
  });

  test("a narrow page ends after its last part, or leaves space for the sheet while it is open", async (page) => {
    await page.look(narrow);
    await page.open("cell=none");
    const space = () =>
      page.run(({ find }) => {
        const end = find("attention-explorer", "main").getBoundingClientRect().bottom;
        return end - find("attention-explorer", ".shapes").getBoundingClientRect().bottom;
      });
    assert.ok((await space()) <= 48, `${await space()} px of nothing`);
    const cell = await page.part("attention-stage-figure", "[data-cell='weights 1,4,2']");
    await page.run((_, element) => element.click(), cell);
    await eventually(async () => {
      const sheet = await page.run(({ find }) => find("attention-cell-arithmetic", ".sheet")?.clientHeight ?? Infinity);
      assert.ok((await space()) >= sheet);
    });
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.ok((await space()) <= 48));
  });

  test("the Tab key goes through the page in reading order, and the focus is visible", async (page) => {
    await page.open();
    await page.part("attention-ask-uses", "button");
    await page.part("walk-meters", "summary");
    await page.driver.actions().move({ x: 3, y: 3 }).move({ x: 9, y: 9 }).perform(); // terms then explain themselves
    await page.part("attention-stage-panel", "term-note");
    const all = await page.run(({ findAll }) => {
      const selector = "button, input, select, [tabindex='0'], summary";
      // Tab reaches one radio button of each group: the checked one.
      const isStop = (/** @type {HTMLElement} */ element) =>
        element.tabIndex >= 0 && !element.matches(":disabled, [type=radio]:not(:checked)");
      return findAll("*", selector).filter((element) => isStop(element) && element.getClientRects().length > 0).length;
    });
    /** @type {string[]} */
    const components = [];
    assert.ok(all > 30, `${all} stops`);
    for (let count = 0; ; count++) {
      assert.ok(count < 2 * all, "the Tab key leaves the page");
      await page.press(Key.TAB);
      const { component, shown } = await page.run(({ find, focused }) => {
        const element = focused();
        const { outlineStyle, outlineWidth } = getComputedStyle(element.closest("label:has([type=radio])") ?? element);
        const marked = element.matches("td") && find("attention-stage-figure", ".marker").getClientRects().length > 0;
        return {
          component: element.getRootNode().host?.localName ?? element.localName,
          shown: marked || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2),
        };
      });
      if (component === "a") break; // the links after the page
      assert.ok(shown, `${component}: focus number ${count + 1} is not seen`);
      if (components.at(-1) !== component) components.push(component);
    }
    const choices = [
      "attention-control-bar",
      "sentence-bar",
      "example-choice",
      "sentence-bar",
      "attention-control-bar",
      "attention-explorer", // to open tensors
      "attention-layer-view",
    ];
    const figure = [
      "attention-stage-strip",
      "attention-head-picker",
      "attention-stage-figure",
      "attention-motion-player",
      "attention-stage-figure",
      "stage-questions",
    ];
    const account = [
      "attention-stage-panel",
      "term-note",
      "attention-stage-panel",
      "attention-cell-arithmetic",
      "attention-ask-uses",
    ];
    const rest = ["walk-meters", "attention-explorer"]; // the last to embed the figure
    assert.deepEqual(components, ["attention-explorer", ...figure, ...account, ...choices, ...rest]);
  });

  test("when a button disappears, another element gets its focus", async (page) => {
    const keepsFocus = () =>
      eventually(async () => assert.notEqual(await page.run(({ focused }) => focused().localName), "body"));
    await page.open("stage=concat");
    await (await page.part("attention-stage-panel", ".next")).sendKeys(Key.ENTER);
    await eventually(() => checkStage(page, "output"));
    await keepsFocus();
    await (await page.part("attention-cell-arithmetic", "button")).sendKeys(Key.ENTER);
    await eventually(async () => assert.equal((await page.state()).cell, null));
    await keepsFocus();
  });

  test("the first and the last stage are marked as such, visibly and by name", async (page) => {
    const marks = () => page.texts("attention-stage-panel", ".neighbours [aria-disabled]:not([aria-label])");
    await page.open("stage=X");
    await eventually(async () => assert.deepEqual(await marks(), [t("previous-none")]));
    await page.follow("stage=output");
    await eventually(() => checkStage(page, "output"));
    await eventually(async () => assert.deepEqual(await marks(), [t("next-none")]));
    await page.look(narrow);
    assert.deepEqual(await tooWide(page), []);
  });

  test("nothing moves for readers who prefer reduced motion", async (page) => {
    await page.look({ media: { "prefers-reduced-motion": "reduce" } });
    await page.open("stage=raw");
    await page.press(Key.ARROW_RIGHT);
    const moving = await page.run(({ hosts }) =>
      hosts
        .flatMap((host) => host.shadowRoot.getAnimations())
        .concat(document.getAnimations())
        .map(String),
    );
    assert.deepEqual(moving, []);
    await eventually(() => checkStage(page, "scaled"));
    await page.follow("stage=weights&cell=weights.1.4.2&experiment=tiles");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-motion-player", ".bar button"), ["step back", "step forward"]),
    );
    await page.click("attention-motion-player", ".next");
    await eventually(async () => assert.match((await page.texts("attention-motion-player", "p")).join(), /^step 1 of/));
    await eventually(async () =>
      assert.deepEqual(await page.texts("step-player", "button"), ["step back", "step forward"]),
    );
    await page.click("step-player", ".next");
    await eventually(async () => assert.equal((await page.state()).tile_step, 1));
  });

  test("a button that reaches its limit keeps its focus; when one disappears, another element gets it", async (page) => {
    const focus = () =>
      page.run(({ focused }) => focused().localName + (focused().className && `.${focused().className}`));
    await page.open("stage=weights&cell=weights.0.1.1");
    const on = await page.part("attention-motion-player", ".next");
    for (let count = 0; count < 9; count++) await on.sendKeys(Key.ENTER);
    await eventually(async () =>
      assert.match((await page.texts("attention-motion-player", "p")).join(), /^step (\d) of \1/),
    );
    assert.equal(await focus(), "button.next");
    await (await page.part("attention-motion-player", ".end")).sendKeys(Key.ENTER);
    await eventually(async () => assert.equal(await focus(), "input"));
    await page.follow("experiment=scaling");
    await (await page.part("compare-experiment", ".expect button")).sendKeys(Key.ENTER);
    await eventually(async () => assert.equal(await focus(), "div.result"));
    await page.follow("experiment=dot&cell=raw.0.1.1&stage=raw&dot_a=1+2&dot_b=3+4");
    await (await page.part("dot-experiment", ".row button:last-of-type")).sendKeys(Key.ENTER);
    await eventually(async () => assert.deepEqual([await focus(), (await page.state()).dot_a], ["input", null]));
  });

  test("the page follows the system's light or dark theme, unless the reader chose one", async (page) => {
    const brightness = () =>
      page.run(() => {
        const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
        return Math.round((Number(red) + Number(green) + Number(blue)) / 3);
      });
    await page.open();
    const light = await brightness();
    await page.look({ media: { "prefers-color-scheme": "dark" } });
    await eventually(async () => assert.ok((await brightness()) < 40 && light > 240));
    await page.follow("theme=light");
    await eventually(async () => assert.equal(await brightness(), light));
    await page.look();
    await page.follow("theme=dark");
    await eventually(async () => assert.ok((await brightness()) < 40));
  });

  for (const system of ["light", "dark"]) {
    test(`colours forced by a ${system} system: bars show how full they are, and the stage in view is marked`, async (page) => {
      await page.look({ media: { "forced-colors": "active", "prefers-color-scheme": system } });
      await page.open("stage=weights&experiment=backward");
      const fills = await page.run(({ find }) =>
        [".bar", ".track"].map((part) => getComputedStyle(find("walk-meters", part)).fill),
      );
      assert.ok(contrast(fills[0] ?? "", fills[1] ?? "") >= 3, fills.join(" on "));
      const places = await page.run(({ find }) =>
        [find("attention-explorer", "nav a[aria-current]"), document.body].map(
          (element) => getComputedStyle(element).backgroundColor,
        ),
      );
      assert.ok(contrast(places[0] ?? "", places[1] ?? "") >= 3, `the place in view: ${places.join(" on ")}`);
      const background = (/** @type {string} */ current) =>
        page.run(
          ({ find }, selector) => getComputedStyle(find("backward-experiment", selector)).backgroundColor,
          `ol button[aria-current=${current}]`,
        );
      await page.part("backward-experiment", "ol button[aria-current=step]");
      const [inView, other] = [await background("step"), await background("false")];
      assert.ok(contrast(inView, other) >= 3, `${inView} beside ${other}`);
    });
    for (const theme of ["auto", "light", "dark"]) {
      test(`colours forced by a ${system} system, theme ${theme}: everything is still visible`, async (page) => {
        await page.look({ media: { "forced-colors": "active", "prefers-color-scheme": system } });
        await page.open(`theme=${theme}&cell=none`);
        const marked = await page.run(({ find }) =>
          ['attention-stage-strip [aria-current="step"]', 'attention-stage-figure [aria-pressed="true"]'].map(
            (path) => {
              const [component = "", selector = ""] = path.split(" ");
              const { color, backgroundColor } = getComputedStyle(find(component, selector));
              return [color, backgroundColor];
            },
          ),
        );
        for (const [ink, background] of marked) assert.ok(contrast(ink, background) >= 4.5, `${ink} on ${background}`);
        const background = await page.run(
          ({ find }) => getComputedStyle(find("attention-explorer", ".figure")).backgroundColor,
        );
        const ink = await inkOfFigure(page);
        assert.ok(contrast(ink, background) >= 3, `the figure's text: ${ink} on ${background}`);
      });
    }
  }

  test("360 px wide: no formula is cut", async (page) => {
    await page.look(narrow);
    for (const fragment of ["", "position=rope&softcap=2&dropout=0.2", "mask_mode=after_softmax", "position=shaw"]) {
      const state = stateFromFragment(fragment);
      await page.open(fragment);
      for (const stage of stagesFor(state)) {
        await page.click("attention-stage-strip", `[data-stage=${stage}]`);
        const cut = await eventually(async () => {
          const shown = await page.run(({ explorer, find }) => {
            const formula = find("attention-stage-panel", ".formula");
            return { stage: explorer.state.stage, cut: formula.scrollWidth - formula.clientWidth };
          });
          assert.equal(shown.stage, stage);
          return shown.cut;
        });
        assert.equal(cut, 0, `${fragment} ${stage}`);
      }
    }
  });

  test("360 px wide: the sheet leaves the number that it explains in sight, and closing it does not move the page", async (page) => {
    await page.look(narrow);
    await page.open("cell=none");
    await page.run(({ find }) => {
      const canvas = find("attention-stage-figure", "canvas").getBoundingClientRect();
      window.scrollBy(0, canvas.bottom - window.innerHeight + 8);
    });
    const { x, y, width, height } = await page.boxOf("weights 1,6,2");
    const corner = await page.run(({ find }) => {
      const { left, top } = find("attention-stage-figure", "canvas").getBoundingClientRect();
      return { left, top };
    });
    const at = { x: Math.round(corner.left + x + width / 2), y: Math.round(corner.top + y + height / 2) };
    await page.driver.actions().move(at).click().perform();
    await eventually(async () => assert.deepEqual((await page.state()).cell?.index, [1, 6, 2]));
    await eventually(async () => {
      const [number, sheet] = await page.run(
        ({ find }, down) => [
          find("attention-stage-figure", "canvas").getBoundingClientRect().top + down,
          find("attention-cell-arithmetic", ".sheet").getBoundingClientRect().top,
        ],
        y + height,
      );
      assert.ok(number <= sheet, `the number ends at ${number}, the sheet begins at ${sheet}`);
    });
    const place = () => page.run(({ find }) => find("attention-stage-figure", "canvas").getBoundingClientRect().top);
    const before = await place();
    await page.click("attention-cell-arithmetic", ".clear");
    await eventually(async () => assert.equal((await page.state()).cell, null));
    assert.ok(Math.abs((await place()) - before) < 2, `${before} to ${await place()}`);
  });

  test("where no number of the stage is selected, the hint about the player leaves no empty space", async (page) => {
    await page.look({ width: 1280, height: 900, pixels: 1 });
    await page.open("stage=scaled&cell=weights.1.4.2");
    await eventually(async () => {
      const [words, below] = await page.run(({ find }) => [
        find("attention-stage-figure", ".player p").getBoundingClientRect().bottom,
        find("attention-stage-figure", ".hint").getBoundingClientRect().top,
      ]);
      assert.ok(Number(below) - Number(words) <= 16, `${Number(below) - Number(words)} px`);
    });
  });

  test("on a touch screen hints speak of tapping, with a mouse of pointing", async (page) => {
    await page.open("cell=none");
    const hints = async () =>
      [await page.texts("attention-stage-figure", ".hint span"), await page.texts("attention-cell-arithmetic", ".hint")]
        .flat()
        .join(" ");
    assert.match(await hints(), /Point at a number.*Escape.*Point at any number/);
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true });
    try {
      await page.open("cell=none");
      assert.match(await hints(), /^(Tap a number to see where it comes from\. ?){2}$/);
      await page.open("picture=lines&cell=none");
      await eventually(async () => assert.match(await hints(), /^Tap a line or a word [^]*Tap a number/));
    } finally {
      await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
    }
  });
});

inBrowsers(allEngines, (test) => {
  test("1280 px wide: digits have space on both sides, however a browser rounds their widths", async (page) => {
    await page.open("stage=X&cell=none");
    for (const stage of stagesFor(defaultState)) {
      await page.follow(`stage=${stage}&cell=none`);
      await eventually(() => checkStage(page, stage));
      const { cell, size, widest } = await digitsOf(page, stage);
      const minGap = size > 10 ? 4 : 2; // the smallest digits need less
      assert.ok(widest <= cell - minGap, `${page.name} ${stage}: ${widest} px of ${cell} at ${size}`);
    }
  });

  test("360 px wide, with and without a scrollbar beside it: seven columns have digits that fit", async (page) => {
    if (page.name === "chromium") await page.look({ width: 400, height: 740 });
    else await page.driver.manage().window().setRect({ width: 360, height: 740 }); // other browsers make the window a few px wider
    for (const space of [310, 293]) {
      await page.open("cell=none");
      await page.run(({ figure }, width) => {
        document.documentElement.style.borderInlineEnd = `${figure.width - width}px solid`;
      }, space);
      for (const stage of stagesFor(defaultState)) {
        await page.follow(`stage=${stage}&cell=none`);
        await eventually(async () => {
          await checkStage(page, stage);
          assert.equal(await page.run(({ figure }) => figure.width), space);
        });
        const { columns, cell, size, widest } = await digitsOf(page, stage);
        const where = `${page.name} ${space} ${stage}: ${widest} px of ${cell} at ${size}`;
        if (columns <= 7) assert.ok(size >= 10 && widest <= cell - 2, where);
      }
    }
    await page.driver.manage().window().setRect({ width: 1280, height: 900 });
  });
});

/**
 * The width of the digits of the figure's result, as this browser draws them.
 * @param {Page} page
 * @param {string} stage
 * @returns {Promise<{columns: number, cell: number, size: number, widest: number}>} cell: width of a cell,
 *   size: font size, widest: widest number, all in px; size is 0 without digits
 */
const digitsOf = (page, stage) =>
  page.run(
    ({ figure }, family, id) => {
      const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
      const { columns, cellWidth, digits, digitSize } = figure.tables.find(
        (/** @type {any} */ drawn) => drawn.id === id,
      );
      context.font = `${digitSize}px ${family}`;
      const widths = (digits ?? []).map((/** @type {string} */ text) => context.measureText(text).width);
      return { columns, cell: cellWidth, size: digitSize, widest: Math.max(0, ...widths) };
    },
    fontFamily,
    stage,
  );

/**
 * The colour of the text above the figure's first matrix: of its pixels, the one most unlike the background.
 * @param {Page} page
 * @returns {Promise<string>}
 */
async function inkOfFigure(page) {
  const { y } = await page.boxOf("masked 1,0,0");
  return page.run(({ pixels }, bottom) => {
    const { width, colours } = pixels();
    const heading = [...colours.subarray(0, width * Math.floor(bottom * window.devicePixelRatio - 4))];
    const [opaque = 0] = heading.filter((colour) => colour >>> 24 === 255);
    return `rgb(${opaque & 255}, ${(opaque >> 8) & 255}, ${(opaque >> 16) & 255})`;
  }, y);
}
