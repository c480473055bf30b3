/** Hostile links and files: each gives a state or an AttentionError, quickly, without side effects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AttentionError } from "../../web/engine/errors.js";
import { checkState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { stateFromFragment } from "../../web/state/url.js";
import { files, links, markup } from "../support/hostile.js";

const fields = Object.keys(defaultState);

/**
 * @param {() => import("../../web/state/state.js").State} read
 * @returns {"state" | "refused"}
 */
function outcome(read) {
  try {
    checkState(read());
    return "state";
  } catch (error) {
    assert.ok(error instanceof AttentionError, String(error));
    assert.ok(error.message.length < 600, `${error.message.length} characters`);
    return "refused";
  }
}

/**
 * @template T
 * @param {fc.Arbitrary<T>} arbitrary
 * @param {number} numRuns
 * @param {(input: T) => import("../../web/state/state.js").State} read
 */
function both(arbitrary, numRuns, read) {
  const count = { state: 0, refused: 0 };
  fc.assert(
    fc.property(arbitrary, (given) => void count[outcome(() => read(given))]++),
    { numRuns, seed: 12 },
  );
  assert.ok(Math.min(count.state, count.refused) > numRuns / 20, JSON.stringify(count));
}

test("10,000 hostile links each give a state or an AttentionError", () => {
  both(links, 10000, stateFromFragment);
});

test("hostile files each give a state or an AttentionError", () => {
  both(files, 3000, (text) => stateFromFile("my.json", text));
});

test("the longest lists that fit a link or a file are read or refused within seconds", () => {
  const many = 200000;
  const cell = { stage: "weights", index: [1, 4, 2] };
  /** @type {Record<string, unknown>[]} */
  const patches = [
    { trail: Array.from({ length: many }, () => cell) },
    { hidden_pairs: Array.from({ length: 2 * many }, () => 6) },
    { ignored_keys: Array.from({ length: many }, () => 6) },
    { edits: { X: Array.from({ length: 3 * many }, () => 0) } },
    { token_order: Array.from({ length: many }, (_, at) => at) },
    { dot_a: Array.from({ length: many }, () => 1), dot_b: Array.from({ length: many }, () => 1) },
    { softmax_scores: Array.from({ length: many }, () => null) },
    { batch: Array.from({ length: many }, () => "a") },
    { loss: Array.from({ length: many }, () => 0) },
    { cell: { stage: "w".repeat(many), index: Array.from({ length: many }, () => 0) } },
    { stage: "w".repeat(many) },
    { sentence: "'-_".repeat(3333) },
    { compare: { trail: Array.from({ length: many }, () => cell) } },
  ];
  const started = process.cpuUsage(); // not the wall clock, which other processes delay
  for (const patch of patches) {
    outcome(() => stateFromFile("my.json", JSON.stringify({ "attention-stepper": 1, state: patch })));
  }
  for (const field of fields) {
    for (const piece of ["0.", "0-0.", "X.0.0+", "X+0.1+2+", "%25", "a|", "9", "compare%3D", "'-"]) {
      outcome(() => stateFromFragment(`${field}=${piece.repeat(19900 / piece.length)}`));
    }
  }
  const { user } = process.cpuUsage(started);
  assert.ok(user < 30_000_000, `${user / 1000} ms`);
});

test("error messages shorten long texts and long file names", () => {
  for (const read of [
    () => stateFromFragment(`${"x".repeat(9000)}=1`),
    () => stateFromFragment(`stage=${markup.repeat(300)}`),
    () => stateFromFile("n".repeat(9000), "no JSON ".repeat(9000)),
    () => stateFromFile("a.json", JSON.stringify({ "attention-stepper": 1, state: { ["y".repeat(9000)]: 1 } })),
  ])
    assert.equal(outcome(read), "refused");
});

test("a file with __proto__ changes no object", () => {
  const text = '{"attention-stepper": 1, "__proto__": {"state": {}}, "state": {"edits": {"__proto__": [0, 0, 1]}}}';
  assert.equal(
    outcome(() => stateFromFile("a.json", text)),
    "refused",
  );
  assert.equal(/** @type {any} */ ({}).state, undefined);
  assert.deepEqual(stateFromFile("a.json", stateToFile(defaultState)), defaultState);
});

test("hostile fragments throw nothing but AttentionError", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...fields,
      "=",
      "&",
      "#",
      "%",
      "%00",
      "%C3",
      "%F0%9F%98%80",
      "+",
      ".",
      "-",
      "null",
      "NaN",
      "__proto__",
    ),
    fc.constantFrom("constructor", "true", "all", "weights.0.0.0", "9999999999", "0.1", "\ud800", "[]", "{}", "named"),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.nat().map(String),
  );
  const assigned = fc.tuple(fc.constantFrom(...fields), piece).map(([field, value]) => `${field}=${value}`);
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.array(assigned, { maxLength: 5 }).map((parts) => parts.join("&")),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(hostile, (fragment) => {
      try {
        checkState(stateFromFragment(fragment));
        accepted++;
      } catch (error) {
        assert.ok(error instanceof AttentionError, String(error));
        assert.ok(error.message.length < 400);
      }
    }),
    { numRuns: 10000, seed: 5 },
  );
  assert.ok(accepted > 100, `${accepted} accepted`);
});
