/** The experiments: they show what the engine computes, work by mouse and keyboard, and are restored by links. Needs a finished build. */
import assert from "node:assert/strict";

import { comparisons } from "../../../web/components/experiments/compare/comparisons.js";
import { blindRows, leaksOf } from "../../../web/components/experiments/mask/perturbation.js";
import { createEngine } from "../../../web/engine/index.js";
import { figureTrace } from "../../../web/figures/index.js";
import { numberText } from "../../support/oracles/number-text.js";
import { measure } from "../../../web/figures/measures/meters.js";
import { choices } from "../../../web/state/fields.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { comparedState, changeState, defaultState, experimentState } from "../../../web/state/state.js";
import { stateFromFragment, stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t, walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { ask as askInList, listQuestions, openAnswer, still } from "../support/questions.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();

/**
 * Waits until an opened experiment shows more than its title, and nothing of it is loading.
 * @param {Page} page
 * @param {string} experiment
 */
async function opened(page, experiment) {
  const element =
    experiments.find(({ id }) => id === experiment)?.element ?? assert.fail(`no experiment ${experiment}`);
  await eventually(async () => {
    const said = await page.texts(element, "p");
    assert.ok(said.length > 0 && !said.includes(t("part-loading")));
  });
}

/** @param {Page} page @param {string} experiment */
async function ask(page, experiment) {
  await askInList(page, experiment);
  await opened(page, experiment);
}

/** The state of the open experiment. @param {Page} page */
const openState = async (page) => experimentState(changeState(defaultState, await page.state()));

/**
 * The numbers of one head of a stage.
 * @param {State} state
 * @param {string} stage
 * @param {number} wantedHead the head; if there are fewer heads, the last one is used
 */
function numbersOf(state, stage, wantedHead) {
  const { run } = walkOf(state);
  const { shape, data } = run.tensor(stage);
  run.free();
  const size = shape.length === 3 ? shape[1] * shape[2] : data.length;
  const head = shape.length === 3 ? Math.min(wantedHead, shape[0] - 1) : 0;
  return data.subarray(head * size, (head + 1) * size);
}

/** @param {Page} page @returns {Promise<string[][]>} the cells of each figure's table */
function figures(page) {
  return page.run(({ findAll }) =>
    findAll("scene-view", "table").map((table) =>
      [...table.querySelectorAll("td")].slice(1).map((cell) => cell.textContent ?? ""),
    ),
  );
}

/** @param {State} state */
function measured(state) {
  const { run, inputs } = walkOf(state);
  const result = measure(figureTrace(run, inputs), state.head);
  run.free();
  return result;
}

inBrowsers(["chromium"], (test) => {
  test("every question opens its experiment, which takes the focus and gives it back", async (page) => {
    await page.look(still);
    await page.open();
    await listQuestions(page);
    const listed = await page.attributes("question-list", "[data-experiment]", "data-experiment");
    assert.deepEqual([...listed].sort(), experiments.map(({ id }) => id).sort());
    for (const experiment of listed) {
      await ask(page, experiment);
      await eventually(async () => {
        const { fits, ...shown } = await page.run(({ explorer, find, focused }) => ({
          title: find("experiment-card", "#experiment-title")?.textContent.trim(),
          focus: focused()?.id,
          experiment: explorer.state.experiment,
          fits: document.documentElement.scrollWidth <= window.innerWidth,
        }));
        const title = t(`experiment-${experiment}`).replace(/_/g, "").replace("√dk", "√dk");
        assert.deepEqual(shown, { title, focus: "experiment-title", experiment });
        assert.ok(fits, `${experiment} is wider than the window`);
      });
      // An experiment may still grow while it loads: a click at where the button was then hits something else.
      await eventually(async () => {
        if ((await page.state()).experiment !== null) await page.click("experiment-card", ".head button");
        assert.equal((await page.state()).experiment, null);
      });
      await eventually(async () =>
        assert.equal(await page.run(({ focused }) => focused()?.dataset.experiment), experiment),
      );
    }
  });

  test("a link at the top of the page leads to the questions", async (page) => {
    await page.open();
    await page.click("attention-explorer", "header .questions");
    await eventually(async () => {
      const at = await page.run(({ find, focused }) => {
        const heading = find("question-list", "h2");
        return { top: heading.getBoundingClientRect().top, focused: focused() === heading, high: window.innerHeight };
      });
      assert.ok(at.focused && at.top >= 0 && at.top < at.high / 2, JSON.stringify(at));
    });
  });

  test("without positions attention does not see the order, and the question opens with that setting", async (page) => {
    await page.open();
    await ask(page, "order");
    await eventually(async () => {
      const { causal, position } = await openState(page);
      assert.deepEqual([causal, position], [false, "none"]);
    });
    await page.click("order-experiment", ".swap");
    await eventually(async () =>
      assert.match((await page.texts("order-experiment", ".result")).join(), /^Attention alone is blind/),
    );
  });

  for (const [experiment, { expect, b }] of Object.entries(comparisons)) {
    test(`${experiment}: both sides, their difference and the text agree with the engine`, async (page) => {
      await page.look(still);
      await page.open();
      await ask(page, experiment);
      if (expect) {
        await eventually(async () =>
          assert.equal((await page.texts("compare-experiment", ".expect button")).length, expect.length + 1),
        );
        assert.equal((await figures(page)).length, 0, "nothing is shown before the reader has chosen");
        await page.click("compare-experiment", ".expect button");
      }
      const state = await eventually(async () => {
        const now = await openState(page);
        assert.deepEqual(now.compare, b);
        return now;
      });
      const other = comparedState(state);
      const [first, second] = [state, other].map((one) => walkOf(one));
      const stage = second.run.stages.includes(state.stage) ? state.stage : "weights";
      const shown = first.run.shape(stage).join() === second.run.shape(stage).join() ? stage : "output";
      const [a, c] = [state, other].map((one) => numbersOf(one, stage, Number(state.head)));
      const [x, y] = [state, other].map((one) => numbersOf(one, shown, Number(state.head)));
      const apart = Array.from(x, (value, at) => (value === y[at] ? 0 : value - y[at]));
      const text = (/** @type {ArrayLike<number>} */ values) => Array.from(values, (value) => numberText(value, 4));
      await eventually(async () => assert.deepEqual(await figures(page), [text(a), text(c), text(apart)]));
      const largest = Math.max(
        ...Array.from(first.run.tensor(shown).data, (value, at) => {
          const size = Math.abs(value - second.run.tensor(shown).data[at]);
          return size < Infinity ? size : 0;
        }),
      );
      await eventually(async () => {
        const resultText = (await page.texts("compare-experiment", ".result")).join(" ");
        if (largest > 0) assert.ok(resultText.includes(numberText(largest, 3)), `${resultText} has not ${largest}`);
      });
      const fragment = stateToFragment(state);
      await page.open(fragment);
      await eventually(async () => assert.equal((await page.texts("compare-experiment", ".result")).length, 1));
      assert.deepEqual(changeState(defaultState, await page.state()), stateFromFragment(fragment));
      await eventually(async () => assert.deepEqual((await figures(page))[2], text(apart)));
      for (const { run } of [first, second]) run.free();
    });
  }

  test("as d_k grows to 256 the undivided side saturates, on the meters too", async (page) => {
    await page.open("experiment=scaling&compare=scaling%3Dfalse&d_k=4");
    await opened(page, "scaling");
    const row = (/** @type {string} */ meter) => page.texts("compare-experiment", `tr[data-meter=${meter}] td.number`);
    await page.unfold("compare-experiment", "details"); // gradients and bytes are folded
    /** @type {number[][]} */
    const gradients = [];
    for (const d_k of [4, 256]) {
      await page.run(({ find }, value) => {
        const slider = find("compare-experiment", "input[type=range]");
        slider.value = String(value);
        slider.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      }, d_k);
      const state = changeState(defaultState, { d_k, head: "all" });
      const [divided, undivided] = [state, changeState(state, { scaling: false })].map(measured);
      await eventually(async () => {
        assert.deepEqual(
          await row("largest"),
          [divided, undivided].map(({ largest }) => numberText(largest)),
        );
        assert.deepEqual(
          await row("gradient"),
          [divided, undivided].map(({ gradient }) => numberText(gradient, 3)),
        );
      });
      gradients.push([divided.gradient, undivided.gradient]);
    }
    const [, [divided, undivided]] = gradients;
    assert.ok(undivided < 0.15 && undivided < divided / 2, `${undivided} against ${divided}`);
  });

  test("a comparison follows the stage and the head in view until another stage is chosen in it", async (page) => {
    const compare = { scaling: false };
    await page.open(stateToFragment(changeState(defaultState, { experiment: "compare", compare })));
    await opened(page, "compare");
    const shows = async (/** @type {Partial<State>} */ patch) => {
      const state = changeState(defaultState, patch);
      const stage = state.stage;
      const sides = [state, changeState(state, compare)].map((one) => numbersOf(one, stage, Number(state.head)));
      const text = (/** @type {ArrayLike<number>} */ values) => Array.from(values, (value) => numberText(value, 4));
      await eventually(async () => assert.deepEqual((await figures(page)).slice(0, 2), sides.map(text)));
      await eventually(async () =>
        assert.ok((await page.texts("compare-experiment", ".result p")).join().includes(t(`stage-${stage}`)), stage),
      );
    };
    await shows({ stage: "weights" });
    await page.click("attention-stage-strip", "[data-stage=context]");
    await shows({ stage: "context" });
    await page.run(({ findAll }) => {
      const stages = /** @type {HTMLSelectElement} */ (findAll("compare-experiment", "select").at(-1));
      stages.value = "scaled";
      stages.dispatchEvent(new Event("change"));
    });
    await shows({ stage: "scaled" });
    assert.equal((await page.state()).stage, "context");
    await page.click("attention-stage-strip", "[data-stage=raw]");
    await shows({ stage: "scaled" });
    await page.follow(stateToFragment(changeState(defaultState, { experiment: "compare", compare, head: 3 })));
    await shows({ stage: "weights", head: 3 });
  });

  test("a pointer that moves over the figure makes no experiment compute or draw again", async (page) => {
    await page.open();
    await page.run(({ explorer }) => {
      const { engine } = explorer.walks.walk;
      const trace = engine.trace.bind(engine);
      const counted = { traces: 0, updates: 0 };
      engine.trace = (/** @type {any[]} */ ...args) => (counted.traces++, trace(...args));
      Object.assign(window, { counted });
    });
    for (const { id: experiment, element } of experiments.filter(({ id }) => !(id in comparisons) && id !== "export")) {
      await page.follow(`experiment=${experiment}`);
      await eventually(async () => {
        const drawn = await page.run(({ find }, tag) => find("experiment-card", tag)?.view.state.experiment, element);
        assert.equal(drawn, experiment);
      });
      await opened(page, experiment);
      await page.run(({ find }, tag) => {
        const element = find("experiment-card", tag);
        const { counted } = /** @type {any} */ (window);
        const update = element.update.bind(element);
        element.update = (/** @type {any[]} */ ...args) => (counted.updates++, update(...args));
        counted.updates++; // so that the wait below is for a whole idle period
      }, element);
      // What an experiment computes in later tasks after it is opened is not the pointer's doing.
      await eventually(async () => {
        const { traces, updates } = await page.run(async () => {
          const { counted } = /** @type {any} */ (window);
          const before = { ...counted };
          Object.assign(counted, { traces: 0, updates: 0 });
          await new Promise((resolve) => requestIdleCallback(resolve));
          return before;
        });
        assert.deepEqual({ traces, updates }, { traces: 0, updates: 0 });
      });
      await page.run(({ explorer }) => {
        const detail = { cell: { stage: "weights", index: [0, 2, 1] } };
        explorer.dispatchEvent(new CustomEvent("state-hover", { detail }));
      });
      await eventually(async () =>
        assert.deepEqual(
          await page.run(({ find }, tag) => find("experiment-card", tag).view.cell?.index, element),
          [0, 2, 1],
        ),
      );
      const counted = await page.run(() => /** @type {any} */ (window).counted);
      assert.deepEqual(counted, { traces: 0, updates: 0 }, experiment);
      await page.run(({ explorer }) =>
        explorer.dispatchEvent(new CustomEvent("state-hover", { detail: { cell: null } })),
      );
    }
  });

  test("B can change any field, and a value that is not valid is explained", async (page) => {
    await page.open("experiment=compare");
    await opened(page, "compare");
    const choose = (/** @type {string} */ selector, /** @type {string} */ value) =>
      page.run(
        ({ find }, where, to) => {
          const field = find("compare-experiment", where);
          field.value = to;
          for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
        },
        selector,
        value,
      );
    await choose(".controls select", "heads");
    await eventually(async () => assert.deepEqual((await page.state()).compare, { heads: 8 }));
    await choose(".controls input", "3");
    await eventually(async () => assert.deepEqual((await page.state()).compare, { heads: 3 }));
    await choose(".controls input", "99");
    await eventually(async () =>
      assert.match((await page.texts("compare-experiment", "[role=alert]"))[0] ?? "", /heads: .*99/),
    );
    assert.deepEqual((await page.state()).compare, { heads: 3 });
    await choose(".controls select", "causal");
    await eventually(async () => assert.deepEqual((await page.state()).compare, { causal: false }));
    await checkAxe(page, "a comparison");
  });

  test("a figure out of sight is not drawn with numbers that have been freed", async (page) => {
    await page.open("experiment=compare&compare=causal%3Dtrue");
    await opened(page, "compare");
    const weights = () => figures(page).then(([first]) => first);
    const before = await eventually(async () => (await weights()) ?? assert.fail("no table yet"));
    await page.run(async ({ find }) => {
      find("compare-experiment", ".sides").style.marginTop = "4000px";
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let frames = 0; frames < 4; frames++) await frame();
      // What waits for a pause waits until it is let go: just after new numbers have replaced those of the figure.
      const { setTimeout: start, clearTimeout: stop } = window;
      const held = /** @type {Map<number, () => void>} */ (new Map());
      Object.assign(window, {
        setTimeout: (/** @type {() => void} */ then, /** @type {number} */ ms, /** @type {unknown[]} */ ...args) => {
          if (!(ms >= 50 && ms < 1000)) return start(then, ms, ...args);
          const id = start(() => {}, 0);
          held.set(id, then);
          return id;
        },
        clearTimeout: (/** @type {number} */ id) => (held.delete(id), stop(id)),
      });
      const letPass = () => {
        const waiting = [...held.values()];
        held.clear();
        for (const then of waiting) then();
      };
      const change = async (/** @type {number} */ temperature) => {
        const detail = { patch: { temperature }, text: "" };
        const explorer = /** @type {any} */ (document.querySelector("attention-explorer"));
        explorer.dispatchEvent(new CustomEvent("state-patch", { detail }));
        await explorer.updateComplete;
      };
      await change(2);
      for (let frames = 0; frames < 4; frames++) await frame();
      await change(3);
      letPass();
      for (let frames = 0; frames < 4; frames++) await frame();
      letPass();
    });
    await eventually(async () => assert.notDeepEqual(await weights(), before));
  });

  test("a choice for B that is refused is reset", async (page) => {
    await page.open("experiment=compare&compare=causal%3Dfalse&position=rope&d_model=15");
    await opened(page, "compare");
    const chosen = () =>
      page.run(({ findAll }) =>
        findAll("compare-experiment", "select").map((select) => /** @type {any} */ (select).value),
      );
    const before = await eventually(async () => {
      const texts = await chosen();
      assert.equal(texts[0], "causal");
      return texts;
    });
    const choose = (/** @type {number} */ at, /** @type {string} */ value) =>
      page.run(
        ({ findAll }, which, to) => {
          const select = /** @type {HTMLSelectElement} */ (findAll("compare-experiment", "select")[which]);
          select.value = to;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        },
        at,
        value,
      );
    await choose(0, "projections");
    await eventually(async () =>
      assert.match((await page.texts("compare-experiment", "[role=alert]")).join(), /d_model/),
    );
    await eventually(async () => assert.deepEqual(await chosen(), before));
    await page.follow("experiment=compare&compare=position%3Dnone&d_k=5");
    await eventually(async () => assert.equal((await chosen())[0], "position"));
    const word = (await chosen())[1];
    await choose(1, String(choices.position.indexOf("rope")));
    await eventually(async () => assert.match((await page.texts("compare-experiment", "[role=alert]")).join(), /d_k/));
    await eventually(async () => assert.equal((await chosen())[1], word));
  });

  test("masks are painted by mouse and keyboard; the leak shown is the one that the engine finds", async (page) => {
    await page.open("experiment=mask&sentence=The+cat+sat+on&causal=false");
    await eventually(() => page.part("mask-painter", "td[data-pair]"));
    await page.click("mask-painter", 'td[data-pair="0 2"]');
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, [0, 2]));
    await page.press("\uE014", " "); // arrow right, then Space
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, [0, 2, 0, 3]));
    await page.click("mask-painter", 'td[data-pair="0 2"]');
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, [0, 3]));
    await page.click("mask-painter", ".patterns button:nth-child(2)");
    const state = changeState(defaultState, {
      sentence: "The cat sat on",
      causal: false,
      hidden_pairs: [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3],
    });
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, state.hidden_pairs));
    const modes = /** @type {const} */ ([
      ["before", "before_softmax"],
      ["after", "after_softmax"],
    ]);
    for (const [way, mask_mode] of modes) {
      const { run, inputs } = walkOf(changeState(state, { mask_mode }));
      const spec = { heads: 4, d_k: 4, d_v: 4, ...(way === "after" ? { mask_mode } : {}) };
      const rows = leaksOf(engine, spec, inputs, run.tensor("output"), 3);
      const blind = blindRows(run.tensor("allow"), 3, true);
      run.free();
      const moved = blind.filter((row) => rows[row].moved).length;
      const largest = Math.max(...blind.map((row) => rows[row].by));
      assert.deepEqual([moved, largest > 1e-3], way === "after" ? [3, true] : [0, false]);
      await eventually(async () => {
        const cells = await page.texts("mask-experiment", `[data-way=${way}] td`);
        assert.deepEqual(cells.slice(0, 2), [`${moved} of 3`, numberText(largest, 3)]);
      });
    }
    await eventually(async () => {
      const verdict = (await page.texts("mask-experiment", ".result"))[0] ?? "";
      assert.ok(verdict.includes(t("mask-way-after")) && !verdict.includes(t("mask-way-before")), verdict);
    });
    await checkAxe(page, "masks");
  });

  test("a fast drag paints every pair on its way, as one change", async (page) => {
    const sentence = "one two three four five six seven eight";
    await openAnswer(page, stateToFragment(changeState(defaultState, { experiment: "mask", causal: false, sentence })));
    const [from, between, to] = await Promise.all(
      ["1 0", "1 3", "1 7"].map((pair) => page.part("mask-painter", `td[data-pair="${pair}"]`)),
    );
    const drag = page.driver.actions({ async: true }).move({ origin: from }).press();
    await drag.move({ origin: between, duration: 0 }).move({ origin: to, duration: 0 }).release().perform();
    const row = Array.from({ length: 8 }, (_, key) => [1, key]).flat();
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, row));
    await page.click("history-buttons", "#undo");
    await eventually(async () => assert.deepEqual((await openState(page)).hidden_pairs, []));
    await eventually(async () =>
      assert.deepEqual(await page.attributes("history-buttons", "#undo", "aria-disabled"), ["true"]),
    );
  });

  test("the explanation of a comparison is the same after the page is loaded again", async (page) => {
    await page.open();
    await ask(page, "splitting");
    await page.click("compare-experiment", ".expect button");
    const resultText = await eventually(async () => {
      const texts = await page.texts("compare-experiment", ".result p:not(.expected)");
      assert.equal(texts.length, 2);
      assert.equal(await page.fragment(), stateToFragment(changeState(defaultState, await page.state())));
      return texts;
    });
    await page.open(await page.fragment());
    await eventually(async () => assert.deepEqual(await page.texts("compare-experiment", ".result p"), resultText));
  });

  test("training: each prefix is shown with its next token and the engine's bits", async (page) => {
    await page.open("experiment=training&sentence=I+love+Science");
    await eventually(() => page.part("training-experiment", "tbody tr"));
    const cells = await page.texts("training-experiment", "tbody th, tbody td");
    const rows = [0, 1, 2].map((row) => cells.slice(6 * row, 6 * row + 4));
    assert.deepEqual(
      rows.map(([prefix, next, , alone]) => [prefix, next, alone]),
      [
        ["I", "love", "same bits"],
        ["I love", "Science", "same bits"],
        ["I love Science", "(end of sentence)", "same bits"],
      ],
    );
    const { run } = walkOf(changeState(defaultState, { sentence: "I love Science", causal: false }));
    const { data } = run.tensor("weights");
    run.free();
    assert.equal(cells[4], numberText(data[9 + 1] + data[9 + 2]), "head 2, row 1: weight on later tokens");
    assert.equal(cells[5], numberText(data[9 + 1]), "and on the answer");
    await checkAxe(page, "training");
    await page.follow("experiment=training&sentence=I+love+Science&context=le+chat+noir");
    await eventually(async () => assert.equal((await page.state()).context, "le chat noir"));
    await eventually(async () => {
      const named = (await page.attributes("training-experiment", "td.row svg", "aria-label")).join();
      assert.match(named, /“I”/);
      assert.doesNotMatch(named, /le|chat|noir/, "the other sentence takes no part");
    });
  });

  test("cost: every stage's count is the engine's, and the curve has a table", async (page) => {
    await page.open("experiment=cost&heads=2");
    await eventually(() => page.part("cost-experiment", "[data-cost=all]"));
    const { run } = walkOf(changeState(defaultState, { heads: 2 }));
    const cost = run.cost();
    run.free();
    const shown = await page.texts("cost-experiment", "[data-cost]");
    const counts = Object.values(cost).map(({ multiplyAdds }) => multiplyAdds);
    const all = counts.reduce((sum, count) => sum + count, 0);
    assert.deepEqual(
      shown.map((text) => Number(text.replaceAll(",", ""))),
      [...counts, all],
    );
    await page.run(({ find }) => {
      const axis = find("cost-experiment", "#axis");
      axis.value = "split";
      axis.dispatchEvent(new Event("change"));
    });
    await eventually(async () => {
      const rows = await page.texts("cost-experiment", "#numbers tbody tr");
      assert.equal(rows.length, 4); // 1, 2, 4 and 8 heads that have 8 columns in total
      for (const row of rows) assert.ok(row.includes(t("meter-count", { value: all })), row);
    });
    await checkAxe(page, "cost");
  });

  test("meters show the measures of every stage of the walk", async (page) => {
    const state = changeState(defaultState, { d_k: 16, scaling: false, head: 2 });
    const m = measured(state);
    await page.open(stateToFragment(state));
    /** @type {[string, string[]][]} */
    const expected = [
      ["raw", [numberText(m.raw.variance)]],
      ["scaled", [numberText(m.scaled.variance), numberText(m.largest), `${numberText(m.entropy)} bits`]],
      ["masked", ["21 of 49", "0 of 7", numberText(m.largest), `${numberText(m.entropy)} bits`]],
      ["weights", [numberText(m.largest), `${numberText(m.entropy)} bits`, "0 of 7"]],
    ];
    for (const [stage, texts] of expected) {
      await page.follow(stateToFragment(changeState(state, { stage })));
      const inSight = () => page.texts("walk-meters", "section > dl .value");
      await eventually(async () => assert.deepEqual(await inSight(), texts, stage));
      if (stage !== "raw") {
        await page.unfold("walk-meters", "details"); // the gradient is folded until the reader asks for it
        const gradient = () => page.texts("walk-meters", "details .value");
        await eventually(async () => assert.deepEqual(await gradient(), [numberText(m.gradient, 3)], stage));
      }
      await checkAxe(page, `meters at ${stage}`);
    }
    const dropping = changeState(state, { dropout: 0.5, stage: "dropped" });
    const { run } = walkOf(dropping);
    const [weights, dropped] = ["weights", "dropped"].map((id) => run.tensor(id).data.subarray(2 * 49, 3 * 49));
    run.free();
    const nonzero = weights.filter((weight) => weight !== 0).length;
    const gone = dropped.filter((weight, at) => weight === 0 && weights[at] !== 0).length;
    await page.follow(stateToFragment(dropping));
    await eventually(async () =>
      assert.deepEqual(await page.texts("walk-meters", ".value"), [`${gone} of ${nonzero}`]),
    );
    await page.follow("stage=X");
    await eventually(async () => assert.deepEqual(await page.texts("walk-meters", ".value"), []));
  });

  test("where scores do not have the expected variance, the meter says what their factors are", async (page) => {
    for (const [patch, reason] of /** @type {[Partial<State>, RegExp][]} */ ([
      [{ d_k: 64, head: 1 }, /49 scores share 7 queries and 7 keys, drawn at random/],
      [{ projections: false, d_model: 64, heads: 1, head: 0 }, /they are the embeddings themselves/],
      [{ recipe: "named", sentence: "the dog chased the cat", head: 0 }, /training or a hand has set them/],
    ])) {
      const state = changeState(defaultState, patch);
      const { run } = walkOf(state);
      const [q, k] = ["Q", "K"].map((id) => {
        const [, rows = 0, columns = 0] = run.shape(id);
        const head = state.head === "all" ? 0 : state.head;
        const numbers = run.tensor(id).data.subarray(head * rows * columns, (head + 1) * rows * columns);
        return numbers.reduce((sum, number) => sum + number * number, 0) / numbers.length;
      });
      run.free();
      for (const stage of ["raw", "scaled"]) {
        await page.open(stateToFragment(changeState(state, { stage })));
        await eventually(async () => {
          const [said = ""] = await page.texts("walk-meters", ".why");
          assert.ok(
            said.includes(`the numbers of Q have a mean square of ${numberText(q)} and those of K of ${numberText(k)}`),
            said,
          );
          assert.match(said, reason);
        });
      }
    }
  });

  for (const theme of ["light", "dark"]) {
    test(`experiments are accessible and fit 360 px, ${theme}`, async (page) => {
      await page.look({ width: 360, height: 740, pixels: 2 });
      // All that depends on the theme. What each experiment starts with is checked in the dark by page/accessible.
      const colours = theme === "dark" ? { only: ["color-contrast"] } : {};
      const alike = [
        "experiment=training",
        "experiment=cost",
        "experiment=scaling",
        "experiment=tying&compare=tied%3Dtrue",
      ];
      await page.open(`theme=${theme}`);
      await checkAxe(page, "the list of questions", colours);
      for (const fragment of ["experiment=mask&padding=1&padding_side=start", ...(theme === "light" ? alike : [])]) {
        await page.follow(`theme=${theme}&${fragment}`);
        const experiment = /experiment=(\w+)/.exec(fragment)?.[1] ?? "";
        await eventually(async () => assert.equal((await page.state()).experiment, experiment));
        await opened(page, experiment);
        await checkAxe(page, fragment, colours);
        assert.ok(await page.run(() => document.documentElement.scrollWidth <= 360), fragment);
      }
    });
  }
});
