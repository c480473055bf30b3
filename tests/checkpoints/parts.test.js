/** Parts of models replaced, and what each part adds to a logit, as PyTorch computed it in float64: tests/reference/checkpoint_parts.py. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ablationText, overlap, readPart } from "../../web/checkpoints/ablations.js";
import { openModel } from "../../web/checkpoints/model.js";
import { createEngine } from "../../web/engine/index.js";
import { filesOf } from "../support/checkpoints.js";

const engine = await createEngine();
/**
 * @type {{tokens: number[], other: number[], cases: string[][],
 *   models: Record<string, {off: number[][], parts?: {tokens: number[], logits: number[][]}}>}}
 */
const truth = JSON.parse(readFileSync(new URL("../reference/checkpoint_parts.json", import.meta.url), "utf8"));

/** The largest difference that a number may have, over the largest number there. */
const TOLERANCE = 2e-5;

/** @param {ArrayLike<number>} got @param {readonly number[]} wanted @param {string} what */
function isNear(got, wanted, what) {
  assert.equal(got.length, wanted.length, what);
  const largest = Math.max(...wanted.map(Math.abs));
  const worst = Math.max(...wanted.map((value, at) => Math.abs(value - Number(got[at])) / largest));
  assert.ok(worst <= TOLERANCE, `${what} is ${worst} of its largest number away`);
}

for (const [name, { off, parts }] of Object.entries(truth.models)) {
  truth.cases.forEach((texts, at) =>
    test(`${name}: logits with ${texts.join(" and ")}`, () => {
      const model = openModel(filesOf(name), engine);
      const walk = model.walk(truth.tokens);
      const other = texts.some((text) => text.endsWith("other")) ? model.walk(truth.other) : null;
      const whole = walk.logits(truth.tokens.length - 1).data;
      const replaced = texts.map((text) => readPart("off", text));
      const changed = walk.without(replaced, other);
      const logits = changed.logits(truth.tokens.length - 1).data;
      isNear(logits, off[at] ?? [], texts.join());
      assert.notDeepEqual(logits, whole);
      assert.deepEqual(walk.logits(truth.tokens.length - 1).data, whole, "the whole model is as it was");
      changed.free();
      other?.free();
      walk.free();
    }),
  );

  if (!parts) continue;
  test(`${name}: what each part adds to two logits; the sum is the logit`, () => {
    const model = openModel(filesOf(name), engine);
    const walk = model.walk(truth.tokens);
    const found = walk.contributions(parts.tokens);
    const { layers, heads } = model.summary;
    const ofLayer = (/** @type {number} */ layer) => [
      ...Array.from({ length: heads }, (_, head) => ["head", layer, head]),
      ...[
        ["attention_bias", layer, null],
        ["mlp", layer, null],
      ],
    ];
    assert.deepEqual(
      found.map(({ part, layer, head }) => [part, layer, head]),
      [
        ["embeddings", null, null],
        ...Array.from({ length: layers }, (_, layer) => ofLayer(layer)).flat(),
        ["bias", null, null],
      ],
    );
    const softcap = model.architecture.readout?.softcap;
    const logits = walk.logits(truth.tokens.length - 1).data;
    parts.tokens.forEach((token, at) => {
      const shares = found.map((each) => Number(each.logits[at]));
      isNear(
        shares,
        parts.logits.map((row) => Number(row[at])),
        `token ${token}`,
      );
      const sum = shares.reduce((total, share) => total + share, 0);
      const logit = softcap ? softcap * Math.tanh(sum / softcap) : sum;
      isNear([logit], [Number(logits[token])], `the sum of token ${token}`);
    });
    walk.free();
  });
}

test("what a walk without a head says about parts is of that walk: the head adds nothing", () => {
  const walk = openModel(filesOf("gpt2"), engine).walk(truth.tokens);
  const changed = walk.without([readPart("off", "layer=1,head=2")]);
  const found = changed.contributions([7]);
  assert.deepEqual(found.find(({ layer, head }) => layer === 1 && head === 2)?.logits, [0]);
  const sum = found.reduce((total, { logits }) => total + Number(logits[0]), 0);
  isNear([sum], [Number(changed.logits(truth.tokens.length - 1).data[7])], "the sum");
  changed.free();
  walk.free();
});

test("what each part adds to the stream where parts are replaced is of that walk: all is the logit again", () => {
  const last = truth.tokens.length - 1;
  const open = (/** @type {string} */ name) => {
    const model = openModel(filesOf(name), engine);
    return { walk: model.walk(truth.tokens), other: model.walk(truth.other), cap: model.architecture.readout?.softcap };
  };
  for (const [name, ...texts] of [
    ["gpt2", "layer=1,with=mean"],
    ["llama", "layer=1,head=2,with=other", "layer=0,mlp,with=other"],
    ["gemma2", "layer=0,position=8,with=other", "layer=1,mlp,position=8,with=zero"],
    ["gpt_neox", "layer=0,stream,position=3,with=other"],
  ]) {
    const { walk, other, cap } = open(String(name));
    const changed = walk.without(
      texts.map((text) => readPart("off", text)),
      other,
    );
    const found = changed.contributions([7]);
    const sum = found.reduce((total, { logits }) => total + Number(logits[0]), 0);
    isNear([cap ? cap * Math.tanh(sum / cap) : sum], [Number(changed.logits(last).data[7])], String(name));
    const replaced = found.filter(({ part }) => part === "attention").map(({ layer }) => layer);
    const wholes = texts.filter((text) => !/head|mlp|stream/.test(text)).map((text) => Number(/\d+/.exec(text)?.[0]));
    assert.deepEqual(replaced, wholes, "a layer's attention that is replaced as a whole is one part");
    for (const layer of wholes)
      assert.deepEqual(
        found.filter((each) => each.layer === layer).map(({ part }) => part),
        ["attention", "mlp"],
      );
    for (const each of [changed, other, walk]) each.free();
  }
  const { walk, other } = open("gpt2");
  const changed = walk.without([readPart("off", `layer=0,stream,position=${last},with=other`)], other);
  assert.throws(() => changed.contributions([7]), {
    message: /^off: must not replace the stream at the last position/,
  });
  for (const each of [changed, other, walk]) each.free();
});

test("the walks of a model keep two layers' runs together, also where one is patched from another", () => {
  /** @type {Set<import("../../web/engine/run.js").Run>} */
  const runs = new Set();
  let most = 0;
  const counted = /** @type {typeof engine} */ ({
    .../** @type {object} */ (engine),
    trace: (/** @type {any} */ spec, /** @type {any} */ inputs) => {
      const run = engine.trace(spec, inputs);
      runs.add(run);
      most = Math.max(most, [...runs].filter(({ isFree }) => !isFree).length);
      return run;
    },
  });
  const model = openModel(filesOf("gpt2"), counted);
  const [walk, other] = [model.walk(truth.tokens), model.walk(truth.other)];
  for (const each of [walk, other]) each.stream(2);
  const parts = ["layer=0,head=1,with=other", "layer=0,mlp,with=mean", "layer=1,with=other"];
  const changed = walk.without(
    parts.map((part) => readPart("off", part)),
    other,
  );
  changed.stream(2);
  assert.equal(most, 2);
  assert.equal(changed.run(1), changed.run(1), "what was computed last is kept");
  for (const each of [changed, other, walk]) each.free();
  assert.ok([...runs].every(({ isFree }) => isFree));
});

test("the stream of other tokens at all positions gives their logits, bit for bit", () => {
  const model = openModel(filesOf("opt-350m"), engine);
  const [walk, other] = [model.walk(truth.tokens), model.walk(truth.other)];
  const changed = walk.without([readPart("off", "layer=0,stream", ["other"])], other);
  assert.deepEqual(changed.logits(), other.logits());
  for (const each of [changed, other, walk]) each.free();
});

test("a part is read as it is written", () => {
  for (const text of [
    ...["layer=0,head=1,with=zero", "layer=12,mlp,with=mean", "layer=3,with=zero", "layer=3,stream,with=other"],
    ...["layer=3,head=0,position=12,with=other", "layer=3,position=0,with=mean"],
  ])
    assert.equal(ablationText(readPart("off", text)), text);
  assert.equal(readPart("off", "layer=3,mlp").with, "zero");
  assert.deepEqual(
    readPart("off", "layer=3,mlp,position=2", ["other"]),
    readPart("off", "layer=3,mlp,position=2,with=other"),
  );
});

test("parts overlap where they share numbers", () => {
  const both = (/** @type {string} */ a, /** @type {string} */ b) => [
    overlap(readPart("off", a), readPart("off", b)),
    overlap(readPart("off", b), readPart("off", a)),
  ];
  for (const [a, b] of /** @type {[string, string][]} */ ([
    ["layer=1", "layer=1,mlp"],
    ["layer=1,head=2", "layer=1,position=3"],
    ["layer=1,head=2,position=3", "layer=1,head=2"],
    ["layer=1,stream", "layer=1,stream,position=0"],
  ]))
    assert.deepEqual(both(a, b), [true, true], `${a} ${b}`);
  for (const [a, b] of /** @type {[string, string][]} */ ([
    ["layer=1,head=2", "layer=1,head=3"],
    ["layer=1,head=2,position=3", "layer=1,head=2,position=4"],
    ["layer=1", "layer=2"],
    ["layer=1", "layer=1,stream"],
    ["layer=1,mlp", "layer=1,head=0"],
  ]))
    assert.deepEqual(both(a, b), [false, false], `${a} ${b}`);
});

test("what cannot be off is refused, and what is no sum", () => {
  const walk = openModel(filesOf("gpt2"), engine).walk(truth.tokens);
  const refuses = (/** @type {() => unknown} */ act, /** @type {RegExp} */ message) =>
    assert.throws(act, { name: "AttentionError", message });
  for (const text of [
    ...["", "head=1", "layer=1,head=", "layer=1,head=1,mlp", "layer=-1", "layer=1,with=half", 3],
    ...["layer=1,position=", "layer=1,with=mean,position=1"],
  ])
    refuses(() => readPart("off", text), /^off: must be layer=L, with ,head=H, ,mlp or ,stream after it .*got /);
  refuses(
    () => readPart("off", "layer=1,with=other", ["other"]),
    /^off: must be layer=L, .*, got "layer=1,with=other"/,
  );
  const off =
    (/** @type {string[]} */ ...texts) =>
    () =>
      walk.without(texts.map((text) => readPart("off", text)));
  refuses(off("layer=2"), /^off: must name a layer from 0 to 1, got layer=2/);
  refuses(off("layer=1,head=4"), /^off: must name a head from 0 to 3, got layer=1,head=4/);
  refuses(off("layer=1,mlp", "layer=1"), /^off: must name each part once, got layer=1,with=zero/);
  refuses(off("layer=1,head=2", "layer=1,head=2,with=mean"), /^off: must name each part once/);
  refuses(off("layer=1,position=9"), /^off: must name a position from 0 to 8, got layer=1,position=9,with=zero/);
  refuses(off("layer=1,with=other"), /^other: must be given for layer=1,with=other, got none/);
  const shorter = openModel(filesOf("gpt2"), engine).walk([1, 2]);
  refuses(
    () => walk.without([readPart("off", "layer=1", ["other"])], shorter),
    /^other: must be 9 tokens, as many as are walked, got 2/,
  );
  shorter.free();
  walk.free();
  const post = openModel(filesOf("opt-350m"), engine).walk(truth.tokens);
  refuses(() => post.contributions([1]), /^model: must have no norms after its residuals/);
  post.free();
  const silent = openModel(filesOf("bert"), engine).walk(truth.tokens);
  refuses(() => silent.contributions([1]), /^model: must predict a next token, got bert/);
  silent.free();
});
