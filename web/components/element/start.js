import { hasTrained } from "../../state/recipes/trained-models.js";
import { loadTrained } from "../../training/load-trained.js";
import { RunCache } from "../../view/run-cache.js";
import { afterFrame } from "../../view/scheduling.js";
import { whileConnected } from "../while-connected.js";
import { resources } from "./shared-resources.js";

/** @typedef {import("../../engine/engine.js").Engine} Engine */
/** @typedef {import("../../state/state.js").State} State */
/**
 * The fields of the element that say how far it has come.
 * @typedef {object} Starting
 * @property {State} state
 * @property {Promise<void>} ready resolves when the first figure is drawn; rejected if the engine cannot start
 * @property {boolean} started
 * @property {boolean} drawn
 * @property {Error | null} failure
 */

/** Starts an element: with the engine and the weights that its state needs, once it comes near the window. */
export class Start {
  #host;
  #probe;
  #events;
  #visibility;
  #isLesson;
  /** @type {RunCache | null} null until the engine has started */
  walks = null;
  /** Aborted when the element leaves the page. */
  #connection = AbortSignal.abort();
  /** @type {{resolve: () => void, reject: (error: unknown) => void} | null} settles `ready`; null after it was rejected */
  #readiness = null;
  /** @type {State | null} the state that could not be shown; null where none failed */
  #failed = null;

  /**
   * @param {import("lit").LitElement & Starting} host
   * @param {import("./style-probe.js").StyleProbe} probe
   * @param {import("./events.js").Events} events
   * @param {import("./visibility.js").Visibility} visibility
   * @param {() => boolean} isLesson whether it shows a lesson, which has an engine of its own
   */
  constructor(host, probe, events, visibility, isLesson) {
    this.#host = host;
    this.#probe = probe;
    this.#events = events;
    this.#visibility = visibility;
    this.#isLesson = isLesson;
    whileConnected(host, (signal) => (this.#connection = signal));
  }

  /** Whether the last start has failed, so that `ready` is settled. */
  get hasFailed() {
    return this.#readiness === null;
  }

  /** The promise `ready`: a first one, and another when the element is put back after a failed start. @returns {Promise<void>} */
  promise() {
    const ready = new Promise((resolve, reject) => (this.#readiness = { resolve: () => resolve(undefined), reject }));
    ready.catch(() => {}); // "attention-error" reports it too
    return ready;
  }

  /** Starts once more where an earlier state could not be shown, or a figure takes the place of a lesson. */
  again() {
    const host = this.#host;
    if (host.started && !this.#isLesson() && !this.walks) {
      host.started = false;
      this.soon(true);
      return;
    }
    if (!this.walks || !this.#failed || this.#failed === host.state) return;
    this.#failed = null;
    host.ready = this.promise();
    this.soon(true);
  }

  /** Queues the start: at once for an element in view, otherwise when the browser is idle. @param {boolean} inView */
  soon(inView) {
    this.#probe.read(); // costs little here, because the browser has just laid out the page
    if (this.#isLesson()) return void (this.#host.started = true);
    const start = () => resources.enqueue(() => this.#start());
    if (inView) start();
    else void resources.later().then(start);
  }

  /**
   * Starts the engine and draws the element for the first time; after a failure it shows why.
   * @returns {Promise<unknown>} resolves when the figure is drawn, the start has failed, or the element was removed
   */
  async #start() {
    const connection = this.#connection;
    try {
      this.walks ??= this.#newWalks(await resources.engine());
      await this.load();
      if (!this.#host.isConnected || this.#host.started) return;
      // Parts of a removed element wait until it is put back; the elements behind it in the queue must not.
      return Promise.race([this.open(), aborted(connection)]);
    } catch (error) {
      return this.fail(error);
    }
  }

  /** @param {Engine} engine */
  #newWalks(engine) {
    return new RunCache(engine, resources.drawn, resources.walks);
  }

  /** Resolves `ready` and fires "attention-ready" when a lesson is first shown. @param {string} link to the lesson */
  lessonShown(link) {
    this.#readiness?.resolve();
    this.#events.ready(this.#host.state, link);
  }

  /** Loads what the first drawing needs: the engine, and the weights of a trained model. */
  async load() {
    if (this.#isLesson()) return;
    const engine = await resources.engine();
    if (!hasTrained(engine, this.#host.state)) await loadTrained(engine);
  }

  /**
   * Shows the figure in place of the slot. What it needs must be loaded.
   * @returns {Promise<unknown>} resolves when the figure is drawn, or could not be
   */
  open() {
    this.walks ??= this.#newWalks(/** @type {Engine} */ (resources.loadedEngine));
    this.walks.walkOf(this.#host.state); // throws here if it needs more memory than there is
    this.#host.failure = null;
    this.#host.started = true;
    return this.#becomeReady().catch((error) => this.fail(error));
  }

  /** Resolves `ready` and fires "attention-ready" when the first figure is drawn. */
  async #becomeReady() {
    this.#events.begin(this.#host.state);
    await this.#host.updateComplete;
    await afterFrame(); // figures have then measured their widths
    await this.#host.updateComplete;
    if (!this.#host.started) return; // a state that could not be shown came meanwhile
    this.#visibility.reserve();
    this.#host.drawn = true;
    await this.#host.updateComplete;
    this.#visibility.report();
    this.#readiness?.resolve();
    this.#events.ready(this.#host.state);
  }

  /** Shows why the element could not start, and reports it. @param {unknown} error */
  fail(error) {
    this.#host.failure = error instanceof Error ? error : new Error(String(error));
    this.#failed = this.#host.state;
    this.#host.started = false;
    this.#host.drawn = false;
    this.#readiness?.reject(error);
    this.#readiness = null;
    const { field, message } = /** @type {Partial<import("../../engine/errors.js").AttentionError> & Error} */ (
      this.#host.failure
    );
    this.#events.fire("attention-error", { field: field === "recipe" ? field : "engine", message, got: "" });
  }
}

/** Resolves when a signal is aborted. @param {AbortSignal} signal */
const aborted = (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
