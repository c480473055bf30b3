import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AttentionError } from "../web/engine/errors.js";
import { crc32 } from "../web/state/crc32.js";
import { applyPreset, presets } from "../web/state/presets.js";
import { controlsFor, effectiveSizes } from "../web/state/sizes.js";
import { shapeOf, stagesFor } from "../web/state/stages.js";
import { changeState, checkState, defaultState } from "../web/state/state.js";
import { tokenise } from "../web/state/tokens.js";
import { stateFromFragment, stateToFragment } from "../web/state/url.js";
import { patches } from "./state-patches.js";

/** @typedef {import("../web/state/state.js").State} State */

/** @param {unknown} patch a patch that types would refuse */
const patched = (patch) => /** @type {Partial<State>} */ (patch);

/**
 * @param {() => unknown} act
 * @param {string} message
 */
const refuses = (act, message) =>
  assert.throws(act, (error) => {
    assert.ok(error instanceof AttentionError);
    assert.equal(error.message, message);
    return true;
  });

test("tokens are words and punctuation, in every script", () => {
  /** @type {[string, string[]][]} */
  const cases = [
    ["Life is short, eat dessert first", ["Life", "is", "short", ",", "eat", "dessert", "first"]],
    [
      "don't say self-attention (d_k = 1,024.5).",
      ["don't", "say", "self-attention", "(", "d_k", "=", "1,024.5", ")", "."],
    ],
    ["'so' he said…", ["'", "so", "'", "he", "said", "…"]],
    ["我爱北京。", ["我", "爱", "北", "京", "。"]],
    ["ラーメン3つ", ["ラ", "ー", "メ", "ン", "3", "つ"]],
    ["안녕 세상", ["안녕", "세상"]],
    ["नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
    ["مرحبا بالعالم", ["مرحبا", "بالعالم"]],
    ["می‌خواهم", ["می‌خواهم"]],
    ["cafe\u0301", ["caf\u00e9"]],
    ["👨‍👩‍👧 👍🏽🇫🇷🇩🇪1️⃣", ["👨‍👩‍👧", "👍🏽", "🇫🇷", "🇩🇪", "1️⃣"]],
    ["[pad]", ["[", "pad", "]"]],
    ["a\u00adb \u200b \ufeff c\u200c \n\t", ["ab", "c"]],
    ["", []],
  ];
  for (const [text, tokens] of cases) assert.deepEqual(tokenise(text), tokens);
});

test("tokens hold no white space, lose no letter, and come out the same when taken apart again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const tokens = tokenise(text);
      for (const token of tokens) assert.match(token, /^[^\p{Z}\p{Cc}]+$/u);
      const letters = text.normalize("NFC").match(/[\p{L}\p{N}]/gu) ?? [];
      assert.deepEqual(tokens.join("").match(/[\p{L}\p{N}]/gu) ?? [], letters);
      assert.deepEqual(tokenise(tokens.join(" ")), tokens);
    }),
    { numRuns: 2000 },
  );
});

test("CRC-32 is zlib's", () => {
  assert.equal(crc32("123456789"), 0xcbf43926);
  assert.equal(crc32(""), 0);
  assert.equal(crc32("7/E/é"), 0x3b2a1870);
});

test("the default state is a state, and shows a worked result", () => {
  assert.equal(checkState(defaultState), defaultState);
  assert.ok(Object.isFrozen(defaultState));
  assert.equal(defaultState.stage, "weights");
});

test("an error names the field, what was wanted and what came", () => {
  const words = Array.from({ length: 40 }, (_, i) => i).join(" ");
  /** @type {[unknown, string][]} */
  const cases = [
    [{ sentence: words }, "sentence: at most 32 tokens, got 40"],
    [{ context: words }, "context: at most 32 tokens, got 40"],
    [{ sentence: "" }, 'sentence: must have a word, got ""'],
    [{ sentence: " \n" }, 'sentence: must have a word, got " \\n"'],
    [{ sentence: "...", recipe: "article" }, 'sentence: must have a word, got "..."'],
    [{ sentence: "x".repeat(1001) }, "sentence: at most 1000 characters, got 1001"],
    [{ sentence: "ab\ud800" }, "sentence: must be well-formed Unicode, got half a character at 2"],
    [{ sentence: null }, "sentence: must be a text, got null"],
    [{ recipe: "magic" }, 'recipe: must be one of random, article, named, got "magic"'],
    [{ d_model: 1 }, "d_model: must be an integer from 2 to 64, got 1"],
    [{ d_k: "4" }, 'd_k: must be an integer from 1 to 64, got "4"'],
    [{ d_k: 4.5 }, "d_k: must be an integer from 1 to 64, got 4.5"],
    [{ d_v: 65 }, "d_v: must be an integer from 1 to 64, got 65"],
    [{ heads: NaN }, "heads: must be an integer from 1 to 8, got NaN"],
    [{ heads: 10n }, "heads: must be an integer from 1 to 8, got 10"],
    [{ seed: -1 }, "seed: must be an integer from 0 to 4294967295, got -1"],
    [{ padding: 9 }, "padding: must be an integer from 0 to 8, got 9"],
    [{ causal: 1 }, "causal: must be true or false, got 1"],
    [{ position: null }, "position: must be one of none, sinusoidal, got null"],
    [{ theme: Symbol("dark") }, "theme: must be one of auto, light, dark, got Symbol(dark)"],
    [{ order: [0, 1] }, "order: must hold each of 0 to 6 once, got [0, 1]"],
    [{ order: [0, 1, 2, 3, 4, 5, 5] }, "order: must hold each of 0 to 6 once, got [0, 1, 2, 3, 4, 5, 5]"],
    [{ order: ["0"] }, 'order: must be an array of whole numbers from 0 up, got "0"'],
    [
      { stage: "Q_rot" },
      'stage: must be one of X, Q, K, V, raw, scaled, masked, weights, context, concat, output, got "Q_rot"',
    ],
    [{ head: 4 }, 'head: must be from 0 to 3, or "all", got 4'],
    [{ head: "one" }, 'head: must be a head\'s index or "all", got "one"'],
    [{ cell: [1] }, "cell: must be null or {stage, index}, got an array of length 1"],
    [{ cell: { stage: "weights" } }, "cell: must be null or {stage, index}, got an object"],
    [
      { cell: { stage: "weights", index: [0, 7, 0] } },
      'cell: must have an index within the shape [4, 7, 7] of weights, got "weights" [0, 7, 0]',
    ],
    [{ cell: { stage: "C", index: [0, 0] } }, 'cell: must have a stage of the walk, got "C" [0, 0]'],
    [{ dk: 4 }, "dk: not a field of the state, the nearest is d_k"],
    [{ Sentance: "x" }, "Sentance: not a field of the state, the nearest is sentence"],
    [null, "state: must be an object, got null"],
  ];
  for (const [patch, message] of cases) refuses(() => changeState(defaultState, patched(patch)), message);
  refuses(() => checkState([]), "state: must be an object, got an array of length 0");
  refuses(() => checkState({}), "sentence: must be a text, got undefined");
});

test("a change resets what it leaves without meaning, and nothing else", () => {
  const state = changeState(defaultState, {
    order: [6, 5, 4, 3, 2, 1, 0],
    head: 3,
    stage: "masked",
    cell: { stage: "masked", index: [3, 6, 6] },
  });
  assert.ok(Object.isFrozen(state));
  assert.equal(changeState(state, { sentence: `${state.sentence} ` }).order, state.order);
  const other = changeState(state, { sentence: "I love Science" });
  assert.deepEqual({ ...state, sentence: "I love Science", order: null, cell: null }, other);
  assert.equal(changeState(state, { causal: false }).stage, "scaled");
  assert.equal(changeState(state, { causal: false }).cell, null);
  const positions = changeState(state, { position: "sinusoidal", stage: "P" });
  assert.equal(changeState(positions, { position: "none" }).stage, "X");
  assert.equal(changeState(state, { heads: 2 }).head, 1);
  assert.equal(changeState(state, { d_k: 9 }).cell, state.cell);
  const bare = changeState(state, { weights: false });
  assert.deepEqual([bare.head, bare.heads, bare.d_k], [0, 4, 4]);
  refuses(() => changeState(state, { heads: 2, head: 3 }), 'head: must be from 0 to 1, or "all", got 3');
});

test("sizes are the ones that hold: without weights, hand-built, padded, with a second sentence", () => {
  /** @param {Partial<State>} patch */
  const sizes = (patch) => {
    const { tokens, contextTokens, ...numbers } = effectiveSizes(changeState(defaultState, patch));
    return [numbers, tokens.length, contextTokens?.length];
  };
  const plain = { n_q: 7, n_k: 7, d_model: 16, d_k: 4, d_v: 4, heads: 4, d_out: 16 };
  assert.deepEqual(sizes({}), [plain, 7, undefined]);
  assert.deepEqual(sizes({ d_v: 3, padding: 2 }), [{ ...plain, n_q: 9, n_k: 9, d_v: 3 }, 9, undefined]);
  assert.deepEqual(sizes({ context: "a b", padding: 2 }), [{ ...plain, n_k: 4 }, 7, 4]);
  assert.deepEqual(sizes({ weights: false }), [{ ...plain, d_k: 16, d_v: 16, heads: 1 }, 7, undefined]);
  assert.deepEqual(sizes({ recipe: "article" }), [{ ...plain, n_q: 6, n_k: 6 }, 6, undefined]);
  assert.deepEqual(sizes({ recipe: "named", sentence: "The big dog ran." }), [
    { n_q: 4, n_k: 4, d_model: 7, d_k: 2, d_v: 3, heads: 2, d_out: 7 },
    4,
    undefined,
  ]);
});

test("a control that does nothing is not offered", () => {
  /** @param {Partial<State>} patch */
  const controls = (patch) => controlsFor(changeState(defaultState, patch));
  const all = controls({});
  /** @param {Partial<State>} patch */
  const gone = (patch) => all.filter((field) => !controls(patch).includes(field));
  assert.deepEqual(gone({ weights: false }), ["d_k", "d_v", "heads", "head"]);
  assert.deepEqual(gone({ recipe: "named", sentence: "The dog ran" }), [
    "seed",
    "d_model",
    "d_k",
    "d_v",
    "heads",
    "position",
  ]);
  assert.deepEqual(gone({ context: "a b" }), ["causal"]);
  assert.deepEqual(gone({ d_k: 1, heads: 1 }), ["head", "scaling"]);
  assert.deepEqual(gone({ sentence: "one" }), ["causal", "order"]);
  assert.ok(controls({ padding: 1 }).includes("padding_side") && !all.includes("padding_side"));
});

test("presets: ids once, each a state of its own that a link restores", () => {
  assert.equal(new Set(presets.map(({ id }) => id)).size, presets.length);
  const before = changeState(defaultState, {
    recipe: "article",
    theme: "dark",
    weights: false,
    order: [5, 4, 3, 2, 1, 0],
  });
  for (const { id, kind } of presets) {
    const state = applyPreset(before, id);
    assert.equal(state.theme, "dark");
    if (kind === "system") assert.deepEqual(state, { ...applyPreset(defaultState, id), theme: "dark" });
    assert.deepEqual(stateFromFragment(stateToFragment(state)), state);
  }
  assert.throws(
    () => applyPreset(defaultState, "toString"),
    /^AttentionError: preset: must be one of life, .*got "toString"$/,
  );
});

/**
 * A state, and a view of it: order, stage, head and cell that exist in it.
 * @param {unknown} patch
 * @param {number} pick any whole number, from which the view follows
 */
const viewed = (patch, pick) => {
  const state = changeState(defaultState, patched(patch));
  const sizes = effectiveSizes(state);
  const count = sizes.n_q - (state.context === null ? state.padding : 0);
  const stages = stagesFor(state);
  const stage = stages[pick % stages.length];
  return changeState(state, {
    order: pick % 2 === 0 ? Array.from({ length: count }, (_, i) => (i + pick) % count) : null,
    stage,
    head: pick % 5 === 0 ? "all" : pick % sizes.heads,
    cell: pick % 3 === 0 ? { stage, index: shapeOf(sizes, stage).map((size) => pick % size) } : null,
  });
};

test("a link restores its state exactly", () => {
  let restored = 0;
  fc.assert(
    fc.property(patches, fc.nat(), (patch, pick) => {
      /** @type {State} */
      let state;
      try {
        state = viewed(patch, pick);
      } catch (error) {
        assert.ok(error instanceof AttentionError);
        return;
      }
      const fragment = stateToFragment(state);
      assert.match(fragment, /^([\w=&%+.-]*[\w=+-])?$/);
      assert.deepEqual(stateFromFragment(`#${fragment}`), state);
      restored++;
    }),
    { numRuns: 4000 },
  );
  assert.ok(restored > 1000, `${restored} states`);
});

test("links say what differs from the default, readably", () => {
  assert.equal(stateToFragment(defaultState), "");
  assert.deepEqual(stateFromFragment(""), defaultState);
  assert.deepEqual(stateFromFragment("#"), defaultState);
  const state = changeState(defaultState, {
    sentence: "Is it (really) so?",
    d_k: 8,
    heads: 1,
    order: [1, 0, 2, 3, 4, 5, 6],
    cell: { stage: "Wq", index: [15, 7] },
  });
  const fragment = "sentence=Is+it+%28really%29+so%3F&d_k=8&heads=1&order=1.0.2.3.4.5.6&head=0&cell=Wq.15.7";
  assert.equal(stateToFragment(state), fragment);
});

test("a broken link is refused with the field's name", () => {
  /** @type {[string, string][]} */
  const cases = [
    ["d_k=", 'd_k: must be written as in links of this page, got ""'],
    ["d_k=08", 'd_k: must be written as in links of this page, got "08"'],
    ["d_k=1e1", 'd_k: must be written as in links of this page, got "1e1"'],
    ["d_k=99", "d_k: must be an integer from 1 to 64, got 99"],
    ["d_k=4&d_k=4", "d_k: must stand once in a link, got it twice"],
    ["causal=no", 'causal: must be written as in links of this page, got "no"'],
    ["sentence=%FF", 'sentence: must be UTF-8 in % escapes, got "%FF"'],
    ["sentence=%ED%A0%80", 'sentence: must be UTF-8 in % escapes, got "%ED%A0%80"'],
    ["sentence=100%", 'sentence: must be UTF-8 in % escapes, got "100%"'],
    ["sentence", 'sentence: must have a word, got ""'],
    ["dk=4", 'fragment: must hold fields of the state, got "dk", the nearest is d_k'],
    ["__proto__=1", 'fragment: must hold fields of the state, got "__proto__", the nearest is d_model'],
    ["cell=weights", 'cell: must be written as in links of this page, got "weights"'],
    ["cell=weights.1", 'cell: must have an index within the shape [4, 7, 7] of weights, got "weights" [1]'],
    ["order=1..2", 'order: must be written as in links of this page, got "1..2"'],
    ["head=9", 'head: must be from 0 to 3, or "all", got 9'],
    ["x".repeat(30000), "fragment: at most 20000 characters, got 30000"],
  ];
  for (const [fragment, message] of cases) refuses(() => stateFromFragment(fragment), message);
});

test("no fragment, however hostile, throws anything but AttentionError", () => {
  const fields = Object.keys(defaultState);
  const piece = fc.oneof(
    fc.constantFrom(
      ...fields,
      "=",
      "&",
      "#",
      "%",
      "%00",
      "%C3",
      "%F0%9F%98%80",
      "+",
      ".",
      "-",
      "null",
      "NaN",
      "__proto__",
    ),
    fc.constantFrom("constructor", "true", "all", "weights.0.0.0", "9999999999", "0.1", "\ud800", "[]", "{}", "named"),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.nat().map(String),
  );
  const assigned = fc.tuple(fc.constantFrom(...fields), piece).map(([field, value]) => `${field}=${value}`);
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.array(assigned, { maxLength: 5 }).map((parts) => parts.join("&")),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(hostile, (fragment) => {
      try {
        checkState(stateFromFragment(fragment));
        accepted++;
      } catch (error) {
        assert.ok(error instanceof AttentionError, String(error));
        assert.ok(error.message.length < 400);
      }
    }),
    { numRuns: 10000 },
  );
  assert.ok(accepted > 100, `${accepted} accepted`);
});

test("checkState refuses whatever is not a state, with AttentionError alone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(defaultState)),
      fc.anything({ withBigInt: true, withNullPrototype: true }),
      (field, value) => {
        try {
          checkState({ ...defaultState, [field]: value });
        } catch (error) {
          assert.ok(error instanceof AttentionError, String(error));
        }
      },
    ),
    { numRuns: 5000 },
  );
});
