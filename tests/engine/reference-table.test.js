/** web/engine/README.md documents every name of the engine, and the right defaults. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { shapeText, stageTable } from "../../web/build/site/stages.js";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();
/** The documentation as its page has it: with the table that is made of the rows of stages. */
const text = (await readFile(new URL("../../web/engine/README.md", import.meta.url), "utf8")).replace(
  "<!-- table of stages -->",
  stageTable,
);

/**
 * @param {string} heading
 * @returns {Map<string, string[]>} the cells of each row, by the name in its first cell
 */
function table(heading) {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? assert.fail(heading);
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  return new Map(cells.map(([, name = "", ...rest]) => [name.replaceAll("`", ""), rest]));
}

/**
 * @param {any} spec
 * @param {any} inputs
 */
function known(spec, inputs) {
  try {
    engine.trace(spec, inputs);
  } catch (error) {
    if (error instanceof AttentionError) return /known: (.*)\)/.exec(error.message)?.[1]?.split(", ") ?? [];
  }
  return assert.fail("no error");
}

const X = { shape: [3, 4], data: new Float32Array(12) };

test("the reference documents every field and every input, and no others", () => {
  assert.deepEqual([...table("Fields").keys()].sort(), known({ nothing: 1 }, { X }).sort());
  assert.deepEqual([...table("Inputs").keys()].sort(), known({}, { nothing: 1 }).sort());
});

test("the shapes of inputs are those of the table of stages", () => {
  for (const [name, [shape]] of table("Inputs")) assert.equal(shape, shapeText(name), name);
});

test("the reference documents every stage and every auxiliary tensor in order of computation, and no others", async () => {
  const documented = [...table("Stages").keys()];
  const seen = new Set();
  for (const { spec, inputs } of await readWalkCases()) {
    const run = engine.trace(spec, inputs);
    const order = run.stages.map((stage) => documented.indexOf(stage));
    assert.ok(spec.norm_place === "post" || order.every((at, n) => at > (order[n - 1] ?? -1)), `${run.stages}`);
    for (const name of [...run.stages, ...run.auxiliary]) {
      seen.add(name);
      const shapes = table("Stages").get(name)?.[0]?.split(" or ") ?? [];
      const ranks = shapes.map((shape) => shape.split(",").length);
      assert.ok(ranks.includes(run.shape(name).length), name);
    }
    run.free();
  }
  assert.deepEqual([...seen].sort(), documented.sort());
});

test("the defaults are those in the reference", () => {
  const sizes = { heads: 2, d_model: 4, d_k: 2, d_v: 2, kv_heads: 2, d_context: 4, scale: 1 / Math.sqrt(2) };
  const W = { shape: [4, 4], data: new Float32Array(16) };
  const inputs = { X, Wq: W, Wk: W, Wv: W };
  const bare = engine.trace({ heads: 2 }, inputs).spec;
  assert.deepEqual(engine.trace(sizes, inputs).spec, bare);
  assert.equal(engine.trace({}, inputs).spec.heads, 1);
  for (const [name, [value = ""]] of table("Fields")) {
    if (!/^(\d+|true|false|".*")$/.test(value) || name === "heads") continue;
    assert.deepEqual(engine.trace({ heads: 2, [name]: JSON.parse(value) }, inputs).spec, bare, name);
  }
  const none = { windowed: false, position: "none", softcap: 0, dropout: 0, mask_how: "infinite", prefill: 0 };
  for (const [name, value] of Object.entries(none)) assert.equal(Reflect.get(bare, name), value, name);
});

test("the reference documents position kinds with their defaults", () => {
  const kinds = table("Positions");
  assert.throws(
    () => engine.trace({ position: /** @type {any} */ ({ kind: "none" }) }, { X }),
    (error) => error instanceof AttentionError && error.message.includes(`one of ${[...kinds.keys()].join(", ")},`),
  );
  const { spec } = engine.trace({ position: { kind: "rope" } }, { X });
  assert.deepEqual([spec.rope_style, spec.rope_base, spec.first], ["interleaved", 10000, 0]);
  assert.match(kinds.get("rope")?.[0] ?? "", /style "interleaved" .*base 10000, first 0/);
  const bias_table = { shape: [32, 1], data: new Float32Array(32) };
  const t5 = engine.trace({ position: { kind: "t5" } }, { X, bias_table }).spec;
  assert.deepEqual([t5.buckets, t5.max_distance, t5.bidirectional, t5.first], [32, 128, true, 0]);
  assert.match(kinds.get("t5")?.[0] ?? "", /buckets 32, max_distance 128, bidirectional true, first 0/);
});
