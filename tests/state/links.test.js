/** Links that people type, cut or paste: what can be used of them holds, and the rest is named. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { AttentionError } from "../../web/engine/index.js";
import { applyPreset, presets } from "../../web/state/presets.js";
import { changeState, checkState, defaultState } from "../../web/state/state.js";
import { readText } from "../support/machine.js";
import { readLink, stateFromFragment } from "../../web/state/url.js";

/** @param {string} link @returns {string[]} why parts of it were left out */
const leftOut = (link) => readLink(link).leftOut.map(({ message }) => message);

test("a field that cannot be used is left out, and the others hold", () => {
  /** @type {[string, object, RegExp[]][]} link, the fields that hold, what is left out */
  const cases = [
    ["d_k=8&seed=-1&heads=2", { d_k: 8, heads: 2 }, [/^seed: .*from 0 to 4294967295, got "-1"$/]],
    ["heads=2&d_k=4.5", { heads: 2 }, [/^d_k: .*from 1 to 256, got "4\.5"$/]],
    ["causal=yes&d_k=8", { d_k: 8 }, [/^causal: must be true or false, got "yes"$/]],
    ["d_kk=8&d_v=3", { d_v: 3 }, [/^d_kk: unknown field; did you mean d_k\?$/]],
    ["d_k=8&d_k=9", { d_k: 8 }, [/^d_k: must appear once/]],
    ["sentence=%&d_k=8", { d_k: 8 }, [/^sentence: must be UTF-8/]],
    ["d_k=999&heads=0&d_v=5", { d_v: 5 }, [/^d_k: .*got 999$/, /^heads: .*got 0$/]],
    /* Valid by themselves, but not with the others. */
    ["heads=4&kv_heads=3&d_k=8", { heads: 4, d_k: 8 }, [/^kv_heads: must divide heads/]],
    [
      "d_k=8&recipe=named&stage=raw",
      { d_k: 8, stage: "raw", cell: { stage: "raw", index: [1, 4, 2] } },
      [/^sentence: /],
    ],
    ["compare=d_k%3D0&d_k=8", { d_k: 8 }, [/^compare: must be a change/]],
    ["stage=nowhere&d_k=8", { d_k: 8 }, [/^stage: must be one of/]],
    ["preset=nothing&d_k=8", { d_k: 8 }, [/^preset: must be one of/]],
  ];
  for (const [link, fields, messages] of cases) {
    const { state, leftOut } = readLink(link);
    assert.deepEqual(state, changeState(defaultState, fields), link);
    assert.equal(leftOut.length, messages.length, link);
    leftOut.forEach(({ message }, at) => assert.match(message, /** @type {RegExp} */ (messages[at])));
    checkState(state);
    assert.throws(() => stateFromFragment(link), { name: "AttentionError", message: leftOut[0]?.message });
  }
});

test("a trailing or double & and a whole address are read as the link that they hold", () => {
  const wanted = changeState(defaultState, { d_k: 8, heads: 2 });
  for (const link of [
    "d_k=8&heads=2",
    "#d_k=8&heads=2",
    "#d_k=8&heads=2&",
    "&d_k=8&&heads=2",
    "https://example.org/#d_k=8&heads=2",
    "HTTP://example.org/page.html?parent=https://x.org&d_k=3#d_k=8&heads=2&",
    "file:///home/me/index.html#d_k=8&heads=2",
    "embed.html#d_k=8&heads=2",
  ]) {
    assert.deepEqual(readLink(link), { state: wanted, leftOut: [] }, link);
    assert.deepEqual(stateFromFragment(link), wanted, link);
  }
  for (const link of ["", "#", "&", "https://example.org/", "https://example.org/?d_k=8", "index.html#"])
    assert.deepEqual(readLink(link), { state: defaultState, leftOut: [] }, link);
  assert.equal(readLink("sentence=a#b").state.sentence, "a#b");
  assert.equal(readLink("sentence=see+https://example.org/#d_k=8").state.sentence, "see https://example.org/#d_k=8");
});

test("a link can name a preset, which its other fields change", () => {
  assert.deepEqual(stateFromFragment("preset=gqa"), applyPreset(defaultState, "gqa"));
  const state = changeState(applyPreset(defaultState, "gqa"), { d_k: 3 });
  for (const link of ["preset=gqa&d_k=3", "#d_k=3&preset=gqa", "https://example.org/#preset=gqa&d_k=3"])
    assert.deepEqual(stateFromFragment(link), state, link);
  const dark = changeState(defaultState, { theme: "dark" });
  assert.equal(readLink("preset=gqa", dark).state.theme, "dark");
  assert.deepEqual(leftOut("preset=gqa&preset=mqa"), ["preset: must appear once in a link, got it twice"]);
  const [far = ""] = leftOut("preset=grouped");
  assert.equal(far, 'preset: must be one of those in docs/element.html, got "grouped"');
  const reference = readText("web/dist/docs/element.html");
  for (const { id } of presets) assert.ok(reference.includes(id), `${id} is there`);
  assert.match(leftOut("preset=ggqa").join(), /, got "ggqa"; did you mean gqa\?$/);
});

test("a name is suggested only where it is close", () => {
  assert.deepEqual(leftOut("dk=4"), ["dk: unknown field; did you mean d_k?"]);
  assert.deepEqual(leftOut("sentense=a"), ["sentense: unknown field; did you mean sentence?"]);
  assert.deepEqual(leftOut("presett=gqa"), ["presett: unknown field; did you mean preset?"]);
  for (const name of ["colour", "utm_source", "x", "fbclid", "__proto__"])
    assert.deepEqual(leftOut(`${name}=1`), [`${name}: unknown field`]);
});

test("a link that is too long is left out as a whole", () => {
  const { state, leftOut } = readLink(`d_k=8&sentence=${"a".repeat(20000)}`);
  assert.deepEqual(state, defaultState);
  assert.deepEqual(
    leftOut.map(({ message }) => message),
    ["fragment: at most 20000 characters, got 20015"],
  );
  assert.throws(() => readLink(/** @type {any} */ (null)), AttentionError);
});
