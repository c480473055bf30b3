import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";
import source from "../../training/worker.js?worker";

/** @typedef {import("../../training/messages.js").FromWorker} FromWorker */
/** @typedef {import("../../training/messages.js").ToWorker} ToWorker */
/** @typedef {import("../../training/session.js").Evaluation} Evaluation */
/** @typedef {import("../../training/session.js").Facts} Facts */
/** @typedef {import("../../training/messages.js").Snapshot} Snapshot */

/**
 * A run of training in a Worker, and everything that it has recorded. The worker's script is part of this script and is
 * started from a blob: the page's policy allows that also where the page was opened from a file.
 */
export class TrainingRun {
  #onChange;
  /** @type {Worker | null} null where it cannot be started */
  #worker = null;
  #address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  /** @type {((walk: import("../../training/session.js").LayerWalk) => void)[]} resolve the walks that were asked for */
  #walks = [];
  /** @type {((report: import("../../training/text-report.js").TextReport) => void)[]} resolve the reports that were asked for */
  #reports = [];
  /** @type {((slice: import("../../training/messages.js").Slice["slice"]) => void)[]} resolve the slices that were asked for */
  #slices = [];
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
  /** @type {Snapshot[]} the attention maps, in the order of steps */
  snapshots = [];

  /**
   * @param {import("../../training/settings.js").Settings} settings
   * @param {() => void} onChange called at most once a frame
   * @param {Promise<string> | null} [data] of a task that needs some
   */
  constructor(settings, onChange, data = null) {
    this.settings = settings;
    this.data = data;
    this.#onChange = onChange;
    this.#started = this.#start();
  }

  /** Starts the worker, and hands it the engine's wasm, because it can load nothing itself. */
  async #start() {
    try {
      const worker = new Worker(this.#address);
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

  /** @param {number} rate steps a second at most @param {number} until pause after so many steps */
  play(rate, until) {
    this.#send({ type: "play", rate, until });
  }

  /** Pauses: at most a slice of a few milliseconds is still computed. */
  pause() {
    this.#send({ type: "pause" });
  }

  /** Takes one step. */
  step() {
    this.#send({ type: "step" });
  }

  /**
   * The inputs of a layer over the fixed example, as the model has them now.
   * @param {number} layer
   * @returns {Promise<import("../../training/session.js").LayerWalk>}
   */
  walk(layer) {
    this.#send({ type: "walk", layer });
    return new Promise((resolve) => this.#walks.push(resolve));
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
   * @returns {Promise<import("../../training/messages.js").Slice["slice"]>}
   */
  slice(rates) {
    this.#send({ type: "slice", rates });
    return new Promise((resolve) => this.#slices.push(resolve));
  }

  /** Ends the worker. */
  free() {
    cancelAnimationFrame(this.#frame);
    this.#worker?.terminate();
    URL.revokeObjectURL(this.#address);
  }

  /** Sends a message once the worker has the engine. @param {ToWorker} message */
  #send(message) {
    void this.#started.then(() => this.#worker?.postMessage(message));
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === "walk") return this.#walks.shift()?.(message.walk);
    if (message.type === "report") return this.#reports.shift()?.(message.report);
    if (message.type === "slice") return this.#slices.shift()?.(message.slice);
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
    this.#onChange();
    this.#frame = requestAnimationFrame(() => this.#send({ type: "drawn" }));
  }

  /** @param {string} reason */
  #fail(reason) {
    this.status = "failed";
    this.failure = reason;
    this.#onChange();
  }
}
