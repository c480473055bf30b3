/** Each experiment opens on a walk of which its words are true, from wherever the reader asks, and says which walk it is. */
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { resultOf } from "../../web/components/experiments/order/order-result.js";
import { whereText } from "../../web/components/experiments/where-text.js";
import { isAsOpened, showsAnswer, startOf } from "../../web/state/experiments/starts.js";
import { experiments } from "../../web/state/experiments/experiments.js";
import { applyPreset, presets } from "../../web/state/presets.js";
import { firstScreen } from "../../web/state/recipes/trained-models.js";
import { changeState, defaultState, experimentState } from "../../web/state/state.js";
import { check, claims, reorderedWords, t } from "../support/experiments.js";
import { states } from "../support/random/random-states.js";

/** @typedef {import("../../web/state/state.js").State} State */

/** The walks of the page's own making: its first screen, its defaults, and every example. */
const readers = new Map([
  ["the first screen", changeState(defaultState, firstScreen)],
  ["the default state", defaultState],
  ...presets.map(({ id }) => /** @type {[string, State]} */ ([`the example ${id}`, applyPreset(defaultState, id)])),
]);

/** The walk on which an experiment opens. @param {State} reader @param {string} experiment */
const opened = (reader, experiment) =>
  experimentState(changeState(reader, { experiment, experiment_state: startOf(reader, experiment), compare: null }));

test("every experiment has claims that are checked, and words for the walk that shows them", () => {
  assert.deepEqual(Object.keys(claims).sort(), experiments.map(({ id }) => id).sort());
});

for (const { id } of experiments) {
  test(`${id}: what it claims is true where it opens, from the first screen and from every example`, () => {
    for (const [name, reader] of readers) {
      const state = opened(reader, id);
      assert.ok(isAsOpened(state), name);
      try {
        check(state, "shows");
      } catch (error) {
        throw new Error(`from ${name}: ${/** @type {Error} */ (error).message}`, { cause: error });
      }
      const where = whereText(t, state, reader);
      assert.match(where, /^[A-Z].*\.$/, name);
    }
  });

  test(`${id}: wherever it shows its words they are true, whatever else the reader has set`, () => {
    const { start, own = false } = experiments.find((experiment) => experiment.id === id) ?? assert.fail(id);
    let shown = 0;
    fc.assert(
      fc.property(states, (state) => {
        const reader = changeState(state, { experiment: null, experiment_state: null, compare: null });
        const fresh = opened(reader, id);
        assert.ok(isAsOpened(fresh));
        check(fresh, own ? "holds" : "shows");
        const asked = attempt(() =>
          changeState(reader, { ...start, experiment: id, experiment_state: null, compare: null }),
        );
        if (!asked || !showsAnswer(asked)) return;
        shown++;
        check(asked, "holds");
      }),
      { numRuns: 60, seed: 11 },
    );
    assert.ok(shown > 5, `${shown}`);
  });
}

/** @template T @param {() => T} make @returns {T | null} null where the settings do not fit together */
function attempt(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

test("the experiment on order says that attention is blind only where nothing depends on places and rounding alone differs", () => {
  const said = (/** @type {State} */ state) => {
    const { run, causes, words, swapped } = reorderedWords(state);
    run.free();
    return { id: resultOf(words, causes, swapped)[0], causes };
  };
  const plain = changeState(defaultState, { causal: false });
  const words = "the cat sat";
  /** @type {[Partial<State>, string, string[]][]} */
  const cases = [
    [{}, "order-blind", []],
    [{ position: "sinusoidal" }, "order-sees-positions", ["positions"]],
    [{ causal: true }, "order-sees-causal", ["causal"]],
    [{ window: 1 }, "order-sees", ["window"]],
    [{ hidden_pairs: [0, 1] }, "order-sees", ["painted"]],
    [{ ignored_keys: [0] }, "order-sees", ["ignored"]],
    [{ dropout: 0.5 }, "order-sees", ["dropout"]],
    [{ edits: { X: [0, 0, 9] } }, "order-sees", ["edits"]],
    [{ causal: true, position: "alibi" }, "order-sees", ["positions", "causal"]],
    [{ ...firstScreen, layer: 1 }, "order-sees", ["trained"]],
    [{ sentence: "the the the" }, "order-blind-exact", []],
    [{ sentence: "the the the", causal: true }, "order-unmoved", ["causal"]],
    [{ sentence: "the the the", window: 9 }, "order-alike", ["window"]],
    [{ sentence: words, window: 9 }, "order-unmoved", ["window"]],
  ];
  for (const [patch, id, causes] of cases) {
    const name = JSON.stringify(patch);
    const found = said(changeState(plain, patch));
    assert.deepEqual(found.causes, causes, name);
    if (id !== "order-blind") assert.equal(found.id, id, name);
    else assert.match(found.id, /^order-blind/, name);
    assert.notEqual(t(found.id, { difference: "0", causes: "" }), "", name);
    for (const cause of causes) assert.notEqual(t(`order-cause-${cause}`), "", cause);
  }
});
