/** A model that the reader trained, as a recipe of a state: its walks are the model's own, and its link restores it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { AttentionError, createEngine } from "../../web/engine/index.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, checkState, defaultState } from "../../web/state/state.js";
import { effectiveSizes } from "../../web/state/sizes.js";
import { loadedModel, sentenceOf, trainedModels } from "../../web/state/recipes/trained-models.js";
import { nextWordOf, residualRow } from "../../web/state/recipes/next-word.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { readLink, stateFromFragment, stateToFragment } from "../../web/state/url.js";
import { padToken } from "../../web/state/tokens.js";
import { checkText, keepModel, openedState, ownModel, readRun, runText } from "../../web/training/own/own-model.js";
import { trainOwn } from "../support/own-models.js";
import { Random } from "../../web/training/random.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { dataTasks, makeTask, needsData, tasks } from "../../web/training/tasks.js";
import { trainAgain } from "../../web/training/own/train-again.js";

/** @typedef {import("../../web/training/settings.js").Settings} Settings */

const engine = await createEngine();

const text = "The quick brown fox jumps over the lazy dog, isn't it? ".repeat(20);
const pairs = Array.from({ length: 20 }, (_, at) => `Word${at} isn't B${at} => b${at} n'est-ce pas, word${at}!`).join(
  "\n",
);

const names = await shippedData.names();

/** @type {Record<string, Partial<Settings> & {task: string}>} */
const runs = {
  reverse: { task: "reverse" },
  "reverse with sinusoids and two heads": { task: "reverse", position: "sinusoidal", heads: 2 },
  "previous token with ALiBi, unscaled": { task: "previous", position: "alibi", scaling: "off" },
  majority: { task: "majority" },
  "induction with two layers": { task: "induction" },
  "induction with RoPE and two heads": { task: "induction", position: "rope", heads: 2, d_k: 8 },
  "the pronoun": { task: "pronoun" },
  "the pronoun with one layer": { task: "pronoun", layers: 1 },
  "the pronoun with sinusoids, a causal mask": { task: "pronoun", position: "sinusoidal", mask: "causal" },
  translation: { task: "translation" },
  "translation with two layers, sinusoids, a causal mask": {
    task: "translation",
    layers: 2,
    position: "sinusoidal",
    mask: "causal",
  },
  "translation with RoPE": { task: "translation", position: "rope" },
  grammar: { task: "grammar" },
  "grammar with two layers": { task: "grammar", layers: 2 },
  "a text": { task: "text" },
  "own pairs": { task: "pairs" },
  "reverse with an MLP": { task: "reverse", block: "mlp" },
  "induction with norms and MLPs in two layers": { task: "induction", block: "norm-mlp" },
  "the pronoun with norms and MLPs": { task: "pronoun", block: "norm-mlp" },
  "translation with norms and MLPs, two layers, RoPE": {
    task: "translation",
    block: "norm-mlp",
    layers: 2,
    position: "rope",
  },
  names: { task: "names" },
  "names with sinusoids in two layers": { task: "names", position: "sinusoidal", layers: 2 },
  "names by attention alone": { task: "names", block: "attention" },
};

/** @param {string} task */
const dataOf = (task) => ({ text, pairs, names })[task];

/** A few steps of a run, and what they found; the caller frees the model. @param {Partial<Settings> & {task: string}} patch */
const trained = (patch, steps = 2) => trainOwn(engine, patch, steps, dataOf(patch.task));

/** The walk of a state, finished; the caller frees it. @param {import("../../web/state/state.js").State} state */
function walkOf(state) {
  const { spec, inputs } = inputsOf(state, engine);
  return engine.trace(spec, inputs).finish();
}

for (const [name, patch] of Object.entries(runs)) {
  test(`${name}: every stage of every layer has the model's own numbers, on any sentence of its task`, () => {
    const { session, found, run } = trained(patch);
    const { task } = makeTask(patch.task, dataOf(patch.task));
    const { spec } = session.facts;
    const examples = task.examples(new Random(engine.torchRandom(5)), 4, true);
    for (const layer of spec.layers.map((_, at) => at + 1)) {
      const opened = changeState(defaultState, openedState(found, layer, session.maps()));
      assert.deepEqual(inputsOf(opened, engine).tokens, session.facts.tokens);
      const { data } = session.model.trace(session.facts.example, layer - 1).tensor("weights");
      const { queries, keys } = session.facts.layers[layer - 1] ?? assert.fail("no such layer");
      const [, row = 0, key = 0] = opened.cell?.index ?? [];
      const ofRow = data.slice(row * keys, (row + 1) * keys);
      assert.ok(
        row < queries && session.facts.answer[row] !== "" && ofRow.every((weight) => weight <= Number(ofRow[key])),
      );
      assert.deepEqual(stateFromFragment(stateToFragment(opened)), opened);
      assert.deepEqual(stateFromFile("a.json", stateToFile(opened)), opened);
      assert.deepEqual(checkState(opened), opened);
      for (const { tokens, source } of examples) {
        const sentence = sentenceOf({ recipe: "trained", trained_run: run }, tokens.map(task.label));
        const state = changeState(opened, {
          sentence,
          ...(source && { context: source.map(task.sourceLabel).join(" ") }),
        });
        assert.deepEqual(inputsOf(state, engine).tokens, tokens.map(task.label));
        const [walk, own] = [walkOf(state), session.model.trace(source ? { tokens, source } : { tokens }, layer - 1)];
        // A pointer's last layer ends with its weights. Layer 2 has positions in its X already.
        const stages = own.stages.filter((stage) => walk.stages.includes(stage));
        for (const stage of ["X", "Q", "K", "raw", "weights"])
          assert.ok(stages.includes(stage), `${stage} in ${stages}`);
        const isPointer = spec.readout === "pointer" && layer === spec.layers.length;
        for (const stage of stages.slice(0, isPointer ? stages.indexOf("weights") + 1 : undefined))
          assert.deepEqual(walk.tensor(stage).data, own.tensor(stage).data, `${stage} of layer ${layer}`);
        const readout = loadedModel(engine, state)?.readout;
        assert.equal(readout === null, spec.readout === "pointer");
        if (readout && layer === spec.layers.length) {
          const batch = { tokens: Int32Array.from(tokens), lengths: Int32Array.of(tokens.length) };
          const padded = task.pack([{ tokens, targets: tokens.map(() => -1), ...(source && { source }) }]);
          const { shape, data } = session.model.predict({ ...padded, lengths: batch.lengths });
          const classes = Number(shape[2]);
          tokens.forEach((_, row) => {
            const { logits } = nextWordOf(engine, readout, residualRow({ run: walk }, row));
            const expected = data.subarray(row * classes, (row + 1) * classes);
            for (let at = 0; at < classes; at++)
              assert.ok(Math.abs(Number(logits[at]) - Number(expected[at])) < 1e-5, `logit ${at} of row ${row}`);
          });
        }
        for (const each of [walk, own]) each.free();
      }
    }
    session.model.free();
  });
}

test("the answers of a task on letters are those of its examples, on every drawn example", () => {
  for (const id of /** @type {const} */ (["reverse", "previous", "induction", "majority"]))
    for (const isHeldOut of [false, true])
      for (const { tokens, targets } of tasks[id].examples(new Random(engine.torchRandom(9)), 200, isHeldOut))
        assert.deepEqual(tasks[id].answer?.(tokens), targets, id);
});

test("padding has no answer, and does not change the answers of the words beside it", () => {
  const runs = {
    reverse: [
      ["a", "b", "c"],
      ["c", "b", "a"],
    ],
    previous: [
      ["a", "b", "c"],
      [null, "a", "b"],
    ],
    induction: [
      ["a", "b", "c", "a"],
      [null, null, null, "b"],
    ],
    majority: [
      ["a", "b", "a"],
      ["a", "a", "a"],
    ],
  };
  for (const [task, [words = [], answers = []]] of Object.entries(runs)) {
    const { session, found } = trained({ task }, 0);
    const { targets } = ownModel(engine, found);
    const wanted = answers.map((word) => (word === null ? -1 : "abc".indexOf(word)));
    const sentence = /** @type {string[]} */ (words);
    assert.deepEqual(targets?.(sentence), wanted, task);
    assert.deepEqual(targets?.([...sentence, padToken, padToken]), [...wanted, -1, -1], task);
    assert.deepEqual(targets?.([padToken, ...sentence]), [-1, ...wanted], task);
    session.model.free();
  }
});

test("an engine keeps the latest twenty models of the reader's, and those that ship", () => {
  const { session, found } = trained({ task: "reverse" }, 0);
  const shipped = ownModel(engine, found);
  const of = { trace: engine.trace, trained: new Map([["pronoun", { ...shipped, own: undefined }]]) };
  const runs = Array.from({ length: 22 }, (_, at) => ({ ...found, steps: at }));
  for (const each of [...runs, runs[2] ?? found]) keepModel(of, each);
  const steps = [...of.trained.keys()].map((name) => new URLSearchParams(name).get("steps"));
  assert.deepEqual(steps, [null, ...Array.from({ length: 19 }, (_, at) => String(at + 3)), "2"]);
  session.model.free();
});

test("a text that a stranger wrote is refused by the part that is wrong, before any step of training", () => {
  const { session, run } = trained({ task: "reverse" });
  for (const [part, other, field] of [
    ["task=reverse", "task=__proto__", "task"],
    ["task=reverse", "task=constructor", "task"],
    ["task=reverse", "task=<img src=x onerror=alert(1)>", "task"],
    ["steps=2", "steps=NaN", "steps"],
    ["steps=2", "steps=1e9", "steps"],
    ["steps=2", "steps=4294967295", "steps"],
    ["steps=2", "steps=-1", "steps"],
    ["&steps=2", "", "steps"],
    [/&crc=\d+/, "", "crc"],
    ["d_k=16", "d_k=65", "d_k"],
    ["heads=1", "heads=1e3", "heads"],
    ["seed=1", "seed=4294967296", "seed"],
    ["seed=1", "seed=1&seed=2", "seed"],
    ["seed=1", "seed=1&__proto__=2", "__proto__"],
    ["seed=1", "seed=1&lr=Infinity", "lr"],
    ["d_model=16", "d_model=32", "trained_run"],
    ["n=8", "n=9", "trained_run"],
    ["n=8", "n=8&source=4", "trained_run"],
    ["seed=1", "seed=1&lr=0.01", "trained_run"], // the task's own, which no page writes
  ]) {
    const text = run.replace(/** @type {string} */ (part), String(other));
    assert.notEqual(text, run);
    /** @type {unknown} */
    let got = null;
    try {
      trainAgain(engine, text).next();
    } catch (error) {
      got = error instanceof AttentionError ? error.field : error;
    }
    assert.equal(got, field, text);
  }
  session.model.free();
});

test("a run's text trains to the same weights; another text is refused", () => {
  const patch = { task: "induction", position: /** @type {const} */ ("rope"), seed: 3, batch: 8 };
  const { session, run, found } = trained(patch, 5);
  const training = trainAgain(engine, run);
  const done = [];
  for (;;) {
    const { value, done: isDone } = training.next();
    if (!isDone) {
      done.push(value);
      continue;
    }
    const [X, own] = [value, ownModel(engine, found)].map((model) => model.inputs(1, ["a", "b"], ["a", "b"]).X?.data);
    assert.deepEqual(X, own);
    break;
  }
  assert.deepEqual(done, [1, 2, 3, 4, 5]);
  assert.deepEqual(readRun(run).settings, { ...found.settings, heads: 1, d_k: 16, layers: 2, mask: "causal" });
  assert.throws(
    () => trainAgain(engine, run.replace("n=12", "n=13")).next(),
    /^AttentionError: trained_run: must have n 12, as its settings lead to, got 13$/,
  );
  for (const other of [run.replace("seed=3", "seed=4"), run.replace("steps=5", "steps=4")])
    assert.throws(
      () => [...trainAgain(engine, other)],
      /^AttentionError: trained_run: must name weights that training finds again/,
    );
  session.model.free();
});

test("changes of the learning rate belong to a run's text, up to its step", () => {
  const settings = { ...changeSettings(defaultSettings, { task: "reverse" }), rates: "1:0.1 3:0.001" };
  const session = new Session(engine, settings);
  for (let step = 0; step < 2; step++) session.step();
  const { facts, steps } = session;
  const run = runText({ settings, facts, steps, weights: session.weights(), accuracy: 0 });
  assert.deepEqual(readRun(run).settings.rates, "1:0.1");
  assert.equal([...trainAgain(engine, run)].length, 2);
  session.model.free();
});

test("weights of a file and the reader's own data are in no text: it says so", () => {
  const { session, found } = trained({ task: "reverse" });
  assert.throws(
    () => readRun(runText({ ...found, isLoaded: true })),
    /^AttentionError: trained_run: must be of weights that a link/,
  );
  const own = { ...found, settings: { ...found.settings, data: /** @type {const} */ ("own") } };
  assert.throws(() => readRun(runText(own)), /^AttentionError: trained_run: must be of weights that a link/);
  session.model.free();
});

test("an edited weight of layer 1 changes the answer as in a model with that weight", () => {
  const { session, found } = trained({ task: "induction" });
  const { spec, example } = session.facts;
  const opened = changeState(defaultState, openedState(found, 2, session.maps()));
  const edited = changeState(opened, { layer_edits: { Wv: [0, 2, 3, 1.5] } });
  const weights = structuredClone(session.model.weights());
  weights["layers.0.Wv"]?.data.set([1.5], 2 * 16 + 3);
  const own = engine.model(spec);
  own.load(weights);
  const [walk, traced, plain] = [walkOf(edited), own.trace(example, 1), walkOf(opened)];
  assert.deepEqual(walk.tensor("output").data, traced.tensor("output").data);
  assert.notDeepEqual(walk.tensor("output").data, plain.tensor("output").data);
  for (const each of [walk, traced, plain, own, session.model]) each.free();
});

test("an unknown word has an embedding of zeros, and its model says so", () => {
  const { session, found } = trained({ task: "grammar" });
  const state = changeState(defaultState, {
    ...openedState(found, 1, session.maps()),
    sentence: "The dogs sleep soundly",
    cell: null,
  });
  const model = loadedModel(engine, state);
  assert.deepEqual(
    ["The", "soundly"].map((word) => model?.knows(word)),
    [true, false],
  );
  const { data } = inputsOf(state, engine).inputs.E ?? assert.fail("no embeddings");
  assert.deepEqual(data.slice(-16), new Float32Array(16));
  session.model.free();
});

/** All tasks: Explore opens the models of each. */
const opened = [...Object.keys(tasks), ...Object.keys(dataTasks)];

test("a text that says other norms, activations or MLPs than its settings lead to is refused, before any step", () => {
  const { session, run } = trained({ task: "names" });
  for (const [part, other] of [
    ["norm=rmsnorm", "norm=layernorm"],
    ["norm_weight=off", "norm_weight=on"],
    ["activation=relu", "activation=gelu"],
    ["mlp=plain", "mlp=gated"],
    ["final_norm=none", "final_norm=rmsnorm"],
    ["&embedding_norm=rmsnorm", ""],
    [/&block.*(?=&d_model)/, ""],
  ]) {
    const text = run.replace(/** @type {string} */ (part), String(other));
    assert.notEqual(text, run);
    assert.throws(
      () => checkText(text, session.facts),
      (/** @type {any} */ { reason }) => reason.code === "run-size" || reason.code === "run-written",
      text,
    );
  }
  checkText(run, session.facts);
  session.model.free();
  const unknown = changeState.bind(null, defaultState, {
    recipe: "trained",
    trained_run: run.replace("norm=rmsnorm", "norm=batchnorm"),
  });
  assert.throws(unknown, /trained_run: must have norm none or layernorm or rmsnorm, got "batchnorm"/);
});

test("a link that names a run and no sentence opens on the example that Train shows of its task", async () => {
  for (const task of opened) {
    const data = needsData(task) ? await shippedData[task]() : undefined;
    const { session, found, run } = trainOwn(engine, { task }, 0, data);
    const { state, leftOut } = readLink(`recipe=trained&trained_run=${encodeURIComponent(run)}`);
    assert.deepEqual(leftOut, []);
    const { sentence, context = null } = openedState(found, 1, session.maps());
    const shipped = Object.hasOwn(trainedModels, task) && trainedModels[/** @type {"grammar"} */ (task)];
    assert.equal(state.sentence, shipped ? shipped.example : sentence, task);
    if (!shipped) assert.equal(state.context, context, task);
    const model = loadedModel(engine, state);
    for (const token of inputsOf(state, engine).tokens) assert.ok(model?.knows(token), `${token} in ${task}`);
    session.model.free();
  }
});

/**
 * The numbers of words in a vocabulary, which may have them with small letters alone.
 * @param {readonly string[]} tokens
 * @param {readonly string[]} words
 */
const numbersOf = (tokens, words) =>
  tokens.map((token) => words.findIndex((word) => word === token || word === token.toLowerCase()));

test("a link that names a run alone opens the model as it was trained: its mask, its scaling, its numbers", async () => {
  for (const patch of [
    ...opened.map((task) => ({ task })),
    { task: "previous", scaling: /** @type {const} */ ("off"), position: /** @type {const} */ ("alibi") },
    { task: "reverse", mask: /** @type {const} */ ("causal") },
    { task: "induction", mask: /** @type {const} */ ("none"), heads: 2 },
    { task: "pronoun", mask: /** @type {const} */ ("causal"), position: /** @type {const} */ ("sinusoidal") },
    { task: "translation", mask: /** @type {const} */ ("causal"), layers: 2 },
    { task: "translation", scaling: /** @type {const} */ ("off") },
  ]) {
    const data = needsData(patch.task) ? await shippedData[patch.task]() : undefined;
    const { session, found, run } = trainOwn(engine, patch, 1, data);
    const { words, sourceWords, spec } = session.facts;
    for (const layer of spec.layers.map((_, at) => at + 1)) {
      const link = `recipe=trained&trained_run=${encodeURIComponent(run)}&layer=${layer}`;
      const { state, leftOut } = readLink(link);
      assert.deepEqual(leftOut, [], JSON.stringify(patch));
      const { contextTokens, tokens } = effectiveSizes(state);
      const source = spec.source && numbersOf(contextTokens ?? [], sourceWords);
      const example = { tokens: numbersOf(tokens, words), ...(source && { source }) };
      const [walk, own] = [walkOf(state), session.model.trace(example, layer - 1)];
      for (const stage of ["scaled", "weights"])
        if (own.stages.includes(stage))
          assert.deepEqual(walk.tensor(stage).data, own.tensor(stage).data, `${stage} of ${JSON.stringify(patch)}`);
      assert.equal(walk.stages.includes("masked"), own.stages.includes("masked"), JSON.stringify(patch));
      for (const each of [walk, own]) each.free();
      const opened = changeState(defaultState, openedState(found, layer, session.maps()));
      assert.deepEqual(
        [state.causal, state.scaling, state.align],
        [opened.causal, opened.scaling, opened.align],
        JSON.stringify(patch),
      );
      // What the reader changes is the reader's, and stands in the link.
      const changed = changeState(state, { causal: !state.causal, scaling: !state.scaling, align: null });
      assert.deepEqual([changed.causal, changed.scaling], [!state.causal, !state.scaling]);
      for (const each of [state, changed]) assert.deepEqual(stateFromFragment(stateToFragment(each)), each);
    }
    session.model.free();
  }
});

test("what a link says against its run is refused by its name, and the rest of the link holds", () => {
  const { session, run } = trained({ task: "reverse", heads: 2, d_k: 4 });
  const link = `recipe=trained&trained_run=${encodeURIComponent(run)}`;
  const plain = readLink(link).state;
  for (const [field, value, wanted] of [
    ["d_k", "8", "4"],
    ["d_model", "8", "16"],
    ["heads", "4", "2"],
    ["kv_heads", "1", "none"],
    ["position", "rope", "learned"],
    ["layer", "2", "1"],
    ["context", "a", ""],
    ["projections", "false", "true"],
  ]) {
    const { state, leftOut } = readLink(`${link}&${field}=${value}&temperature=2`);
    assert.deepEqual(state, changeState(plain, { temperature: 2 }), field);
    assert.deepEqual(
      leftOut.map(({ message }) => message.split(", got")[0]),
      [`${field}: must be "${wanted}" with recipe trained`],
    );
  }
  assert.deepEqual(readLink(`${link}&d_k=4&heads=2&position=learned`), { state: plain, leftOut: [] });
  session.model.free();
});

test("a run beside a recipe that has none is refused by its name, and the rest of the link holds", () => {
  const { session, run } = trained({ task: "reverse" });
  for (const recipe of ["random", "pronoun"]) {
    const { state, leftOut } = readLink(`recipe=${recipe}&run=${encodeURIComponent(run)}&stage=raw`);
    assert.deepEqual([state.recipe, state.trained_run, state.stage], [recipe, null, "raw"]);
    assert.deepEqual(
      leftOut.map(({ field, message }) => [field, message.split(",")[0]]),
      [["trained_run", `trained_run: must be "none" with recipe ${recipe}`]],
    );
    assert.throws(
      () => checkState({ ...state, trained_run: run }),
      /^AttentionError: trained_run: must be "none" with recipe/,
    );
  }
  session.model.free();
});

test("a link whose run is no run, or has sizes that no state has, keeps what can be used of it", () => {
  const { session, found } = trained({ task: "reverse" });
  const state = changeState(defaultState, openedState(found, 1, session.maps()));
  const fragment = stateToFragment(state);
  for (const [part, other] of [
    ["d_k%3D16", "d_k%3D1000"],
    ["heads%3D1", "heads%3D"],
    ["position%3Dlearned", "position%3Dx"],
  ]) {
    assert.ok(fragment.includes(String(part)), fragment);
    const { state: read, leftOut } = readLink(fragment.replace(String(part), String(other)));
    assert.equal(read.recipe, "random");
    assert.deepEqual(
      leftOut.map(({ field }) => field),
      [String(part).split("%")[0]],
    );
  }
  const { state: bare } = readLink("recipe=trained");
  assert.equal(bare.recipe, "random");
  const left = changeState(state, { recipe: "random" });
  assert.deepEqual([left.trained_run, left.context, left.position], [null, null, "learned"]);
  assert.equal(changeState(state, { recipe: "grammar" }).trained_run, null);
  assert.throws(
    () => changeState(left, { recipe: "trained" }),
    /^AttentionError: trained_run: must name a run of Train, got ""/,
  );
  session.model.free();
});
