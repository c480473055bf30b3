/** What a page asks of a model: the answers are those of the whole walk, whose stages tests/checkpoints/walk.test.js holds to PyTorch. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { CheckpointSession, MOST } from "../../web/checkpoints/session.js";
import { createEngine } from "../../web/engine/index.js";
import { openFolder } from "../../web/node/model-folder.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { writeModel } from "../bench/latency/checkpoint-files.js";
import { bytesOf, filesIn, filesOf, reference } from "../support/checkpoints.js";
import { temporaryFolder } from "../support/machine.js";

const engine = await createEngine();

/** The tokens and stages that PyTorch computed. @param {string} name */
function truthOf(name) {
  const file = readFileSync(new URL(`${name}/truth.safetensors`, reference));
  const { tokens, ...stages } = readTensors(name, new Uint8Array(file));
  return { tokens: Array.from(tokens?.data ?? []), stages };
}

/** @param {string} name */
async function opened(name) {
  const session = new CheckpointSession(engine);
  const { summary } = await session.open(filesOf(name));
  return { session, summary };
}

for (const name of readdirSync(reference)) {
  test(`${name}: layer by layer, then the next word, as PyTorch's logits say`, async () => {
    const { session, summary } = await opened(name);
    const { tokens, stages } = truthOf(name);
    assert.deepEqual(
      session.tokens(tokens).map(({ id }) => id),
      tokens,
    );
    const steps = [...session.walk(tokens)];
    const layers = steps.filter(({ is }) => is === "layer");
    assert.deepEqual(
      layers.map((step) => step.is === "layer" && step.layer),
      [...Array(summary.layers).keys()],
    );
    for (const step of layers) {
      if (step.is !== "layer") continue;
      const truth = stages[`layers.${step.layer}.weights`];
      assert.deepEqual([step.heads.length, tokens.length, tokens.length], truth?.shape);
      assert.ok(step.weights);
      const worst = step.weights.reduce((most, got, at) => Math.max(most, Math.abs(got - (truth?.data[at] ?? NaN))), 0);
      assert.ok(worst <= 2e-5, `${worst}`);
    }
    const predicted = steps.find(({ is }) => is === "predicted");
    const logits = stages.logits;
    assert.equal(predicted !== undefined, summary.predicts === "next");
    assert.equal(summary.predicts !== null, logits !== undefined);
    if (predicted?.is !== "predicted" || !logits) return session.free();
    const last = Array.from(logits.data.slice(-summary.vocabulary));
    const sum = last.reduce((total, value) => total + Math.exp(value), 0);
    const best = [...last.keys()].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0)).slice(0, MOST.next);
    assert.deepEqual(
      predicted.next.map(({ id }) => id),
      best,
    );
    for (const { id, probability } of predicted.next)
      assert.ok(Math.abs(probability - Math.exp(last[id] ?? NaN) / sum) <= 2e-5, `${id}`);
    assert.equal(predicted.lens.length, summary.layers + 1);
    assert.deepEqual(predicted.lens.at(-1), predicted.next[0]);
    session.free();
  });
}

test("the answer after a layer is that of a model that ends there", async () => {
  const { session, summary } = await opened("gpt2");
  const { tokens } = truthOf("gpt2");
  const predicted = [...session.walk(tokens)].find(({ is }) => is === "predicted");
  const bytes = bytesOf("gpt2");
  const config = JSON.parse(new TextDecoder().decode(bytes["config.json"]));
  for (let layers = 1; layers <= summary.layers; layers++) {
    const shorter = new TextEncoder().encode(JSON.stringify({ ...config, n_layer: layers, num_hidden_layers: layers }));
    const walk = openModel(filesIn({ ...bytes, "config.json": shorter }), engine).walk(tokens);
    const [best] = walk.next(1);
    const answer = predicted?.is === "predicted" ? predicted.lens[layers] : undefined;
    assert.deepEqual([answer?.id, answer?.probability], [best?.token, best?.probability]);
    walk.free();
  }
  session.free();
});

test("a window holds a stage's numbers, and every number of it is explained by terms of the same layer", async () => {
  const { session } = await opened("llama");
  const { tokens, stages } = truthOf("llama");
  const [first] = session.walk(tokens);
  assert.ok(first?.is === "layer");
  for (const { name, shape } of first.stages) {
    const [height, width] = [shape.length > 1 ? (shape.at(-2) ?? 1) : 1, shape.at(-1) ?? 1];
    const part = { rows: [0, Math.min(height, MOST.side)], columns: [0, Math.min(width, MOST.side)] };
    const rows = session.window({ .../** @type {any} */ (part), layer: 0, stage: name, head: 0 });
    const truth = stages[`layers.0.${name}`];
    const largest = truth ? truth.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0) : 0;
    rows.forEach((row, i) =>
      row.forEach((value, j) => {
        if (truth)
          assert.ok(Math.abs(value - (truth.data[i * width + j] ?? NaN)) <= 2e-5 * largest, `${name} ${i}, ${j}`);
        const index = shape.length > 2 ? [0, i, j] : shape.length > 1 ? [i, j] : [j];
        const { value: same, terms, more } = session.explain(0, name, index);
        assert.equal(same, value);
        assert.ok(terms.length <= MOST.terms && more >= 0);
      }),
    );
  }
  session.free();
});

for (const name of readdirSync(reference)) {
  test(`${name}: numbers outside of the layers are PyTorch's in every window, and each is explained`, async () => {
    const { session, summary } = await opened(name);
    const { tokens, stages } = truthOf(name);
    session.tokens(tokens);
    const walk = session.walk(tokens);
    const first = walk.next().value;
    assert.ok(summary.layers > 1 && first?.is === "layer");
    assert.deepEqual(first.outside, [], "they are known after the last layer");
    /** @type {import("../../web/checkpoints/session.js").Window} */
    const early = { layer: null, stage: "embeddings", head: 0, rows: [0, 1], columns: [0, 1] };
    assert.throws(() => session.window(early), /^AttentionError: tokens: must be walked/);
    const outside = [...walk].flatMap((step) => (step.is === "layer" ? step.outside : []));
    assert.ok(outside.some((tensor) => tensor.name === "embeddings"));
    for (const { name: stage, shape } of outside) {
      const [height, width] = [shape.length > 1 ? (shape.at(-2) ?? 1) : 1, shape.at(-1) ?? 1];
      const from = { row: Math.max(0, height - 3), column: Math.max(0, width - 5) };
      const rows = session.window({
        layer: null,
        stage,
        head: 0,
        rows: [from.row, height],
        columns: [from.column, width],
      });
      assert.deepEqual([rows.length, rows[0]?.length], [height - from.row, width - from.column], stage);
      const truth = stages[stage];
      const largest = truth ? truth.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0) : 0;
      rows.forEach((row, i) =>
        row.forEach((value, j) => {
          const index = shape.length > 1 ? [from.row + i, from.column + j] : [from.column + j];
          assert.equal(session.explain(null, stage, index).value, value, `${stage} [${index}]`);
          const wanted = truth?.data[(from.row + i) * width + from.column + j];
          if (wanted !== undefined)
            assert.ok(Math.abs(value - wanted) <= 2e-5 * largest, `${stage} [${index}]: ${value}`);
        }),
      );
    }
    const unknown = /^AttentionError: stage: must be one of tokens, .*embeddings.*, got "Q"/;
    assert.throws(() => session.explain(null, "Q", [0, 0]), unknown);
    assert.throws(() => session.explain(null, "embeddings", [0, summary.d_model]), /^AttentionError: index: /);
    session.free();
  });
}

test("a product's terms are pairs, the largest first, and the rest is counted", async () => {
  const { session, summary } = await opened("gpt2");
  const { tokens } = truthOf("gpt2");
  session.walk(tokens).next();
  const { operation, value, terms, more } = session.explain(0, "mlp_output", [0, 0]);
  assert.equal(operation, "dot");
  assert.equal(terms.length + more, summary.d_ff + 1); // and the bias
  const sizes = terms.map((factors) => factors.reduce((product, factor) => product * factor.value, 1));
  for (let at = 1; at < sizes.length; at++)
    assert.ok(Math.abs(sizes[at - 1] ?? NaN) >= Math.abs(sizes[at] ?? NaN), `${at}`);
  const [row] = session.window({ layer: 0, stage: "mlp_activated", head: 0, rows: [0, 1], columns: [0, 16] });
  const [left] = terms.flat().filter(({ stage, index }) => stage === "mlp_activated" && index[1] === 3);
  if (more === 0) assert.ok(Math.abs(sizes.reduce((sum, size) => sum + size, 0) - value) < 1e-5);
  if (left) assert.equal(left.value, row?.[3]);
  assert.deepEqual([...new Set(terms.flat().map(({ layer }) => layer))], [0]);
  session.free();
});

test("the own term of a share of attention comes first, wherever it is in its row; of a hidden key it is said", async () => {
  const { session } = await opened("gpt2");
  session.walk([3, 1, 4, 1, 5]).next();
  for (const key of [0, 1, 2, 3]) {
    const { operation, value, terms, more } = session.explain(0, "weights", [1, 3, key]);
    assert.deepEqual([operation, more, terms.length], ["softmax", 0, 4]);
    assert.deepEqual(terms[0]?.[0]?.index, [1, 3, key]);
    const rest = terms.slice(1).map(([term]) => Math.abs(Number(term?.value)));
    assert.deepEqual(
      rest,
      [...rest].sort((a, b) => b - a),
    );
    const exponentials = terms.map(([term]) => Math.exp(Number(term?.value)));
    const sum = exponentials.reduce((total, each) => total + each, 0);
    assert.ok(Math.abs(Number(exponentials[0]) / sum - value) <= 2e-5);
  }
  assert.equal(session.explain(0, "weights", [1, 3, 4]).operation, "hidden");
  session.free();
});

for (const [name, isCentred] of /** @type {[string, boolean][]} */ ([
  ["gpt2", true],
  ["llama", false],
]))
  test(`${name}: of a norm mean, mean square and root are said, and of softmax the largest score and the sum`, async () => {
    const { session, summary } = await opened(name);
    for (const step of session.walk([3, 1, 4])) assert.ok(step);
    const row = openModel(filesOf(name), engine).walk([3, 1, 4]);
    const X = Array.from(row.stream(1).data.subarray(2 * summary.d_model));
    const mean = isCentred ? X.reduce((sum, x) => sum + x, 0) / X.length : 0;
    const variance = X.reduce((sum, x) => sum + (x - mean) ** 2, 0) / X.length;
    const { norm_epsilon } = row.run(1).spec;
    const scores = Array.from(row.run(1).tensor("masked").data.subarray(6, 9));
    const max = Math.max(...scores);
    /** @type {[string, number[], Record<string, number>][]} */
    const wanted = [
      ["norm_1", [2, 5], { mean, variance, root: Math.sqrt(variance + norm_epsilon) }],
      ["weights", [0, 2, 1], { max, exponentials: scores.reduce((sum, score) => sum + Math.exp(score - max), 0) }],
      ["raw", [0, 2, 1], {}],
    ];
    for (const [stage, index, values] of wanted) {
      const { between } = session.explain(1, stage, index);
      assert.deepEqual(
        between.map((one) => one.name),
        Object.keys(values),
      );
      for (const one of between)
        assert.ok(Math.abs(one.value - Number(values[one.name])) <= 2e-6 * Math.abs(one.value) + 1e-9, one.name);
    }
    row.free();
    session.free();
  });

test("of a norm the number's own term comes first, also where its row is longer than what is shown", async () => {
  const { session, summary } = await opened("gpt2");
  const tokens = [3, 1, 4];
  for (const step of session.walk(tokens)) assert.ok(step);
  for (const column of [0, summary.d_model - 1]) {
    const { terms } = session.explain(null, "final_norm", [2, column]);
    const { layer, index } = terms[0]?.[0] ?? assert.fail();
    assert.deepEqual([layer, index], [summary.layers - 1, [2, column]]);
  }
  session.free();
});

for (const name of ["gpt2", "bert", "gemma2", "opt-350m"])
  test(`${name}: terms lead from the logits through all layers to the tokens, as the walk's own explanations do`, async () => {
    const { session, summary } = await opened(name);
    const { tokens } = truthOf(name);
    const outside = [...session.walk(tokens)].flatMap((step) => (step.is === "layer" ? step.outside : []));
    const walk = openModel(filesOf(name), engine).walk(tokens);
    const names = outside.map((each) => each.name);
    /** @type {{layer: number | null, stage: string, index: number[]}[]} */
    const open = [{ layer: null, stage: names.at(-1) ?? "", index: [tokens.length - 1, 2] }];
    const seen = new Set();
    while (open.length > 0) {
      const { layer, stage, index } = open.pop() ?? assert.fail();
      const own = layer === null ? stage : `layers.${layer}.${stage}`;
      if (seen.has(own)) continue; // one number of each tensor is enough
      seen.add(own);
      const { value, terms } = session.explain(layer, stage, index);
      const wanted = walk.explain(own, index);
      assert.equal(value, wanted?.value);
      const termsOf = (/** @type {readonly {stage: string, index: number[]}[]} */ all) =>
        new Set(all.map((term) => `${term.stage} ${term.index}`));
      const all = termsOf(wanted?.terms ?? []);
      for (const term of terms.flat()) {
        const full = term.layer === null ? term.stage : `layers.${term.layer}.${term.stage}`;
        assert.ok(all.has(`${full} ${term.index}`), `${own}: ${full}`);
        if (term.layer !== null || names.includes(term.stage)) open.push(term);
      }
    }
    for (let layer = 0; layer < summary.layers; layer++)
      for (const stage of ["X", "Q", "weights", "output", "Wo"]) assert.ok(seen.has(`layers.${layer}.${stage}`), stage);
    assert.ok(seen.has("embeddings"));
    assert.equal(session.explain(null, "tokens", [0]).operation, "token");
    walk.free();
    session.free();
  });

test("of a norm, weight and bias are always shown", async () => {
  const { session } = await opened("gpt2");
  session.walk(truthOf("gpt2").tokens).next();
  const { operation, terms } = session.explain(0, "norm_1", [0, 0]);
  assert.equal(operation, "norm");
  assert.deepEqual(
    terms.slice(-2).map(([term]) => term?.stage),
    ["norm_1_weight", "norm_1_bias"],
  );
  session.free();
});

test("with parts off, the session says the probabilities before and after that PyTorch's logits give", async () => {
  const path = new URL("../reference/checkpoint_parts.json", import.meta.url);
  const { tokens, other, cases, models } = JSON.parse(readFileSync(path, "utf8"));
  const softmax = (/** @type {number[]} */ logits) => {
    const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
    return logits.map((logit) => Math.exp(logit) / sum);
  };
  for (const name of ["gpt2", "llama"]) {
    const { session, summary } = await opened(name);
    const predicted = [...session.walk(tokens)].at(-1);
    assert.ok(predicted?.is === "predicted");
    assert.deepEqual(
      predicted.parts?.map(({ logits }) => logits.length),
      models[name].parts.logits.map(() => 2),
    );
    const before = softmax(Array.from(truthOf(name).stages.logits?.data.slice(-summary.vocabulary) ?? []));
    const known = new Set();
    cases.forEach((/** @type {string[]} */ off, /** @type {number} */ at) => {
      const steps = [...session.without(off, other)];
      const layers = (/** @type {string[]} */ parts) => parts.map((part) => Number(/\d+/.exec(part)?.[0]));
      const first = Math.min(...layers(off));
      const needed = Math.max(-1, ...layers(off.filter((part) => part.endsWith("other"))));
      const ofOther = Array.from({ length: needed + 1 }, (_, layer) => layer).filter((layer) => !known.has(layer));
      for (const layer of ofOther) known.add(layer);
      assert.deepEqual(
        steps.map((step) => (step.is === "without" || step.is === "other" ? [step.is, step.layer] : step.is)),
        [
          ...ofOther.map((layer) => ["other", layer]),
          ...Array.from({ length: summary.layers - first }, (_, layer) => ["without", first + layer]),
          "changed",
        ],
        "only the layers from the first changed one on are walked, and of the other tokens those that are needed, once",
      );
      const changed = steps.at(-1);
      assert.ok(changed?.is === "changed");
      const after = softmax(models[name].off[at]);
      for (const answer of changed.answers) {
        assert.ok(Math.abs(answer.before - Number(before[answer.id])) <= 2e-5);
        assert.ok(Math.abs(answer.after - Number(after[answer.id])) <= 2e-5);
      }
      assert.ok(changed.answers.some(({ id }) => after[id] === Math.max(...after)));
    });
    session.free();
  }
});

test("what stands at a masked token is what PyTorch's logits say", async () => {
  const { session } = await opened("roberta");
  const { tokens, stages } = truthOf("roberta");
  assert.equal([...session.walk(tokens)].at(-1)?.is, "layer");
  const row = Array.from(stages.logits?.data.slice(43 * 3, 43 * 4) ?? []);
  const sum = row.reduce((total, logit) => total + Math.exp(logit), 0);
  const best = [...row.keys()].sort((a, b) => Number(row[b]) - Number(row[a])).slice(0, MOST.next);
  const answers = session.masked(3);
  assert.deepEqual(
    answers.map(({ id }) => id),
    best,
  );
  for (const { id, probability } of answers) assert.ok(Math.abs(probability - Math.exp(Number(row[id])) / sum) <= 2e-5);
  assert.throws(() => session.masked(9), { message: /^position: must be a whole number from 0 to 8, got 9/ });
  session.free();
});

test("what cannot be shown is refused by name", async () => {
  const session = new CheckpointSession(engine);
  const refuses = (/** @type {() => unknown} */ act, /** @type {RegExp} */ message) =>
    assert.throws(act, { name: "AttentionError", message });
  refuses(() => session.tokens([1]), /^model: must be opened first/);
  refuses(() => session.cut("text", "text"), /^model: must be opened first/);
  await session.open(filesOf("gpt2"));
  refuses(() => session.cut("text", "text"), /^text: must be token ids: there is no tokenizer.json/);
  refuses(() => session.tokens([1, -1]), /^tokens: must be whole numbers from 0 to/);
  refuses(() => session.explain(0, "Q", [0, 0, 0]), /^tokens: must be walked first/);
  refuses(() => session.masked(0), /^tokens: must be walked through all layers first/);
  refuses(() => session.without(["layer=0"]).next(), /^tokens: must be walked to the next token first/);
  session.walk([1, 2, 3]).next();
  const window = { layer: 0, stage: "Q", head: 0, rows: [0, 3], columns: [0, 2] };
  const ask = (/** @type {object} */ change) => () =>
    session.window(/** @type {import("../../web/checkpoints/session.js").Window} */ ({ ...window, ...change }));
  refuses(ask({ layer: 1 }), /^layer: must be a whole number from 0 to 0, got 1/);
  refuses(ask({ head: 99 }), /^head: must be a whole number from 0 to/);
  refuses(ask({ rows: [0, 4] }), /^rows: must be a whole number from 1 to 3, got 4/);
  refuses(ask({ columns: [2, 2] }), /^columns: must be a whole number from 3 to/);
  refuses(ask({ stage: "none" }), /none/);
  assert.equal([...session.walk([1, 2, 3])].at(-1)?.is, "predicted");
  refuses(() => session.masked(0), /^model: must have a head for masked tokens, got gpt2 without one/);
  refuses(() => session.without(["layer=2"]).next(), /^off: must name a layer from 0 to 1/);
  const patch = (/** @type {number[] | null} */ other) => () => session.without(["layer=1,with=other"], other).next();
  refuses(patch(null), /^other: must be given for layer=1,with=other, got none/);
  refuses(patch([1, 2]), /^other: must be 3 tokens, as many as are walked, got 2/);
  refuses(patch([1, 2, 43]), /^other: must be whole numbers from 0 to 42, .*, got 43 at \[2\]/);
  session.free();
});

test("with more heads 512 tokens may be walked too: a page gets small maps, and the weights of the head that it asks for", async (t) => {
  const folder = await temporaryFolder(t);
  const [layers, heads, n, side] = [22, 12, 512, 64];
  writeModel(folder, { layers, d_model: 24, heads, type: "F16" });
  const files = openFolder(folder);
  const session = new CheckpointSession(engine);
  await session.open(files);
  const ids = Array.from({ length: n }, (_, at) => at);
  assert.equal(session.tokens(ids).length, n);
  assert.throws(() => session.tokens([...ids, 0]), {
    message: /^tokens: must be at most 512 in the page, which keeps maps of all heads, got 513$/,
  });
  const first = session.walk(ids).next().value;
  assert.ok(first?.is === "layer" && first.maps);
  const { data } = first.maps;
  assert.deepEqual([first.weights, first.maps.side, data.length], [null, side, heads * side * side]);
  const weights = session.head(0, 7);
  assert.equal(weights.length, n * n);
  const asked = { layer: 0, stage: "weights", head: 7, columns: /** @type {[number, number]} */ ([128, 192]) };
  assert.deepEqual(session.window({ ...asked, rows: [300, 301] }), [
    Array.from(weights.subarray(300 * n + 128, 300 * n + 192)),
  ]);
  const each = n / side;
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const those = Array.from({ length: each * each }, (_, at) => {
        const [query, key] = [row * each + Math.floor(at / each), column * each + (at % each)];
        return Number(weights[query * n + key]);
      });
      const cell = data[(7 * side + row) * side + column];
      assert.equal(cell, Math.round(255 * Math.max(...those)), `${row}, ${column}`);
    }
  assert.throws(() => session.head(0, heads), { message: /^head: must be a whole number from 0 to 11, got 12$/ });
  assert.throws(() => session.head(1, 0), { message: /^layer: must be a whole number from 0 to 0, got 1$/ });
  session.free();
  files.close();
});

test("a model with as many heads as GPT-2 may be walked with 512 tokens; what the page could not keep is refused", async (t) => {
  const folder = await temporaryFolder(t);
  writeModel(folder, { layers: 12, d_model: 24, heads: 12, type: "F16" });
  const files = openFolder(folder);
  const session = new CheckpointSession(engine);
  await session.open(files);
  const ids = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);
  assert.equal(session.tokens(ids(512)).length, 512);
  assert.throws(() => session.tokens(ids(683)), {
    name: "AttentionError",
    message: /^tokens: must be at most 682 in the page, which keeps maps of all heads, got 683$/,
  });
  const first = session.walk(ids(512)).next().value;
  assert.ok(first?.is === "layer");
  assert.deepEqual([first.weights?.length, first.maps], [12 * 512 * 512, null]);
  const rows = session.window({ layer: 0, stage: "weights", head: 11, rows: [511, 512], columns: [448, 512] });
  assert.deepEqual(rows, [Array.from(first.weights?.subarray(-64) ?? [])]);
  session.free();
  files.close();
});
