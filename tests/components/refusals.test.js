/** Error messages on the page: the text of the locale, with the values of the error. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { classFromFile } from "../../web/components/class/class-file.js";
import { screensOfLinks } from "../../web/components/class/class-link.js";
import { plainScreen } from "../../web/components/class/screen.js";
import { errorText } from "../../web/components/error-text.js";
import { AttentionError } from "../../web/engine/errors.js";
import { words } from "../../web/words/words.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFile } from "../../web/state/files/state-file.js";
import { readTensorText } from "../../web/state/files/tensor-file.js";
import { stateFromFragment } from "../../web/state/url.js";

const english = words("en").t;
/** A stand-in for another language: codes in place of words. @type {import("../../web/view/view.js").View["t"]} */
const codes = (id, args = {}) => [id, ...Object.values(args)].join("|");

/** @param {() => unknown} act @returns {AttentionError} */
function refused(act) {
  try {
    act();
  } catch (error) {
    if (error instanceof AttentionError) return error;
    throw error;
  }
  return assert.fail("nothing was refused");
}

const link = (/** @type {string} */ text) => () => stateFromFragment(text);
const patch = (/** @type {Record<string, unknown>} */ change) => () => changeState(defaultState, change);

/** @type {[string, () => unknown, RegExp][]} error code, a call that fails, what the message must say */
const refusals = [
  ["integer|d_k|1|256|257", patch({ d_k: 257 }), /^d_k: must be an integer from 1 to 256, got 257$/],
  ["integer|seed|0|4294967295|4294967296", link("seed=4294967296"), /from 0 to 4294967295, got 4294967296$/],
  ["number|temperature|0.01|100|0", patch({ temperature: 0 }), /^temperature: must be a number from .* got 0$/],
  [
    'choice|theme|auto, light, dark|"blue"',
    link("theme=blue"),
    /^theme: must be one of auto, light, dark; got "blue"$/,
  ],
  ["characters|fragment|20000|20009", link(`sentence=${"a".repeat(20000)}`), /^fragment: at most 20000 characters/],
  ["tokens|sentence|512|513", patch({ sentence: "w ".repeat(513) }), /^sentence: at most 512 tokens, got 513$/],
  ['empty|sentence|" "', patch({ sentence: " " }), /^sentence: must contain a word/],
  ["divide|kv_heads|4|3", patch({ kv_heads: 3 }), /^kv_heads: must divide the 4 heads, got 3$/],
  ["pairs|d_k|d_k|5", patch({ d_k: 5, position: "rope" }), /^RoPE rotates pairs.*d_k must be even/],
  ["model|d_k|16|4", link("recipe=pronoun&d_k=4"), /^d_k: the trained model decides it: 16, not 4\.$/],
  ["twice|heads", link("heads=4&heads=4"), /^heads appears twice/],
  ['misspelt|d_kk|"d_kk"|d_k', link("d_kk=4"), /^Unknown field "d_kk"\. Did you mean d_k\?$/],
  ['unknown|colour|"colour"', link("colour=red"), /^Unknown field "colour"\.$/],
  ['unreadable|sentence|"%"', link("sentence=%"), /^sentence: the link has "%"/],
  ['unreadable|token_order|"1..2"', link("token_order=1..2"), /^token_order: the link has "1..2"/],
  ['integer|d_k|1|256|"1e9"', link("d_k=1e9"), /^d_k: must be an integer from 1 to 256, got "1e9"$/],
  ['integer|seed|0|4294967295|"-1"', link("seed=-1"), /^seed: must be an integer from 0 to 4294967295, got "-1"$/],
  ['choice|causal|true, false|"yes"', link("causal=yes"), /^causal: must be one of true, false; got "yes"$/],
  [
    "gone-speed|experiment",
    link("experiment=speed"),
    /^The experiment “How fast is it\?” is no longer .* documentation shows how fast/,
  ],
  ['whole|sentence_index|"x"', link("sentence_index=x"), /^sentence_index: must be a whole number from 0 up, got "x"$/],
  ['head|head|"first"', link("head=first"), /^head: must be the index of a head, from 0, or all; got "first"$/],
  ["case|my.json", () => stateFromFile("my.json", '{"inputs": {}}'), /^my\.json is a case .*check my\.json\. /],
  [
    "whole-state|my.json",
    () => readTensorText("my.json", '{"attention-stepper": 1, "state": {}}'),
    /^my\.json is a saved state or a case\. Drop it on the page outside this table, or load it in “/,
  ],
  ["no-state|my.json", () => stateFromFile("my.json", "[]"), /^my\.json is not a state/],
  ["columns|a.csv|2|2|3", () => readTensorText("a.csv", "1,2\n1,2,3"), /^a\.csv: line 2 has 3 columns, .* have 2\.$/],
  ['no-number|a.csv|"x"|2|1', () => readTensorText("a.csv", "1,2\nx,3"), /^a\.csv: "x" in line 2, column 1/],
];

for (const [code, act, words] of refusals) {
  test(`refused-${code.slice(0, 40)}: has an English message and the values that another language needs`, () => {
    const error = refused(act);
    assert.match(errorText(english, error), words);
    assert.equal(errorText(codes, error), `refused-${code}`);
  });
}

/** @param {object} change of the second screen @param {object} [top] of the file */
const classFile = (change, top = {}) => {
  const screens = [plainScreen, { ...plainScreen, ...change }];
  const file = { "attention-stepper-class": 1, title: "", screens, ...top };
  return () => classFromFile("my.json", JSON.stringify(file), []);
};
const lines = (/** @type {string} */ text) => () => {
  const [error] = screensOfLinks(text, []).leftOut;
  if (error) throw error;
};

/** @type {[() => unknown, RegExp, string | null][]} a call that fails, what the message must say; in another language */
const nested = [
  [
    () => stateFromFile("my.json", '{"attention-stepper": 1, "state": {"d_k": 0}}'),
    /^my\.json: d_k: must be an integer/,
    "my.json: refused-integer|d_k|1|256|0",
  ],
  [
    classFile({ state: { d_k: 0 } }),
    /^my\.json: screen 2: d_k: must be an integer from 1 to 256, got 0$/,
    "my.json: screen 2: refused-integer|d_k|1|256|0",
  ],
  [
    classFile({ state: { d_kk: 8 } }),
    /^my\.json: screen 2: Unknown field "d_kk"\. Did you mean d_k\?$/,
    'my.json: screen 2: refused-misspelt|d_kk|"d_kk"|d_k',
  ],
  [
    classFile({ state: { d_k: 5, position: "rope" } }),
    /^my\.json: screen 2: RoPE rotates pairs.*d_k must be even/,
    null,
  ],
  [classFile({ prompt: [] }), /^my\.json: screen 2: Unknown field "prompt"\. Did you mean prompts\?$/, null],
  [classFile({ stages: ["Z"] }), /^my\.json: screen 2: stages: must be names/, null],
  [classFile({ title: "a".repeat(81) }), /^my\.json: screen 2: title: at most 80 characters, got 81$/, null],
  [classFile({}, { Title: "x" }), /^my\.json: Unknown field "Title"\. Did you mean title\?$/, null],
  [classFile({}, { author: "x" }), /^my\.json: Unknown field "author"\.$/, null],
  [classFile({}, { title: "a".repeat(81) }), /^my\.json: title: at most 80 characters, got 81$/, null],
  [
    lines("#d_k=8\n\n#d_k=0"),
    /^line 3: d_k: must be an integer from 1 to 256, got 0$/,
    "line 3: refused-integer|d_k|1|256|0",
  ],
  [lines("#d_k=8\n#d_k=8\n#d_kk=8"), /^line 3: Unknown field "d_kk"\. Did you mean d_k\?$/, null],
  [lines("#d_k=8\n#d_k=8&d_k=8"), /^line 2: d_k appears twice/, null],
  [lines("#d_k=8\n\n#d_k=5&position=rope"), /^line 3: RoPE rotates pairs/, null],
  [
    lines("#d_k=8\n\n#place=class&screen=a&screen=b&d_k=0"),
    /^line 3: screen 2: d_k: must be an integer from 1 to 256, got 0$/,
    "line 3: screen 2: refused-integer|d_k|1|256|0",
  ],
  [lines("#d_k=8\n\nhello"), /^line 3: must be a link to this page$/, null],
];

for (const [act, words, codesText] of nested)
  test(`an error within a file or a list of links names every place around the field: ${words.source}`, () => {
    const error = refused(act);
    assert.match(errorText(english, error), words);
    if (codesText !== null) assert.equal(errorText(codes, error), codesText);
  });

test("a file that is no state is told the question that takes numbers, by its name", () => {
  const error = refused(() => stateFromFile("X.npy", "\u0093NUMPY"));
  assert.ok(errorText(english, error).includes(`“${english("experiment-numbers")}”`));
});

test("a state among numbers is told the question that loads it, by its name", () => {
  const error = refused(() => readTensorText("my.json", '{"inputs": {}}'));
  assert.ok(errorText(english, error).includes(`“${english("experiment-export")}”`));
});

test("the hand-built weights' error lists the words that they know", () => {
  const error = refused(link("recipe=named&sentence=unknown"));
  assert.match(
    errorText(english, error),
    /^sentence: the hand-built weights know only these words: .*dog.*"unknown"\.$/,
  );
  assert.match(errorText(codes, error), /^refused-words\|sentence\|.*dog.*\|"unknown"$/);
});

test("an error without a translation shows the engine's message", () => {
  const error = refused(patch({ token_order: [0, 0] }));
  assert.equal(errorText(english, error), error.message);
  assert.equal(
    errorText(() => "", refused(patch({ d_k: 257 }))),
    "d_k: must be an integer from 1 to 256, got 257",
  );
});
