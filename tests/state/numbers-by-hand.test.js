/**
 * States in which every number is set by hand, with those of both layers of a model: older links and files from Train have
 * them so, and open as before.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { changeEdits, isAllByHand } from "../../web/state/edits.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";

/** @typedef {import("../../web/engine/index.js").Tensor} Tensor */

const engine = await createEngine();

/**
 * All numbers of tensors as edits: X by row and column, weight matrices by head, row and column.
 * @param {Readonly<Record<string, Pick<Tensor, "shape" | "data">>>} tensors
 * @param {number} heads
 */
const allEdits = (tensors, heads) =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, { shape, data }]) => {
      const [rows = 0, columns = 0] = shape;
      const [height, width] = name === "Wo" ? [rows / heads, columns] : [rows, columns / heads];
      const flat = Array.from(data).flatMap((value, at) => {
        const [row, column] = [Math.floor(at / columns), at % columns];
        if (name === "X" || name === "C") return [row, column, value];
        return name === "Wo"
          ? [Math.floor(row / height), row % height, column, value]
          : [Math.floor(column / width), row, column % width, value];
      });
      return [name, flat];
    }),
  );

/** @param {import("../../web/engine/index.js").Run} run @param {readonly string[]} names */
function tensorsOf(run, names) {
  const tensors = Object.fromEntries(names.map((name) => [name, run.tensor(/** @type {"X"} */ (name))]));
  run.free();
  return tensors;
}

/** @type {Record<string, Partial<import("../../web/training/settings.js").Settings>>} */
const twoLayers = {
  induction: { task: "induction" },
  "induction with RoPE and two heads": { task: "induction", position: "rope", heads: 2, d_k: 8 },
};

for (const [name, settings] of Object.entries(twoLayers)) {
  test(`${name}: the second layer starts from the first, also with other numbers there`, () => {
    const session = new Session(engine, changeSettings(defaultSettings, settings));
    for (let step = 0; step < 3; step++) session.step();
    const { example, spec, tokens } = session.facts;
    const { heads = 1, d_k } = spec.layers[0] ?? {};
    const of = (/** @type {number} */ layer, /** @type {readonly string[]} */ names) =>
      allEdits(tensorsOf(session.model.trace(example, layer), names), heads);
    const matrices = ["Wq", "Wk", "Wv", "Wo"];
    const opened = changeState(defaultState, {
      sentence: tokens.join(" "),
      heads,
      d_model: spec.d_model,
      d_k: d_k ?? spec.d_model / heads,
      layer: 2,
      position: settings.position ?? "none",
      cell: null,
      edits: of(1, matrices),
      layer_edits: of(0, ["X", ...matrices]),
    });
    const first = changeState(opened, { layer: 1 });
    assert.ok(isAllByHand(first) && isAllByHand(opened));
    const byHand = changeState(first, { edits: changeEdits(first.edits, "Wv", [{ place: [0, 0, 3], value: 1.5 }]) });
    const weights = session.model.weights();
    const changed = { ...weights, "layers.0.Wv": structuredClone(weights["layers.0.Wv"]) };
    changed["layers.0.Wv"]?.data.set([1.5], 3); // row 0, column 3 of the first head
    for (const [state, loaded] of /** @type {const} */ ([
      [opened, weights],
      [changeState(byHand, { layer: 2 }), changed],
    ])) {
      const own = engine.model(spec);
      own.load(loaded);
      const { spec: layerSpec, inputs } = inputsOf(state, engine);
      const [run, traced] = [engine.trace(layerSpec, inputs).finish(), own.trace(example, 1)];
      for (const stage of /** @type {const} */ (["X", "raw", "weights", "output"]))
        assert.deepEqual(run.tensor(stage).data, traced.tensor(stage).data, stage);
      for (const each of [run, traced, own]) each.free();
    }
    assert.deepEqual(stateFromFile("a.json", stateToFile(byHand)), byHand);
    session.model.free();
  });
}
