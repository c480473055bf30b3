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
import { createEngine } from "../web/engine/index.js";
import { inputsFromState } from "../web/state/index.js";
import { run } from "../web/node/cli.js";
import { floatToJson } from "../web/export/float.js";
import { usage } from "../web/node/usage.js";
import { stagesFor } from "../web/state/stages.js";
import { defaultState } from "../web/state/state.js";
import { readCases } from "./cases.js";
import { generator } from "./walks.js";

const program = fileURLToPath(new URL("../web/node/cli.js", import.meta.url));
const bundle = fileURLToPath(new URL("../web/dist/cli.js", import.meta.url));
const casePath = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`reference/cases/${name}.json`, import.meta.url));

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

test("trace prints every stage, one to a line, as JSON that reads back to the same floats", async () => {
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

test("trace --stage prints one stage; - is standard input", async () => {
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

test("numbers that JSON lacks are strings, in and out", async () => {
  const inputs = { X: { shape: [2, 2], data: ["inf", "-inf", "nan", -0.0] } };
  const { out } = await cli(["trace", "-", "--stage", "X"], {
    input: JSON.stringify({ spec: {}, inputs }).replace(",0]", ",-0.0]"),
  });
  assert.match(out, /\["inf", "-inf", "nan", -0\.0\]/);
});

test("floats are printed as short as they read back", () => {
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

test("check names the first difference in walking order, of each file, and exits with 1", async () => {
  const context = { shape: [1, 2, 2], data: [1, 0, 7, 7] };
  const weights = { shape: [1, 2, 2], data: [1, 0, 0.5, 0.5] };
  const masked = { shape: [1, 2, 2], data: [1, "-inf", 0.1, 4.01] };
  const wrong = await file("wrong.json", { ...walk, expected: { context, weights, masked } });
  const shape = await file("shape.json", { ...walk, expected: { allow: { shape: [4], data: [1, 0, 1, 1] } } });
  const hidden = await file("hidden.json", {
    ...walk,
    expected: { masked: { shape: [1, 2, 2], data: [1, 2, 0.1, 4.01] } },
  });
  const loose = await file("loose.json", { ...walk, tolerance_float32: 10, expected: { context } });
  const { status, out, err } = await cli(["check", wrong, shape, hidden, loose]);
  assert.deepEqual([status, err], [1, ""]);
  assert.deepEqual(out.trimEnd().split("\n"), [
    `${wrong}: weights[0, 1, 0]: got 0.019646762, want 0.5`,
    `${shape}: allow shape: got [2, 2], want [4]`,
    `${hidden}: masked[0, 0, 1]: got -inf, want 2`,
    `${loose}: ok (1 stage within 10)`,
  ]);
});

test("bad input: one line that names the file and the field, exit status 2, nothing on standard output", async () => {
  const good = await file("good.json", { ...walk, expected: { X } });
  const bad = (/** @type {string} */ name, /** @type {unknown} */ content) => file(`${name}.json`, content);
  const inputs = walk.inputs;
  const data = 'must be a number, "inf", "-inf" or "nan", got';
  for (const [command, path, message] of /** @type {[string, string, string | RegExp][]} */ ([
    [
      "trace",
      await bad("heads", { spec: { heads: 0 }, inputs }),
      "heads: must be a whole number from 1 to 1048576, got 0",
    ],
    ["trace", await bad("no-spec", { inputs }), "spec: must be an object, got undefined"],
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
    ["trace", await bad("tensor", { spec: {}, inputs: { X: [1] } }), "X: must be an object, got [1]"],
    ["trace", await bad("line", { spec: { "a\nb": 1 }, inputs }), /: a b: is no field of a spec .*/],
    ["trace", await bad("array", []), "file: must be an object, got []"],
    ["trace", await bad("json", '{"spec": {},\n\n "inputs": oops}'), /: file: must hold JSON, got .*/],
    ["trace", await bad("empty", ""), /: file: must hold JSON, got .*/],
    ["trace", join(folder, "none.json"), /none\.json: must be a file to read, got ENOENT.*/],
    ["trace", folder, /: must be a file to read, got EISDIR.*/],
    ["check", await bad("no-expected", walk), "expected: must be an object, got undefined"],
    ["check", await bad("nothing", { ...walk, expected: {} }), "expected: must hold at least one stage, got none"],
    [
      "check",
      await bad("stage", { ...walk, expected: { wieghts: X } }),
      /expected\.wieghts: is no stage of this walk; did you mean weights\? .*/,
    ],
    [
      "check",
      await bad("rotated", { ...walk, expected: { Q_rot: X } }),
      /expected\.Q_rot: is no stage of this walk .*/,
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
      await bad("tolerance", { ...walk, tolerance_float32: "1", expected: { X } }),
      'tolerance_float32: must be a number from 0, got "1"',
    ],
  ])) {
    const { status, out, err } = outcome(await run(command === "check" ? [command, good, path] : [command, path]));
    assert.deepEqual([status, out], [2, ""], path);
    if (typeof message === "string") assert.equal(err, `attention-stepper: ${path}: ${message}\n`);
    else assert.match(err, new RegExp(`^attention-stepper: .*${message.source}\n$`));
  }
});

/** @param {import("../web/node/cli.js").Outcome} outcome */
const outcome = ({ status, out, err }) => ({ status, out: [...out].join(""), err });

test("wrong usage: one line, exit status 2", async () => {
  const path = await file("usage.json", walk);
  for (const [args, message] of /** @type {[string[], string | RegExp][]} */ ([
    [[], "command: must be one of trace, check, render, got none (see --help)"],
    [["trce", path], "command: must be one of trace, check, render, got trce (see --help)"],
    [["trace"], "FILE: must be one, got 0"],
    [["trace", path, path], "FILE: must be one, got 2"],
    [["check"], "FILE: must be given, got none"],
    [["check", path, "--stage", "X"], "--stage: belongs to trace and render, got check"],
    [["trace", path, "--stage"], "--stage: must have a value, got none"],
    [["trace", path, "--stage", "X", "--stage", "Q"], "--stage: must be given once, got 2 times"],
    [["trace", path, "--stgae", "X"], "--stgae: is no option; did you mean stage? (see --help)"],
    [["trace", path, "--theme", "dark"], "--theme: belongs to render, got trace"],
    [["render"], "LINK: must be one, got 0"],
    [["render", "#", "--theme", "blue"], "--theme: must be light or dark, got blue"],
    [["render", "#", "--width", "wide"], "--width: must be a whole number from 200 to 4000, got wide"],
    [["render", "#", "--stage", "masks"], /^stage: must be one of X, .*got "masks"$/],
    [["render", "#d_k=0"], /^d_k: .*got 0$/],
    [["trace", "-x", path], "-x: is no option (see --help)"],
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

test("render draws the picture that the link asks for: lines between words, where it does", async () => {
  const draw = async (/** @type {string} */ picture) =>
    outcome(await run(["render", `#stage=weights&picture=${picture}`])).out;
  const [matrix, lines] = [await draw("matrix"), await draw("lines")];
  const words = ["Life", "is", "short", "eat", "dessert", "first"];
  for (const word of words) assert.equal(lines.split(`>${word}<`).length - 1, 2, word);
  assert.ok(matrix.includes(">0.31<") && !lines.includes(">0.29<"));
});

test("the README's picture is what render draws", async () => {
  const picture = await readFile(new URL("../web/picture.svg", import.meta.url), "utf8");
  assert.equal(outcome(await run(["render", "#"])).out, picture);
});

test("the program itself: exit status and streams, from standard input too", async () => {
  assert.deepEqual(await cli(["trace", "-"], { input: "[]" }), {
    ...{ status: 2, out: "", err: "attention-stepper: standard input: file: must be an object, got []\n" },
  });
  const difference = JSON.stringify({ ...walk, expected: { raw: { shape: [1], data: [1] } } });
  assert.deepEqual(await cli(["check", "-"], { input: difference }), {
    ...{ status: 1, out: "-: raw shape: got [1, 2, 2], want [1]\n", err: "" },
  });
});

test("--help explains the commands, the file and the exit status", async () => {
  for (const args of [["--help"], ["trace", "-h"]]) {
    const { status, out, err } = await cli(args);
    assert.deepEqual([status, err], [0, ""]);
    for (const part of ["trace FILE", "check FILE...", "--stage ID", '"inputs"', "Exit status"])
      assert.ok(out.includes(part), part);
    assert.ok(out.split("\n").every((line) => line.length <= 84));
  }
});

test("the example in --help is right", async () => {
  const [, example = ""] = /standard input:\n([^]*?\})\n\n/.exec(usage) ?? [];
  const { status, out } = await cli(["check", "-"], { input: example });
  assert.deepEqual([status, out], [0, "-: ok (1 stage within 0.01)\n"]);
});

test("a reader that closes early is no error", async () => {
  const n = 200;
  const big = { spec: {}, inputs: { X: { shape: [n, n], data: new Array(n * n).fill(1 / 3) } } };
  const child = spawn(process.execPath, [program, "trace", await file("big.json", big)]);
  child.stdout.once("data", () => child.stdout.destroy());
  const [err, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.deepEqual([err, status], ["", 0]);
});

test("the bundle works through a link, as npm installs it", async () => {
  const link = join(folder, "attention-stepper");
  await symlink(bundle, link);
  const { status, out, err } = await cli(["check", casePath("mha_self_1")], { path: link });
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /mha_self_1\.json: ok \(9 stages/);
});
