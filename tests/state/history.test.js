import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { changedFields, formerOf, longestPast, record, redo, startHistory, undo } from "../../web/state/history.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** @typedef {import("../../web/state/history.js").History} History */
/** @typedef {import("../../web/state/state.js").State} State */

const at = (/** @type {Partial<State>} */ patch) => changeState(defaultState, patch);

/** @param {...[Partial<State>, number]} changes each to the state before, with its time in ms @returns {History} */
const after = (...changes) =>
  changes.reduce(
    (history, [patch, time]) => record(history, changeState(history.present, patch), time),
    startHistory(defaultState),
  );

test("every change is undone and redone, in order", () => {
  const history = after([{ causal: false }, 0], [{ projections: false }, 5], [{ experiment: "order" }, 9]);
  const back = [history, undo(history), undo(undo(history)), undo(undo(undo(history)))];
  assert.deepEqual(
    back.map(({ present: { causal, projections: weights, experiment } }) => [causal, weights, experiment]),
    [
      [false, false, "order"],
      [false, false, null],
      [false, true, null],
      [true, true, null],
    ],
  );
  assert.deepEqual(redo(redo(redo(back[3]))).present, history.present);
});

test("a slider's former value is the one that one undo shows again", () => {
  const drag = after([{ causal: false }, 0], [{ d_k: 5 }, 2000], [{ d_k: 6 }, 2400]);
  const former = formerOf(drag);
  assert.deepEqual([former?.field, former?.value], ["d_k", defaultState.d_k]);
  assert.equal(former?.state, undo(drag).present);
  assert.equal(formerOf(record(drag, at({ causal: false, d_k: 9 }), 9000))?.value, 6);
  const shared = record(startHistory(at({ heads: 8 })), at({ heads: 8, kv_heads: 2 }), 0);
  assert.deepEqual([formerOf(shared)?.field, formerOf(shared)?.value], ["kv_heads", 8]);
});

test("there is no former value without a slider's change, after another change or an undo, or back where it was", () => {
  /** @type {Record<string, History>} */
  const without = {
    "no change": startHistory(defaultState),
    "a switch": after([{ causal: false }, 0]),
    "a text": after([{ sentence: "a b" }, 0]),
    "another stage": after([{ d_k: 5 }, 0], [{ stage: "raw" }, 10]),
    "another number": after([{ d_k: 5 }, 0], [{ cell: { stage: "raw", index: [0, 1, 1] } }, 10]),
    undone: undo(after([{ d_k: 5 }, 0])),
    redone: redo(undo(after([{ d_k: 5 }, 0]))),
    back: after([{ d_k: 5 }, 0], [{ d_k: defaultState.d_k }, 400]),
    "switched on": after([{ window: 3 }, 0]),
  };
  for (const [name, history] of Object.entries(without)) assert.equal(formerOf(history), null, name);
});

test("undo and redo do nothing at either end", () => {
  const start = startHistory(defaultState);
  assert.equal(undo(start), start);
  assert.equal(redo(start), start);
});

test("a drag or typing is one change; a pause, another field or a switch begins the next", () => {
  const drag = after([{ d_k: 5 }, 0], [{ d_k: 6 }, 400], [{ d_k: 9 }, 1300]);
  assert.equal(undo(drag).present.d_k, defaultState.d_k);
  const typed = after([{ sentence: "a" }, 0], [{ sentence: "a b" }, 100], [{ sentence: "a b c" }, 200]);
  assert.equal(typed.past.length, 1);
  assert.equal(after([{ d_k: 5 }, 0], [{ d_k: 6 }, 1001]).past.length, 2);
  assert.equal(after([{ d_k: 5 }, 0], [{ heads: 3 }, 10], [{ d_k: 6 }, 20]).past.length, 3);
  assert.equal(after([{ causal: false }, 0], [{ causal: true }, 10]).past.length, 2);
  assert.equal(after([{ stage: "raw" }, 0], [{ stage: "scaled" }, 10]).past.length, 2);
});

test("the steps of a player are one change, however slow it plays; another field begins the next", () => {
  const played = after(
    [{ experiment: "tiles" }, 0],
    [{ tile_step: 1 }, 100],
    [{ tile_step: 2 }, 1500],
    [{ tile_step: 3 }, 9000],
  );
  assert.equal(played.past.length, 2);
  assert.equal(undo(played).present.tile_step, 0);
  assert.equal(after([{ cache_step: 1 }, 0], [{ causal: false }, 10], [{ cache_step: 2 }, 20]).past.length, 3);
});

test("a drag inside an experiment is one change, apart from a drag of the same field of the walk", () => {
  const drag = after(
    [{ experiment: "scaling" }, 0],
    [{ experiment_state: { d_k: 64 } }, 5000],
    [{ experiment_state: { d_k: 65 } }, 5100],
  );
  assert.equal(drag.past.length, 2);
  const both = record(drag, changeState(drag.present, { d_k: 5 }), 5200);
  assert.deepEqual([both.past.length, undo(both).present.experiment_state], [3, { d_k: 65 }]);
  const other = record(drag, changeState(drag.present, { experiment_state: { d_k: 65, heads: 2 } }), 5200);
  assert.equal(other.past.length, 3);
});

test("a drag that also changes the head or the cell is one change", () => {
  const drag = after([{ heads: 1 }, 0], [{ heads: 2 }, 100], [{ heads: 3 }, 200]);
  assert.equal(drag.past.length, 1);
  assert.equal(undo(drag).present.head, defaultState.head);
});

test("after undo another change discards what was undone and is not merged with it", () => {
  const history = undo(after([{ d_k: 5 }, 0]));
  const next = record(history, at({ d_k: 8 }), 10);
  assert.deepEqual([next.future, next.past.length, redo(next) === next], [[], 1, true]);
});

test("setting a value that is already set adds no entry", () => {
  const history = after([{ causal: false }, 0]);
  const same = changeState(history.present, { cell: { stage: "weights", index: [1, 4, 2] } });
  assert.equal(record(history, same, 5).past.length, 1);
  assert.deepEqual(changedFields(history.present, same), []);
});

test("the history holds a bounded number of states", () => {
  const changes = Array.from(
    { length: longestPast + 50 },
    (_, n) => /** @type {[Partial<State>, number]} */ ([{ causal: n % 2 === 1 }, n]),
  );
  assert.equal(after(...changes).past.length, longestPast);
});

test("any sequence of undos followed by as many redos restores the state", () => {
  const steps = fc.array(fc.record({ d_k: fc.integer({ min: 1, max: 64 }), time: fc.nat(3000) }), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.nat(40), (changes, back) => {
      let clock = 0;
      const history = after(
        ...changes.map(({ d_k, time }) => /** @type {[Partial<State>, number]} */ ([{ d_k }, (clock += time)])),
      );
      const count = Math.min(back, history.past.length);
      let moved = history;
      for (let n = 0; n < count; n++) moved = undo(moved);
      for (let n = 0; n < count; n++) moved = redo(moved);
      assert.deepEqual([moved.past, moved.present, moved.future], [history.past, history.present, history.future]);
    }),
    { seed: 5 },
  );
});
