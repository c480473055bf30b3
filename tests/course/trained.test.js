/** Lessons whose models are trained where they open: what they say is what the model itself computes, by another way. */
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { lessonOf } from "../../web/course/course.js";
import { isHeadOff, withHeadsOff } from "../../web/course/heads-off.js";
import { inductionRun, nextWordRun } from "../../web/course/runs.js";
import { createEngine } from "../../web/engine/index.js";
import { defaultState } from "../../web/state/state.js";
import { changedModel } from "../../web/training/change-head.js";
import { readRun } from "../../web/training/own/own-model.js";
import { Session } from "../../web/training/session.js";
import { reading } from "../support/course/course.js";

/** @typedef {import("../../web/engine/index.js").Tensor} Tensor */

const engine = await createEngine();

/** A run, trained. @param {string} run */
function trained(run) {
  const { settings, steps } = readRun(run);
  const session = new Session(engine, settings);
  while (session.steps < steps) session.step();
  after(() => session.model.free());
  return session;
}

const nextWord = trained(nextWordRun);

/** The tokens of some words. @param {Session} session @param {readonly string[]} words */
const tokensOf = ({ facts }, words) => Int32Array.from(words, (word) => facts.words.indexOf(word));

/** Softmax of the last row of logits. @param {Tensor} logits [n, classes] @returns {number[]} */
function lastShares({ shape, data }) {
  const logits = Array.from(data.slice(-Number(shape[1])), Number);
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** A share in per cent, as the words have it. @param {number} share */
const inPercent = (share) => `${Math.round(100 * share)} %`;

/** The facts of a step's answer. @param {string} lesson @param {string} id */
function factsOf(lesson, id) {
  const { state, outcome } = lessonOf(lesson).steps.find((step) => step.id === id) ?? assert.fail(id);
  return reading(state, outcome ?? assert.fail(id)).facts;
}

const sentence = ["<start>", "the", "dogs", "near", "this", "cat"];

/** How probable the verbs are that fit "dogs", and those that fit "cat". @param {readonly number[]} shares */
function agreement(shares) {
  const { words } = nextWord.facts;
  const pairs = ["see", "like", "hear", "know", "follow", "help", "find", "call", "meet", "watch", "thank", "visit"]
    .concat(["sleep", "run", "sing", "wait", "smile", "laugh", "walk", "swim", "dream", "jump", "dance", "work"])
    .map((word) => [word, word === "watch" ? "watches" : `${word}s`]);
  assert.ok(pairs.flat().every((word) => words.includes(word)));
  return [0, 1].map((form) => pairs.reduce((sum, pair) => sum + Number(shares[words.indexOf(String(pair[form]))]), 0));
}

test("the lens after each layer is that of the model's own C code, and after the last what the model answers", () => {
  const walk = nextWord.model.walk({ tokens: tokensOf(nextWord, sentence) });
  const [first, second] = walk.lens.map((logits) => agreement(lastShares(logits)));
  assert.deepEqual(lastShares(walk.lens[1] ?? assert.fail()), lastShares(walk.tensor("logits")));
  walk.free();
  const { dogs, cat, later } = factsOf("lens", "between");
  assert.deepEqual([dogs, cat, later], [...(first ?? []), Number(second?.[0])].map(inPercent));
  assert.ok(Number(first?.[1]) > 2 * Number(first?.[0]) && Number(second?.[0]) > 0.9);
});

test("with the head that looks at “dogs” switched off, the model's verbs fit “cat”", () => {
  const batch = {
    tokens: new Int32Array(nextWord.model.spec.n),
    lengths: Int32Array.of(sentence.length),
  };
  batch.tokens.set(tokensOf(nextWord, sentence));
  const { shape, data } = changedModel(engine, nextWord.model, { layer: 1, head: 1, replacement: "off" }).predict(
    batch,
  );
  const classes = Number(shape[2]);
  const logits = { shape: [sentence.length, classes], data: data.slice(0, sentence.length * classes) };
  const [dogs = 1, cat = 0] = agreement(lastShares(logits));
  assert.equal(factsOf("lens", "brought").left, inPercent(dogs));
  assert.ok(cat > 5 * dogs);
});

const letters = "l e b f i d k c j h a l".split(" ");
/** The text with its letters moved on, twelve times; the first is the text itself. */
const texts = letters.map((_, by) =>
  letters.map((letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + by) % 12))),
);
const induction = trained(inductionRun);
/** All texts, each asked only after its last letter, which its first one was: its second followed then. */
const batch = {
  tokens: Int32Array.from(texts.flatMap((text) => [...tokensOf(induction, text)])),
  lengths: new Int32Array(12).fill(12),
  targets: Int32Array.from(
    texts.flatMap((text) => [...new Array(11).fill(-1), ...tokensOf(induction, text.slice(1, 2))]),
  ),
};

test("head 2 of layer 1 looks back one letter, and no other head does, in the model's own attention weights", () => {
  const back = [0, 1].flatMap((layer) =>
    [0, 1].map((head) => {
      const shares = texts.flatMap((text) => {
        const run = induction.model.trace({ tokens: tokensOf(induction, text) }, layer);
        const { data } = run.tensor("weights");
        const found = Array.from({ length: 11 }, (_, row) => Number(data[head * 144 + (row + 1) * 12 + row]));
        run.free();
        return found;
      });
      return shares.reduce((sum, share) => sum + share, 0) / shares.length;
    }),
  );
  assert.equal(factsOf("real-head", "find").back, inPercent(Number(back[1])));
  assert.ok(Number(back[1]) > 0.85 && [0, 2, 3].every((at) => Number(back[at]) < 0.3), `${back}`);
});

test("with that head off the model is right for as many of 12 texts as the lesson says; with all heads for all", () => {
  assert.equal(induction.model.evaluate(batch).correct, 12);
  const { correct } = changedModel(engine, induction.model, { layer: 0, head: 1, replacement: "off" }).evaluate(batch);
  assert.equal(factsOf("real-head", "off").right, correct);
  const others = changedModel(engine, induction.model, { layer: 0, head: 0, replacement: "off" }).evaluate(batch);
  assert.equal(others.correct, 12);
});

test("a head that is switched off adds nothing to the rows: the output is that of the other head alone", () => {
  const { state, task } = lessonOf("real-head").steps.at(-1) ?? assert.fail();
  for (const layer of [1, 2])
    for (const head of [0, 1]) {
      const off = withHeadsOff({ ...defaultState, layer: 2, d_model: 16, d_k: 8 }, [{ layer, head }]);
      const context = reading({ ...state, ...off }, (read) => {
        const of = read.other({ layer });
        const Wo = of.tensor("Wo").data;
        const other = of.row("context", 11, 1 - head);
        const alone = Array.from({ length: 16 }, (_, column) =>
          other.reduce((sum, value, at) => sum + value * Number(Wo[((1 - head) * 8 + at) * 16 + column]), 0),
        );
        const output = of.row("output", 11);
        return output.map((value, column) => Math.abs(value - Number(alone[column])));
      });
      assert.ok(Math.max(...context) < 1e-5, `layer ${layer}, head ${head}`);
      const { done, facts } = reading({ ...state, ...off }, task ?? assert.fail());
      assert.deepEqual([done, facts.off], [false, 1]);
    }
});

test("heads are switched on again without a trace, and other numbers set by hand stay", () => {
  const state = { ...defaultState, layer: 2, d_model: 16, d_k: 8, edits: { X: [0, 0, 5] }, layer_edits: {} };
  const heads = [1, 2].flatMap((layer) => [0, 1].map((head) => ({ layer, head })));
  const off = {
    ...state,
    ...withHeadsOff(
      state,
      [heads[1], heads[2]].map((each) => each ?? assert.fail()),
    ),
  };
  assert.deepEqual(
    heads.map((head) => isHeadOff(off, head)),
    [false, true, true, false],
  );
  assert.deepEqual(withHeadsOff(off, []), { edits: state.edits, layer_edits: state.layer_edits });
});
