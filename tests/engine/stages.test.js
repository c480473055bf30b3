/** The table of tensors says what the engine in C says: which a walk has, in which order, and their shapes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine } from "../../web/engine/engine.js";
import { createEngine } from "../../web/engine/index.js";
import { askSpec, shapeOf } from "../../web/engine/plan.js";
import { resolve } from "../../web/engine/spec/spec.js";
import { rowOf, shapeIn, tensors } from "../../web/engine/stages.js";
import { stagesFor } from "../../web/state/stages.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { randomBlock } from "../support/blocks/random-blocks.js";
import { randomWalk } from "../support/walks.js";

const core = Engine.coreOf(await createEngine());
/** The engine's names; it has two masks that are given beside the one that all masks make. */
const names = core.names.tensors.filter((name) => name !== "mask" && name !== "head_mask");

test("every tensor of the engine has a row, in the engine's order", () => {
  assert.deepEqual(Object.keys(tensors), names);
});

test("in 4,000 random walks, half of them blocks, the rows say which tensors there are, and their shapes", () => {
  const counts = new Map(names.map((name) => [name, { present: 0, absent: 0 }]));
  for (let seed = 0; seed < 4000; seed++) {
    const walk = seed % 2 === 0 ? randomWalk(seed) : randomBlock(seed);
    const { spec, inputs, dropout } = resolve(walk.spec, walk.inputs);
    const has = (/** @type {string} */ name) => inputs.has(name) || dropout.drawn.includes(name);
    const allow = inputs.get("allow")?.shape.length === 3 ? "head_mask" : "mask"; // the engine's name of a mask that is given
    const given = names.filter(has).map((name) => (name === "allow" ? allow : name));
    const shapes = askSpec(core, spec, given, (address) =>
      names.map((name) => shapeOf(core, address, core.names.tensors.indexOf(name))),
    );
    const masked = spec.causal || spec.windowed || has("key_valid") || has("allow");
    const facts = { ...spec, sink: spec.softmax_sink, masked, after: spec.mask_mode !== "before_softmax", has };
    const sizes = { ...spec, bias_heads: spec.position === "distance" ? 0 : spec.heads };
    names.forEach((name, at) => {
      const row = rowOf(name) ?? assert.fail(name);
      const own = row.when(facts) ? shapeIn(row, sizes) : [];
      const shape = name === "allow" ? shapes[at].slice(-2) : shapes[at]; // one mask for each head where such a mask is given
      assert.deepEqual(own, shape, `${name} in walk ${seed}`);
      const count = counts.get(name) ?? assert.fail();
      if (shape.length > 0) count.present++;
      else count.absent++;
    });
  }
  const always = ["X", "Q", "K", "V", "raw", "scaled", "weights", "context", "concat", "output"];
  for (const [name, { present, absent }] of counts)
    assert.ok(present > 20 && (absent > 20 || always.includes(name)), `${name}: ${present} and ${absent}`);
});

test("the state that a stage names as its sample has the stage", () => {
  for (const [name, { kind, sample }] of Object.entries(tensors))
    if (kind === "stage") assert.ok(stagesFor(changeState(defaultState, sample)).includes(name), name);
});
