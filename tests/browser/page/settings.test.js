/** Sentence, sliders and switches: each changes the computed numbers, and invalid input is explained. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { fieldGroups, primaryFields } from "../../../web/state/fields.js";
import { controlsFor } from "../../../web/state/controls.js";
import { isCausal } from "../../../web/state/sizes.js";
import { stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { tokenise } from "../../../web/state/tokens.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkCells, checkStage, t, walkOf } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { plainWalk } from "../support/page.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../support/page.js").Page} Page */

/**
 * Waits until the page has a state, and checks everything that it shows of it.
 * @param {Page} page
 * @param {State} state
 */
async function shows(page, state) {
  const shapes = shapesOf(state);
  await eventually(async () => {
    const shown = await page.run(({ explorer, findAll, tables }) => ({
      state: explorer.state,
      tables: tables(),
      shapes: findAll("shape-summary", ".shape").map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim()),
    }));
    assert.deepEqual(shown.state, state);
    checkCells(shown.tables, state);
    assert.deepEqual(new Set(shown.shapes), shapes);
  });
}

/** @param {State} state @returns {Set<string>} the shapes of all stages */
function shapesOf(state) {
  const { run } = walkOf(state);
  const shapes = run.stages.map((stage) => run.shape(stage));
  run.free();
  const texts = shapes.map((shape) => {
    const sizes = shape.slice(-2).join(" × ");
    return shape.length === 3
      ? `${t(shape[0] === 1 ? "shapes-head" : "shapes-heads", { count: shape[0] })} · ${sizes}`
      : sizes;
  });
  return new Set(texts);
}

/** Fields with a control in the control bar, except texts. */
const inBar = /** @type {string[]} */ ([...primaryFields, ...fieldGroups.flatMap(([, fields]) => fields)]).filter(
  (field) => field !== "context" && field !== "batch",
);

/**
 * Settings to start from; then, for each control, the keys that change it and the fields that they change.
 * @type {[Partial<State>, [string, string, Partial<State>][]][]}
 */
const walks = [
  [
    {},
    [
      ["d_k", Key.ARROW_RIGHT, { d_k: 5 }],
      ["heads", Key.ARROW_LEFT, { heads: 3 }],
      ["d_model", Key.ARROW_RIGHT, { d_model: 18 }],
      ["d_v-on", Key.SPACE, { d_v: 5 }],
      ["d_v", Key.ARROW_RIGHT, { d_v: 6 }],
      ["d_k", Key.HOME, { d_k: 1 }],
      ["heads", Key.END, { heads: 16 }],
      ["d_model", Key.HOME, { d_model: 1 }],
      ["d_v-on", Key.SPACE, { d_v: null }],
      ["padding", Key.ARROW_RIGHT, { padding: 1 }],
      ["padding_side", Key.ARROW_DOWN, { padding_side: "start" }],
      ["causal", Key.SPACE, { causal: false }],
      ["d_k", Key.ARROW_RIGHT, { d_k: 2 }],
      ["scaling", Key.SPACE, { scaling: false }],
      ["position", Key.ARROW_DOWN, { position: "sinusoidal" }],
      ["position", Key.ARROW_DOWN, { position: "learned" }],
      ["projections", Key.SPACE, { projections: false }],
    ],
  ],
  [
    { norm: "rmsnorm", mlp: "gated" },
    [
      ["norm_place", Key.ARROW_DOWN, { norm_place: "post" }],
      ["qk_norm", Key.ARROW_DOWN, { qk_norm: "layernorm" }],
      ["residual", Key.ARROW_DOWN, { residual: "sequential" }],
      ["activation", Key.ARROW_DOWN, { activation: "gelu_tanh" }],
      ["d_ff-on", Key.SPACE, { d_ff: 32 }],
      ["d_ff", Key.HOME, { d_ff: 1 }],
      ["mlp", Key.ARROW_UP, { mlp: "plain" }],
      ["norm", Key.ARROW_UP, { norm: "layernorm" }],
    ],
  ],
  [
    { heads: 6 },
    [
      ["kv_heads", Key.ARROW_LEFT, { kv_heads: 3 }],
      ["kv_heads", Key.HOME, { kv_heads: 1 }],
      ["heads", Key.ARROW_LEFT, { heads: 5 }],
      ["kv_heads", Key.END, { kv_heads: 5 }],
      ["tied", Key.SPACE, { tied: true }],
      ["projection_bias", Key.SPACE, { projection_bias: true }],
      ["recipe", Key.ARROW_DOWN, { recipe: "article" }],
    ],
  ],
  [
    { context: "to be or not" },
    [
      ["d_context-on", Key.SPACE, { d_context: 16 }],
      ["d_context", Key.ARROW_LEFT, { d_context: 15 }],
      ["align", Key.ARROW_DOWN, { align: "bottom_right" }],
      ["causal", Key.SPACE, { causal: false }],
      ["align", Key.ARROW_DOWN, { align: "top_left", causal: true }],
    ],
  ],
  [
    {},
    [
      ["window-on", Key.SPACE, { window: 3 }],
      ["window", Key.ARROW_LEFT, { window: 2 }],
      ["sink_tokens", Key.ARROW_RIGHT, { sink_tokens: 1 }],
      ["mask_value-on", Key.SPACE, { mask_value: -1e4 }],
      ["mask_value", Key.END, { mask_value: -1 }],
      ["mask_how", Key.ARROW_DOWN, { mask_how: "add" }],
      ["mask_mode", Key.ARROW_DOWN, { mask_mode: "after_softmax" }],
      ["mask_mode", Key.ARROW_DOWN, { mask_mode: "after_softmax_renormalised" }],
      ["window-on", Key.SPACE, { window: null }],
    ],
  ],
  [
    {},
    [
      ["temperature", Key.ARROW_LEFT, { temperature: 0.7 }],
      ["softcap-on", Key.SPACE, { softcap: 2 }],
      ["softcap", Key.ARROW_LEFT, { softcap: 1 }],
      ["softmax_sink-on", Key.SPACE, { softmax_sink: 0 }],
      ["softmax_sink", Key.ARROW_RIGHT, { softmax_sink: 1 }],
      ["dropout", Key.ARROW_RIGHT, { dropout: 0.05 }],
      ["dropout_seed-next", Key.SPACE, { dropout_seed: 2 }],
    ],
  ],
  [
    { position: "rope" },
    [
      ["first_position", Key.ARROW_RIGHT, { first_position: 1 }],
      ["rope_style", Key.ARROW_DOWN, { rope_style: "half_split" }],
      ["rope_base", Key.ARROW_LEFT, { rope_base: 1000 }],
      ["partial_rotary_factor", Key.ARROW_LEFT, { partial_rotary_factor: 0.75 }],
      ["rope_scaling", Key.ARROW_DOWN, { rope_scaling: "linear" }],
      ["rope_factor", Key.ARROW_RIGHT, { rope_factor: 8 }],
      ["d_k", Key.ARROW_RIGHT, { d_k: 6 }],
      ["position", Key.ARROW_DOWN, { position: "alibi" }],
      ["position", Key.ARROW_DOWN, { position: "shaw" }],
      ["shaw_clip", Key.ARROW_LEFT, { shaw_clip: 3 }],
      ["shaw_values", Key.SPACE, { shaw_values: false }],
      ["position", Key.ARROW_DOWN, { position: "t5" }],
      ["t5_buckets", Key.ARROW_LEFT, { t5_buckets: 30 }],
      ["t5_max_distance", Key.HOME, { t5_max_distance: 16 }],
      ["position", Key.ARROW_DOWN, { position: "distance" }],
      ["distance_lambda", Key.ARROW_RIGHT, { distance_lambda: 1 }],
      ["distance_form", Key.ARROW_DOWN, { distance_form: "gaussian" }],
      ["distance_sigma", Key.ARROW_RIGHT, { distance_sigma: 3 }],
      ["distance_form", Key.ARROW_DOWN, { distance_form: "matrix" }],
    ],
  ],
  [{ position: "shaw" }, []],
  [{ position: "t5" }, []],
  [{ position: "distance" }, [["distance_form", Key.ARROW_DOWN, { distance_form: "gaussian" }]]],
  [{ dropout: 0.1, window: 1, mask_value: -5, d_v: 2, padding: 1 }, []],
  [{ position: "rope", rope_scaling: "yarn" }, []],
];

/** In the order of the stages. */
const allStages = [
  ..."E P X C Q K V Q_rot K_rot raw scaled biased capped masked".split(" "),
  ..."weights_unmasked zeroed weights dropped context concat output".split(" "),
];

/** @type {readonly Partial<State>[]} settings that together have every stage */
const stageful = [
  { position: "sinusoidal", context: "not to", softcap: 2, dropout: 0.5 },
  { position: "rope" },
  { position: "alibi", mask_mode: "after_softmax" },
];

/** The texts of the tokens' chips. @param {Page} page */
const chips = (page) => page.texts("sentence-bar", "ul button");

/** The first walks, which have a control of each kind: what keys do to it depends on the browser, which field it sets does not. */
const kinds = walks.slice(0, 2);

inBrowsers(allEngines, (test) => {
  test("every slider, switch and choice", async (page) => {
    await page.open();
    await page.click("attention-control-bar", "[aria-controls=more]");
    for (const [start, steps] of page.name === "chromium" ? walks : kinds) {
      let state = changeState(defaultState, { stage: "context", head: "all", cell: null, ...start });
      await page.follow(stateToFragment(state));
      await shows(page, state);
      for (const [id, key, patch] of steps) {
        await (await page.part("attention-control-bar", `#${id}`)).sendKeys(key);
        state = changeState(state, patch);
        await shows(page, state);
      }
      // The address is written a moment later; until then, the next walk's link may be the one that stands there.
      await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state) || plainWalk));
    }
  });

  test("where the weights decide sizes and positions, the settings say so and lead to weights that do not", async (page) => {
    for (const recipe of /** @type {const} */ (["pronoun", "grammar"])) {
      await page.open(`recipe=${recipe}`);
      await page.click(recipe === "pronoun" ? "pronoun-panel" : "next-word-panel", "#own");
      await eventually(async () => assert.equal(await page.run(({ focused }) => focused()?.id), "sentence"));
      await page.click("attention-control-bar", "[aria-controls=more]");
      await eventually(async () =>
        assert.deepEqual(await page.texts("attention-control-bar", "#more > p"), [
          `${t("control-fixed").replace("d_k", "dk")} ${t("control-fixed-change")}`,
        ]),
      );
      assert.equal(await page.run(({ find }) => find("attention-control-bar", "#position")), null);
      await page.click("attention-control-bar", "#free");
      await eventually(async () => {
        assert.equal((await page.state()).recipe, "random");
        assert.deepEqual(await page.texts("attention-control-bar", "#more > p"), []);
        assert.equal(await page.run(({ focused }) => focused()?.id), "d_k");
      });
      for (const id of ["heads", "position"]) await page.part("attention-control-bar", `#${id}`);
    }
  });

  test("with two sentences, a corner for the causal mask is offered only where it matters", async (page) => {
    const options = (/** @type {string[]} */ words) => words.map((word) => t(`option-align-${word}`));
    const offers = () =>
      page.run(({ findAll }) =>
        findAll("attention-control-bar", "#align option").map(({ textContent }) => textContent?.trim()),
      );
    await page.open();
    await page.click("attention-control-bar", "[aria-controls=more]");
    for (const [context, offered] of /** @type {const} */ ([
      ["every effort moves", ["none", "bottom_right", "top_left"]],
      ["one two three four five six", ["none", "both"]],
    ])) {
      await page.follow(stateToFragment(changeState(defaultState, { sentence: "a b c d e f", context, cell: null })));
      await eventually(async () => assert.deepEqual(await offers(), options([...offered])));
    }
    await (await page.part("attention-control-bar", "#align")).sendKeys(Key.ARROW_DOWN);
    await eventually(async () => assert.equal(isCausal(await page.state()), true));
    await page.follow(stateToFragment(changeState(await page.state(), { align: "top_left" })));
    await eventually(async () => {
      assert.equal(await page.run(({ find }) => find("attention-control-bar", "#align").value), "top_left");
      assert.deepEqual(await offers(), options(["none", "both"]));
    });
  });

  test("beside positions stands what attention knows of the order without them: it depends on the mask", async (page) => {
    await page.open();
    for (const [patch, hint] of /** @type {[Partial<State>, string][]} */ ([
      [{ causal: true }, "none-causal"],
      [{ causal: false }, "none"],
      [{ causal: false, window: 2 }, "none-window"],
      [{ causal: true, context: "with another sentence" }, "none"],
      [{ causal: true, position: "rope" }, "rope"],
    ])) {
      await page.follow(stateToFragment(changeState(defaultState, patch)));
      await eventually(async () =>
        assert.deepEqual(await page.texts("attention-control-bar", "#position-what"), [
          t(`control-position-hint-${hint}`),
        ]),
      );
    }
  });

  test("exact values can be typed; invalid ones are refused with the reason", async (page) => {
    const state = changeState(defaultState, { stage: "weights", head: "all", cell: null, softcap: 2 });
    await page.open(stateToFragment(state));
    await page.click("attention-control-bar", "[aria-controls=more]");
    const type = (/** @type {string} */ id, /** @type {string} */ text) =>
      page.retype("attention-control-bar", `#${id}-value`, text, Key.ENTER);
    await type("d_k", "67");
    await shows(page, changeState(state, { d_k: 67 }));
    await type("temperature", "0.73");
    await shows(page, changeState(state, { d_k: 67, temperature: 0.73 }));
    await type("softcap", "1.25");
    const typed = changeState(state, { d_k: 67, temperature: 0.73, softcap: 1.25 });
    await shows(page, typed);
    const showsReason = async (/** @type {RegExp} */ reason) =>
      eventually(async () =>
        assert.match((await page.texts("attention-control-bar", "[role=alert]")).join(""), reason),
      );
    await type("d_k", "257");
    await showsReason(/^d_k: must be an integer from 1 to 256, got 257$/);
    await (await page.part("attention-control-bar", "#position")).sendKeys("r");
    await showsReason(new RegExp(t("refused-pairs", { size: "d_k" })));
    await shows(page, changeState(typed, { d_k: 25 })); // the last on the way that could be used
    await eventually(async () =>
      assert.equal(await page.run(({ find }) => find("attention-control-bar", "#position").value), "none"),
    );
    await type("d_k", "66");
    await (await page.part("attention-control-bar", "#position")).sendKeys("r");
    const turned = changeState(typed, { d_k: 66, position: "rope" });
    await shows(page, turned);
    await (await page.part("attention-control-bar", "#d_k")).sendKeys(Key.ARROW_RIGHT);
    await shows(page, changeState(turned, { d_k: 72 }));
    await eventually(async () => assert.deepEqual(await page.texts("attention-control-bar", "[role=alert]"), []));
  });

  test("a batch: sentences are added and removed, and each can be shown", async (page) => {
    let state = changeState(defaultState, { stage: "weights", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("attention-control-bar", "[aria-controls=more]");
    const enter = async (/** @type {string} */ id, /** @type {string} */ text, /** @type {string[]} */ batch) => {
      await page.enter(id, text);
      state = changeState(state, { batch });
      await shows(page, state);
    };
    await enter("batch-0", "I love Science", ["I love Science"]);
    await enter("batch-1", "and a bar | too", ["I love Science", "and a bar | too"]);
    await (await page.part("sentence-bar", "input[value='2']")).sendKeys(Key.SPACE);
    state = changeState(state, { sentence_index: 2 });
    await shows(page, state);
    await eventually(async () =>
      assert.deepEqual(await chips(page), ["and", "a", "bar", "|", "too", "[pad]", "[pad]"]),
    );
    await page.enter("batch-0", " ");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-control-bar", "[role=alert]"), [t("problem-empty")]),
    );
    await enter("batch-0", "", ["and a bar | too"]);
    assert.equal((await page.state()).sentence_index, 1);
    await enter("batch-1", "", []); // fields stay where they are
    await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "fieldset"), []));
  });

  test("a token is marked as padding by keyboard, and unmarked", async (page) => {
    const state = changeState(defaultState, { stage: "weights", head: "all", cell: null, padding: 1 });
    await page.open(stateToFragment(state));
    await (await page.part("sentence-bar", "#mark")).sendKeys(Key.ENTER);
    const token = await page.part("sentence-bar", "li:nth-child(3) button");
    await token.sendKeys(Key.SPACE);
    const marked = changeState(state, { ignored_keys: [2] });
    await shows(page, marked);
    await eventually(async () =>
      assert.deepEqual(await page.attributes("sentence-bar", "li:nth-child(3) button", "aria-pressed"), ["true"]),
    );
    await (await page.part("sentence-bar", "li:nth-child(1) button")).click();
    await shows(page, changeState(state, { ignored_keys: [0, 2] }));
    await eventually(async () =>
      assert.deepEqual(await page.attributes("sentence-bar", "li:nth-child(8) button", "disabled"), [""]),
    );
    await (await page.part("sentence-bar", "li:nth-child(1) button")).sendKeys(Key.ENTER);
    await shows(page, marked);
    await page.click("sentence-bar", "#mark");
    await eventually(async () =>
      assert.deepEqual(await page.attributes("sentence-bar", "li:nth-child(3) button", "aria-label"), [
        t("token-inspect-ignored", { number: 3, token: "short" }),
      ]),
    );
    await page.click("sentence-bar", "li:nth-child(3) button");
    assert.deepEqual((await page.state()).ignored_keys, [2], "then a click asks again");
  });

  test("the seed: another one, a typed one, and an empty field", async (page) => {
    const state = changeState(defaultState, { stage: "Q", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("attention-control-bar", "[aria-controls=more]");
    await page.click("attention-control-bar", "#seed-next");
    await shows(page, changeState(state, { seed: 8 }));
    await page.retype("attention-control-bar", "#seed-value", "4294967295", Key.ENTER);
    await shows(page, changeState(state, { seed: 4294967295 }));
    await page.click("attention-control-bar", "#seed-next");
    await shows(page, changeState(state, { seed: 0 }));
    for (const [wrong, last] of /** @type {const} */ ([
      ["4294967296", 429496729],
      ["-1", 429496729],
      ["1.5", 1],
      [Key.BACK_SPACE, 1],
    ])) {
      await page.retype("attention-control-bar", "#seed-value", wrong, Key.TAB);
      await eventually(async () =>
        assert.match((await page.texts("attention-control-bar", "[role=alert]")).join(), /seed/),
      );
      assert.equal((await page.state()).seed, last, "the last on the way that could be used");
    }
  });

  test("a sentence is used as it is typed", async (page) => {
    await page.open("stage=X&cell=none");
    await page.retype("sentence-bar", "#sentence", "I");
    const sentence = await page.part("sentence-bar", "#sentence");
    for (const letter of " don't know") {
      await sentence.sendKeys(letter);
      const typed = await page.run(({ find }) => find("sentence-bar", "#sentence").value);
      await shows(page, changeState(defaultState, { stage: "X", cell: null, sentence: typed }));
      await eventually(async () => assert.deepEqual(await chips(page), tokenise(typed)));
    }
    assert.equal((await page.state()).sentence, "I don't know");
  });

  test("a second sentence provides keys and values until it is emptied", async (page) => {
    const state = changeState(defaultState, { stage: "weights", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("attention-control-bar", "[aria-controls=more]");
    await page.enter("second", "to be or not");
    await shows(page, changeState(state, { context: "to be or not" }));
    const context = await page.part("sentence-bar", "#context");
    await context.sendKeys(Key.END, " to", Key.ENTER);
    await shows(page, changeState(state, { context: "to be or not to" }));
    await page.enter("second", "");
    await shows(page, state);
  });
});

inBrowsers(["chromium"], (test) => {
  test("every stage that any setting has", async (page) => {
    const seen = new Set();
    await page.open("cell=none");
    for (const patch of stageful) {
      const state = changeState(defaultState, {
        d_k: 2,
        heads: 2,
        d_model: 4,
        sentence: "to be or",
        ...patch,
        cell: null,
      });
      for (const stage of stagesFor(state).filter((id) => !seen.has(id))) {
        seen.add(stage);
        await page.follow(stateToFragment(changeState(state, { stage })));
        await eventually(() => checkStage(page, stage));
        await eventually(async () => assert.ok((await page.colours()) > 10, stage));
      }
    }
    assert.deepEqual([...seen].sort(), allStages.sort());
  });

  test("every control has a name, a line that explains it, and its value", async (page) => {
    const seen = new Set();
    await page.open();
    await page.click("attention-control-bar", "[aria-controls=more]");
    for (const [start, steps] of walks) {
      const last = Object.assign({}, ...steps.map(([, , patch]) => patch));
      for (const patch of [start, { ...start, ...last }]) {
        const state = changeState(defaultState, patch);
        await page.follow(stateToFragment(state));
        await eventually(async () => assert.deepEqual(await page.state(), state));
        const controls = await page.run(({ findAll }) =>
          findAll("attention-control-bar", "input:not([type=text]), select").map((/** @type {any} */ input) => ({
            id: String(input.id),
            name: input.ariaLabel ?? input.labels[0]?.textContent.trim() ?? "",
            hint: input.getRootNode().getElementById(input.getAttribute("aria-describedby").split(" ")[0])?.textContent,
            stands: input.type === "range" ? input.ariaValueText : "-",
          })),
        );
        for (const { id, name, hint, stands } of controls) {
          assert.ok(name && hint && stands, `${id}: ${name}, ${hint}, ${stands}`);
          seen.add(id.replace(/-(on|value|next)$/, ""));
        }
        const offered = controlsFor(state).filter((field) => inBar.includes(field));
        const shown = new Set(controls.map(({ id }) => id.replace(/-(on|value|next)$/, "")));
        assert.deepEqual([...shown].sort(), offered.sort());
      }
    }
    assert.deepEqual([...seen].sort(), [...inBar].sort(), "a control that no walk comes across");
  });

  test("a sentence that is too long or empty stays in its field, with the reason, and the figure stays as it was", async (page) => {
    await page.open("stage=X");
    const state = await page.state();
    const long = Array.from({ length: 513 }, (_, at) => `w${at}`).join(" ");
    const refusals = {
      [long]: t("problem-tokens", { max: 512, count: 513 }),
      " ": t("problem-empty"),
      ["a".repeat(10001)]: t("problem-characters", { max: 10000, count: 10001 }),
    };
    for (const [text, reason] of Object.entries(refusals)) {
      await page.enter("sentence", text);
      await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "[role=alert]"), [reason]));
      const field = await page.run(({ find }) => {
        const { value, ariaInvalid } = find("sentence-bar", "#sentence");
        return { value, ariaInvalid };
      });
      assert.deepEqual(field, { value: text, ariaInvalid: "true" });
      await shows(page, state);
    }
    await page.enter("sentence", long.replace(" w512", ""));
    await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "[role=alert]"), []));
    await eventually(async () => assert.equal((await chips(page)).length, 512));
  });

  test("any text is shown as text", async (page) => {
    await page.open("stage=weights&causal=false&head=0");
    const texts = [
      "<img src=x onerror=alert(1)> <script>0</script> {{",
      "שלום עולם، مرحبا بالعالم",
      "我爱自然语言处理。カタカナ ひらがな 한국어",
      "👩‍👩‍👧‍👦 🇩🇪 👍🏽 e\u0301 \u202eevil\u202c i\u0307",
      "__proto__ constructor -0 1e999 NaN 3.14",
    ];
    for (const text of texts) {
      await page.enter("sentence", text);
      await shows(page, changeState(await page.state(), { sentence: text }));
      await eventually(async () => assert.deepEqual(await chips(page), tokenise(text)));
      await eventually(async () => assert.deepEqual((await page.tables()).at(-1)?.columns, tokenise(text)));
      assert.equal(
        await page.run(({ hosts }) => hosts.some((host) => host.shadowRoot.querySelector("img, script"))),
        false,
      );
    }
  });

  test("a second sentence that is too long is reported, wherever it was typed", async (page) => {
    await page.open();
    await page.click("attention-control-bar", "[aria-controls=more]");
    await page.enter("second", "w ".repeat(513).trim());
    const reason = t("problem-tokens", { max: 512, count: 513 });
    await eventually(async () => {
      const alerts = [
        ...(await page.texts("sentence-bar", "[role=alert]")),
        ...(await page.texts("attention-control-bar", "[role=alert]")),
      ];
      assert.deepEqual(alerts, [reason]);
    });
  });

  test("a number is used as it is typed; a refused one stands there with the reason, while the walk has the last that can be used", async (page) => {
    await page.open("d_k=16&stage=Q");
    const box = await page.part("attention-control-bar", "#d_k-value");
    const shown = () =>
      page.run(({ find, explorer }) => ({
        text: find("attention-control-bar", "#d_k-value").value,
        d_k: explorer.state.d_k,
        problem: find("attention-control-bar", "#d_k-problem").textContent,
      }));
    await page.run((_, element) => {
      element.focus();
      element.select();
    }, box);
    await page.press("24");
    await eventually(async () => assert.deepEqual(await shown(), { text: "24", d_k: 24, problem: "" }));
    await page.press("0", "0");
    const problem = "d_k: must be an integer from 1 to 256, got 2400";
    await eventually(async () => assert.deepEqual(await shown(), { text: "2400", d_k: 240, problem }));
    await page.press(Key.BACK_SPACE);
    await eventually(async () => assert.deepEqual(await shown(), { text: "240", d_k: 240, problem: "" }));
    await page.press(Key.BACK_SPACE, Key.BACK_SPACE, Key.BACK_SPACE); // an empty field is not filled by itself
    await eventually(async () =>
      assert.deepEqual({ ...(await shown()), problem: "" }, { text: "", d_k: 2, problem: "" }),
    );
    await page.press("8");
    await eventually(async () => assert.deepEqual(await shown(), { text: "8", d_k: 8, problem: "" }));
  });

  test("a number with decimals can be typed digit by digit", async (page) => {
    await page.open("temperature=2");
    await page.click("attention-control-bar", "[aria-controls=more]");
    const box = await page.part("attention-control-bar", "#temperature-value");
    await page.run((_, element) => {
      element.focus();
      element.select();
    }, box);
    for (const key of ["1", ".", "0", "5", Key.ENTER]) await page.press(key);
    await eventually(async () => assert.equal((await page.state()).temperature, 1.05));
    assert.equal(await page.run((_, element) => element.value, box), "1.05");
  });

  test("below the figure, the shape of a matrix of which it shows one head's columns says so", async (page) => {
    await page.open("heads=3&d_model=24&d_k=5&stage=Q&head=1");
    await eventually(async () => {
      const shapes = await page.texts("shape-summary", "ul li");
      assert.equal(shapes[0], "Wq 24 × 15 (in the figure: columns 6 to 10, those of head 2)");
      assert.equal(shapes[1], "Wk 24 × 15");
    });
    const wq = (await page.tables()).find(({ id }) => id.startsWith("Wq")) ?? assert.fail("no Wq in the figure");
    assert.match(wq.caption, /24 × 5 · head 2 of 3/);
  });
});
