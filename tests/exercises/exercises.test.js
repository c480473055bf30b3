/** The exercises: their cases, their solutions, and what is said of code that returns something else or stops. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { casesOf } from "../../web/exercises/cases.js";
import { startOf } from "../../web/exercises/exercise.js";
import { exerciseOf, exercises } from "../../web/exercises/exercises.js";
import { keptOf, readKept, withKept, writeKept } from "../../web/exercises/kept.js";
import { listed, readWriteLink, writeWriteLink } from "../../web/exercises/listed.js";
import { lineOfSyntax, programOf } from "../../web/exercises/program.js";
import { verdictOn } from "../../web/exercises/verdict.js";
import { words } from "../../web/words/words.js";
import { ranIn } from "../support/course/exercises.js";
import { refusing, storageOf } from "../support/storage.js";

const engine = await createEngine();
const { t } = words("en");

/** What is said of some code. @param {string} id @param {string} code */
function verdictOf(id, code) {
  const exercise = exerciseOf(id);
  const cases = casesOf(engine, exercise);
  return verdictOn(exercise, cases, ranIn(exercise, cases, code));
}

test("the list has the exercises in their order, with words, and texts of at most 45 words", () => {
  assert.deepEqual(
    listed.map(({ id }) => id),
    exercises.map(({ id }) => id),
  );
  for (const { id } of exercises) {
    for (const part of ["", "-comment"]) assert.notEqual(t(`exercise-${id}${part}`), "", `${id}${part}`);
    const count = t(`exercise-${id}-text`).split(/\s+/).length;
    assert.ok(count > 10 && count <= 45, `${id}: ${count} words`);
  }
});

for (const exercise of exercises) {
  test(`${exercise.id}: the solution is right in every case, and what stands there to begin with in none`, () => {
    assert.deepEqual(verdictOf(exercise.id, exercise.solution), { kind: "right" });
    const start = startOf(exercise, t(`exercise-${exercise.id}-comment`));
    const { kind, ...rest } = verdictOf(exercise.id, start);
    if (exercise.stages.length === 1)
      assert.deepEqual(
        [kind, rest],
        ["unfit", { at: 0, stage: exercise.stages[0], not: "returned", got: "undefined" }],
      );
    else assert.deepEqual([kind, "line" in rest && rest.line], ["failed", 4]);
  });
}

test("cases are the same at every call, and have other numbers of queries than keys, large scores, and rows hidden as a whole", () => {
  for (const exercise of exercises) assert.deepEqual(casesOf(engine, exercise), casesOf(engine, exercise));
  const given = (/** @type {string} */ id) =>
    casesOf(engine, exerciseOf(id)).map((one) => /** @type {any} */ (one.given));
  assert.ok(given("dot-products").some(({ Q, K }) => Q.length !== K.length));
  assert.ok(given("mix").some(({ A, V }) => A.length !== V.length));
  assert.ok(given("softmax").some(({ S }) => S.flat().some((/** @type {number} */ score) => score > 710)));
  const isHidden = (/** @type {number[]} */ row) => row.every((score) => score === -Infinity);
  assert.ok(given("softmax").some(({ S }) => S.some(isHidden)));
  assert.ok(given("mask").some(({ allow }) => allow.some((/** @type {number[]} */ row) => !row.includes(1))));
});

test("the large scores of the whole head are too large for a softmax that does not subtract", () => {
  const { helpers, ...head } = exerciseOf("head");
  const naive = helpers.map((helper) => helper.replace("Math.exp(score - max)", "Math.exp(score)"));
  assert.notDeepEqual(naive, helpers);
  const exercise = { ...head, helpers: naive };
  const cases = casesOf(engine, exercise);
  const verdict = verdictOn(exercise, cases, ranIn(exercise, cases, head.solution));
  assert.deepEqual([verdict.kind, "stage" in verdict && verdict.stage], ["wrong", "weights"]);
});

test("the first wrong case, stage and number are named", () => {
  const code = exerciseOf("head").solution.replace("return {", "if (X.length === 2) weights[1][0] += 0.5;\n  return {");
  const verdict = verdictOf("head", code);
  assert.ok(verdict.kind === "wrong");
  const { at, stage, index, differing, mistake, got, wanted } = verdict;
  assert.deepEqual(
    { at, stage, index, differing, mistake },
    { at: 1, stage: "weights", index: [1, 0], differing: 1, mistake: null },
  );
  assert.ok(Math.abs(got - wanted - 0.5) < 1e-6);
});

test("what is not rows of numbers is refused by what it is", () => {
  const returned = (/** @type {string} */ value) => {
    const { kind, ...rest } = verdictOf("mask", `function mask(S, allow) { return ${value}; }`);
    assert.equal(kind, "unfit", value);
    return "not" in rest && [rest.not, rest.got, ...(rest.index ?? [])];
  };
  assert.deepEqual(returned("S[0]"), ["rows", "[-0.75, …]"]);
  assert.deepEqual(returned("7"), ["rows", "7"]);
  assert.deepEqual(returned("'text'"), ["rows", '"text"']);
  assert.deepEqual(returned("null"), ["rows", "null"]);
  assert.deepEqual(returned("[]"), ["rows", "[]"]);
  assert.deepEqual(returned("() => 1"), ["rows", "function (…) {…}"]);
  assert.deepEqual(returned("Promise.resolve(S)"), ["rows", "Promise {…}"]);
  assert.deepEqual(returned("Symbol('one')"), ["rows", "Symbol(one)"]);
  assert.deepEqual(returned("({ S, mask })"), ["rows", "{…}"]);
  assert.deepEqual(returned("7n"), ["rows", "7n"]);
  assert.deepEqual(returned("S.map((row) => row.map(() => 1n))"), ["numbers", "1n", 0, 0]);
  assert.deepEqual(returned("S.map((row) => row.map((score) => () => score))"), ["numbers", "function (…) {…}", 0, 0]);
  assert.deepEqual(returned("S.map((row) => row.map((score) => [score]))"), ["numbers", "[-0.75, …]", 0, 0]);
  assert.deepEqual(returned("S.map((row) => { row.map((score) => score); })"), ["rows", "[undefined, …]"]);
  assert.deepEqual(returned("[[1, 2, 3], [4, 5]]"), ["even", "2", 1]);
  assert.deepEqual(returned("S.map((row) => row.map(() => undefined))"), ["numbers", "undefined", 0, 0]);
  const head = verdictOf("head", "function head(X) { return X; }");
  assert.deepEqual(head, { kind: "unfit", at: 0, stage: "Q", not: "object", got: "[[…], …]" });
  const part = verdictOf("head", "function head(X, Wq) { return { Q: matmul(X, Wq) }; }");
  assert.deepEqual(part, { kind: "unfit", at: 0, stage: "K", not: "there", got: "{…}" });
  const none = verdictOf("head", "function head(X, Wq) { return { Q: matmul(X, Wq), K: undefined }; }");
  assert.deepEqual(none, { kind: "unfit", at: 0, stage: "K", not: "rows", got: "undefined" });
  for (const [returns, got] of /** @type {const} */ ([
    ["", "undefined"],
    ["return [];", "[]"],
    ["return async () => 1;", "function (…) {…}"],
  ]))
    assert.deepEqual(verdictOf("head", `function head() { ${returns} }`), {
      kind: "unfit",
      at: 0,
      stage: "Q",
      not: "object",
      got,
    });
  const shape = verdictOf("mask", "function mask(S) { return S.slice(1); }");
  assert.ok(shape.kind === "shape");
  assert.deepEqual(
    [shape.got, shape.wanted],
    [
      [2, 3],
      [3, 3],
    ],
  );
});

test("an error is said with its message and its line, also one inside a function that was given", () => {
  const failed = (/** @type {string} */ id, /** @type {string} */ code) => {
    const verdict = verdictOf(id, code);
    assert.ok(verdict.kind === "failed", JSON.stringify(verdict));
    return [verdict.at, verdict.message, verdict.line];
  };
  assert.deepEqual(failed("mask", "function mask(S) {\n  return T;\n}\n"), [0, "ReferenceError: T is not defined", 2]);
  assert.deepEqual(failed("mask", "function mask() {\n\n  throw 'a text';\n}"), [0, "a text", null]);
  const [at, message, line] = failed("head", "function head(X) {\n  const Q = X;\n  return matmul(Q, null);\n}");
  assert.equal(at, 0);
  assert.match(String(message), /^TypeError: .*null/);
  assert.equal(line, 3);
});

test("an error that is thrown on purpose is not taken for what was returned", () => {
  const code =
    "function mask() {\n  const error = new Error('no clone');\n  error.name = 'DataCloneError';\n  throw error;\n}";
  const verdict = verdictOf("mask", code);
  assert.deepEqual(verdict, { kind: "failed", at: 0, message: "DataCloneError: no clone", line: 2 });
});

test("what is too large to compare is told so, and leaves the Worker in no message", () => {
  const large = [
    ...["new Array(1e9)", "new Float32Array(1e6)", "Array.from({ length: 50 }, () => new Array(50).fill(0))"],
    "[new Array(1e9)]",
  ];
  for (const value of large)
    assert.deepEqual(verdictOf("mask", `function mask() { return ${value}; }`), { kind: "large", at: 0 }, value);
  const part = "function head() { return { Q: [[1]], K: new Array(1e8) }; }";
  assert.deepEqual(verdictOf("head", part), { kind: "large", at: 0 });
  const beside = exerciseOf("head").solution.replace("return {", "return { more: new Array(1e8),");
  assert.deepEqual(verdictOf("head", beside), { kind: "right" });
  const exercise = exerciseOf("mask");
  const cases = casesOf(engine, exercise);
  const { answers } = ranIn(exercise, cases, "function mask() { throw new Error('x'.repeat(1e7)); }");
  assert.ok(JSON.stringify(answers).length < 20_000);
});

test("code can neither post a result or an end, nor close its Worker, nor hear what the runner hears", () => {
  const { solution } = exerciseOf("mask");
  const wrong = solution.replace("-Infinity", "0");
  for (const attempt of [
    ...["postMessage({ type: 'done' })", "globalThis.postMessage({ type: 'done' })", "close()", "globalThis.close()"],
    ...["addEventListener('message', () => {})", "say({ type: 'done' })", "startRunner()(() => 1)"],
  ])
    for (const code of [
      `${attempt};\n${solution}`,
      solution.replace("{\n", `{\n  ${attempt};\n`),
      `try { ${attempt}; } catch {}\n${wrong}`,
      wrong.replace("{\n", `{\n  try { ${attempt}; } catch {}\n`),
    ]) {
      const verdict = judged(code);
      assert.ok(verdict === "not started" || verdict.kind === "failed" || verdict.kind === "wrong", code);
      if (verdict !== "not started" && verdict.kind === "wrong")
        assert.deepEqual([verdict.at, verdict.mistake], [0, "zero"]);
    }
});

/** What is said of code for the mask, which may stop before the function is called. @param {string} code */
function judged(code) {
  try {
    return verdictOf("mask", code);
  } catch (error) {
    assert.match(String(error), /^(ReferenceError|TypeError)/);
    return /** @type {const} */ ("not started");
  }
}

test("a syntax error is said with a line of the code, also where a bracket is never closed", () => {
  const program = programOf(exerciseOf("head"), "one\ntwo\nthree");
  assert.equal(program.text.split("\n")[1], "two");
  assert.equal(lineOfSyntax(program, 2), 2);
  assert.equal(lineOfSyntax(program, program.text.split("\n").length), 3);
});

test("code without the function is told so; names of its own are out of the way of the program's", () => {
  assert.deepEqual(verdictOf("mask", "const other = 1;"), { kind: "no-function" });
  const { solution } = exerciseOf("mask");
  assert.deepEqual(verdictOf("mask", `const say = 1, runner = 2, cases = 3, startRunner = 4;\n${solution}// the end`), {
    kind: "right",
  });
});

test("a case that did not end is named", () => {
  const exercise = exerciseOf("scaling");
  const cases = casesOf(engine, exercise);
  const { answers } = ranIn(exercise, cases, exercise.solution);
  const outcome = { ended: /** @type {const} */ ("slow"), failure: null, answers: answers.slice(0, 2) };
  assert.deepEqual(verdictOn(exercise, cases, outcome), { kind: "slow", at: 2 });
});

test("a link names an exercise and holds nothing else; what cannot be used is left out by its field", () => {
  for (const { id } of listed) assert.deepEqual(readWriteLink(writeWriteLink(id)), { exercise: id, leftOut: [] });
  assert.deepEqual(readWriteLink(writeWriteLink(null)), { exercise: null, leftOut: [] });
  for (const [fragment, field] of /** @type {const} */ ([
    ["place=write&exercise=nothing", "exercise"],
    ["place=write&exercise=mask&code=1", "code"],
  ])) {
    const { leftOut } = readWriteLink(fragment);
    assert.deepEqual(
      leftOut.map((error) => error.field),
      [field],
    );
  }
});

test("what is written is stored with what was tried and solved; what else is stored there is left out", () => {
  const stored = storageOf();
  const storage = () => stored;
  assert.deepEqual(readKept(storage), {});
  const kept = withKept(withKept({}, "mask", { code: "one" }), "mask", { tried: true });
  assert.ok(writeKept(storage, kept));
  assert.deepEqual(readKept(storage), { mask: { code: "one", tried: true, solved: false } });
  assert.deepEqual(keptOf(kept, "mix"), { code: null, tried: false, solved: false });
  const [key = ""] = stored.items.keys();
  stored.setItem(key, JSON.stringify({ mask: { code: 7, solved: "yes" }, mix: null, nothing: { code: "x" } }));
  const nothing = { code: null, tried: false, solved: false };
  assert.deepEqual(readKept(storage), { mask: nothing, mix: nothing });
  stored.setItem(key, "{");
  assert.deepEqual(readKept(storage), {});
  assert.deepEqual(readKept(refusing), {});
  assert.equal(writeKept(refusing, kept), false);
  const long = withKept({}, "mask", { code: "// long\n".repeat(10_000) });
  assert.ok(writeKept(storage, long));
  assert.deepEqual(readKept(storage), long, "code of any length");
});
