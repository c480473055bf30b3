import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";
import { rateChanges } from "../../training/settings.js";
import source from "../../training/worker.js?worker";

/** @typedef {import("../../training/worker-messages.js").FromWorker} FromWorker */
/** @typedef {import("../../training/worker-messages.js").ToWorker} ToWorker */
/** @typedef {import("../../training/session.js").Evaluation} Evaluation */
/** @typedef {import("../../training/session.js").Facts} Facts */
/** @typedef {import("../../training/worker-messages.js").Snapshot} Snapshot */
/** @typedef {import("../../training/worker-messages.js").Measured["score"]} Score */

/** The most bytes of maps and weights that a run keeps. Beyond it, every second snapshot goes. */
export const maxBytes = 2 ** 26;

/**
 * The address of the worker's script, which is part of this script: a blob, which the page's policy allows also where the
 * page was opened from a file. One for all runs: the browser takes longer to make it than to start a worker.
 */
const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));

/** A run of training in a Worker, and everything that it has recorded. */
export class TrainingRun {
  #onChange;
  /** @type {Worker | null} null where it cannot be started */
  #worker = null;
  /** @type {((report: import("../../training/text-report.js").TextReport) => void)[]} resolve the reports that were asked for */
  #reports = [];
  /** @type {((slice: import("../../training/worker-messages.js").Slice["slice"]) => void)[]} resolve the slices that were asked for */
  #slices = [];
  /** @type {((score: Score) => void)[]} resolve the measurements that were asked for */
  #scores = [];
  #frame = 0;
  /** @type {Promise<void>} resolves when the first message is posted */
  #started;
  /** @type {Facts | null} null until the worker has started */
  facts = null;
  /** @type {"starting" | "paused" | "running" | "diverged" | "failed"} */
  status = "starting";
  /** Why the run failed; "" unless it did. */
  failure = "";
  /** @type {number[]} the training loss of each step */
  losses = [];
  /** @type {number[]} the share of correct answers in the batch of each step */
  accuracies = [];
  /** @type {Evaluation[]} of the held-out examples, in the order of steps */
  evaluations = [];
  /** @type {Snapshot[]} the attention maps and all weights, in the order of steps; those that are kept */
  snapshots = [];
  /** How many snapshots have been recorded. */
  recorded = 0;
  /** @type {number | null} after the run has diverged: a learning rate that does not; null until one is found */
  steadyRate = null;
  /** @type {readonly {step: number, lr: number}[]} changes of the learning rate */
  rates;

  /**
   * @param {import("../../training/settings.js").Settings} settings
   * @param {() => void} onChange called at most once a frame
   * @param {Promise<string> | null} [data] of a task that needs some
   * @param {Float32Array} [weights] the first ones; random unless given
   */
  constructor(settings, onChange, data = null, weights) {
    this.settings = settings;
    this.rates = rateChanges(settings);
    this.data = data;
    this.weights = weights;
    this.#onChange = onChange;
    this.#started = this.#start();
  }

  /** Starts the worker, and hands it the engine's wasm, because it can load nothing itself. */
  async #start() {
    try {
      const worker = new Worker(address);
      this.#worker = worker;
      worker.onmessage = ({ data }) => this.#receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(event.message);
      };
      const wasm = await wasmBytes((await simd()) ? "simd128" : "scalar");
      worker.postMessage(
        /** @type {ToWorker} */ ({
          type: "start",
          wasm,
          settings: this.settings,
          data: (await this.data) ?? undefined,
          weights: this.weights,
        }),
      );
    } catch (error) {
      await null; // the owner has this run only after its constructor has returned
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** How many steps have been taken. */
  get steps() {
    return this.losses.length;
  }

  /** @param {import("../../training/speed.js").Speed} speed @param {number} until pause after so many steps */
  play(speed, until) {
    this.#send({ type: "play", speed, until });
  }

  /** Pauses: at most a slice of a few milliseconds is still computed. */
  pause() {
    this.#send({ type: "pause" });
  }

  /** Takes one step. */
  step() {
    this.#send({ type: "step" });
  }

  /** Changes the learning rate from the next step on. @param {number} lr */
  setRate(lr) {
    this.#send({ type: "rate", lr });
  }

  /**
   * Loss and accuracy on held-out examples with a changed head.
   * @param {import("../../training/change-head.js").HeadChange | null} change null: with none
   * @param {Float32Array} weights of a step
   * @returns {Promise<Score>}
   */
  measure(change, weights) {
    this.#send({ type: "measure", change, weights });
    return new Promise((resolve) => this.#scores.push(resolve));
  }

  /**
   * What the model of a text writes, and what its heads do.
   * @param {import("../../training/text-report.js").ReportOptions} options
   * @returns {Promise<import("../../training/text-report.js").TextReport>}
   */
  report(options) {
    this.#send({ type: "report", options });
    return new Promise((resolve) => this.#reports.push(resolve));
  }

  /**
   * The loss along its gradient, at the weights as they are now.
   * @param {number | null} rates the largest t, in learning rates; null: across the valley
   * @returns {Promise<import("../../training/worker-messages.js").Slice["slice"]>}
   */
  slice(rates) {
    this.#send({ type: "slice", rates });
    return new Promise((resolve) => this.#slices.push(resolve));
  }

  /** Ends the worker. */
  free() {
    cancelAnimationFrame(this.#frame);
    this.#worker?.terminate();
  }

  /** Sends a message once the worker has the engine. @param {ToWorker} message */
  #send(message) {
    void this.#started.then(() => this.#worker?.postMessage(message));
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === "measured") return this.#scores.shift()?.(message.score);
    if (message.type === "report") return this.#reports.shift()?.(message.report);
    if (message.type === "slice") return this.#slices.shift()?.(message.slice);
    if (message.type === "steady") {
      this.steadyRate = message.lr;
      return this.#onChange();
    }
    if (message.type === "failed") return this.#fail(message.message);
    if (message.type === "started") {
      this.facts = message.facts;
      this.status = "paused";
      return this.#onChange();
    }
    this.status = message.status;
    this.losses.push(...message.losses);
    this.accuracies.push(...message.accuracies);
    this.evaluations.push(...message.evaluations);
    this.snapshots.push(...message.snapshots);
    this.recorded += message.snapshots.length;
    this.#thin();
    this.rates = message.rates;
    this.#onChange();
    this.#frame = requestAnimationFrame(() => this.#send({ type: "drawn" }));
  }

  /** Removes every second snapshot but the first and the last, where there are more than memory is allowed for. */
  #thin() {
    const bytes = this.snapshots.reduce((sum, { maps, weights }) => sum + maps.byteLength + weights.byteLength, 0);
    const last = this.snapshots.length - 1;
    if (bytes > maxBytes) this.snapshots = this.snapshots.filter((_, at) => at % 2 === 0 || at === last);
  }

  /** @param {string} reason */
  #fail(reason) {
    this.status = "failed";
    this.failure = reason;
    this.#onChange();
  }
}
