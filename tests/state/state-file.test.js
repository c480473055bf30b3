import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { AttentionError } from "../../web/engine/errors.js";
import {
  applyPreset,
  changeState,
  defaultState,
  inputsFromState,
  stagesFor,
  stateFromFile,
  stateFromFragment,
  stateToFile,
  stateToFragment,
} from "../../web/state/index.js";
import { states } from "../support/random/random-states.js";

test("every state is restored from its file, also one too large for a link", () => {
  const edits = { Wq: Array.from({ length: 4096 }, (_, at) => [0, at >> 6, at & 63, Math.fround(at / 7)]).flat() };
  const large = changeState(defaultState, { d_model: 64, d_k: 64, edits });
  assert.deepEqual(stateFromFile("a.json", stateToFile(large)), large);
  fc.assert(
    fc.property(states, (state) => {
      // JSON.stringify writes -0 as 0.
      assert.equal(JSON.stringify(stateFromFile("a.json", stateToFile(state))), JSON.stringify(state));
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("a file with an experiment that is gone opens without it", () => {
  for (const state of [
    { d_k: 8, lab: "speed", experiment: { heads: 2 } },
    { d_k: 8, experiment: "speed", experiment_state: { heads: 2 } },
  ]) {
    const text = JSON.stringify({ "attention-stepper": 1, state });
    assert.deepEqual(stateFromFile("my.json", text), changeState(defaultState, { d_k: 8 }));
  }
});

test("a file that is not a state is refused with its name and the reason", () => {
  /** @type {[string, RegExp][]} */
  const refused = [
    ["", /^my\.json: must hold a state as JSON, got nothing$/],
    ["1,2\n3,4", /must hold a state as JSON, got ",2\\n3,4" at line 1, column 2$/],
    ["null", /must hold a state as JSON/],
    ["[]", /saved by this page.*got undefined/],
    ['{"spec": {}, "inputs": {}}', /^my\.json: must be a state saved by this page, got a case for the command line$/],
    ['{"attention-stepper": 2, "state": {}}', /"attention-stepper": 1, got 2/],
    ['{"attention-stepper": 1}', /state: must be an object, got undefined/],
    ['{"attention-stepper": 1, "state": {"d_k": 0}}', /my\.json: d_k: must be an integer from 1 to 256, got 0/],
    ['{"attention-stepper": 1, "state": {"d_kk": 4}}', /d_kk: unknown field; did you mean d_k\?/],
    ['{"attention-stepper": 1, "state": {"__proto__": 4}}', /__proto__/],
    ['{"attention-stepper": 1, "state": {}, "states": {}}', /^my\.json: states: unknown field; did you mean state\?$/],
    ['{"attention-stepper": 1, "state": {}, "seed": 4}', /^my\.json: seed: unknown field$/],
    ['{"attention-stepper": 1, "state": {"edits": {"X": [0, 0, null]}}}', /edits/],
  ];
  for (const [text, message] of refused)
    assert.throws(
      () => stateFromFile("my.json", text),
      (error) => error instanceof AttentionError && message.test(error.message),
      text,
    );
});

test("functions refuse arguments that are not a text, state or engine, by name", () => {
  const any = /** @type {any} */ (undefined);
  /** @type {[string, () => unknown][]} */
  const wrong = [
    ["fragment: must be a text, got undefined", () => stateFromFragment(any)],
    ["name: must be a text, got undefined", () => stateFromFile(any, "{}")],
    ["text: must be a text, got undefined", () => stateFromFile("a.json", any)],
    ["state: must be an object, got undefined", () => stateToFragment(any)],
    ["state: must be an object, got undefined", () => stateToFile(any)],
    ["state: must be an object, got undefined", () => applyPreset(any, "gqa")],
    ["state: must be an object, got undefined", () => stagesFor(any)],
    ["state: must be an object, got null", () => stagesFor(/** @type {any} */ (null))],
    ["state: must be an object, got null", () => changeState(/** @type {any} */ (null), defaultState)],
    ["sentence: must be a text, got undefined", () => changeState(/** @type {any} */ ({}), defaultState)],
    ["causal: must be true or false, got 1", () => stagesFor(/** @type {any} */ ({ causal: 1 }))],
    ["engine: must be an engine, got undefined", () => inputsFromState({}, any)],
    ["d_k: must be an integer from 1 to 256, got 0", () => stateToFragment({ ...defaultState, d_k: 0 })],
    ["d_k: must be an integer from 1 to 256, got 0", () => stateToFile({ ...defaultState, d_k: 0 })],
  ];
  for (const [message, act] of wrong) assert.throws(act, { name: "AttentionError", message });
  assert.throws(() => applyPreset(defaultState, any), /^AttentionError: preset: must be one of .*, got undefined$/);
});
