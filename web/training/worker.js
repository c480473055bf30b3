/** The Worker that trains. It works in short slices of time, so that a pause takes effect at once. */
import { loadCore, traceRun } from "../engine/engine.js";
import { Model } from "../engine/model/model.js";
import { createRandom } from "../engine/random/torch-random.js";
import { Run } from "../engine/run.js";
import { isRecorded, Session, steadyRate } from "./session.js";
import { dueSteps } from "./speed.js";
import { rateAt, taskOf } from "./settings.js";

/** @typedef {import("./worker-messages.js").ToWorker} ToWorker */
/** @typedef {import("./worker-messages.js").FromWorker} FromWorker */

/** The longest slice of time between two looks at the page's messages, ms. */
const slice = 8;

/** How long the Worker waits where no step is due yet, ms. */
const frame = 16;

/** Trains one run, and posts what is new whenever the page has drawn what came before. */
class Trainer {
  #post;
  #session;
  #status = /** @type {import("./worker-messages.js").Status} */ ("paused");
  /** The speed, and the time and step from which steps are counted. */
  #speed = { speed: /** @type {import("./speed.js").Speed} */ ("medium"), since: 0, from: 0, until: 0 };
  /** Whether the page waits for progress. */
  #awaited = true;
  /** Whether a slice is scheduled. */
  #scheduled = false;
  /** @type {number[]} */
  #losses = [];
  /** @type {number[]} */
  #accuracies = [];
  /** @type {import("./session.js").Evaluation[]} */
  #evaluations = [];
  /** @type {import("./worker-messages.js").Snapshot[]} */
  #snapshots = [];
  #engine;
  #start;
  /** @type {ReturnType<typeof steadyRate> | null} the smaller learning rates that are tried after the run has diverged */
  #trial = null;
  /** @type {ReturnType<Session["report"]> | null} the report that is being computed; no step is taken meanwhile */
  #report = null;
  #channel = new MessageChannel();
  #changed = true;

  /**
   * @param {import("./session.js").ModelEngine} engine
   * @param {Pick<import("./worker-messages.js").Start, "settings" | "data" | "weights">} start
   * @param {(message: FromWorker, transfer?: Transferable[]) => void} post
   */
  constructor(engine, start, post) {
    const { settings, data, weights } = start;
    this.#post = post;
    this.#engine = engine;
    this.#start = start;
    this.#session = new Session(engine, settings, data, weights);
    this.#channel.port1.onmessage = () => this.#slice();
    post({ type: "started", facts: this.#session.facts });
    this.#record();
    this.#send();
  }

  /** @param {ToWorker} message */
  receive(message) {
    switch (message.type) {
      case "play":
        if (this.#status === "diverged") return;
        this.#speed = { ...message, since: performance.now(), from: this.#session.steps };
        this.#setStatus("running");
        return this.#schedule(0);
      case "pause":
        return this.#pause();
      case "report":
        this.#report = this.#session.report(message.options);
        return this.#schedule(0);
      case "step":
        if (this.#status === "diverged") return;
        this.#finishReport(Infinity);
        this.#step();
        return this.#pause();
      case "drawn":
        this.#awaited = true;
        return this.#send();
      case "rate":
        this.#session.setRate(message.lr);
        this.#changed = true;
        return this.#send();
      case "measure": {
        const { change, weights } = message;
        const score = this.#session.withWeights(weights, () => this.#session.measure(change));
        return this.#post({ type: "measured", score });
      }
      case "slice":
        return this.#post({ type: "slice", slice: this.#session.slice(message.rates) });
    }
  }

  /** @param {import("./worker-messages.js").Status} status */
  #setStatus(status) {
    this.#changed ||= status !== this.#status;
    this.#status = status;
  }

  #pause() {
    if (this.#status !== "diverged") this.#setStatus("paused");
    this.#record();
    this.#send();
  }

  /** @param {number} delay ms until the next slice; 0: as soon as the messages that have come are read */
  #schedule(delay) {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (delay > 0) setTimeout(() => this.#slice(), delay);
    else this.#channel.port2.postMessage(null);
  }

  /** Goes on with the report that was asked for, and posts it when it is finished. @param {number} end time, ms */
  #finishReport(end) {
    while (this.#report && performance.now() < end) {
      const { done, value } = this.#report.next();
      if (!done) continue;
      this.#report = null;
      this.#post({ type: "report", report: value });
    }
  }

  #slice() {
    this.#scheduled = false;
    const end = performance.now() + slice;
    this.#finishReport(end);
    if (this.#report) return this.#schedule(0);
    if (this.#status === "diverged") return this.#tryRates(end);
    if (this.#status !== "running") return;
    const { speed, since, from, until } = this.#speed;
    const { steps } = taskOf(this.#start.settings);
    const due = () => dueSteps(speed, steps, from, (performance.now() - since) / 1000);
    while (this.#status === "running" && performance.now() < end && this.#session.steps < due()) {
      this.#step();
      if (this.#session.steps >= until) this.#pause();
    }
    this.#send();
    if (this.#status === "running") this.#schedule(this.#session.steps < due() ? 0 : frame);
  }

  /**
   * Goes on looking for a learning rate at which the run would not have diverged, and posts it when it is found.
   * @param {number} end time, ms
   */
  #tryRates(end) {
    const { settings, data, weights } = this.#start;
    const rate = rateAt(settings, this.#session.rates, Math.max(0, this.#session.steps - 1));
    this.#trial ??= steadyRate(this.#engine, settings, rate, data, weights);
    while (performance.now() < end) {
      const { done, value } = this.#trial.next();
      if (!done) continue;
      if (value !== undefined) this.#post({ type: "steady", lr: value }); // a finished trial says nothing again
      return;
    }
    this.#schedule(0);
  }

  #step() {
    const { loss, accuracy, diverged } = this.#session.step();
    this.#losses.push(loss);
    this.#accuracies.push(accuracy);
    if (diverged) this.#setStatus("diverged");
    if (diverged || isRecorded(this.#session.steps)) this.#record();
  }

  /** Evaluates the held-out examples and records the attention maps, unless that has been done after this step. */
  #record() {
    const step = this.#session.steps;
    if (this.#recorded === step) return;
    this.#recorded = step;
    this.#evaluations.push(this.#session.evaluate());
    this.#snapshots.push({
      step,
      maps: this.#session.maps(),
      gradient: this.#session.gradientOfWq(),
      weights: this.#session.weights(),
    });
    this.#changed = true;
  }
  #recorded = -1;

  /** Posts what is new, if there is anything and the page waits for it. */
  #send() {
    if (!this.#awaited || !(this.#changed || this.#losses.length > 0)) return;
    const [losses, accuracies] = [Float64Array.from(this.#losses), Float64Array.from(this.#accuracies)];
    const [evaluations, snapshots] = [this.#evaluations, this.#snapshots];
    [this.#losses, this.#accuracies, this.#evaluations, this.#snapshots] = [[], [], [], []];
    this.#awaited = false;
    this.#changed = false;
    const { rates } = this.#session;
    this.#post({ type: "progress", status: this.#status, losses, accuracies, evaluations, snapshots, rates }, [
      losses.buffer,
      accuracies.buffer,
      ...snapshots.flatMap(({ maps, weights }) => [maps.buffer, weights.buffer]),
    ]);
    if (this.#status === "diverged") this.#schedule(0);
  }
}

/**
 * The part of an engine that trains, without its fast paths.
 * @param {import("../engine/engine.js").Core} core
 * @returns {import("./session.js").ModelEngine}
 */
const modelEngine = (core) => ({
  model: (spec, options) => new Model(core, spec, options),
  torchRandom: (seed) => createRandom(core, seed, "scalar"),
  trace: (spec, inputs) => traceRun(core, spec, inputs, Run),
});

/**
 * Listens to the page: the first message starts the engine, and all others are for its run.
 * @param {Pick<typeof globalThis, "addEventListener"> & {postMessage(message: unknown, transfer?: Transferable[]): void}} scope
 */
function listen(scope) {
  /** @type {Promise<Trainer | null>} */
  let trainer = Promise.resolve(null);
  const post = (/** @type {FromWorker} */ message, /** @type {Transferable[]} */ transfer = []) =>
    scope.postMessage(message, transfer);
  const fail = (/** @type {unknown} */ error) => {
    post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    return null;
  };
  scope.addEventListener("message", (event) => {
    const message = /** @type {MessageEvent<ToWorker>} */ (event).data;
    if (message.type !== "start") void trainer.then((one) => one?.receive(message)).catch(fail);
    else
      trainer = loadCore(message.wasm)
        .then((core) => new Trainer(modelEngine(core), message, post))
        .catch(fail);
  });
}

listen(/** @type {any} */ (globalThis));
