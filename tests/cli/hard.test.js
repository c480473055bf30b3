/** The command line with damaged input, huge files and closed pipes. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { AttentionError } from "../../web/engine/index.js";
import { run } from "../../web/node/cli.js";
import { readJson } from "../../web/tensors/read-json.js";

const program = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));
const kvCase = fileURLToPath(new URL("../reference/cases/kv_cache_2.json", import.meta.url));

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-hard-"));
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {string} [input]
 */
async function cli(args, input = "") {
  const child = spawn(process.execPath, [program, ...args]);
  child.stdin.on("error", () => {}); /* it may not read all */
  child.stdin.end(input);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status, out, err };
}

/**
 * @param {string} input
 * @param {RegExp} message
 */
async function refuses(input, message) {
  const path = join(folder, "refused.json");
  await writeFile(path, input);
  const { status, out, err } = await run(["trace", path]);
  assert.deepEqual([status, [...out]], [2, []], `${input.slice(0, 80)}: ${err.slice(0, 400)}`);
  assert.match(err, message);
  assert.equal(err.split("\n").length, 2, "one line");
  assert.ok(err.length < 600, `${err.length} characters`);
}

const X = { shape: [2, 2], data: [1, 0, 0.1, -2] };
const nested = (/** @type {number} */ levels) => "[".repeat(levels) + "]".repeat(levels);

test("invalid JSON is refused with its position", async () => {
  await refuses("", /file: must hold JSON, got nothing/);
  await refuses(" \n", /file: must hold JSON, got nothing/);
  await refuses('{"spec": {},\n "inputs": }', /got "}" at line 2, column 12/);
  await refuses('{"spec": {}', /got the end of the file at line 1, column 12/);
  await refuses('{"a": NaN}', /got "NaN}" at line 1, column 7/);
  await refuses('{"a": [1, 2,]}', /got "]}" at line 1, column 13/);
  await refuses("{'a': 1}", /got "'a': 1}" at line 1, column 2/);
  await refuses('{"a": 01}', /got "1}" at line 1, column 8/);
  await refuses('{"a": "open', /got "\\"open" at line 1, column 7/);
  await refuses("[1]", /file: must be an object, got \[1\]/);
  await refuses("null", /file: must be an object, got null/);
});

test("JSON is parsed as by JSON.parse, with errors at the same position", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom("", "}", ",", "x", '"', "[", "\u0001"),
      (json, n, put) => {
        const at = n % (json.length + 1);
        const broken = json.slice(0, at) + put + json.slice(at + 1);
        let want;
        try {
          want = { value: JSON.parse(broken) };
        } catch {
          want = undefined;
        }
        if (want) {
          try {
            assert.deepEqual(readJson("file", broken), want.value);
          } catch (error) {
            if (!(error instanceof AttentionError)) throw error;
            assert.match(error.message, /once, got it again|must be a number up to/);
          }
        } else
          assert.throws(() => readJson("file", broken), /must hold JSON, got .* at line \d+, column \d+|got nothing/);
      },
    ),
    { numRuns: 2000, seed: 3 },
  );
});

test("texts of 15 million characters in a file are read, or refused in one line", async () => {
  const long = 'x\\"'.repeat(3_000_000);
  const given = { note: long, inputs: { X } };
  assert.deepEqual(readJson("file", JSON.stringify(given)), given);
  await refuses(`{"note": ${JSON.stringify(long)}, "inputs": {},}`, /file: must hold JSON, got "}" at line 1/);
  await refuses(`{"note": ${JSON.stringify(long)}, "note": 1}`, /file: must name "note" once/);
});

test("a number too large for JSON is no infinity: trace, check and render name its field, and no tolerance lets all pass", async () => {
  await refuses(
    '{"inputs": {"X": {"shape": [1, 2], "data": [1, -1e400]}}}',
    /inputs\.X\.data\[1\]: must be a number up to 1\.8e308/,
  );
  await refuses(
    '{"spec": {"mask_value": {"value": -1e400}}, "inputs": {}}',
    /spec\.mask_value\.value: must be a number up to/,
  );
  const wrong = { inputs: { X }, expected: { X: { ...X, data: [9, 9, 9, 9] } } };
  const path = join(folder, "wrong.json");
  for (const [tolerance, message] of [
    ["1e400", /tolerance: must be a number up to 1\.8e308/],
    ['"inf"', /tolerance: must be a finite number from 0, got "inf"/],
    ["-0.1", /tolerance: must be a finite number from 0, got -0\.1/],
  ]) {
    await writeFile(path, JSON.stringify(wrong).replace("{", `{"tolerance": ${tolerance}, `));
    const { status, out, err } = await run(["check", path]);
    assert.deepEqual([status, [...out]], [2, []], String(tolerance));
    assert.match(err, /** @type {RegExp} */ (message));
  }
  await writeFile(path, '{"attention-stepper": 1, "state": {"softcap": 1e400}}');
  assert.match((await run(["render", path])).err, /state\.softcap: must be a number up to 1\.8e308/);
});

test("masks in a case may hold true and false, other tensors not", async () => {
  const path = join(folder, "mask.json");
  const traced = async (/** @type {unknown[]} */ data) => {
    await writeFile(path, JSON.stringify({ inputs: { X, key_valid: { shape: [2], data } } }));
    return run(["trace", path]).then(({ out }) => [...out].join(""));
  };
  assert.equal(await traced([true, false]), await traced([1, 0]));
  const allow = { shape: [2, 2], data: [true, false, true, false] };
  await writeFile(path, JSON.stringify({ inputs: { X, allow }, expected: { allow } }));
  assert.deepEqual((await run(["check", path])).status, 0);
  await refuses('{"inputs": {"X": {"shape": [1, 1], "data": [true]}}}', /X\.data\[0\]: must be a number, .* got true/);
});

test("check checks every file, whatever the others are: each has its line, and the status is that of the worst", async () => {
  const file = async (/** @type {string} */ name, /** @type {string} */ text) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const good = await file("good.json", JSON.stringify({ inputs: { X }, expected: { X } }));
  const wrong = await file(
    "wrong.json",
    JSON.stringify({ inputs: { X }, expected: { X: { ...X, data: [1, 0, 0.5, -2] } } }),
  );
  const broken = await file("broken.json", '{"inputs": ');
  const missing = join(folder, "missing.json");
  const { status, out, err } = await cli(["check", missing, good, broken, wrong, good]);
  assert.equal(status, 2);
  assert.deepEqual(out.split("\n"), [
    `${good}: ok (1 stage within float32 rounding)`,
    `${wrong}: X [1, 0]: the file says 0.5, the engine computes 0.1`,
    `${wrong}: none of the usual causes`,
    `${good}: ok (1 stage within float32 rounding)`,
    "",
  ]);
  assert.deepEqual(err.split("\n"), [
    `attention-stepper: FILE: must be a file to read, got ${missing}, which does not exist`,
    `attention-stepper: ${broken}: file: must hold JSON, got the end of the file at line 1, column 12`,
    "",
  ]);
  assert.equal((await cli(["check", wrong, good])).status, 1);
  assert.equal((await cli(["check", good, good])).status, 0);
  const json = await cli(["check", "--json", broken, wrong, good]);
  const files = json.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(json.status, 2);
  assert.deepEqual(
    files.map((/** @type {any} */ { ok, error }) => [ok, error]),
    [
      [false, `${broken}: file: must hold JSON, got the end of the file at line 1, column 12`],
      [false, undefined],
      [true, undefined],
    ],
  );
});

test("a duplicate name is refused", async () => {
  const inputs = JSON.stringify({ X });
  await refuses(
    `{"spec": {"scale": 1,\n"scale": 2}, "inputs": ${inputs}}`,
    /must name "scale" once, got it again at line 2, column 1/,
  );
  await refuses(`{"spec": {}, "inputs": ${inputs}, "sp\\u0065c": {}}`, /once, got it again at line 1/);
  const { status } = await cli(
    ["trace", "-"],
    `{"notes": {"spec": 1, "a": "spec", "b": ["a", "a"]}, "spec": {}, "inputs": ${inputs}}`,
  );
  assert.equal(status, 0);
});

test("deep nesting anywhere is refused in one line", async () => {
  const deep = nested(100_000);
  await refuses(deep, /file: must be an object, got \[/);
  await refuses(`{"spec": ${deep}, "inputs": {}}`, /spec: must be an object/);
  await refuses(`{"spec": {"heads": ${deep}}, "inputs": {"X": ${JSON.stringify(X)}}}`, /heads: must be a whole number/);
  await refuses(`{"spec": {}, "inputs": {"X": {"shape": ${deep}, "data": [1]}}}`, /X\.shape: must be/);
  await refuses(`{"spec": {}, "inputs": {"X": {"shape": [1, 1], "data": ${deep}}}}`, /X\.data\[0\]: must be a number/);
  await refuses("[".repeat(100_000), /file: must hold JSON, got the end of the file/);
  await refuses('{"a":'.repeat(100_000), /file: must hold JSON, got the end of the file/);
});

test("wrong types, non-finite strings and unknown names are refused by name", async () => {
  /** @type {[unknown, unknown, RegExp][]} */
  const mistakes = [
    [{ heads: "2" }, { X }, /heads: must be a whole number .*got "2"/],
    [{ heads: 1.5 }, { X }, /heads: must be a whole number/],
    [{ scale: "inf" }, { X }, /scale: must be a finite number, got "inf"/],
    [{ softcap: -1 }, { X }, /softcap: must be above 0/],
    [{ causal: 1 }, { X }, /causal: must be true or false, got 1/],
    [{ windw: 2 }, { X }, /windw: unknown field of a spec; did you mean window\?/],
    [{ softmax_sinks: true }, { X }, /did you mean softmax_sink\?/],
    [{ position: { kind: "ropes" } }, { X }, /position\.kind: must be one of/],
    [{ position: { kind: "rope", bass: 1 } }, { X }, /position\.bass: unknown field of position "rope"/],
    [[], { X }, /spec: must be an object, got \[\]/],
    [{}, [], /inputs: must be an object, got \[\]/],
    [{}, { X: 1 }, /X: must be an object such as {"shape": .*, got 1$/m],
    [{}, { X, key_vaild: { shape: [2], data: [1, 1] } }, /key_vaild: unknown input; did you mean key_valid\?/],
    [{}, { X: { shape: [1, 1], data: ["NaN"] } }, /X\.data\[0\]: must be a number, "inf", "-inf" or "nan", got "NaN"/],
    [{}, { X: { shape: [1, 1], data: ["Infinity"] } }, /got "Infinity"/],
    [{}, { X: { shape: [1, 1], data: [null] } }, /X\.data\[0\]: .*got null/],
    [{}, { X: { shape: [1, 1], data: [1e39] } }, /X\.data\[0\]: must be within float32/],
    [{}, { X: { shape: [-1, 2], data: [] } }, /X\.shape: must be a whole number/],
    [{}, { X: { shape: ["2", 2], data: [1, 2, 3, 4] } }, /X\.shape: must be a whole number .*got "2"/],
    [{}, { X: { shape: [1048576, 1048576], data: [1] } }, /X\.data: must hold 1099511627776 numbers/],
    [null, { X }, /spec: must be an object, got null/],
    [{}, undefined, /inputs: must be an object, got undefined/],
  ];
  for (const [spec, inputs, message] of mistakes) await refuses(JSON.stringify({ spec, inputs }), message);
  await refuses('{"spec": {"__proto__": {"heads": 2}}, "inputs": {}}', /__proto__: unknown field of a spec/);
});

test("names in a file cannot control the terminal: control characters in messages are escaped", async () => {
  const path = join(folder, "control.json");
  await writeFile(path, JSON.stringify({ inputs: { X }, expected: { "\u001b[2J\u009b1m\n": X } }));
  const { status, err } = await run(["check", path]);
  assert.equal(status, 2);
  assert.match(err, /: expected\.\\x1b\[2J\\x9b1m : is not a stage of this walk/);
  assert.doesNotMatch(err.slice(0, -1), /\p{Cc}/u);
});

test("non-finite inputs are read and printed with the same names", async () => {
  const inputs = { X: { shape: [1, 3], data: ["inf", "-inf", "nan"] } };
  const { status, out } = await cli(["trace", "-", "--stage", "X"], JSON.stringify({ spec: {}, inputs }));
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(out).stages.X.data, ["inf", "-inf", "nan"]);
});

test("an unreadable file is refused in plain words without system error codes", async () => {
  const locked = join(folder, "locked.json");
  await writeFile(locked, "{}", { mode: 0 });
  for (const [path, why] of [
    [folder, "which is a folder"],
    [join(folder, "none.json"), "which does not exist"],
    [join(program, "below"), "which does not exist"],
    ...(process.getuid?.() === 0 ? [] : [[locked, "which may not be read"]]),
  ]) {
    const { status, out, err } = await cli(["trace", path]);
    assert.deepEqual([status, out], [2, ""]);
    assert.equal(err, `attention-stepper: FILE: must be a file to read, got ${path}, ${why}\n`);
  }
});

test(
  "output that cannot be printed is reported in one line",
  { skip: existsSync("/dev/full") ? false : "no /dev/full" },
  async () => {
    const path = join(folder, "full.json");
    await writeFile(path, JSON.stringify({ spec: {}, inputs: { X } }));
    for (const args of [["trace", path], ["render", "#"], ["--help"]]) {
      const child = spawn("bash", ["-c", '"$0" "$@" > /dev/full', process.execPath, program, ...args]);
      const [err, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
      assert.deepEqual(
        [status, err],
        [2, "attention-stepper: standard output: must take what is printed, got no space left\n"],
      );
    }
  },
);

test(
  "a file of 100 MB is traced, and one too long for a string refused, within a minute",
  { timeout: 120_000 },
  async () => {
    const path = join(folder, "large.json");
    const rows = 100_000;
    const row = "0.12345678,".repeat(90);
    const file = await open(path, "w");
    await file.write(
      `{"spec": {"d_k": 1}, "notes": "${"n".repeat(1000)}", "inputs": {"X": {"shape": [1, 1], "data": [0.5]}}, "more": [`,
    );
    for (let at = 0; at < rows; at += 1000) await file.write(row.repeat(1000));
    await file.write("0]}");
    await file.close();
    const traced = await cli(["trace", path, "--stage", "output"]);
    assert.deepEqual([traced.status, traced.err], [0, ""]);
    assert.deepEqual(JSON.parse(traced.out).stages.output.data, [0.5]);
    /* A sparse file: no bytes on the disk. */
    const hole = await open(path, "w");
    await hole.truncate(700 * 2 ** 20);
    await hole.close();
    const refused = await cli(["trace", path]);
    assert.deepEqual([refused.status, refused.out], [2, ""]);
    assert.match(
      refused.err,
      /: FILE: must be a file to read, got .*large\.json, which is too large: at most 536870888 characters$/m,
    );
    await rm(path);
  },
);

test("an input of 8 MB of numbers is traced", async () => {
  const d = 2 ** 20;
  const inputs = `{"X": {"shape": [1, ${d}], "data": [${"0.1250,".repeat(d - 1)}1]}}`;
  const { status, out } = await cli(["trace", "-", "--stage", "weights"], `{"spec": {}, "inputs": ${inputs}}`);
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(out).stages.weights, { shape: [1, 1, 1], data: [1] });
});

test("a pipe that closes early causes no failure", async () => {
  const n = 300;
  const path = join(folder, "wide.json");
  await writeFile(path, JSON.stringify({ spec: {}, inputs: { X: { shape: [n, 1], data: Array(n).fill(0.3) } } }));
  const child = spawn("bash", [
    "-c",
    `"$0" "$1" trace "$2" | head -c 20; echo " \${PIPESTATUS[0]}"`,
    process.execPath,
    program,
    path,
  ]);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(err, "");
  assert.equal(out, '{"stages": {\n"X": {" 0\n');
});

test("trace prints the steps of a KV cache, and check compares them", async () => {
  const file = JSON.parse(await readFile(kvCase, "utf8"));
  const { status, out } = await cli(["trace", kvCase]);
  assert.equal(status, 0);
  const { stages, steps } = JSON.parse(out);
  assert.ok(Object.keys(stages).includes("output"));
  assert.equal(steps.length, file.expected.steps.length);
  for (const [at, want] of file.expected.steps.entries()) {
    for (const [name, value] of Object.entries(want)) {
      if (typeof value === "number") assert.equal(steps[at][name], value, `${at} ${name}`);
      else assert.deepEqual(steps[at][name].shape, /** @type {any} */ (value).shape, `${at} ${name}`);
    }
  }
  assert.equal("steps" in JSON.parse((await cli(["trace", kvCase, "--stage", "output"])).out), false);
  const same = await cli(["check", kvCase]);
  assert.equal(same.status, 0, same.out + same.err);
  assert.match(same.out, / appends within /);
  file.expected.steps[1].output.data[2] += 1;
  const differs = await cli(["check", "-"], JSON.stringify(file));
  assert.equal(differs.status, 1);
  assert.match(differs.out, /^-: steps\[1\]\.output \[0, 2\]: the file says .*, the engine computes /);
  delete file.spec.prefill;
  const needs = await cli(["check", "-"], JSON.stringify(file));
  assert.deepEqual([needs.status, /expected\.steps: needs prefill/.test(needs.err)], [2, true]);
});
