import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editable } from "../../web/state/kinds.js";
import { AttentionError } from "../../web/engine/errors.js";
import { crc32 } from "../../web/tensors/crc32.js";
import { applyPreset, presets } from "../../web/state/presets.js";
import { controlsFor } from "../../web/state/controls.js";
import { fieldNames, fields } from "../../web/state/fields.js";
import { effectiveSizes } from "../../web/state/sizes.js";
import { stagesFor } from "../../web/state/stages.js";
import { changeState, checkState, comparedState, defaultState, experimentState } from "../../web/state/state.js";
import { tokenise, tokeniseUnicode } from "../../web/state/tokens.js";
import { stateFromFragment, stateToFragment } from "../../web/state/url.js";
import { states } from "../support/random/random-states.js";

/** @typedef {import("../../web/state/state.js").State} State */

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
    ["\u1182\u1820\u1837\u180e\u1820", ["\u1182\u1820\u1837\u180e\u1820"]], // a vowel separated invisibly
    ["\u1112\u1160\u11af \u3164 a\u3164b", ["\u1112\u1160\u11af", "a", "b"]], // a filler in a syllable; a blank
    ["가\u00ad\u11a8", ["각"]],
    ["cafe\u0301", ["caf\u00e9"]],
    ["👨‍👩‍👧 👍🏽🇫🇷🇩🇪1️⃣", ["👨‍👩‍👧", "👍🏽", "🇫🇷", "🇩🇪", "1️⃣"]],
    ["[pad]", ["[", "pad", "]"]],
    ["a\u00adb \u200b \ufeff c\u200c \n\t", ["ab", "c"]],
    ["", []],
  ];
  for (const [text, tokens] of cases) assert.deepEqual(tokenise(text), tokens);
});

test("tokens contain no white space, keep every letter, and are unchanged when split again", () => {
  const tricky = fc.constantFrom(
    ...["\u115f", "\u1160", "\u3164", "\uffa0", "\u1100", "\u1161", "\u11a8", "가", "\u180b", "\u180e", "\u1820"],
    ...[
      "\u200c",
      "\u200d",
      "\u00ad",
      "\u2066",
      "\ufe0f",
      "\u20e3",
      "\u0301",
      "é",
      "a",
      "1",
      "'",
      "-",
      ".",
      " ",
      "🇫",
      "👍",
      "漢",
    ],
  );
  const seen = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/gu; // Hangul fillers are invisible letters
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: tricky })), (text) => {
      const tokens = tokenise(text);
      for (const token of tokens) assert.match(token, /^[^\p{Z}\p{Cc}]+$/u);
      const letters = text.replaceAll("\u00ad", "").normalize("NFC").match(seen) ?? [];
      assert.deepEqual(tokens.join("").match(seen) ?? [], letters);
      assert.deepEqual(tokenise(tokens.join(" ")), tokens);
    }),
    { numRuns: 2000, seed: 5 },
  );
});

test("the fast path for ASCII splits text as the Unicode rules do", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const pairs = ascii.flatMap((one) =>
    ascii.flatMap((other) => [`${one}${other}`, `a${one}${other}b`, `1${one}${other}2`]),
  );
  for (const text of pairs) assert.deepEqual(tokenise(text), tokeniseUnicode(text), JSON.stringify(text));
  const tricky = fc.constantFrom(..."ab12'-_.,#*\"\n ");
  const unit = fc.oneof(tricky, fc.constantFrom(...ascii));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => assert.deepEqual(tokenise(text), tokeniseUnicode(text))),
    { numRuns: 5000, seed: 5 },
  );
});

test("CRC-32 matches zlib", () => {
  assert.equal(crc32("123456789"), 0xcbf43926);
  assert.equal(crc32(""), 0);
  assert.equal(crc32("7/E/é"), 0x3b2a1870);
});

test("the default state is valid and shows the weights", () => {
  assert.equal(checkState(defaultState), defaultState);
  assert.ok(Object.isFrozen(defaultState));
  assert.equal(defaultState.stage, "weights");
});

test("every field's default passes the field's check, and is restored from its text in a link", () => {
  for (const field of fieldNames) {
    const { check, write, read } = fields[field];
    const value = defaultState[field];
    check(field, value);
    assert.deepEqual(read(write(value)), value, field);
  }
  assert.deepEqual(fieldNames, Object.keys(defaultState));
});

test("a state error names the field, what was wanted and what came", () => {
  const words = Array.from({ length: 513 }, (_, i) => i).join(" ");
  /** @type {[unknown, string][]} */
  const cases = [
    [{ sentence: words }, "sentence: at most 512 tokens, got 513"],
    [{ context: words }, "context: at most 512 tokens, got 513"],
    [{ batch: ["a", words] }, "batch: at most 512 tokens, got 513"],
    [{ padding: 506 }, "sentence: at most 6 tokens beside 506 of padding, got 7"],
    [{ batch: ["a", " "] }, 'batch: must have a word, got " "'],
    [{ batch: ["a", "b", "c"] }, "batch: must be an array of at most 2 texts, got an array of length 3"],
    [{ batch: [1] }, "batch: must be a text, got 1"],
    [{ sentence_index: 1 }, "sentence_index: must be from 0 to 0, the sentences of the batch, got 1"],
    [{ sentence_index: -1 }, "sentence_index: must be a whole number from 0 up, got -1"],
    [{ kv_heads: 3 }, "kv_heads: must divide heads, got 3 and 4"],
    [{ kv_heads: 17 }, "kv_heads: must be an integer from 1 to 16, got 17"],
    [{ align: "left" }, 'align: must be one of bottom_right, top_left, got "left"'],
    [{ temperature: 0 }, "temperature: must be a number from 0.01 to 100, got 0"],
    [{ softcap: NaN }, "softcap: must be a number from 0.01 to 1000, got NaN"],
    [{ dropout: "0.1" }, 'dropout: must be a number from 0 to 0.9, got "0.1"'],
    [{ position: "rope", d_k: 5 }, "d_k: must be even with position rope, which rotates pairs of numbers, got 5"],
    [
      { position: "rope", projections: false, d_model: 7 },
      "d_model: must be even with position rope, which rotates pairs of numbers, got 7",
    ],
    [{ t5_max_distance: 16 }, "t5_max_distance: must be above half of the 32 buckets, got 16"],
    [{ ignored_keys: [7] }, "ignored_keys: must hold keys from 0 to 6, got 7"],
    [{ hidden_pairs: [0] }, "hidden_pairs: must hold pairs of a query and a key, got 1 numbers"],
    [{ hidden_pairs: [0, 7] }, "hidden_pairs: must hold queries from 0 to 6 and keys to 6, got 7"],
    [{ prefill: 8 }, "prefill: must be from 1 to 7, the tokens there are, got 8"],
    [{ prefill: 3, cache_step: 5 }, "cache_step: must be from 0 to 4, got 5"],
    [{ tile_step: 64 }, "tile_step: must be from 0 to 63, got 64"],
    [{ loss: [0, 16] }, "loss: must be a row and column of the output, [7, 16], got an array of length 2"],
    [
      { loss: [0], loss_token: 7 },
      "loss_token: must be a token from 0 to 6, with a row as loss and an output as wide as X, got 7",
    ],
    [
      { loss_token: 1 },
      "loss_token: must be a token from 0 to 6, with a row as loss and an output as wide as X, got 1",
    ],
    [{ loss: [0, 1, 2] }, "loss: must be at most a row and a column, got an array of length 3"],
    [
      { gradient: { stage: "C", index: [0, 0] } },
      'gradient: must be a number of a stage or weight matrix of the walk, got "C"',
    ],
    [{ cost_model: "gpt3" }, 'cost_model: must be one of gpt2, llama2, llama3, got "gpt3"'],
    [{ edits: { Z: [] } }, `edits: must be of ${Object.keys(editable).join(", ")}, got "Z"`],
    [{ edits: { C: [0, 0, 1] } }, 'edits: must be of X, Wq, Wk, Wv, Wo, got "C"'],
    [{ edits: { bq: [0, 0, 1] } }, 'edits: must be of X, Wq, Wk, Wv, Wo, got "bq"'],
    [{ projection_bias: true, edits: { bv: [4, 0, 1] } }, "edits: must be within [4, 4] of bv, got [4, 0]"],
    [{ projection_bias: true, edits: { bo: [16, 1] } }, "edits: must be within [16] of bo, got [16]"],
    [
      { projection_bias: true, edits: { bo: [1, 1, 1] } },
      "edits: must list 1 place and a number for each edit of bo, got an array of length 3",
    ],
    [{ edits: { X: [0, 1] } }, "edits: must list 2 places and a number for each edit of X, got an array of length 2"],
    [{ edits: { X: [0, 1, 1e39] } }, "edits: must list 2 places and a number for each edit of X, got 1e+39"],
    [{ edits: { X: [0, 0.5, 1] } }, "edits: must list 2 places and a number for each edit of X, got 0.5"],
    [{ edits: { Wo: [0, 4, 0, 1] } }, "edits: must be within [4, 4, 16] of Wo, got [0, 4, 0]"],
    [{ edits: null }, "edits: must be an object, got null"],
    [{ compare: { d_k: 0 } }, "compare: must be a change, got d_k: must be an integer from 1 to 256, got 0"],
    [{ compare: { compare: null } }, "compare: must be a change, got compare: must not hold another"],
    [{ compare: [] }, "compare: must be an object, got an array of length 0"],
    [{ sentence: "" }, 'sentence: must have a word, got ""'],
    [{ sentence: " \n" }, 'sentence: must have a word, got " \\n"'],
    [{ sentence: "...", recipe: "article" }, 'sentence: must have a word, got "..."'],
    [{ sentence: "x".repeat(10001) }, "sentence: at most 10000 characters, got 10001"],
    [{ sentence: "ab\ud800" }, "sentence: must be well-formed Unicode, got half a character at 2"],
    [{ sentence: null }, "sentence: must be a text, got null"],
    [
      { recipe: "magic" },
      'recipe: must be one of random, article, named, pronoun, translation, grammar, trained, given, got "magic"',
    ],
    [{ d_model: 129 }, "d_model: must be an integer from 1 to 128, got 129"],
    [{ d_k: "4" }, 'd_k: must be an integer from 1 to 256, got "4"'],
    [{ d_k: 4.5 }, "d_k: must be an integer from 1 to 256, got 4.5"],
    [{ d_v: 257 }, "d_v: must be an integer from 1 to 256, got 257"],
    [{ heads: NaN }, "heads: must be an integer from 1 to 16, got NaN"],
    [{ heads: 10n }, "heads: must be an integer from 1 to 16, got 10"],
    [{ seed: -1 }, "seed: must be an integer from 0 to 4294967295, got -1"],
    [{ padding: 512 }, "padding: must be an integer from 0 to 511, got 512"],
    [{ causal: 1 }, "causal: must be true or false, got 1"],
    [
      { position: null },
      "position: must be one of none, sinusoidal, learned, rope, alibi, shaw, t5, distance, got null",
    ],
    [{ theme: Symbol("dark") }, "theme: must be one of auto, light, dark, got Symbol(dark)"],
    [{ token_order: [0, 1] }, "token_order: must hold each of 0 to 6 once, got [0, 1]"],
    [{ token_order: [0, 1, 2, 3, 4, 5, 5] }, "token_order: must hold each of 0 to 6 once, got [0, 1, 2, 3, 4, 5, 5]"],
    [{ token_order: ["0"] }, 'token_order: must be an array of whole numbers from 0 up, got "0"'],
    [
      { stage: "Q_rot" },
      'stage: must be one of X, Q, K, V, raw, scaled, masked, weights, context, concat, output, got "Q_rot"',
    ],
    [{ head: 4 }, 'head: must be from 0 to 3, or "all", got 4'],
    [{ head: "one" }, 'head: must be the index of a head, from 0, or "all", got "one"'],
    [{ cell: [1] }, "cell: must be null or {stage, index}, got an array of length 1"],
    [{ cell: { stage: "weights" } }, "cell: must be null or {stage, index}, got an object"],
    [
      { cell: { stage: "weights", index: [0, 7, 0] } },
      'cell: must have an index within the shape [4, 7, 7] of weights, got "weights" [0, 7, 0]',
    ],
    [{ cell: { stage: "C", index: [0, 0] } }, 'cell: must have a stage of the walk, got "C" [0, 0]'],
    [{ dk: 4 }, "dk: unknown field; did you mean d_k?"],
    [{ Sentance: "x" }, "Sentance: unknown field; did you mean sentence?"],
    [null, "state: must be an object, got null"],
    [[], "state: must be an object, got an array of length 0"],
    [new Map([["d_k", 8]]), "state: must be an object, got a Map"],
  ];
  for (const [patch, message] of cases) refuses(() => changeState(defaultState, patched(patch)), message);
  refuses(() => checkState([]), "state: must be an object, got an array of length 0");
  refuses(() => checkState({}), "sentence: must be a text, got undefined");
});

test("a change resets fields that it makes meaningless, and nothing else", () => {
  const state = changeState(defaultState, {
    token_order: [6, 5, 4, 3, 2, 1, 0],
    head: 3,
    stage: "masked",
    cell: { stage: "masked", index: [3, 6, 6] },
  });
  assert.ok(Object.isFrozen(state));
  assert.equal(changeState(state, { sentence: `${state.sentence} ` }).token_order, state.token_order);
  const other = changeState(state, { sentence: "I love Science" });
  assert.deepEqual({ ...state, sentence: "I love Science", token_order: null, cell: null }, other);
  assert.equal(changeState(state, { causal: false }).stage, "scaled");
  assert.equal(changeState(state, { causal: false }).cell, null);
  const positions = changeState(state, { position: "sinusoidal", stage: "P" });
  assert.equal(changeState(positions, { position: "none" }).stage, "X");
  assert.equal(changeState(state, { heads: 2 }).head, 1);
  assert.equal(changeState(state, { d_k: 9 }).cell, state.cell);
  const bare = changeState(state, { projections: false });
  assert.deepEqual([bare.head, bare.heads, bare.d_k], [0, 4, 4]);
  refuses(() => changeState(state, { heads: 2, head: 3 }), 'head: must be from 0 to 1, or "all", got 3');
});

test("a change resets key/value heads, masked places, edits, the batch's sentence and a comparison that no longer fit", () => {
  const state = changeState(defaultState, {
    batch: ["one two", "three"],
    sentence_index: 2,
    kv_heads: 2,
    ignored_keys: [1, 6],
    hidden_pairs: [0, 6, 6, 0, 2, 1],
    edits: { X: [0, 0, 1, 6, 0, 2], Wk: [1, 0, 3, 5], Wo: [3, 0, 0, 5] },
    prefill: 7,
    compare: { kv_heads: 4 },
  });
  const walks = changeState(defaultState, {
    prefill: 2,
    cache_step: 5,
    tile_step: 63,
    loss: [6, 15],
    gradient: { stage: "Wq", index: [15, 15] },
  });
  const short = changeState(walks, { sentence: "Life is short", projections: false });
  assert.deepEqual([short.cache_step, short.tile_step, short.loss, short.gradient], [1, 3, null, null]);
  assert.equal(changeState(walks, { prefill: 6 }).cache_step, 1);
  const answered = changeState(defaultState, { loss: [2], loss_token: 6 });
  assert.equal(changeState(answered, { heads: 1 }).loss_token, 6);
  assert.equal(changeState(answered, { sentence: "Life is short" }).loss_token, null);
  assert.equal(changeState(answered, { loss: [2, 1] }).loss_token, null);
  assert.equal(changeState(state, { heads: 6, kv_heads: 3 }).kv_heads, 3);
  const six = changeState(state, { heads: 6 });
  assert.deepEqual([six.kv_heads, six.compare], [2, null]);
  assert.deepEqual(changeState(state, { heads: 3 }), {
    ...state,
    heads: 3,
    kv_heads: null,
    compare: null,
    edits: { X: state.edits.X, Wk: state.edits.Wk },
    cell: { stage: "weights", index: [1, 4, 2] },
  });
  assert.equal(changeState(state, { batch: ["one two"] }).sentence_index, 1);
  assert.deepEqual(changeState(state, { batch: [] }).sentence_index, 0);
  const shorter = changeState(state, { batch: [], sentence: "Life is short" });
  assert.deepEqual([shorter.ignored_keys, shorter.hidden_pairs, shorter.prefill], [[1], [2, 1], 3]);
  assert.deepEqual(changeState(state, { d_k: 3 }).edits, { X: state.edits.X, Wo: state.edits.Wo });
  assert.deepEqual(changeState(state, { projections: false }).edits, { X: state.edits.X });
  assert.equal(changeState(state, { seed: 3 }).edits, state.edits);
  const self = changeState(state, { batch: [], sentence_index: 0 });
  const edited = changeState(self, { edits: { X: [0, 0, 1, 2, 0, 2] } });
  const typed = changeState(edited, { sentence: "Life was short" });
  assert.deepEqual(typed.edits, edited.edits, "these words stand where they stood");
  assert.deepEqual(changeState(edited, { sentence: "Art is short" }).edits, { X: [2, 0, 2] });
  refuses(() => changeState(state, { heads: 3, kv_heads: 2 }), "kv_heads: must divide heads, got 2 and 3");
  refuses(
    () => changeState(state, { batch: [], sentence_index: 2 }),
    "sentence_index: must be from 0 to 0, the sentences of the batch, got 2",
  );
});

test("when a change removes the stage in view, the stage that replaces it is shown", () => {
  /** @type {[Partial<State>, string, Partial<State>, string][]} */
  const cases = [
    [{ position: "rope" }, "K_rot", { position: "none" }, "K"],
    [{ position: "alibi" }, "biased", { position: "none" }, "scaled"],
    [{ position: "alibi", softcap: 5 }, "capped", { softcap: null }, "biased"],
    [{ softcap: 5 }, "masked", { causal: false }, "capped"],
    [{ mask_mode: "after_softmax" }, "zeroed", { mask_mode: "before_softmax" }, "masked"],
    [{ mask_mode: "after_softmax" }, "weights_unmasked", { causal: false }, "weights"],
    [{}, "masked", { mask_mode: "after_softmax" }, "zeroed"],
    [{ dropout: 0.5 }, "dropped", { dropout: 0 }, "weights"],
    [{ position: "learned" }, "P", { position: "rope" }, "X"],
    [{ context: "a" }, "C", { context: null }, "X"],
  ];
  for (const [patch, stage, change, wanted] of cases) {
    assert.equal(changeState(changeState(defaultState, { ...patch, stage }), change).stage, wanted, stage);
  }
});

test("the head in view is a query head; a cell of K has that head's key/value head", () => {
  const state = changeState(defaultState, { heads: 6, kv_heads: 2, head: 4, stage: "K", cell: null });
  const asked = changeState(state, { cell: { stage: "K", index: [1, 0, 0] } });
  assert.equal(asked.head, 4);
  assert.equal(changeState(state, { cell: { stage: "K", index: [0, 0, 0] } }).head, 0);
  assert.deepEqual(changeState(asked, { head: 1 }).cell, { stage: "K", index: [0, 0, 0] });
  assert.deepEqual(changeState(asked, { head: 5 }).cell, asked.cell);
  refuses(
    () => changeState(state, { cell: { stage: "V", index: [2, 0, 0] } }),
    'cell: must have an index within the shape [2, 7, 4] of V, got "V" [2, 0, 0]',
  );
});

test("one sentence of a batch is computed, padded to the longest", () => {
  const state = changeState(defaultState, {
    sentence: "I love Science",
    batch: ["You do too now", "Yes"],
    sentence_index: 2,
  });
  const { tokens, pads } = effectiveSizes(state);
  assert.deepEqual([tokens, pads], [["Yes", "[pad]", "[pad]", "[pad]"], 3]);
  assert.deepEqual(effectiveSizes({ ...state, sentence_index: 1, padding: 1, padding_side: "start" }).tokens, [
    ..."[pad] You do too now".split(" "),
  ]);
  const crossed = changeState(state, { context: "a b" });
  assert.deepEqual(effectiveSizes(crossed).tokens, ["I", "love", "Science"]);
  assert.equal(changeState(crossed, { context: null }).sentence_index, 2);
});

test("a causal mask needs an alignment where there is a second sentence", () => {
  /** @param {Partial<State>} patch */
  const masked = (patch) => stagesFor(changeState(defaultState, { context: "a b", ...patch })).includes("masked");
  assert.deepEqual(
    [masked({}), masked({ align: "top_left" }), masked({ align: "top_left", causal: false })],
    [false, true, false],
  );
});

test("effective sizes are right without weights, with hand-built ones, padding or a second sentence", () => {
  /** @param {Partial<State>} patch */
  const sizes = (patch) => {
    const { tokens, contextTokens, ...numbers } = effectiveSizes(changeState(defaultState, patch));
    return [numbers, tokens.length, contextTokens?.length];
  };
  const plain = {
    n_q: 7,
    n_k: 7,
    d_model: 16,
    d_context: 16,
    d_k: 4,
    d_v: 4,
    heads: 4,
    kv_heads: 4,
    d_out: 16,
    d_ff: 0,
    clip: 4,
    buckets: 32,
    bias_heads: 4,
    pads: 0,
  };
  assert.deepEqual(sizes({}), [plain, 7, undefined]);
  assert.deepEqual(sizes({ d_v: 3, padding: 2 }), [{ ...plain, n_q: 9, n_k: 9, d_v: 3, pads: 2 }, 9, undefined]);
  assert.deepEqual(sizes({ context: "a b", padding: 2 }), [{ ...plain, n_k: 4, pads: 2 }, 7, 4]);
  assert.deepEqual(sizes({ projections: false }), [
    { ...plain, d_k: 16, d_v: 16, heads: 1, kv_heads: 1, bias_heads: 1 },
    7,
    undefined,
  ]);
  assert.equal(effectiveSizes(changeState(defaultState, { position: "distance" })).bias_heads, 0);
  assert.deepEqual(sizes({ recipe: "article" }), [{ ...plain, n_q: 6, n_k: 6 }, 6, undefined]);
  assert.deepEqual(sizes({ recipe: "named", sentence: "The big dog ran." }), [
    {
      ...plain,
      n_q: 4,
      n_k: 4,
      d_model: 7,
      d_context: 7,
      d_k: 2,
      d_v: 3,
      heads: 2,
      kv_heads: 2,
      bias_heads: 2,
      d_out: 7,
    },
    4,
    undefined,
  ]);
});

test("a control that has no effect is not offered", () => {
  /** @param {Partial<State>} patch */
  const controls = (patch) => controlsFor(changeState(defaultState, patch));
  const all = controls({});
  /** @param {Partial<State>} patch */
  const gone = (patch) => all.filter((field) => !controls(patch).includes(field));
  assert.deepEqual(gone({ projections: false }), [
    "d_k",
    "d_v",
    "heads",
    "kv_heads",
    "projection_bias",
    "tied",
    "head",
  ]);
  assert.deepEqual(gone({ recipe: "named", sentence: "The dog ran" }), [
    "seed",
    "d_model",
    "d_k",
    "d_v",
    "heads",
    "kv_heads",
    "projection_bias",
    "position",
    "norm",
    "qk_norm",
    "residual",
    "mlp",
  ]);
  assert.deepEqual(gone({ context: "a b" }), ["batch", "causal", "mask_mode", "mask_value"]);
  assert.deepEqual(gone({ context: "a b", align: "top_left" }), ["batch"]);
  assert.deepEqual(gone({ d_k: 1, heads: 1 }), ["kv_heads", "scaling", "head"]);
  assert.deepEqual(gone({ sentence: "one" }), ["causal", "window", "token_order"]);
  assert.deepEqual(gone({ kv_heads: 2 }), ["tied"]);
  assert.deepEqual(gone({ mask_mode: "after_softmax" }), ["mask_value"]);
  /** @param {Partial<State>} patch */
  const come = (patch) => controls(patch).filter((field) => !all.includes(field));
  assert.deepEqual(come({ padding: 1 }), ["padding_side"]);
  assert.deepEqual(come({ batch: ["a"] }), ["sentence_index"]);
  assert.deepEqual(come({ batch: ["a"], sentence_index: 1 }), ["sentence_index", "padding_side"]);
  assert.deepEqual(come({ context: "a" }), ["d_context", "align"]);
  assert.deepEqual(come({ mask_value: -1e4, window: 2 }), ["sink_tokens", "mask_how"]);
  assert.deepEqual(come({ dropout: 0.5 }), ["dropout_seed"]);
  assert.deepEqual(come({ position: "rope" }), [
    "first_position",
    "rope_style",
    "rope_base",
    "partial_rotary_factor",
    "rope_scaling",
  ]);
  assert.deepEqual(come({ position: "rope", d_k: 2 }), ["first_position", "rope_scaling"]);
  assert.deepEqual(come({ position: "shaw" }), ["shaw_clip", "shaw_values"]);
  assert.deepEqual(come({ position: "t5" }), ["t5_buckets", "t5_max_distance"]);
  assert.deepEqual(come({ position: "distance" }), ["distance_form", "distance_lambda"]);
  assert.deepEqual(come({ position: "distance", distance_form: "gaussian" }), ["distance_form", "distance_sigma"]);
  assert.deepEqual(come({ position: "distance", distance_form: "matrix" }), ["distance_form"]);
});

test("presets have unique ids and distinct states, which links restore", () => {
  assert.equal(new Set(presets.map(({ id }) => id)).size, presets.length);
  const before = changeState(defaultState, {
    recipe: "article",
    theme: "dark",
    projections: false,
    token_order: [5, 4, 3, 2, 1, 0],
  });
  for (const { id, kind } of presets) {
    const state = applyPreset(before, id);
    assert.equal(state.theme, "dark");
    if (kind === "system") assert.deepEqual(state, { ...applyPreset(defaultState, id), theme: "dark" });
    assert.deepEqual(stateFromFragment(stateToFragment(state)), state);
  }
  assert.throws(
    () => applyPreset(defaultState, "toString"),
    /^AttentionError: preset: must be one of those in docs\/element\.html, got "toString"$/,
  );
});

test("a link restores its state exactly", () => {
  fc.assert(
    fc.property(states, (state) => {
      const fragment = stateToFragment(state);
      assert.match(fragment, /^([\w=&%+.-]*[\w=+-])?$/);
      assert.deepEqual(stateFromFragment(`#${fragment}`), state);
    }),
    { numRuns: 600, seed: 5 },
  );
});

test("when a link names a stage and no number, the number inspected by default moves to that stage", () => {
  // By default: weights of head 1, query 4, key 2. Rows of the other stages are queries, or keys for K, V and C.
  /** @type {[string, string][]} */
  const cases = [
    ["stage=raw", "raw.1.4.2"],
    ["stage=raw&head=3", "raw.3.4.2"],
    ["stage=X", "X.4.0"],
    ["stage=Q", "Q.1.4.0"],
    ["stage=K", "K.1.2.0"],
    ["stage=K&kv_heads=2&head=3", "K.1.2.0"],
    ["stage=output", "output.4.0"],
    ["stage=Q_rot&position=rope", "Q_rot.1.4.0"],
    ["d_k=8", "weights.1.4.2"],
    ["stage=raw&cell=weights.1.4.2", "weights.1.4.2"],
    ["stage=raw&cell=raw.1.0.0", "raw.1.0.0"],
    ["stage=raw&cell=none", "none"],
    ["stage=raw&sentence=a+b", "none"],
  ];
  for (const [fragment, cell] of cases) {
    const state = stateFromFragment(fragment);
    const shown = state.cell === null ? "none" : [state.cell.stage, ...state.cell.index].join(".");
    assert.equal(shown, cell, fragment);
    assert.deepEqual(stateFromFragment(stateToFragment(state)), state, fragment);
  }
});

test("links contain what differs from the default, in readable form", () => {
  assert.equal(stateToFragment(defaultState), "");
  assert.deepEqual(stateFromFragment(""), defaultState);
  assert.deepEqual(stateFromFragment("#"), defaultState);
  assert.equal(stateToFragment(JSON.parse(JSON.stringify(defaultState))), "");
  const state = changeState(defaultState, {
    sentence: "Is it (really) so?",
    d_k: 8,
    heads: 1,
    token_order: [1, 0, 2, 3, 4, 5, 6],
    cell: { stage: "Wq", index: [15, 7] },
  });
  const fragment = "sentence=Is+it+%28really%29+so%3F&d_k=8&heads=1&token_order=1.0.2.3.4.5.6&head=0&cell=Wq.15.7";
  assert.equal(stateToFragment(state), fragment);
});

test("links contain masks, edits, batches and comparisons, in readable form", () => {
  const state = changeState(defaultState, {
    sentence: "one two three",
    batch: ["a | b", "100% %7C"],
    hidden_pairs: [0, 1, 0, 2, 2, 0],
    ignored_keys: [1],
    mask_value: -1e9,
    edits: { X: [0, 1, -0.25, 2, 15, 1e-7], Wq: [3, 0, 1, 2] },
    compare: { window: 2, context: null, causal: false },
  });
  const fragment =
    "sentence=one+two+three&batch=a+%257C+b%7C100%2525+%25257C&ignored_keys=1&hidden_pairs=0-1.2+2-0&mask_value=-1000000000" +
    "&edits=X+0.1+-0.25+2.15+1e-7+Wq+3.0.1+2&cell=none&compare=context%3D%26causal%3Dfalse%26window%3D2";
  assert.equal(stateToFragment(state), fragment);
  assert.deepEqual(stateFromFragment(fragment), state);
});

test("a state too large for a link is refused; a file can hold it", () => {
  const painted = Array.from({ length: 2 * 100 * 100 }, (_, at) => (at % 2 === 0 ? at % 99 : (at * 7) % 100));
  const state = changeState(defaultState, { sentence: "w ".repeat(100), hidden_pairs: painted });
  assert.throws(
    () => stateToFragment(state),
    /^AttentionError: link: at most 20000 characters, got \d{5}: save the state as a file instead$/,
  );
});

test("a broken link is refused by the field's name", () => {
  /** @type {[string, string][]} */
  const cases = [
    ["d_k=", 'd_k: must be an integer from 1 to 256, got ""'],
    ["d_k=08", 'd_k: must be an integer from 1 to 256, got "08"'],
    ["d_k=1e1", 'd_k: must be an integer from 1 to 256, got "1e1"'],
    ["d_k=999", "d_k: must be an integer from 1 to 256, got 999"],
    ["d_k=4&d_k=4", "d_k: must appear once in a link, got it twice"],
    ["causal=no", 'causal: must be true or false, got "no"'],
    ["sentence=%FF", 'sentence: must be UTF-8 in % escapes, got "%FF"'],
    ["sentence=%ED%A0%80", 'sentence: must be UTF-8 in % escapes, got "%ED%A0%80"'],
    ["sentence=100%", 'sentence: must be UTF-8 in % escapes, got "100%"'],
    ["sentence", 'sentence: must have a word, got ""'],
    ["dk=4", "dk: unknown field; did you mean d_k?"],
    ["__proto__=1", "__proto__: unknown field"],
    ["cell=weights", 'cell: must be written as in links of this page, got "weights"'],
    ["cell=weights.1", 'cell: must have an index within the shape [4, 7, 7] of weights, got "weights" [1]'],
    ["hidden_pairs=0", 'hidden_pairs: must be written as in links of this page, got "0"'],
    ["hidden_pairs=0-1-2", 'hidden_pairs: must be written as in links of this page, got "0-1-2"'],
    ["hidden_pairs=0-", 'hidden_pairs: must be written as in links of this page, got "0-"'],
    ["edits=X+0.1", 'edits: must be written as in links of this page, got "X+0.1"'],
    ["edits=0.1+2", 'edits: must be written as in links of this page, got "0.1+2"'],
    ["edits=X+0.1+NaN", 'edits: must be written as in links of this page, got "X+0.1+NaN"'],
    ["edits=X+0+1+X+0+1", 'edits: must be written as in links of this page, got "X+0+1+X+0+1"'],
    ["edits=X+0.1.2+1", "edits: must list 2 places and a number for each edit of X, got an array of length 4"],
    ["temperature=1e", 'temperature: must be a number from 0.01 to 100, got "1e"'],
    ["compare=d_k%3D0", "compare: must be a change, got d_k: must be an integer from 1 to 256, got 0"],
    ["compare=dk%3D0", "compare: must be a change, got dk: unknown field; did you mean d_k?"],
    ["token_order=1..2", 'token_order: must be written as in links of this page, got "1..2"'],
    ["head=9", 'head: must be from 0 to 3, or "all", got 9'],
    ["x".repeat(30000), "fragment: at most 20000 characters, got 30000"],
  ];
  for (const [fragment, message] of cases) refuses(() => stateFromFragment(fragment), message);
});

test("checkState refuses everything that is not a state, always with an AttentionError", () => {
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
    { numRuns: 5000, seed: 5 },
  );
});

test("an experiment has a state of its own, and leaves the reader's as it is", () => {
  const edits = { Wq: [0, 0, 0, 3] };
  const reader = changeState(defaultState, { d_k: 8, edits, hidden_pairs: [0, 1] });
  const state = changeState(reader, {
    experiment: "scaling",
    experiment_state: { d_k: 64, edits: {} },
    compare: { scaling: false },
  });
  assert.deepEqual({ ...state, experiment: null, experiment_state: null, compare: null }, reader);
  const { d_k, edits: none, hidden_pairs: painted, experiment_state: experiment } = experimentState(state);
  assert.deepEqual([d_k, none, painted, experiment], [64, {}, [0, 1], null]);
  const other = comparedState(state);
  assert.deepEqual([other.d_k, other.scaling], [64, false], "B differs from the experiment's walk");
  assert.deepEqual(stateFromFragment(stateToFragment(state)), state, "a link has both");
  assert.deepEqual(experimentState(reader), reader);
});

test("an experiment that has become invalid is dropped; an invalid new one is refused by name", () => {
  const reversed = { token_order: [6, 5, 4, 3, 2, 1, 0] };
  const state = changeState(defaultState, { experiment: "order", experiment_state: reversed });
  assert.equal(changeState(state, { sentence: "two words" }).experiment_state, null);
  for (const experiment_state of [
    { token_order: [9] },
    { experiment_state: {} },
    { compare: {} },
    { d_k: 0 },
    "d_k",
    [1],
  ])
    assert.throws(() => changeState(defaultState, patched({ experiment_state })), { field: "experiment_state" });
});
