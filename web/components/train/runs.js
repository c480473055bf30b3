import { rateAt, taskOf } from "../../training/settings.js";

/** @typedef {import("../../training/settings.js").Settings} Settings */
/** @typedef {import("../../training/speed.js").Speed} Speed */
/** @typedef {import("./training-run.js").TrainingRun} Run */
/**
 * Starts a run with settings; `changed` is called with each change of it.
 * @typedef {(settings: Settings, changed: () => void, data: Promise<string> | null, weights?: Float32Array) => Run} Start
 */

/** From this share of right answers on, a task counts as learned. */
const learned = 0.99;

/** The reader's run and, where something is compared, a second one in which one thing is changed: both take the same steps. */
export class Runs {
  #start;
  #changed;
  /** The step at which the runs pause by themselves: the task's own number of steps, and as many more each time. */
  #until = 0;
  /** @type {Run | null} the reader's run */
  run = null;
  /** @type {Run | null} the run before it */
  #earlier = null;
  /** @type {Run | null} the second run */
  other = null;
  /** @type {Speed} */
  speed = "medium";

  /**
   * @param {Start} start
   * @param {(run: Run) => void} changed called with each change of a run
   */
  constructor(start, changed) {
    this.#start = start;
    this.#changed = changed;
  }

  /** @returns {Run[]} */
  get #both() {
    return [this.run, this.other].filter((run) => run !== null);
  }

  /**
   * Starts over with settings.
   * @param {Settings} settings
   * @param {Promise<string> | null} data of a task that needs some
   * @param {Float32Array} [weights] the first ones; those of the seed unless given
   */
  begin(settings, data, weights) {
    this.#earlier = this.shown;
    this.free();
    this.#until = 0;
    this.run = this.#new(settings, data, weights);
  }

  /** @type {(...args: [Settings, Promise<string> | null, Float32Array?]) => Run} */
  #new(settings, data, weights) {
    const run = this.#start(settings, () => this.#changed(run), data, weights);
    return run;
  }

  /** Trains the reader's run and one with other settings for as many steps. @param {Settings} settings */
  compare(settings) {
    const { run } = this;
    if (!run) return;
    this.other?.free();
    this.other = this.#new(settings, run.data);
    this.#until = Math.max(taskOf(run.settings).steps, run.steps);
    for (const each of this.#both) each.play(this.speed, this.#until);
  }

  /** Ends the second run. */
  endComparison() {
    this.other?.free();
    this.other = null;
  }

  play() {
    if (this.isStopped) return;
    this.#until = this.next;
    for (const each of this.#both) each.play(this.speed, this.#until);
  }

  pause() {
    for (const each of this.#both) each.pause();
  }

  step() {
    for (const each of this.#both) each.step();
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.speed = speed;
    for (const each of this.#both) if (each.status === "running") each.play(speed, this.#until);
  }

  /** Changes the learning rate of the next steps. @param {number} lr */
  setRate(lr) {
    for (const each of this.#both) each.setRate(lr);
  }

  free() {
    for (const each of this.#both) each.free();
    this.run = null;
    this.other = null;
  }

  /** Whether the reader's run cannot take a step. */
  get isStopped() {
    return !this.run || this.run.status === "failed" || this.run.status === "diverged";
  }

  /** The learning rate of the next step. */
  get rate() {
    return this.run ? rateAt(this.run.settings, this.run.rates, this.run.steps) : NaN;
  }

  /** The run whose results are shown: until the first of a new run are there, those of the run before it, so that nothing moves. */
  get shown() {
    const { run } = this;
    const earlier = this.#earlier;
    const isStarting = run && run.status !== "failed" && (!run.facts || run.snapshots.length === 0);
    return isStarting && earlier?.settings.task === run.settings.task ? earlier : run;
  }

  /** Forgets the run before, once the present one is shown. */
  forgetEarlier() {
    if (this.shown === this.run) this.#earlier = null;
  }

  /** The evaluation at a snapshot that is shown; at the latest one where that is null. @param {number | null} at */
  evaluationAt(at) {
    const run = this.shown;
    if (!run || at === null) return run?.evaluations.at(-1);
    const step = run.snapshots[at]?.step;
    return run.evaluations.find((evaluation) => evaluation.step === step) ?? run.evaluations.at(-1);
  }

  /** The evaluation at which the run had learned its task, if it has. */
  get learned() {
    return this.run?.evaluations.find(({ accuracy }) => accuracy >= learned);
  }

  /** The step at which the run pauses by itself; 0 before it has played. */
  get until() {
    return this.#until;
  }

  /** Whether the run has taken the steps that it was to take, and so has stopped by itself. */
  get isDone() {
    return this.run?.status === "paused" && this.#until > 0 && this.run.steps >= this.#until;
  }

  /** The step at which the axes of the runs end: the last one planned, or the last one taken. */
  get end() {
    if (!this.shown) return 0;
    return Math.max(
      taskOf(this.shown.settings).steps,
      this.#until,
      ...[this.shown, ...this.#both].map(({ steps }) => steps),
    );
  }

  /** The step up to which “play” goes on. */
  get next() {
    if (!this.run) return 0;
    const [steps, planned] = [this.run.steps, taskOf(this.run.settings).steps];
    return [this.#until, planned].find((until) => steps < until) ?? steps + planned;
  }
}
