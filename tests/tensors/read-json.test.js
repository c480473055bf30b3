/** A number in JSON that no number can hold is refused wherever JSON is read, and never becomes an infinity. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { classFromFile } from "../../web/components/class/class-file.js";
import { parseCaseFile } from "../../web/node/case-file.js";
import { changeState, defaultState, stateFromFile, stateFromFragment, stateToFile } from "../../web/state/index.js";
import { readJson } from "../../web/tensors/read-json.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { readTensorText } from "../../web/state/files/tensor-file.js";

/** @param {string} path */
const message = (path) =>
  `${path}: must be a number up to 1.8e308 (infinities in data are the texts "inf" and "-inf"), got a larger one`;

test("the largest number is read, one that is rounded to infinity is refused with its path", () => {
  for (const number of ["1.7976931348623157e308", "-1.7976931348623157e308", "1e-400", "17e307"])
    assert.equal(readJson("a", number), Number(number));
  for (const number of ["1.7976931348623159e308", "-1.8e308", "1e400", "1".padEnd(310, "0")]) {
    assert.throws(() => readJson("a", number), { name: "AttentionError", message: message("a") }, number);
    const nested = `{"b": [0, {"c": [[1, 2], [3, ${number}]]}], "d": 1}`;
    assert.throws(() => readJson("a", nested), { field: "b[1].c[1][1]", message: message("b[1].c[1][1]") }, number);
  }
});

test("wherever such a number stands in any JSON, it is found, also where no function could nest as deep", () => {
  /** @param {unknown} value @param {(string | number)[]} path @returns {(string | number)[][]} paths of all numbers */
  const numbers = (value, path) => {
    if (typeof value === "number") return [path];
    if (Array.isArray(value)) return value.flatMap((item, at) => numbers(item, [...path, at]));
    return value && typeof value === "object"
      ? Object.entries(value).flatMap(([key, item]) => numbers(item, [...path, key]))
      : [];
  };
  const names = fc.string({ unit: fc.constantFrom(..."abcdefgh"), minLength: 1, maxLength: 3 });
  const { tree } = fc.letrec((/** @type {any} */ tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.integer(),
      fc.array(tie("tree")),
      fc.dictionary(names, tie("tree"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.nat(), (value, n) => {
      const paths = numbers(value, []);
      const path = paths[n % Math.max(1, paths.length)];
      assert.deepEqual(readJson("file", JSON.stringify(value)), value);
      if (!path) return;
      const mark = "!";
      const text = JSON.stringify(value, function (key, item) {
        return this === at(value, path.slice(0, -1)) && key === String(path.at(-1)) ? mark : item;
      }).replace('"!"', "-1e400");
      if (path.length === 0) return;
      const field = path.reduce(
        (so, key) => (typeof key === "number" ? `${so}[${key}]` : so ? `${so}.${key}` : key),
        "",
      );
      assert.throws(() => readJson("file", text), { message: message(String(field)) }, text);
    }),
    { numRuns: 500, seed: 4 },
  );
  const deep = 200_000;
  assert.throws(
    () => readJson("a", `${"[".repeat(deep)}1e400${"]".repeat(deep)}`),
    /^AttentionError: \[0\]\[0\].*larger one$/,
  );
});

/** @param {any} value @param {readonly (string | number)[]} path */
const at = (value, path) => path.reduce((inside, key) => inside[key], value);

test("states, classes, cases, tensors and links refuse such numbers by the name of the field", () => {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const state = stateToFile(changeState(defaultState, { softcap: 0.5 })).replace('"softcap": 0.5', '"softcap": 1e400');
  assert.match(state, /1e400/);
  const shown =
    '{"attention-stepper-class": 1, "title": "a", "screens": [{"title": "b", "state": {"softcap": 1e400}}]}';
  const own = '{"readout_bias": {"shape": [2], "data": [1, -1e400]}}';
  /** @type {[() => unknown, string][]} */
  const refused = [
    [() => stateFromFile("a.json", state), message("a.json: state.softcap")],
    [() => classFromFile("c.json", shown, []), message("c.json: screens[0].state.softcap")],
    [() => parseCaseFile('{"inputs": {"X": {"shape": [1], "data": [1e400]}}}'), message("inputs.X.data[0]")],
    [() => parseCaseFile('{"tolerance": 1e400}'), message("tolerance")],
    [() => readTensors("w.json", bytes(own)), message("w.json: readout_bias.data[1]")],
    [() => readTensorText("pasted", "[[1, 2], [3, 1e400]]"), message("pasted: [1][1]")],
    [
      () => readTensorText("table", "1,1e400"),
      "table: must hold finite numbers within float32, got Infinity at [0, 1]",
    ],
  ];
  for (const [act, message] of refused) assert.throws(act, { name: "AttentionError", message });
  for (const field of ["softcap", "distance_lambda", "mask_value"])
    assert.throws(() => stateFromFragment(`${field}=1e%2B400`), { name: "AttentionError", field });
});
