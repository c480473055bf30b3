/**
 * A new stage with a setting of its own needs eight files, and the file of its words: a copy of the project gets one,
 * "shifted", which adds a constant to the capped scores, and the walk, its gradients, the fast paths, explanations,
 * figures, Python, the command line, controls, links and the documentation have it.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { run } from "../support/machine.js";
import { copyProject } from "../support/copy/project.js";

const f = Math.fround;
let copy = "";
/** The files that were edited by hand. @type {Set<string>} */
const edited = new Set();
/** What the type checker says once C and the table of stages have the stage, and at the end. */
const said = { early: "", late: "" };

/**
 * Adds text to a file of the copy.
 * @param {string} file
 * @param {...(readonly [string, string])} additions a text that the file has once, and what to add after it
 */
function add(file, ...additions) {
  let text = readFileSync(join(copy, file), "utf8");
  for (const [at, addition] of additions) {
    assert.equal(text.split(at).length, 2, `${file} must have once: ${at}`);
    text = text.replace(at, () => at + addition);
  }
  writeFileSync(join(copy, file), text);
  edited.add(file);
}

/** A module of the copy. @param {string} path @returns {Promise<any>} */
const load = (path) => import(pathToFileURL(join(copy, path)).href);

/** What the type checker says of the copy. @returns {Promise<string>} "" where all is well */
const typeErrors = () =>
  run("node", ["node_modules/typescript/bin/tsc", "-p", "."], { cwd: copy }).then(
    () => "",
    ({ stdout }) => stdout,
  );

/** The command line of the copy. @param {...string} words */
const command = async (...words) => (await run("node", ["web/node/cli.js", ...words], { cwd: copy })).stdout;

/** The stage forward and back, its place in the walk, its setting, and the fast paths. */
function addToC() {
  add(
    "c/attention.h",
    ["bounded by ±softcap; with softcap */\n", "  ATTENTION_SHIFTED, /* [heads, n_q, n_k] plus shift; with shift */\n"],
    ["(Gemma 2, 2024); 0: none */\n", "  float shift; /* is added to scores; 0: none */\n"],
    ["  ATTENTION_BAD_APPEND = -167,\n", "  ATTENTION_BAD_SHIFT = -168,\n"],
    ["ATTENTION_STATUSES = 168", " + 1"],
  );
  add(
    "c/tables.h",
    [
      "s->softcap > 0.0f, 0, count * 3)\n",
      'STAGE(SHIFTED, shifted, "shifted", HEADS, N_Q, N_K, s->shift != 0.0f, 0, count)\n',
    ],
    ["MEMBER(softcap)", " MEMBER(shift)"],
    [
      "is_finite(s->softcap) && s->softcap >= 0.0f)\n",
      'RULE(BAD_SHIFT, "shift: must be a finite number, 0 for none", is_finite(s->shift))\n',
    ],
  );
  add("c/stages/07_capped.c", [
    "w->s->softcap, w->t[ATTENTION_CAPPED].count);\n}\n",
    `
void attention_step_shifted(const walk *w) {
  const float *score_hij = at(w, before(w, ATTENTION_SHIFTED));
  float *shifted_hij = result(w, ATTENTION_SHIFTED);
  for (size_t s = 0; s < w->t[ATTENTION_SHIFTED].count; s++) shifted_hij[s] = score_hij[s] + w->s->shift;
}

void attention_back_shifted(const walk *w) { copy_back(w, ATTENTION_SHIFTED, before(w, ATTENTION_SHIFTED)); }
`,
  ]);
  add(
    "c/scores.h",
    [
      "attention_cap(score_p, score_p, s->softcap, count);\n",
      "  for (size_t p = 0; s->shift != 0.0f && p < count; p++) score_p[p] = score_p[p] + s->shift;\n",
    ],
    ["cap_slope(finished_p[p]", " - s->shift"],
  );
}

/** The setting and the row of the stage. */
const addToTable = () =>
  add(
    "web/engine/stages.js",
    ["import { positive", ", finite"],
    ["  softcap: positive,\n", "  /** Is added to scores. */\n  shift: finite,\n"],
    [
      "    sample: { softcap: 5 },\n  }),\n",
      `  shifted: row({
    group: "scores",
    axes: pairs,
    when: ({ shift }) => shift !== 0,
    moves: "row",
    elementwise: true,
    instead: ["capped", "biased", "scaled"],
    setting: "shift",
    python: "{before} + {shift}",
    formula: "score + shift",
    needs: "shift",
    source: "a test",
    sample: { shift: 1.5 },
  }),
`,
    ],
  );

/** What the type checker then asks for, and the words. */
async function addTheRest() {
  add(
    "web/engine/explain/scores.js",
    [
      'bound: (run) => setting("softcap", run.spec.softcap),\n});\n',
      `
const shifted = elementwise(
  "shifted",
  (run, from) => ({ operation: "sum", terms: [from, setting("shift", run.spec.shift)] }),
  (backward, index) => copy(backward, "shifted", index),
);
`,
    ],
    ["\n  capped,", "\n  shifted,"],
  );
  add("web/state/fields.js", [
    "    on: 2,\n  }),\n",
    '  shift: numbers(null, orNull(real(-10, 10)), { topic: "scores", comparable, stops: [-1, 1, 2], on: 1 }),\n',
  ]);
  add("web/components/stage/formula.js", [
    "(view: View) => Piece>>} */\nconst formulas = {\n",
    `  shifted: (view) => mathml\`\${indexed("shifted")}\${equals}\${indexed(before(view, "shifted"))}\${plus}\${num(shortNumber(view.run.spec.shift))}\`,\n`,
  ]);
  const folder = "web/words/locales/en/";
  const files = (await readdir(join(copy, folder), { recursive: true })).filter((name) => name.endsWith(".ftl"));
  const words = files.find((name) => readFileSync(join(copy, folder, name), "utf8").includes("stage-capped-title = "));
  add(folder + words, [
    "stage-capped-title = Capped scores\n",
    `stage-shifted = shifted
stage-shifted-op = + { $shift }
stage-shifted-title = Shifted scores
stage-shifted-text = { $shift } is added to each score.
next-shifted = Next: shift the scores.
operation-shifted = + { $shift }
control-shift = shift the scores
control-shift-hint = is added to each
`,
  ]);
}

/** Compiles the engine with the flags of build.sh. */
const compile = () =>
  run(
    "bash",
    [
      "-c",
      `source <(sed '/setup.sh/d; /^cd /d; /^rm -rf/,$d' build.sh) && compile attention-simd128 "\${simd[@]}" -O1 -Werror "\${whole[@]}"`,
    ],
    { cwd: copy },
  );

/** A walk's inputs: two heads, of which the sink takes part, so that a shift changes weights. */
function inputs() {
  const tensor = (/** @type {number} */ seed, /** @type {number[]} */ ...shape) => {
    const length = shape.reduce((product, size) => product * size, 1);
    return { shape, data: Float32Array.from({ length }, (_, at) => Math.sin(seed + 1.7 * at)) };
  };
  const [X, Wq, Wk, Wv, Wo] = [tensor(1, 5, 4), tensor(2, 4, 6), tensor(3, 4, 6), tensor(4, 4, 6), tensor(5, 6, 4)];
  return { X, Wq, Wk, Wv, Wo, sink: tensor(6, 2) };
}
const spec = { heads: 2, d_k: 3, causal: true, softcap: 2, softmax_sink: true, shift: 0.75 };

/** The largest difference of two tensors. @param {{data: Float32Array}} a @param {{data: Float32Array}} b */
const difference = (a, b) => Math.max(...Array.from(a.data, (value, at) => Math.abs(value - (b.data[at] ?? NaN))));

describe("a stage that is added to a copy of the project", () => {
  /** @type {any} */
  let engine;
  /** A view of a state at the stage. @type {any} */
  let view;
  /** @type {any} */
  let state;

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), "attention-"));
    await copyProject(copy);
    addToC();
    addToTable();
    await run("node", ["web/build/c-interface.js"], { cwd: copy });
    const compiled = compile();
    said.early = await typeErrors();
    await addTheRest();
    [said.late] = await Promise.all([typeErrors(), compiled]);
    const { createEngine } = await load("web/engine/index.js");
    const { changeState, defaultState } = await load("web/state/state.js");
    const { computeWalk, viewOf } = await load("web/view/view.js");
    const { words } = await load("web/words/words.js");
    engine = await createEngine();
    state = changeState(defaultState, { recipe: "random", shift: 1.5, stage: "shifted", softcap: 5 });
    view = viewOf(state, computeWalk(state, engine, new Map()), {
      t: words("en").t,
      theme: "light",
      cell: null,
    });
  });

  after(() => rm(copy, { recursive: true, force: true }));

  test("takes eight files, and one for its words", () => {
    const words = [...edited].filter((file) => file.endsWith(".ftl"));
    assert.equal(words.length, 1);
    assert.deepEqual([...edited].filter((file) => !words.includes(file)).sort(), [
      "c/attention.h",
      "c/scores.h",
      "c/stages/07_capped.c",
      "c/tables.h",
      "web/components/stage/formula.js",
      "web/engine/explain/scores.js",
      "web/engine/stages.js",
      "web/state/fields.js",
    ]);
  });

  test("is asked for by the type checker: how it is explained, its formula, and the state's field", () => {
    const files = [...new Set([...said.early.matchAll(/^(web\/[^(]+)\(/gm)].map(([, file]) => file))].sort();
    assert.deepEqual(files, [
      "web/components/stage/formula.js",
      "web/engine/explain/table.js",
      "web/state/spec.js",
      "web/state/stages.js",
    ]);
    assert.match(said.early, /^web\/engine\/explain\/table\.js.*shifted/m);
    assert.match(said.early, /^web\/components\/stage\/formula\.js.*shifted/m);
    assert.equal(said.late, "");
  });

  test("is computed after the stage before it, in the walk, in tiles and in the fast paths", () => {
    const walk = engine.trace(spec, inputs()).finish();
    assert.equal(walk.stages[walk.stages.indexOf("capped") + 1], "shifted");
    const [capped, shifted] = [walk.tensor("capped"), walk.tensor("shifted")];
    assert.deepEqual(
      shifted.data,
      capped.data.map((/** @type {number} */ score) => f(score + 0.75)),
    );
    const unshifted = engine.trace({ ...spec, shift: undefined }, inputs()).finish();
    assert.ok(!unshifted.stages.includes("shifted"));
    assert.ok(difference(walk.tensor("output"), unshifted.tensor("output")) > 0.01);
    assert.ok(difference(engine.forward(spec, inputs()).output, walk.tensor("output")) < 1e-6);
    const { scores } = walk.tiles({ queries: 5, keys: 2 }).step();
    assert.equal(scores.data[0], shifted.data[0]);
    const layers = [{ heads: 2, shift: 0.75 }];
    const model = engine.model({ vocabulary: 4, n: 3, d_model: 4, layers }, { seed: 1 });
    assert.ok(model.trace({ tokens: [1, 2, 3] }, 0).stages.includes("shifted"));
    assert.throws(() => engine.trace({ ...spec, shift: NaN }, inputs()), { field: "shift" });
  });

  test("is explained: its terms, its uses and its gradient, which the fast path has too", () => {
    const walk = engine.trace(spec, inputs()).finish();
    const index = [1, 3, 2];
    const { operation, terms, value } = walk.explain("shifted", index);
    assert.equal(operation, "sum");
    assert.deepEqual(
      terms.map((/** @type {any} */ term) => term.stage),
      ["capped", "shift"],
    );
    assert.equal(f(terms[0].value + terms[1].value), value);
    assert.deepEqual(
      walk.uses("capped", index).map((/** @type {any} */ use) => use.stage),
      ["shifted"],
    );
    assert.deepEqual(walk.explain("masked", index).terms[0].stage, "shifted");
    const dOutput = { shape: [5, 4], data: Float32Array.from({ length: 20 }, (_, at) => Math.cos(at)) };
    const gradients = engine.backward(walk, dOutput);
    const { parts, value: gradient } = walk.explainGradient(gradients, "capped", index);
    assert.deepEqual([parts.length, parts[0].from, parts[0].operation], [1, "shifted", "copy"]);
    assert.equal(parts[0].terms[0].value, gradient);
    assert.notEqual(gradient, 0);
    assert.ok(difference(engine.gradients(spec, inputs(), dOutput).gradients.X, gradients.X) < 1e-5);
  });

  test("is in figures, in the strip of stages and in the page's words", async () => {
    const { sceneOf } = await load("web/view/scenes.js");
    const { operationText } = await load("web/components/stage/operation.js");
    const { stageFormula } = await load("web/components/stage/formula.js");
    const { stageWords } = await load("web/components/stage/next-stage.js");
    const { axesOf } = await load("web/figures/matrices.js");
    assert.ok(view.stages.includes("shifted"));
    assert.equal(operationText(view, "shifted"), "+ 1.5");
    assert.match(stageWords(view), /^1\.5 is added to each score\. Next: hide/);
    assert.ok(stageFormula(view).strings);
    assert.deepEqual(axesOf("shifted"), ["queries", "keys"]);
    const scene = sceneOf(view, { width: 760 });
    assert.deepEqual(
      scene.matrices.map((/** @type {any} */ { stage }) => stage),
      ["capped", "shifted"],
    );
    assert.ok(scene.texts.some((/** @type {any} */ { text }) => text === "+ 1.5"));
    assert.match(await command("render", "#recipe=random&shift=1.5&softcap=5", "--view", "walk"), />shifted</);
  });

  test("is in the state: its setting has a control, links hold it, and classes know the stage", async () => {
    const { stateFromFragment, stateToFragment } = await load("web/state/index.js");
    const { controlOf, controlsFor } = await load("web/state/controls.js");
    const { controlFields } = await load("web/state/fields.js");
    const { allStages } = await load("web/components/class/screen.js");
    assert.match(stateToFragment(state), /shift=1\.5/);
    assert.deepEqual(stateFromFragment(stateToFragment(state)), state);
    assert.ok(controlsFor(state).includes("shift") && controlFields.includes("shift"));
    assert.equal(controlOf.shift.on(state), 1);
    assert.ok(allStages.includes("shifted"));
  });

  test("is exported, listed by the command line, and documented", async () => {
    const { walkLines } = await load("web/export/python-stages.js");
    const { walkOf } = await load("web/export/exported-walk.js");
    const { stageReference, stageTable } = await load("web/build/site/stages.js");
    const lines = walkLines(walkOf(view.run.finish(), view.inputs), (/** @type {string} */ torch) => torch);
    assert.ok(lines.includes("shifted = capped + 1.5"));
    assert.ok(lines.includes("masked = shifted.masked_fill(~allow, -torch.inf)"));
    const file = join(copy, "case.json");
    const X = { shape: [2, 2], data: [1, 0, 0.5, -1] };
    writeFileSync(file, JSON.stringify({ spec: { shift: 2 }, inputs: { X } }));
    const { stages } = JSON.parse(await command("trace", file));
    const floats = (/** @type {number[]} */ data) => data.map(f);
    assert.deepEqual(floats(stages.shifted.data), floats(floats(stages.scaled.data).map((score) => score + 2)));
    const help = await command("trace", "--help");
    assert.match(help, /spec [^:]*\bshift\b/);
    assert.match(help, /Stages [^:]*\bcapped shifted masked\b/);
    assert.match(stageTable(), /\n\| `shifted` \| \[heads, n_q, n_k\] \| score \+ shift \| shift \| a test \|\n/);
    assert.match(
      await stageReference(),
      /<code>shifted<\/code> Shifted scores.*<code>shifted = scaled \+ 1\.5<\/code>/,
    );
  });
});
