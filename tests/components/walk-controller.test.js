/** A walk that is shown and changed: what parts ask for, what is refused, and what is inspected meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { WalkController } from "../../web/components/walk-controller.js";
import { createEngine } from "../../web/engine/index.js";
import { AttentionError } from "../../web/engine/errors.js";
import { words } from "../../web/words/words.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { RunCache } from "../../web/view/run-cache.js";

/** @typedef {import("../../web/state/state.js").State} State */

const engine = await createEngine();
const { t } = words("en");

/** @param {Partial<import("../../web/components/walk-controller.js").WalkOptions>} [options] */
function newWalk(options = {}) {
  /** @type {string[]} */
  const updates = [];
  const host = Object.assign(new EventTarget(), { requestUpdate: (/** @type {string} */ name) => updates.push(name) });
  const state = changeState(defaultState, { stage: "weights", cell: { stage: "weights", index: [0, 3, 1] } });
  const walk = new WalkController(/** @type {any} */ (host), {
    state,
    t: () => t,
    walks: () => new RunCache(engine),
    ...options,
  });
  const send = (/** @type {string} */ name, /** @type {unknown} */ detail) => {
    const event = new CustomEvent(name, { detail, bubbles: true });
    host.dispatchEvent(event);
    assert.ok(event.cancelBubble, "it ends at the host");
  };
  const view = () => walk.view({ t, theme: "light" });
  return { walk, send, view, updates };
}

/** A key that is pressed while a part of the page has the focus. @param {string} key @param {object} [more] */
function press(key, more = {}) {
  const path = [document.body];
  const event = {
    key,
    defaultPrevented: false,
    composedPath: () => path,
    preventDefault: () => (event.defaultPrevented = true),
  };
  return /** @type {any} */ (Object.assign(event, more));
}
/** The direction in which the page's language is written. */
let direction = "ltr";
Object.assign(globalThis, { document: { body: {} }, getComputedStyle: () => ({ direction }) });

test("parts ask for changes with events, which end at the host and show the numbers of the new state", () => {
  const { walk, send, view, updates } = newWalk();
  const weights = [...view().run.tensor("weights").data];
  send("state-patch", { patch: { temperature: 2 } });
  assert.equal(walk.state.temperature, 2);
  assert.ok(updates.includes("state"));
  const after = view();
  assert.notDeepEqual([...after.run.tensor("weights").data], weights);
  assert.equal(view(), after, "the same view while nothing changes");
  walk.free();
});

test("a change that is refused says so beside its field in the page's own words, and the state stays", () => {
  const { walk, send } = newWalk();
  const before = walk.state;
  send("state-patch", { patch: { temperature: -1 }, text: "-1" });
  assert.equal(walk.state, before);
  const { code } = /** @type {any} */ (refusedOf(() => changeState(before, { temperature: -1 })).reason);
  const message = t(`refused-${code}`, { field: "temperature", min: "0.01", max: "100", got: "-1" });
  assert.deepEqual(walk.problem, { field: "temperature", text: "-1", message });
  send("state-patch", { patch: { stage: "raw" } });
  assert.equal(walk.problem?.field, "temperature", "what was typed stays until that field is corrected");
  send("state-patch", { patch: { temperature: 1 }, text: "1" });
  assert.equal(walk.problem, null);
  send("state-patch", { patch: { seed: -1 } });
  send("state-patch", { patch: { stage: "weights" } });
  assert.equal(walk.problem, null, "a control without text shows its old value again");
});

test("the number that is pointed at is inspected, as long as the walk has it and until another is chosen", () => {
  const { walk, send, view } = newWalk();
  const selected = walk.state.cell;
  assert.deepEqual(view().cell, selected);
  const pointed = { stage: "raw", index: [0, 6, 6] };
  send("state-hover", { cell: pointed });
  assert.deepEqual(view().cell, pointed);
  send("state-patch", { patch: { sentence: "two words" } });
  assert.notDeepEqual(view().cell, pointed, "a number that the walk no longer has");
  send("state-hover", { cell: { stage: "raw", index: [0, 0, 0] } });
  assert.equal(walk.cellChosen, false);
  send("state-patch", { patch: { cell: { stage: "raw", index: [0, 1, 1] } } });
  assert.deepEqual([walk.hovered, walk.cellChosen], [null, true]);
  assert.deepEqual(view().cell, { stage: "raw", index: [0, 1, 1] });
  send("state-patch", { patch: { layer: 1, cell: null } });
  assert.equal(walk.cellChosen, false, "selected by the page");
  walk.free();
});

test("the same number is inspected at other stages, and again on return from one that has no key", () => {
  const { walk, send } = newWalk();
  send("state-patch", { patch: { stage: "Q" } });
  assert.deepEqual(walk.state.cell?.index.slice(0, 2), [0, 3]);
  send("state-patch", { patch: { stage: "weights" } });
  assert.deepEqual(walk.state.cell, { stage: "weights", index: [0, 3, 1] });
});

test("the arrow that points on is the left one where the language is written from right to left", (t) => {
  direction = "rtl";
  t.after(() => (direction = "ltr"));
  const { walk, view } = newWalk({ stages: () => ["Q", "weights", "output"] });
  view();
  walk.key(press("ArrowLeft"));
  assert.equal(walk.state.stage, "output");
  walk.key(press("ArrowRight"));
  assert.equal(walk.state.stage, "weights");
  walk.free();
});

test("arrow keys go to the stages that there are, Escape clears the number, and other keys are the browser's", () => {
  const { walk, view } = newWalk({ stages: () => ["Q", "weights", "output"] });
  walk.key(press("ArrowRight"));
  assert.equal(walk.state.stage, "weights", "there is no walk yet");
  view();
  for (const [key, stage] of /** @type {const} */ ([
    ["ArrowRight", "output"],
    ["ArrowRight", "output"],
    ["ArrowLeft", "weights"],
    ["ArrowLeft", "Q"],
    ["a", "Q"],
  ])) {
    const event = press(key);
    const shown = /** @type {string} */ (walk.state.stage);
    walk.key(event);
    assert.equal(walk.state.stage, stage);
    assert.equal(event.defaultPrevented, shown !== stage);
  }
  walk.key(press("ArrowRight", { ctrlKey: true }));
  assert.equal(walk.state.stage, "Q");
  walk.hover({ stage: "Q", index: [0, 0, 0] });
  walk.key(press("Escape"));
  assert.deepEqual([walk.state.cell, walk.hovered], [null, null]);
  walk.free();
});

test("a host hears of the changes that are made", () => {
  /** @type {string[]} */
  const made = [];
  const { walk, send } = newWalk({ after: (patch) => made.push(Object.keys(patch).join()) });
  send("state-patch", { patch: { temperature: -1 } });
  send("state-patch", { patch: { temperature: 3 } });
  assert.deepEqual([walk.state.temperature, made], [3, ["temperature"]]);
});

test("a state that needs more memory than there is gives way to the one before it, and that is said", () => {
  const walks = new RunCache(engine);
  const walkOf = walks.walkOf.bind(walks);
  walks.walkOf = (/** @type {State} */ state) => {
    if (state.padding > 0) throw new AttentionError("memory", "is used up");
    return walkOf(state);
  };
  const { walk, send, view } = newWalk({ walks: () => walks });
  view();
  const before = walk.state;
  send("state-patch", { patch: { padding: 2 } });
  assert.equal(walk.state.padding, 2);
  assert.equal(view().state, before);
  assert.equal(walk.state, before);
  assert.equal(walk.problem?.message, t("problem-memory", { reason: "memory: is used up" }));
  const first = newWalk({ walks: () => walks, state: changeState(defaultState, { padding: 2 }) });
  assert.throws(() => first.view(), AttentionError, "there is none before it");
  walk.free();
});

test("a new beginning forgets what was chosen, pointed at and refused", () => {
  const { walk, send } = newWalk();
  send("state-patch", { patch: { cell: { stage: "weights", index: [0, 0, 0] } } });
  send("state-patch", { patch: { temperature: -1 }, text: "-1" });
  send("state-hover", { cell: { stage: "weights", index: [0, 1, 0] } });
  walk.begin(defaultState);
  assert.deepEqual([walk.state, walk.problem, walk.hovered, walk.cellChosen], [defaultState, null, null, false]);
});

/** @param {() => unknown} act @returns {AttentionError} */
function refusedOf(act) {
  try {
    act();
  } catch (error) {
    if (error instanceof AttentionError) return error;
    throw error;
  }
  return assert.fail("nothing was refused");
}
