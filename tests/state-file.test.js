import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { AttentionError } from "../web/engine/errors.js";
import { changeState, defaultState } from "../web/state/state.js";
import { stateFromFile, stateToFile } from "../web/state/state-file.js";
import { states } from "./random-states.js";

test("every state comes back from its file, one too large for a link too", () => {
  const edits = { Wq: Array.from({ length: 4096 }, (_, at) => [0, at >> 6, at & 63, Math.fround(at / 7)]).flat() };
  const large = changeState(defaultState, { d_model: 64, d_k: 64, edits });
  assert.deepEqual(stateFromFile("a.json", stateToFile(large)), large);
  fc.assert(
    fc.property(states, (state) => {
      // JSON has one zero only.
      assert.equal(JSON.stringify(stateFromFile("a.json", stateToFile(state))), JSON.stringify(state));
    }),
    { numRuns: 200 },
  );
});

test("what is no such file is refused: which file, and why", () => {
  /** @type {[string, RegExp][]} */
  const refused = [
    ["", /^my\.json: must hold a state as JSON, got ""/],
    ["1,2\n3,4", /must hold a state as JSON, got "1,2/],
    ["null", /must hold a state as JSON/],
    ["[]", /saved by this page.*got undefined/],
    ['{"attention-stepper": 2, "state": {}}', /"attention-stepper": 1, got 2/],
    ['{"attention-stepper": 1}', /state: must be an object, got undefined/],
    ['{"attention-stepper": 1, "state": {"d_k": 0}}', /my\.json: d_k: must be an integer from 1 to 256, got 0/],
    ['{"attention-stepper": 1, "state": {"d_kk": 4}}', /d_kk.*nearest is d_k/],
    ['{"attention-stepper": 1, "state": {"__proto__": 4}}', /__proto__/],
    ['{"attention-stepper": 1, "state": {"edits": {"X": [0, 0, null]}}}', /edits/],
  ];
  for (const [text, message] of refused)
    assert.throws(
      () => stateFromFile("my.json", text),
      (error) => error instanceof AttentionError && message.test(error.message),
      text,
    );
});
