/** The runs of Train: what the reader's buttons ask of them, and what is shown meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Runs } from "../../../web/components/train/runs.js";
import { changeSettings, defaultSettings, fullSettings, taskOf } from "../../../web/training/settings.js";

/** A run whose worker is this test: it records what it is asked, and takes the steps that it is told to. */
class Recorded {
  /** @type {unknown[][]} */
  asked = [];
  /** @type {any} */
  facts = null;
  status = "starting";
  /** @type {{step: number, accuracy: number}[]} */
  evaluations = [];
  /** @type {{step: number}[]} */
  snapshots = [];
  /** @type {{step: number, lr: number}[]} */
  rates = [];
  steps = 0;
  data = Promise.resolve("data");

  /** @param {import("../../../web/training/settings.js").Settings} settings @param {() => void} changed */
  constructor(settings, changed) {
    this.settings = settings;
    this.changed = changed;
    for (const method of ["play", "pause", "step", "setRate", "free"])
      Object.assign(this, { [method]: (/** @type {unknown[]} */ ...args) => this.asked.push([method, ...args]) });
  }

  /** @param {number} steps @param {number} accuracy */
  take(steps, accuracy) {
    this.facts = {};
    this.steps = steps;
    this.status = "paused";
    this.evaluations.push({ step: steps, accuracy });
    this.snapshots.push({ step: steps });
    this.changed();
  }
}

function newRuns() {
  /** @type {Recorded[]} */
  const started = [];
  /** @type {unknown[]} */
  const changed = [];
  const runs = new Runs(
    (settings, onChange) => /** @type {any} */ (started[started.push(new Recorded(settings, onChange)) - 1]),
    (run) => changed.push(run),
  );
  return { runs, started, changed };
}

const settings = changeSettings(defaultSettings, { task: "previous" });
const { steps: planned } = taskOf(settings);

/** @param {Recorded | undefined} run */
const lastAsked = (run) => run?.asked.at(-1);

test("play goes on to the task's own number of steps, and then as many more each time", () => {
  const { runs, started, changed } = newRuns();
  runs.begin(settings, null);
  const [run] = started;
  assert.equal(runs.isDone, false);
  runs.play();
  assert.deepEqual(lastAsked(run), ["play", "medium", planned]);
  run?.take(planned, 0.5);
  assert.deepEqual(changed, [run]);
  assert.deepEqual([runs.isDone, runs.learned], [true, undefined]);
  runs.play();
  assert.deepEqual(lastAsked(run), ["play", "medium", 2 * planned]);
  run?.take(planned + 3, 1);
  assert.deepEqual([runs.isDone, runs.learned?.step, runs.next], [false, planned + 3, 2 * planned]);
});

test("both runs take the same steps, at the same speed and rate, until the comparison ends", () => {
  const { runs, started } = newRuns();
  runs.begin(settings, null);
  started[0]?.take(2 * planned, 0.5);
  runs.compare(changeSettings(settings, { heads: 1 }));
  const [run, other] = started;
  for (const each of [run, other]) assert.deepEqual(lastAsked(each), ["play", "medium", 2 * planned]);
  runs.setRate(0.1);
  for (const each of [run, other]) assert.deepEqual(lastAsked(each), ["setRate", 0.1]);
  if (other) other.status = "running";
  runs.setSpeed("full");
  assert.deepEqual([lastAsked(run)?.[0], lastAsked(other)], ["setRate", ["play", "full", 2 * planned]]);
  runs.endComparison();
  assert.deepEqual([lastAsked(other), runs.other], [["free"], null]);
  runs.pause();
  assert.deepEqual([lastAsked(run), lastAsked(other)], [["pause"], ["free"]]);
});

test("a run that has failed or diverged takes no steps", () => {
  for (const status of ["failed", "diverged"]) {
    const { runs, started } = newRuns();
    runs.begin(settings, null);
    const [run] = started;
    if (run) run.status = status;
    runs.play();
    assert.deepEqual([runs.isStopped, run?.asked], [true, []]);
  }
});

test("until a new run has results, those of the run before it are shown, of the same task alone", () => {
  const { runs, started } = newRuns();
  runs.begin(settings, null);
  const [first] = started;
  first?.take(5, 0.25);
  first?.take(9, 0.5);
  assert.deepEqual([runs.evaluationAt(null)?.step, runs.evaluationAt(0)?.step], [9, 5]);
  runs.begin(settings, null);
  assert.deepEqual(lastAsked(first), ["free"]);
  assert.equal(runs.shown, first);
  runs.forgetEarlier();
  assert.equal(runs.shown, first, "it is still shown");
  started[1]?.take(0, 0.1);
  assert.equal(runs.shown, started[1]);
  runs.forgetEarlier();
  runs.begin(changeSettings(settings, { task: "reverse" }), null);
  assert.equal(runs.shown, started[2], "another task");
});

test("the learning rate is that of the next step", () => {
  const { runs, started } = newRuns();
  runs.begin(settings, null);
  const [run] = started;
  assert.equal(runs.rate, fullSettings(settings).lr);
  if (run) run.rates = [{ step: 4, lr: 0.3 }];
  run?.take(3, 0);
  assert.equal(runs.rate, fullSettings(settings).lr);
  run?.take(4, 0);
  assert.equal(runs.rate, 0.3);
});
