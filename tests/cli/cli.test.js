/** The command line, as a shell sees it: output, messages, exit status. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createEngine } from "../../web/engine/index.js";
import { changeState, inputsFromState, stateToFile, stateToFragment } from "../../web/state/index.js";
import { run } from "../../web/node/cli.js";
import { floatToJson } from "../../web/tensors/float.js";
import { usage } from "../../web/node/usage.js";
import { stagesFor } from "../../web/state/stages.js";
import { defaultState } from "../../web/state/state.js";
import { readCases } from "../support/cases.js";
import { trainOwn } from "../support/own-models.js";
import { generator } from "../support/walks.js";
import { openedState } from "../../web/training/own/own-model.js";

const program = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));
const bundle = fileURLToPath(new URL("../../web/dist/cli.js", import.meta.url));
const casePath = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../reference/cases/${name}.json`, import.meta.url));

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-cli-"));
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {{input?: string, path?: string}} [options]
 */
async function cli(args, { input = "", path = program } = {}) {
  const child = spawn(process.execPath, [path, ...args]);
  child.stdin.on("error", () => {}); /* it may not read all */
  child.stdin.end(input);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status, out, err };
}

/**
 * @param {string} name
 * @param {unknown} content
 */
async function file(name, content) {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const X = { shape: [2, 2], data: [1, 0, 0.1, -2] };
const walk = { spec: { causal: true, scale: 1 }, inputs: { X } };

test("trace prints every stage on its own line, as JSON that reads back to the same floats", async () => {
  const { status, out, err } = await cli(["trace", await file("walk.json", walk)]);
  assert.deepEqual([status, err], [0, ""]);
  const stages = JSON.parse(out).stages;
  const expected = (await createEngine()).trace(/** @type {any} */ (walk.spec), walk.inputs).finish();
  assert.deepEqual(Object.keys(stages), [...expected.stages]);
  for (const id of expected.stages) {
    const { shape, data } = expected.tensor(id);
    const numbers = stages[id].data.map((/** @type {unknown} */ x) => (x === "-inf" ? -Infinity : x));
    assert.deepEqual(stages[id].shape, shape, id);
    assert.deepEqual(Float32Array.from(numbers), data, id);
  }
  assert.deepEqual(stages.masked.data[1], "-inf");
  assert.equal(out.split("\n").length, 2 + expected.stages.length + 1);
  assert.match(out, /"X": \{"shape": \[2, 2\], "data": \[1, 0, 0\.1, -2\]\}/);
});

test("trace --stage prints one stage, and - reads standard input", async () => {
  const input = `\uFEFF${JSON.stringify(walk)}`;
  for (const args of [
    ["trace", "-", "--stage", "allow"],
    ["--stage=allow", "trace", "-"],
  ]) {
    const { status, out, err } = await cli(args, { input });
    assert.deepEqual([status, err], [0, ""]);
    assert.deepEqual(JSON.parse(out), { stages: { allow: { shape: [2, 2], data: [1, 0, 1, 1] } } });
  }
});

test("NaN and infinities are strings in input and output", async () => {
  const inputs = { X: { shape: [2, 2], data: ["inf", "-inf", "nan", -0.0] } };
  const { out } = await cli(["trace", "-", "--stage", "X"], {
    input: JSON.stringify({ spec: {}, inputs }).replace(",0]", ",-0.0]"),
  });
  assert.match(out, /\["inf", "-inf", "nan", -0\.0\]/);
});

test("floats are printed with the fewest digits that read back exactly", () => {
  for (const [value, want] of /** @type {[number, string][]} */ ([
    [0.1, "0.1"],
    [1 / 3, "0.33333334"],
    [16777216, "16777216"],
    [3.4028234663852886e38, "3.4028235e+38"],
    [2 ** -149, "1e-45"],
    [1.1754943508222875e-38, "1.1754944e-38"],
    [-0, "-0.0"],
    [NaN, '"nan"'],
    [-Infinity, '"-inf"'],
  ])) {
    assert.equal(floatToJson(Math.fround(value)), want);
  }
  const random = generator(5);
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let n = 0; n < 100_000; n++) {
    bits[0] = random() * 2 ** 32;
    const value = float[0] ?? 0;
    if (!Number.isFinite(value)) continue;
    const json = floatToJson(value);
    assert.ok(Object.is(Math.fround(JSON.parse(json)), value), json);
    assert.ok(json.replace(/e.*|[-.]/g, "").replace(/^0+|0+$/g, "").length <= 9, json);
  }
});

test("check says ok for each file that agrees", async () => {
  const names = (await readCases())
    .map((one) => one.case)
    .filter((name) => /^(own|mha|gqa|mqa|cross|padding)_/.test(name));
  assert.ok(names.length >= 40);
  const { status, out, err } = await cli(["check", ...names.map(casePath)]);
  assert.deepEqual([status, err], [0, ""]);
  const lines = out.trimEnd().split("\n");
  assert.equal(lines.length, names.length);
  names.forEach((name, n) =>
    assert.match(lines[n] ?? "", new RegExp(`${name}\\.json: ok \\(\\d+ stages within 0.00002\\)$`)),
  );
});

test("check names each file's differences in order of computation, and exits with 1", async () => {
  const context = { shape: [1, 2, 2], data: [1, 0, 7, 7] };
  const weights = { shape: [1, 2, 2], data: [1, 0, 0.5, 0.5] };
  const masked = { shape: [1, 2, 2], data: [1, "-inf", 0.1, 4.02] };
  const wrong = await file("wrong.json", { ...walk, expected: { context, weights, masked } });
  const shape = await file("shape.json", { ...walk, expected: { allow: { shape: [4], data: [1, 0, 1, 1] } } });
  const hidden = await file("hidden.json", {
    ...walk,
    expected: { masked: { shape: [1, 2, 2], data: [1, 2, 0.1, 4.01] } },
  });
  const loose = await file("loose.json", { ...walk, tolerance: 10, expected: { context } });
  const { status, out, err } = await cli(["check", wrong, shape, hidden, loose]);
  assert.deepEqual([status, err], [1, ""]);
  assert.deepEqual(out.trimEnd().split("\n"), [
    `${wrong}: masked [0, 1, 1]: the file says 4.02, the engine computes 4.01`,
    `${wrong}: weights [0, 1, 0]: the file says 0.5, the engine computes 0.019455085 from the file's earlier stages (the largest of 2 differences)`,
    `${wrong}: context [0, 1, 1]: the file says 7, the engine computes -1 from the file's earlier stages (the largest of 2 differences)`,
    `${wrong}: none of the usual causes`,
    `${shape}: allow shape: the file says [4], the engine computes [2, 2]`,
    `${shape}: none of the usual causes`,
    `${hidden}: masked [0, 0, 1]: the file says 2, the engine computes -inf`,
    `${hidden}: none of the usual causes`,
    `${loose}: ok (1 stage within 10)`,
  ]);
});

test("bad input prints one line that names file and field on standard error, and exits with 2", async () => {
  const bad = (/** @type {string} */ name, /** @type {unknown} */ content) => file(`${name}.json`, content);
  const inputs = walk.inputs;
  const data = 'must be a number, "inf", "-inf" or "nan", got';
  for (const [command, path, message] of /** @type {[string, string, string | RegExp][]} */ ([
    [
      "trace",
      await bad("heads", { spec: { heads: 0 }, inputs }),
      "heads: must be a whole number from 1 to 1048576, got 0",
    ],
    ["trace", await bad("no-spec", { spec: null, inputs }), "spec: must be an object, got null"],
    ["trace", await bad("no-inputs", { spec: {} }), "inputs: must be an object, got undefined"],
    [
      "trace",
      await bad("number", { spec: {}, inputs: { X: { shape: [1, 1], data: ["1"] } } }),
      `X.data[0]: ${data} "1"`,
    ],
    [
      "trace",
      await bad("null", { spec: {}, inputs: { X: { shape: [1, 1], data: [null] } } }),
      `X.data[0]: ${data} null`,
    ],
    [
      "trace",
      await bad("tensor", { spec: {}, inputs: { X: [1] } }),
      'X: must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got [1]',
    ],
    ["trace", await bad("line", { spec: { "a\nb": 1 }, inputs }), /: a b: unknown field of a spec .*/],
    ["trace", await bad("array", []), "file: must be an object, got []"],
    ["trace", await bad("json", '{"spec": {},\n\n "inputs": oops}'), /: file: must hold JSON, got .*/],
    ["trace", await bad("empty", ""), /: file: must hold JSON, got .*/],
    ["check", await bad("no-expected", walk), "expected: must be an object, got undefined"],
    ["check", await bad("nothing", { ...walk, expected: {} }), "expected: must hold at least one stage, got none"],
    [
      "check",
      await bad("stage", { ...walk, expected: { wieghts: X } }),
      /expected\.wieghts: is not a stage of this walk; did you mean weights\? .*/,
    ],
    [
      "check",
      await bad("rotated", { ...walk, expected: { Q_rot: X } }),
      /expected\.Q_rot: is not a stage of this walk .*/,
    ],
    [
      "check",
      await bad("short", { ...walk, expected: { X: { shape: [2, 2], data: [1] } } }),
      "expected.X.data: must hold 4 numbers for shape [2, 2], got 1",
    ],
    [
      "check",
      await bad("shapeless", { ...walk, expected: { X: { data: [1] } } }),
      "expected.X.shape: must be an array of sizes, got undefined",
    ],
    [
      "check",
      await bad("word", { ...walk, expected: { X: { shape: [1], data: ["x"] } } }),
      `expected.X.data[0]: ${data} "x"`,
    ],
    [
      "check",
      await bad("tolerance", { ...walk, tolerance: "1", expected: { X } }),
      'tolerance: must be a finite number from 0, got "1"',
    ],
  ])) {
    const { status, out, err } = outcome(await run([command, path]));
    assert.deepEqual([status, out], [2, ""], path);
    if (typeof message === "string") assert.equal(err, `attention-stepper: ${path}: ${message}\n`);
    else assert.match(err, new RegExp(`^attention-stepper: .*${message.source}\n$`));
  }
});

test("check --json prints one line of JSON for each file, and exits as without it", async () => {
  const rows = { shape: [2, 2], data: [1, 0, 0.5, -2] };
  const right = await file("right.json", { inputs: { X: rows }, expected: { X: rows } });
  const mirrored = { ...rows, data: [1, 0, 0.5, 2] };
  const wrong = await file("wrong.json", { inputs: { X: rows }, expected: { X: mirrored }, tolerance: 0.25 });
  const printed = async (/** @type {string[]} */ ...args) => {
    const { status, out, err } = outcome(await run(["check", ...args]));
    assert.equal(err, "");
    const lines = out.trimEnd().split("\n");
    return [status, ...lines.map((line) => JSON.parse(line))];
  };
  const same = { file: right, ok: true, first: null, isolated: [], causes: [] };
  assert.deepEqual(await printed("--json", right), [0, same]);
  const first = { stage: "X", index: [1, 1], file: 2, engine: -2, tolerance: 0.5 };
  const differs = { file: wrong, ok: false, first, isolated: ["X"], causes: [] };
  assert.deepEqual(await printed(right, wrong, "--json"), [1, same, differs]);
  assert.deepEqual(await printed(wrong, "--json", "--tolerance", "2"), [0, { ...same, file: wrong }]);
});

test("check --tolerance stands in place of the file's", async () => {
  const rows = { shape: [1, 2], data: [1, 100] };
  const path = await file("near.json", {
    inputs: { X: rows },
    tolerance: 1,
    expected: { X: { ...rows, data: [1, 101] } },
  });
  const checked = async (/** @type {string} */ tolerance) => {
    const { status, out, err } = outcome(await run(["check", path, "--tolerance", tolerance]));
    return [status, out + err];
  };
  assert.deepEqual(await checked("0.01"), [0, `${path}: ok (1 stage within 0.01)\n`]);
  const line = `${path}: X [0, 1]: the file says 101, the engine computes 100\n${path}: none of the usual causes\n`;
  assert.deepEqual(await checked("0.009"), [1, line]);
  for (const wrong of ["-1", "x", "", "Infinity", "NaN"]) {
    const [status, message] = await checked(wrong);
    assert.deepEqual(
      [status, message],
      [2, `attention-stepper: --tolerance: must be a finite number from 0, got${wrong && ` ${wrong}`}\n`],
    );
  }
});

test("render draws a file whose name has = or # if there is such a file", async () => {
  const state = changeState(defaultState, { d_k: 3 });
  for (const name of ["d_k=3.json", "a#d_k=5.json"]) {
    const path = await file(name, stateToFile(state));
    const drawn = outcome(await run(["render", path]));
    assert.deepEqual([drawn.status, drawn.err], [0, ""]);
    assert.equal(drawn.out, outcome(await run(["render", "#d_k=3"])).out);
  }
});

/** @param {import("../../web/node/cli.js").Outcome} outcome */
const outcome = ({ status, out, err }) => ({ status, out: [...out].join(""), err });

test("wrong usage prints one line and exits with 2", async () => {
  const path = await file("usage.json", walk);
  for (const [args, message] of /** @type {[string[], string | RegExp][]} */ ([
    [[], "command: must be one of trace, check, explain, render, model, train, got none (see --help)"],
    [["trce", path], "command: must be one of trace, check, explain, render, model, train, got trce (see --help)"],
    [["trace"], "FILE: must be one, got 0"],
    [["trace", path, path], "FILE: must be one, got 2"],
    [["check"], "FILE: must be given, got none"],
    [["check", path, "--stage", "X"], "--stage: belongs to trace, render and model, got check"],
    [["trace", path, "--stage"], "--stage: must have a value, got none"],
    [["trace", path, "--stage", "X", "--stage", "Q"], "--stage: must be given once, got 2 times"],
    [["trace", path, "--stgae", "X"], "--stgae: unknown option; did you mean --stage? (see --help)"],
    [["trace", path, "--theme", "dark"], "--theme: belongs to render, got trace"],
    [["render", "#", "--head", "2"], '--head: unknown option; render reads it from the link: "#head=..." (see --help)'],
    [
      ["render", "#", "--causal"],
      '--causal: belongs to train, got render; render reads it from the link: "#causal=..."',
    ],
    [["render", "#", "--them", "dark"], "--them: unknown option; did you mean --theme? (see --help)"],
    [["train", "reverse", "--head", "2"], "--head: unknown option; did you mean --heads? (see --help)"],
    [["train", "reverse", "--num_heads", "2"], "--num_heads: unknown option; did you mean --heads? (see --help)"],
    [["train", "reverse", "--hidden-size", "8"], "--hidden-size: unknown option; did you mean --d_model? (see --help)"],
    [["trace", path, "--stages", "X"], "--stages: unknown option; did you mean --stage? (see --help)"],
    [["trace", path, "--widht", "9"], "--widht: unknown option (see --help)"],
    [["render"], "LINK or FILE: must be one, got 0"],
    [["trace", "no.json"], "FILE: must be a file to read, got no.json, which does not exist"],
    [["check", "no.json"], "FILE: must be a file to read, got no.json, which does not exist"],
    [["render", "no.json"], "LINK or FILE: must be a link or a file to read, got no.json, which does not exist"],
    [["trace", join(path, "below")], `FILE: must be a file to read, got ${path}/below, which does not exist`],
    [["trace", folder], `FILE: must be a file to read, got ${folder}, which is a folder`],
    [["trace", ""], 'FILE: must be a file to read, got ""'],
    [["trace", "n".repeat(300)], `FILE: must be a file to read, got ${"n".repeat(300)} (ENAMETOOLONG)`],
    [["--help=3"], "--help: takes no value, got 3"],
    [["trace", path, "--version=yes"], "--version: takes no value, got yes"],
    [["render", path, "--stage", "masks"], /: stage: must be one of X, .*got "masks"; did you mean masked\?$/],
    [
      ["render", fileURLToPath(new URL("../../package.json", import.meta.url))],
      /: file: must hold a state that the page saved, or a case with spec and inputs, got \["name", /,
    ],
    [["render", "#", "--theme", "blue"], '--theme: must be one of light, dark, got "blue"'],
    [["render", "#", "--width", "wide"], "--width: must be a whole number from 200 to 4000, got wide"],
    [["render", "#", "--view", "sideways"], '--view: must be one of equation, stage, lines, walk, got "sideways"'],
    [["render", "#stage=raw", "--view", "lines"], "--view: lines needs stage weights or dropped, got raw"],
    [["render", "#", "--png", "--gif"], "--gif: must be given without --png, got both"],
    [["render", "#", "--png=3"], "--png: takes no value, got 3"],
    [["render", "#", "--gif", "--view", "walk"], '--view: must be one of equation, got "walk"'],
    [["render", path, "--gif"], /: --gif: needs a link or a state that the page saved, got a case$/],
    [["render", "#", "--font", "a.ttf"], "--font: belongs to --png and --gif, got neither"],
    [["render", "#", "--png", "--font", "no.ttf"], "--font: must be a file to read, got no.ttf, which does not exist"],
    [["render", "#", "--png", "--font", path], /^--font: must be a font: .*, got .*\.json$/],
    [["trace", path, "--png"], "--png: belongs to render, got trace"],
    [["render", "#", "--locale", "xx"], '--locale: must be one of en, got "xx"'],
    [["check", path, "--view", "walk"], "--view: belongs to render, got check"],
    [["trace", path, "--json"], "--json: belongs to check and explain, got trace"],
    [["check", path, "--json=yes"], "--json: takes no value, got yes"],
    [["check", path, "--json", "--json"], "--json: must be given once, got 2 times"],
    [["render", "#", "--stage", "masks"], /^stage: must be one of X, .*got "masks"$/],
    [["render", "#d_k=0"], /^d_k: .*got 0$/],
    [["trace", "-x", path], "-x: unknown option (see --help)"],
    [
      ["trace", path, "--stage", "C"],
      `${path}: stage: must be one of X, Q, K, V, raw, scaled, masked, weights, context, concat, output, allow, got "C"`,
    ],
  ])) {
    const { status, out, err } = outcome(await run(args));
    const said = err.replace(/^attention-stepper: /, "").replace(/\n$/, "");
    assert.deepEqual([status, out], [2, ""]);
    if (typeof message === "string") assert.equal(said, message);
    else assert.match(said, message);
  }
});

test("render draws the stage of a link, with the numbers of the engine", async () => {
  const engine = await createEngine();
  for (const stage of stagesFor(defaultState)) {
    const { status, out, err } = outcome(await run(["render", "#head=2", "--stage", stage, "--width", "900"]));
    assert.deepEqual([status, err], [0, ""]);
    assert.match(out, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"[^]*<\/svg>\n$/);
    assert.doesNotMatch(out, / style=| id=| class=/);
  }
  const { spec, inputs } = inputsFromState(defaultState, engine);
  const weights = engine.trace(spec, inputs).finish().tensor("weights");
  const drawn = outcome(await run(["render", "https://example.org/page.html#head=2"])).out;
  const shown = [...weights.data.slice(2 * 49, 3 * 49)].filter((weight) => weight > 0.005);
  for (const weight of shown) assert.ok(drawn.includes(`>${weight.toFixed(2)}<`), String(weight));
});

test("render inspects the number at the stage of a link that names none, as the page does", async () => {
  const draw = async (/** @type {string} */ link) => outcome(await run(["render", link])).out;
  const drawn = await draw("#stage=raw");
  assert.equal(drawn, await draw("#stage=raw&cell=raw.1.4.2"));
  assert.notEqual(drawn, await draw("#stage=raw&cell=none"));
});

test("render trains the model of a link again that a reader trained, and refuses one that it cannot make", async () => {
  const engine = await createEngine();
  const { session, found } = trainOwn(engine, { task: "previous", d_k: 8 }, 12);
  const maps = session.maps();
  const link = `#${stateToFragment(changeState(defaultState, openedState(found, 1, maps)))}`;
  session.model.free();
  const { status, out } = outcome(await run(["render", link]));
  assert.equal(status, 0);
  assert.ok(out.includes(`Attention weights: ${found.facts.tokens.join(" ")}`));
  // Row 2 has two weights that are not hidden; the figure has two decimals.
  for (const weight of maps.slice(8, 10)) assert.ok(out.includes(`>${weight.toFixed(2)}<`), String(weight));
  const other = outcome(await run(["render", link.replace("seed%3D1", "seed%3D2")]));
  assert.equal(other.status, 2);
  assert.match(other.err, /run: must name weights that training finds again/);
});

test("render draws the picture that the link asks for, also as lines between words", async () => {
  const draw = async (/** @type {string} */ picture) =>
    outcome(await run(["render", `#stage=weights&picture=${picture}`])).out;
  const [matrix, lines] = [await draw("matrix"), await draw("lines")];
  const words = ["Life", "is", "short", "eat", "dessert", "first"];
  for (const word of words) assert.equal(lines.split(`>${word}<`).length - 1, 2, word);
  assert.ok(matrix.includes(">0.31<") && !lines.includes(">0.29<"));
});

test("render draws a state file like its link, and a case with the engine's numbers", async () => {
  const draw = async (/** @type {string[]} */ ...args) => outcome(await run(["render", ...args])).out;
  const state = changeState(defaultState, { d_k: 3, heads: 2, stage: "raw", theme: "dark" });
  const saved = join(folder, "saved.json");
  await writeFile(saved, stateToFile(state));
  assert.equal(await draw(saved), await draw(`#${stateToFragment(state)}`));
  const engine = await createEngine();
  const { spec, inputs } = inputsFromState(state, engine);
  const data = (/** @type {ArrayLike<number>} */ numbers) => Array.from(numbers);
  const plain = Object.entries(inputs).map(([name, one]) => [name, { shape: one.shape, data: data(one.data) }]);
  const path = join(folder, "drawn.json");
  await writeFile(path, JSON.stringify({ spec, inputs: Object.fromEntries(plain) }));
  const shown = (/** @type {string} */ svg) => [...svg.matchAll(/>([−-]?\d+\.\d\d)</g)].map(([, number]) => number);
  for (const [file, link] of [
    [
      ["--stage", "raw"],
      ["--stage", "raw"],
    ],
    [[], ["--stage", "weights"]],
  ]) {
    const numbers = shown(await draw(path, ...file, "--view", "stage"));
    assert.ok(numbers.length > 20);
    assert.deepEqual(
      numbers,
      shown(await draw(`#${stateToFragment({ ...state, head: 0 })}`, ...link, "--view", "stage")),
    );
  }
  assert.match(await draw(path, "--view", "walk", "--theme", "dark"), /data-matrix="output:0"/);
  assert.match(await draw(path, "--view", "lines"), />7</);
  const input = await readFile(path, "utf8");
  const { out } = await cli(["render", "-", "--stage", "raw"], { input });
  assert.equal(out, await draw(path, "--stage", "raw"));
});

test("render draws every view, of every stage, in both themes, and a link's theme", async () => {
  const draw = async (/** @type {string[]} */ ...args) => outcome(await run(["render", ...args])).out;
  const stages = stagesFor(defaultState);
  for (const stage of stages) {
    const [equation, alone] = await Promise.all(
      ["equation", "stage"].map((view) => draw("#head=0", "--stage", stage, "--view", view)),
    );
    const matrices = (/** @type {string} */ svg) => svg.split("data-matrix").length - 1;
    assert.equal(matrices(alone), 1, stage);
    assert.ok(matrices(equation) >= (stage === "X" ? 1 : 2), stage);
  }
  const walked = await draw("#head=0", "--view", "walk");
  for (const stage of stages) assert.ok(walked.includes(`data-matrix="${stage}:0"`), stage);
  assert.equal(walked.split("data-matrix").length - 1, stages.length);
  const [light, dark] = [await draw("#", "--theme", "light"), await draw("#", "--theme", "dark")];
  assert.equal(await draw("#"), light);
  assert.equal(await draw("#theme=dark"), dark);
  assert.equal(await draw("#theme=dark", "--theme", "light"), light);
  assert.notEqual(light, dark);
  assert.equal(await draw("#", "--locale", "en"), light);
  const lines = await draw("#stage=weights&head=0", "--view", "lines");
  assert.equal(lines, await draw("#stage=weights&head=0&picture=lines"));
});

/** The size of an image, and of the figure that is scaled to it. @param {string} svg */
function sizesOf(svg) {
  const [, width, height, drawn, tall] =
    /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height), drawn: Number(drawn), tall: Number(tall) };
}

test("render --width gives an image of exactly that width, with the figure's proportions", async () => {
  const long = `#sentence=${Array(40).fill("word").join("+")}&stage=weights`;
  for (const link of ["#sentence=I+love+Science&heads=1&d_k=16", "#stage=raw", "#stage=output&head=all", long])
    for (const view of ["equation", "stage", "walk"])
      for (const asked of [200, 640, 1001, 4000]) {
        const { out } = outcome(await run(["render", link, "--view", view, "--width", String(asked)]));
        const { width, height, drawn, tall } = sizesOf(out);
        assert.equal(width, asked, `${link} ${view}`);
        assert.ok(Math.abs(height - (tall * asked) / drawn) < 0.02, `${link} ${view}: ${height} of ${tall}`);
      }
  const { width, height, drawn, tall } = sizesOf(outcome(await run(["render", "#"])).out);
  assert.deepEqual([width, height], [drawn, tall], "without --width it keeps its size");
  assert.ok(width <= 760, String(width));
});

test("render --view walk wraps into rows for the given width", async () => {
  for (const width of [200, 360, 760, 2000]) {
    const { out } = outcome(await run(["render", "#causal=true", "--view", "walk", "--width", String(width)]));
    const { drawn, tall: height } = sizesOf(out);
    assert.ok(drawn <= width && height > 130, `${width}: ${drawn} x ${height}`);
    const tall = [...out.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
    assert.ok(tall.length > 100);
    for (const [, x, y, w, h] of tall) assert.ok(Number(x) + Number(w) <= drawn && Number(y) + Number(h) <= height);
  }
});

test("the program sets exit status and streams, also with standard input", async () => {
  assert.deepEqual(await cli(["trace", "-"], { input: "[]" }), {
    status: 2,
    out: "",
    err: "attention-stepper: standard input: file: must be an object, got []\n",
  });
  const difference = JSON.stringify({ ...walk, expected: { raw: { shape: [1], data: [1] } } });
  assert.deepEqual(await cli(["check", "-"], { input: difference }), {
    status: 1,
    out: "-: raw shape: the file says [1], the engine computes [1, 2, 2]\n-: none of the usual causes\n",
    err: "",
  });
});

/** What the help of each command must mention. */
const mentioned = {
  all: ["render LINK", "trace FILE", "check FILE...", "COMMAND --help", "--version"],
  render: ["--stage ID", "--view VIEW", "--theme NAME", "--locale LANG", "--width PX", "equation", "lines", "walk"],
  trace: ["--stage ID", '"inputs"', '"steps"', "sink_weight"],
  check: ["FILE...", "--json", '"expected"', "--tolerance", "kv-head-order"],
  explain: ["FILE STAGE INDEX", "--depth N", "--json", '"left"'],
};

for (const [command, parts] of Object.entries(mentioned)) {
  test(`--help describes ${command}, with examples and the exit status`, async () => {
    for (const args of command === "all"
      ? [["--help"], ["-h"]]
      : [
          [command, "--help"],
          ["-h", command],
        ]) {
      const { status, out, err } = outcome(await run(args));
      assert.deepEqual([status, err], [0, ""]);
      for (const part of [...parts, "  attention-stepper ", "Exit status\n  0  done"])
        assert.ok(out.includes(part), part);
      assert.ok(out.split("\n").every((line) => line.length <= 84));
    }
  });
}

test("a command's help lists exactly its options", async () => {
  for (const [command, text] of Object.entries(usage)) {
    if (command === "all") continue;
    const named = [...new Set([...text.matchAll(/--(\w+)/g)].map(([, name]) => name))];
    const all =
      "stage view theme locale width json seed out steps every lr heads d_k d_model layers position causal png gif font";
    for (const option of all.split(" ")) {
      const { err } = await run([command, `--${option}`, "x"]);
      assert.equal(!err.includes(`--${option}: belongs to`), named.includes(option), `${command} --${option}`);
    }
  }
});

test("every render and trace that --help shows runs", async () => {
  await file("case.json", walk);
  const texts = Object.values(usage).join("\n");
  const lines = [...texts.matchAll(/^ {2}(attention-stepper (?:render "|trace (?:-|case)).*)$/gm)];
  assert.ok(lines.length >= 6);
  for (const [, line = ""] of lines) {
    const script = line.replace("attention-stepper", `"${process.execPath}" "${program}"`);
    const child = spawn("bash", ["-c", script], { cwd: folder });
    const [err, [status]] = await Promise.all([text(child.stderr), once(child, "close"), text(child.stdout)]);
    assert.deepEqual([status, err], [0, ""], line);
  }
});

test("--version prints the package's version, from sources and bundle", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  for (const path of [program, bundle]) {
    assert.deepEqual(await cli(["--version"], { path }), { status: 0, out: `${version}\n`, err: "" });
  }
});

test("the example in --help gives the output shown", async () => {
  const [, example = ""] = /standard input:\n([^]*?\})\n\n/.exec(usage.check) ?? [];
  const { status, out } = await cli(["check", "-"], { input: example });
  assert.deepEqual([status, out], [0, "-: ok (1 stage within 0.01)\n"]);
});

test("a reader that closes early causes no error", async () => {
  const n = 200;
  const big = { spec: {}, inputs: { X: { shape: [n, n], data: new Array(n * n).fill(1 / 3) } } };
  const child = spawn(process.execPath, [program, "trace", await file("big.json", big)]);
  child.stdout.once("data", () => child.stdout.destroy());
  const [err, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.deepEqual([err, status], ["", 0]);
});

test("the bundle works through a symbolic link, as npm installs it", async () => {
  const link = join(folder, "attention-stepper");
  await symlink(bundle, link);
  const { status, out, err } = await cli(["check", casePath("mha_self_1")], { path: link });
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /mha_self_1\.json: ok \(9 stages/);
});
