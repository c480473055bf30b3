/** Reading typed and pasted numbers: the meaning of each text in a field, a list and a table. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readTensorText } from "../../web/state/files/tensor-file.js";
import { readFloat32, readNumbers } from "../../web/state/typed-numbers.js";

test("one number is read with decimal point or comma, either minus sign, and exponents", () => {
  /** @type {[string, number | null][]} */
  const cases = [
    ["0.5", 0.5],
    ["0,5", 0.5],
    [" 1.5 ", 1.5],
    ["-2", -2],
    ["−2", -2],
    ["−0,25", -0.25],
    ["+3.", 3],
    [".5e-3", 0.0005],
    ["1e−3", 0.001],
    ["1,5E2", 150],
    ["3.4e38", 3.4e38],
    ["1e39", null],
    ["−1e39", null],
    ["1e999", null],
    ["", null],
    ["one", null],
    [",5", null],
    ["5,", null],
    ["1e", null],
    ["1.2.3", null],
    ["1,234,5", null],
    ["1,234.5", null],
    ["1 2", null],
    ["0x10", null],
    ["Infinity", null],
    ["NaN", null],
    ["--1", null],
  ];
  for (const [text, value] of cases) assert.equal(readFloat32(text), value, text);
});

test("a text of 200,000 digits is read or refused within a second", () => {
  const digits = "1".repeat(200_000);
  const started = process.cpuUsage(); // not the wall clock, which other processes delay
  for (const text of [`${digits}x`, `${digits}.${digits}x`, `.${digits}x`, digits]) {
    assert.equal(readFloat32(text), null);
    assert.throws(() => readTensorText("a.csv", text), /^AttentionError: a\.csv: must hold (finite )?numbers/);
  }
  const { user } = process.cpuUsage(started);
  assert.ok(user < 1_000_000, `${user / 1000} ms`);
});

/** Texts, and how they are read as a list and as a table; null: refused. @type {[string, number[] | null, number[][] | null][]} */
const lists = [
  ["0,5", [0, 5], [[0, 5]]],
  ["0, 5", [0, 5], [[0, 5]]],
  ["0,5 1,5", [0.5, 1.5], [[0.5, 1.5]]],
  ["0,5 1", [0.5, 1], [[0.5, 1]]],
  ["0,5;1,5", [0.5, 1.5], [[0.5, 1.5]]],
  ["0,5; −1,5", [0.5, -1.5], [[0.5, -1.5]]],
  ["0,5\t1,5e2", [0.5, 150], [[0.5, 150]]],
  ["0.5,1.5", [0.5, 1.5], [[0.5, 1.5]]],
  ["0.5, 1.5", [0.5, 1.5], [[0.5, 1.5]]],
  ["1,2, 3,4", [1, 2, 3, 4], [[1, 2, 3, 4]]],
  ["1,2,3 4,5,6", [1, 2, 3, 4, 5, 6], null],
  ["1.5 2.5", [1.5, 2.5], [[1.5, 2.5]]],
  ["0,5 one", null, null],
  ["1,5;one", null, null],
];

test("in a list commas are decimal commas where spaces, tabs or semicolons separate the numbers", () => {
  for (const [text, numbers] of lists) {
    const read = readNumbers(text);
    assert.deepEqual("numbers" in read ? read.numbers : null, numbers, text);
  }
  assert.deepEqual(readNumbers("[0,5; −1,5]"), { numbers: [0.5, -1.5] });
  assert.deepEqual(readNumbers("0,5 −inf", { hidden: true }), { numbers: [0.5, null] });
  assert.deepEqual(readNumbers("0,5 one"), { problem: "number", word: "one" });
});

test("a table is read as a list for each line; lines separate rows", () => {
  for (const [text, , rows] of lists) {
    if (rows === null) {
      assert.throws(() => readTensorText("pasted", text), { name: "AttentionError" }, text);
      continue;
    }
    const { shape, data } = readTensorText("pasted", text);
    assert.deepEqual([shape, Array.from(data)], [[rows.length, rows[0]?.length], rows.flat().map(Math.fround)], text);
  }
  /** @type {[string, number[], number[]][]} */
  const tables = [
    ["1,2\n3,4", [2, 2], [1, 2, 3, 4]],
    ["0,5 1,5\n2,5 3", [2, 2], [0.5, 1.5, 2.5, 3]],
    ["0,5;1\r\n−2,5;1e1", [2, 2], [0.5, 1, -2.5, 10]],
    ['"0,5"\t"1"\n"2"\t"3,25"', [2, 2], [0.5, 1, 2, 3.25]],
  ];
  for (const [text, shape, data] of tables) {
    const read = readTensorText("pasted", text);
    assert.deepEqual([read.shape, Array.from(read.data)], [shape, data], text);
  }
});
