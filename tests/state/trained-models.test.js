/** The trained model as a recipe of a state: its numbers are the model's own, and its link, its fields and its edits hold. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { controlsFor } from "../../web/state/controls.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, checkState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { firstScreen, loadedModel } from "../../web/state/recipes/trained-models.js";
import { readLink, stateFromFragment, stateToFragment } from "../../web/state/url.js";
import { Random } from "../../web/training/random.js";
import { drawSentence as grammarSentence, exampleOf as grammarExample } from "../../web/training/tasks/grammar.js";
import { drawSentence, sentence, vocabulary } from "../../web/training/tasks/pronoun.js";
import { drawPair, exampleOf as translationExample } from "../../web/training/tasks/translation.js";
import { tasks } from "../../web/training/tasks.js";
import { addTrained } from "../../web/training/trained.js";
import { loadWeights } from "../../web/training/weights.js";

const engine = await createEngine();
addTrained(engine);
/** A model with the weights that ship. @param {"pronoun" | "translation" | "grammar"} id */
function trained(id) {
  const model = engine.model(tasks[id].model());
  const file = readFileSync(new URL(`../../web/training/weights/${id}.safetensors`, import.meta.url));
  loadWeights(model, `${id}.safetensors`, new Uint8Array(file));
  return model;
}
const model = trained("pronoun");
const first = changeState(defaultState, firstScreen);

/** The walk of a state, finished; the caller frees it. @param {import("../../web/state/state.js").State} state */
function walkOf(state) {
  const { spec, inputs } = inputsOf(state, engine);
  return engine.trace(spec, inputs).finish();
}

/** The weights of "it" in a state's walk. @param {import("../../web/state/state.js").State} state */
function weightsOfIt(state) {
  const { tokens } = inputsOf(state, engine);
  const run = walkOf(state);
  const { data } = run.tensor("weights");
  run.free();
  const it = tokens.indexOf("it");
  return Object.fromEntries(tokens.map((token, at) => [token, data[it * tokens.length + at]]));
}

test("both layers have the numbers of the model's own trace, bit for bit", () => {
  const random = new Random(engine.torchRandom(5));
  const drawn = Array.from({ length: 30 }, () => drawSentence(random, true));
  for (const words of [sentence({ animal: "animal", place: "road", adjective: "tired" }), ...drawn]) {
    for (const layer of [1, 2]) {
      const state = changeState(first, { sentence: words.slice(1).join(" "), layer });
      assert.deepEqual(inputsOf(state, engine).tokens, words);
      const [run, own] = [walkOf(state), model.trace({ tokens: vocabulary.tokens(words) }, layer - 1)];
      for (const stage of /** @type {const} */ (["X", "C", "Q", "K", "raw", "weights"]))
        assert.deepEqual(run.tensor(stage).data, own.tensor(stage).data, `${stage} of layer ${layer}`);
      if (layer === 1) assert.deepEqual(run.tensor("output").data, own.tensor("output").data);
      for (const each of [run, own]) each.free();
    }
  }
});

/** Numbers set by hand in layer 1: as edits, and the model with the same numbers. Each head is a block of 16 columns. */
const byHand = Object.freeze({ Wq: [0, 3, 4, 0.5], Wv: [0, 0, 1, -2, 0, 15, 7, 1.25], Wo: [0, 2, 9, 3] });

/** @param {Partial<import("../../web/engine/index.js").ModelSpec["layers"][number]>} [setting] of both layers */
function modelByHand(setting = {}) {
  const spec = tasks.pronoun.model();
  const changed = engine.model({ ...spec, layers: spec.layers.map((each) => ({ ...each, ...setting })) });
  const weights = structuredClone(model.weights());
  for (const [name, flat] of Object.entries(byHand))
    for (let at = 0; at < flat.length; at += 4)
      weights[`layers.0.${name}`]?.data.set([Number(flat[at + 3])], Number(flat[at + 1]) * 16 + Number(flat[at + 2]));
  changed.load(weights);
  return changed;
}

/**
 * Checks that layer 2 of a state has the numbers of a model's own trace, bit for bit.
 * @param {import("../../web/state/state.js").State} state
 * @param {import("../../web/engine/index.js").Model} of
 */
function checkSecond(state, of) {
  const { tokens } = inputsOf(state, engine);
  const [run, own] = [
    walkOf(state),
    of.trace({ tokens: vocabulary.tokens(tokens.map((word) => word.toLowerCase())) }, 1),
  ];
  for (const stage of /** @type {const} */ (["X", "C", "Q", "K", "weights"]))
    assert.deepEqual(run.tensor(stage).data, own.tensor(stage).data, stage);
  for (const each of [run, own, of]) each.free();
}

test("numbers set by hand in layer 1 reach layer 2, as in a model with these weights; they stay, in links too", () => {
  const edited = changeState(changeState(first, { layer: 1 }), { edits: byHand });
  const second = changeState(edited, { layer: 2 });
  assert.deepEqual([second.edits, second.layer_edits], [{}, byHand]);
  assert.notDeepEqual(inputsOf(second, engine).inputs.X?.data, inputsOf(first, engine).inputs.X?.data);
  checkSecond(second, modelByHand());
  assert.deepEqual(stateFromFragment(stateToFragment(second)), second);
  assert.deepEqual(stateFromFile("a.json", stateToFile(second)), second);
  const both = changeState(second, { edits: { Wk: [0, 1, 1, 4] } });
  const back = changeState(both, { layer: 1 });
  assert.deepEqual([back.edits, back.layer_edits], [byHand, { Wk: [0, 1, 1, 4] }]);
  assert.deepEqual(changeState(back, { layer: 2 }), both);
  assert.deepEqual(changeState(both, { recipe: "grammar" }).layer_edits, {});
  assert.throws(
    () => changeState(back, { layer_edits: { Wo: [0, 0, 0, 1] } }),
    /layer_edits: must be of X, C, Wq, Wk, Wv, got "Wo"/,
  );
  assert.deepEqual(changeState(defaultState, { recipe: "grammar", layer_edits: byHand }).layer_edits, {});
  assert.deepEqual(
    changeState(both, { sentence: "The dog cannot cross the road", layer_edits: { X: [2, 0, 1] } }).layer_edits,
    { X: [2, 0, 1] },
  );
});

test("where a word changes, what was set by hand in its row goes, in both layers", () => {
  const state = changeState(first, { edits: { X: [1, 0, 1, 2, 0, 1] }, layer_edits: { X: [1, 3, 1, 2, 3, 1] } });
  const changed = changeState(state, { sentence: first.sentence.replace("animal", "dog") });
  assert.deepEqual([changed.edits, changed.layer_edits], [{ X: [1, 0, 1] }, { X: [1, 3, 1] }]);
});

test("settings hold in both layers, as in a model that has them in both", () => {
  const setting = { softcap: 0.5 };
  const second = changeState(first, { ...setting, layer_edits: byHand });
  checkSecond(second, modelByHand(setting));
});

test("without values in layer 1, layer 2 starts from the embeddings, and no longer finds the animal", () => {
  const Wv = Array.from({ length: 256 }, (_, at) => [0, Math.floor(at / 16), at % 16, 0]).flat();
  const second = changeState(first, { layer_edits: { Wv } });
  const embeddings = inputsOf(changeState(second, { layer: 1 }), engine).inputs.X;
  assert.deepEqual(inputsOf(second, engine).inputs.X?.data, embeddings?.data);
  assert.ok(Number(weightsOfIt(first).animal) > 0.9);
  assert.ok(Number(weightsOfIt(second).animal) < 0.5);
});

/** Sentences of the other models, which training never saw: the state's fields, and the model's own example. */
const others = Object.freeze({
  translation: (/** @type {Random} */ random) => {
    const pair = drawPair(random, true);
    const { tokens, source } = translationExample(pair);
    return {
      fields: { sentence: pair.french.join(" "), context: pair.english.join(" ") },
      example: { tokens, source },
    };
  },
  grammar: (/** @type {Random} */ random) => {
    const words = grammarSentence(random, true);
    return { fields: { sentence: words.slice(0, -1).join(" ") }, example: { tokens: grammarExample(words).tokens } };
  },
});

for (const id of /** @type {const} */ (["translation", "grammar"])) {
  test(`${id}: every stage has the numbers of the model's own trace, and every word its place in the sentence`, () => {
    const own = trained(id);
    const random = new Random(engine.torchRandom(6));
    const opened = changeState(defaultState, { recipe: id });
    for (let count = 0; count < 30; count++) {
      const { fields, example } = others[id](random);
      const state = changeState(opened, fields);
      const { tokens, contextTokens } = inputsOf(state, engine);
      assert.deepEqual(tokens, example.tokens.map(tasks[id].label));
      const { source = null } = /** @type {{source?: readonly number[]}} */ (example);
      assert.deepEqual(contextTokens, source && source.map(tasks[id].sourceLabel));
      const [run, traced] = [walkOf(state), own.trace(example, 0)];
      /* The sum with what the layer read, which the page shows beside the output. */
      assert.deepEqual([...run.stages, "residual_1"], traced.stages);
      for (const stage of run.stages) assert.deepEqual(run.tensor(stage), traced.tensor(stage), stage);
      for (const each of [run, traced]) each.free();
    }
    own.free();
  });

  test(`${id}: the readout makes the model's own logits of its output, bit for bit`, () => {
    const own = trained(id);
    const readout = loadedModel(engine, { recipe: id })?.readout;
    const { readout_weight, readout_bias } = own.weights();
    assert.deepEqual(readout?.weight.data, readout_weight?.data);
    assert.deepEqual(readout?.bias?.data, readout_bias?.data);
    assert.deepEqual(
      readout?.words,
      Array.from({ length: own.spec.classes }, (_, token) => tasks[id].label(token)),
    );
    own.free();
  });
}

test("the translation keeps a second sentence, whose words are its own; padding changes no word's numbers", () => {
  const opened = stateFromFragment("recipe=translation");
  assert.deepEqual([opened.sentence, opened.context], ["la voiture rouge est", "the red car is small"]);
  assert.equal(opened.layer, 1);
  const changed = changeState(opened, { sentence: "le chien", context: "the Dog" });
  assert.deepEqual(stateFromFragment(stateToFragment(changed)), changed);
  assert.equal(changeState(changed, { context: null }).context, opened.context);
  assert.ok(controlsFor(opened).includes("context"));
  assert.throws(() => changeState(opened, { context: "the red car is small now" }), /context: at most 5 tokens, got 6/);
  assert.throws(() => changeState(opened, { sentence: "a b c d e f" }), /sentence: at most 6 tokens, got 7/);
  const model = loadedModel(engine, opened);
  assert.deepEqual(
    ["chien", "dog", "<start>"].map((word) => [model?.knows(word), model?.knows(word, "keys")]),
    [
      [true, false],
      [false, true],
      [true, false],
    ],
  );
  for (const padding_side of /** @type {const} */ (["end", "start"])) {
    const padded = changeState(opened, { padding: 3, padding_side });
    const [run, plain] = [walkOf(padded), walkOf(opened)];
    assert.deepEqual(run.tensor("output"), plain.tensor("output"), padding_side);
    for (const each of [run, plain]) each.free();
  }
});

test("the grammar's model is opened from any sentence, and without a first word too", () => {
  const long = changeState(defaultState, {
    sentence: "one two three four five six seven eight nine ten eleven twelve",
  });
  const entered = changeState(long, { recipe: "grammar" });
  assert.deepEqual([entered.sentence, entered.context, entered.causal], ["the dogs near this cat", null, true]);
  assert.ok(!controlsFor(entered).includes("layer"));
  const start = changeState(entered, { sentence: "<start>" });
  assert.deepEqual(inputsOf(start, engine).tokens, ["<start>"]);
  assert.deepEqual(stateFromFragment(stateToFragment(start)), start);
});

test("a capital letter does not make another word; an unknown word has an embedding of zeros", () => {
  const capital = inputsOf(first, engine).inputs;
  const small = inputsOf(changeState(first, { sentence: first.sentence.toLowerCase() }), engine).inputs;
  assert.deepEqual(small.C?.data, capital.C?.data);
  const unknown = changeState(first, { sentence: first.sentence.replace("animal", "zeppelin") });
  const rows = inputsOf(unknown, engine).inputs.C?.data ?? [];
  assert.ok(rows.slice(2 * 16, 3 * 16).every((value) => value === 0));
  assert.ok(rows.slice(3 * 16, 4 * 16).every((value) => value !== 0));
});

test("a link with the recipe alone opens the example, and links have no field that the recipe decides", () => {
  const opened = stateFromFragment("recipe=pronoun");
  assert.equal(opened.sentence, "The animal cannot cross the road because it is too tired");
  assert.deepEqual(
    [opened.context, opened.d_model, opened.d_k, opened.heads, opened.layer],
    [opened.sentence, 16, 16, 1, 2],
  );
  const changed = changeState(first, { layer: 1, temperature: 2, edits: { Wq: [0, 3, 4, 0.5] }, stage: "raw" });
  const fragment = stateToFragment(changed);
  assert.deepEqual(stateFromFragment(fragment), changed);
  for (const field of ["context", "d_model", "d_k", "heads="]) assert.ok(!fragment.includes(field), fragment);
  assert.deepEqual(stateFromFile("a.json", stateToFile(changed)), changed);
});

test("what a link says against its model is refused by its name; any sentence of the reader's stays", () => {
  const { state, leftOut } = readLink("recipe=pronoun&d_k=4&heads=2&layer=1&position=rope");
  assert.deepEqual(state, stateFromFragment("recipe=pronoun&layer=1"));
  assert.deepEqual(
    leftOut.map(({ message }) => message),
    [
      'd_k: must be "16" with recipe pronoun, got 4',
      'heads: must be "1" with recipe pronoun, got 2',
      'position: must be "none" with recipe pronoun, got "rope"',
    ],
  );
  const other = readLink("recipe=translation&context=");
  assert.deepEqual(
    [other.state.context, other.leftOut.map(({ field }) => field)],
    ["the red car is small", ["context"]],
  );
  // Also the sentence that the page has by default with other recipes.
  const grammar = changeState(defaultState, { recipe: "grammar", sentence: defaultState.sentence });
  assert.deepEqual(stateFromFragment(stateToFragment(grammar)), grammar);
});

test("a trained model decides its sizes, and no control offers them", () => {
  const changed = changeState(first, {
    d_k: 8,
    heads: 4,
    context: null,
    projections: false,
    position: "rope",
    projection_bias: true,
  });
  assert.deepEqual(changed, first);
  const offered = controlsFor(first);
  for (const field of /** @type {const} */ ([
    "d_k",
    "heads",
    "context",
    "projections",
    "position",
    "projection_bias",
    "seed",
  ]))
    assert.ok(!offered.includes(field), field);
  assert.throws(
    () => checkState({ ...first, d_k: 8 }),
    /^AttentionError: d_k: must be "16" with recipe pronoun, got 8$/,
  );
});

test("a model starts from its own settings; another recipe leaves nothing of it behind", () => {
  const rope = changeState(defaultState, { position: "rope", softcap: 3, causal: true, edits: { X: [0, 0, 1] } });
  const entered = changeState(rope, { recipe: "pronoun" });
  assert.deepEqual([entered.position, entered.softcap, entered.edits], ["none", null, {}]);
  const edited = changeState(entered, { edits: { C: [0, 0, 1] } });
  assert.deepEqual(changeState(edited, { layer: 1 }).edits, {});
  const left = changeState(edited, { recipe: "random" });
  assert.deepEqual([left.context, left.edits, left.sentence], [null, {}, entered.sentence]);
});

test("a sentence of more than 15 tokens is refused, beside the sign for nothing", () => {
  const words = "the animal cannot cross the road because it is too tired today now here";
  assert.equal(inputsOf(changeState(first, { sentence: words }), engine).tokens.length, 15);
  assert.throws(() => changeState(first, { sentence: `${words} again` }), /sentence: at most 15 tokens, got 16/);
  const { state, leftOut } = readLink(`recipe=pronoun&sentence=${words.replaceAll(" ", "+")}+again`);
  assert.deepEqual([state.recipe, leftOut.map(({ field }) => field)], ["pronoun", ["sentence"]]);
});

test("without the weights, an error says what to load", async () => {
  const bare = await createEngine();
  assert.throws(() => inputsOf(first, bare), /^AttentionError: recipe: needs the weights of pronoun: call addTrained/);
});

test("edits of trained numbers decide the answer: without queries, all words get the same", () => {
  const Wq = Array.from({ length: 256 }, (_, at) => [0, Math.floor(at / 16), at % 16, 0]).flat();
  const even = walkOf(changeState(first, { edits: { Wq } }));
  for (const weight of even.tensor("weights").data) assert.ok(Math.abs(weight - 1 / 12) < 1e-6, String(weight));
  even.free();
});

test("the weight decides by the words' own keys: where animal and road change places in C, so does the answer", () => {
  const { inputs, tokens } = inputsOf(first, engine);
  const [animal, road] = [tokens.indexOf("animal"), tokens.indexOf("road")];
  const rowOf = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from(inputs.C?.data.slice(from * 16, from * 16 + 16) ?? [], (value, column) => [to, column, value]).flat();
  const before = weightsOfIt(first);
  const after = weightsOfIt(changeState(first, { edits: { C: [...rowOf(animal, road), ...rowOf(road, animal)] } }));
  assert.ok(Number(before.animal) > 0.99 && Number(before.road) < 0.01);
  assert.ok(Number(after.road) > 0.99 && Number(after.animal) < 0.01);
});
