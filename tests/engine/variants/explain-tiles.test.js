/** Every number of every tile is explained: recomputing it from its terms with Math.fround gives the same bits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { exponential } from "../../support/oracles/exp.js";
import { at } from "../../support/oracles/oracle.js";
import { readWalkCases } from "../../support/variants/variants.js";

/**
 * @typedef {import("../../../web/engine/index.js").TileExplanation} TileExplanation
 * @typedef {import("../../../web/engine/index.js").Tile} Tile
 * @typedef {import("../../../web/engine/index.js").Run} Run
 */

const f = Math.fround;
const engine = await createEngine();

/** @param {number[]} values @param {number} start @param {number} from */
function pairs(values, start, from) {
  let sum = start;
  for (let p = from; p < values.length; p += 2) sum = f(sum + f((values[p] ?? NaN) * (values[p + 1] ?? NaN)));
  return sum;
}

/** @type {Record<TileExplanation["operation"], (values: number[], account: TileExplanation) => number>} */
const replay = {
  copy: ([value = NaN]) => value,
  allow: (_, { reasons = [] }) => (reasons.length > 0 ? 0 : 1),
  max: (values) => Math.max(...values),
  exponential: ([a = NaN, b = NaN], account) => {
    assert.ok(Object.is(account.exponential, exponential(f(a - b))));
    return account.exponential ?? NaN;
  },
  nothing: (_, { part }) => (part === "factor" ? 1 : 0),
  dropout: ([share = NaN, keep, kept = NaN]) => (keep === 0 ? 0 : f(share / kept)),
  rescaled_sum: ([a = NaN, b = NaN, ...rest]) => rest.reduce((sum, value) => f(sum + value), f(a * b)),
  rescaled_dot: (values) => pairs(values, f((values[0] ?? NaN) * (values[1] ?? NaN)), 2),
  dot: (values) => pairs(values, 0, 0),
  quotient: ([a = NaN, b = NaN]) => f(a / b),
  skipped: () => 0,
};

const PARTS = ["scores", "allow", "max", "factor", "exponentials", "sum", "shares", "accumulator"];

/** @param {Tile} tile @param {string} name of a part, perhaps with .before or .after @returns {any} */
const tensorOf = (tile, name) => name.split(".").reduce((part, key) => part?.[key], /** @type {any} */ (tile));

/**
 * @param {Run} run finished
 * @param {Tile} tile
 * @param {TileExplanation} account
 */
function checkTerms(run, tile, { terms }) {
  for (const { stage, index, value } of terms) {
    const own = tensorOf(tile, stage) ?? (["1-p", "V + relV"].includes(stage) ? undefined : run.tensor(stage));
    const want = own
      ? at(own, ...index)
      : stage === "1-p"
        ? f(1 - f(run.spec.dropout))
        : undefined; /* V + relV: what the replay shows */
    if (want !== undefined) assert.ok(Object.is(value, want) || value === want, `${stage} ${index}: ${value}, ${want}`);
  }
}

/** @type {Set<string>} */
const seen = new Set();

/** @param {Run} run @param {Tile} tile */
function replayTile(run, tile) {
  for (const part of tile.context ? [...PARTS, "context"] : PARTS) {
    const tensor = tensorOf(tile, part);
    const { shape, data } = tensor.after ?? tensor;
    for (let flat = 0; flat < data.length; flat++) {
      const index = shape.length === 1 ? [flat] : [Math.floor(flat / shape[1]), flat % shape[1]];
      const account = run.explainTile(tile, part, index);
      const again = replay[account.operation](
        account.terms.map(({ value }) => value),
        account,
      );
      seen.add(account.operation);
      assert.deepEqual([account.part, account.index], [part, index]);
      assert.ok(Object.is(account.value, data[flat]));
      const where = `${part} [${index}] ${account.operation}: ${again}, got ${data[flat]}`;
      assert.ok(again === data[flat] || Object.is(again, data[flat]), where);
      checkTerms(run, tile, account);
    }
  }
}

for (const one of await readWalkCases()) {
  if (String(one.spec.mask_mode ?? "").startsWith("after")) continue;
  test(`${one.case}: recomputing every number of every tile from its terms gives the same bits`, () => {
    const run = engine.trace(one.spec, one.inputs).finish();
    const tiles = run.tiles({ queries: Math.min(3, run.spec.n_q), keys: Math.min(2, run.spec.n_k) });
    for (let tile = tiles.step(); tile; tile = tiles.step()) replayTile(run, tile);
    run.free();
  });
}

test("every operation of a tile explanation occurs in some case", () => {
  assert.deepEqual([...seen].sort(), Object.keys(replay).sort());
});

test("explaining a tile refuses unknown parts and indices outside them, by name", () => {
  const run = engine.trace({}, { X: { shape: [2, 1], data: [1, 2] } });
  const tile = run.tiles({ queries: 1, keys: 1 }).step() ?? assert.fail();
  for (const [part, index, message] of /** @type {[any, any, RegExp][]} */ ([
    ["score", [0, 0], /^part: must be one of scores, .*accumulator, got "score"; did you mean scores\?$/],
    ["context", [0, 0], /^part: must be one of .*accumulator, got "context"$/],
    ["head", [0], /^part: must be one of /],
    ["max", [1], /^index: must be 1 whole number inside \[1\] for max, got \[1\]$/],
  ])) {
    assert.throws(
      () => run.explainTile(tile, part, index),
      (error) => error instanceof AttentionError && message.test(error.message),
    );
  }
  assert.throws(
    () => run.explainTile(/** @type {any} */ (undefined), "max", [0]),
    /tile: must be an object, got undef/,
  );
  run.free();
  assert.throws(() => run.explainTile(tile, "max", [0]), /run: must not be used after free/);
});
