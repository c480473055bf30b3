import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";
import readerSource from "../../checkpoints/ahead/reader.js?worker";
import source from "../../checkpoints/worker.js?worker";

/** @typedef {import("../../checkpoints/worker-messages.js").FromWorker} FromWorker */
/** @typedef {import("../../checkpoints/worker-messages.js").Request} Request */
/** @typedef {Extract<FromWorker, {type: "tokens" | "progress" | "walked"}>} OfWalk */

/** The scripts of workers are part of this one: see training-run.js. */
const addressOf = (/** @type {string} */ script) =>
  URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
const address = addressOf(source);
const readerAddress = addressOf(readerSource);

/** How long a tokenizer may take, ms: a pattern from a file can take forever. */
const PATIENCE = 5000;

/** Why a request has no answer: the worker says so, or it has ended. */
export class ModelFailure extends Error {
  /** @param {string} message @param {"answer" | "closed" | "slow" | "broken"} is closed: by the page; slow: a tokenizer took too long */
  constructor(message, is = "answer") {
    super(message);
    this.is = is;
  }
}

/**
 * What a request that failed says to the reader: "" where the worker has ended, which is said once, by its owner.
 * @param {unknown} error anything but a ModelFailure is a fault of the page, and thrown on
 */
export function failureText(error) {
  if (!(error instanceof ModelFailure)) throw error;
  return error.is === "answer" ? error.message : "";
}

/** A model in the reader's files, held by a Worker, beside one that reads ahead: when it is closed, their memory is gone. */
export class ModelWorker {
  #worker;
  #reader;
  #ended;
  /** Why it has ended; null while it can be asked. @type {ModelFailure | null} */
  #failure = null;
  #started;
  #ids = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, progress?: (message: OfWalk) => void}>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(failure: ModelFailure) => void} ended called where it ends by itself: it can be asked for nothing more */
  constructor(ended) {
    this.#ended = ended;
    this.#worker = new Worker(address);
    this.#reader = new Worker(readerAddress);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    for (const worker of [this.#worker, this.#reader])
      worker.onerror = (event) => {
        event.preventDefault();
        this.#end(event.message, "broken");
      };
    this.#started = this.#start().catch((error) => this.#end(String(error.message ?? error), "broken"));
  }

  /** Hands the worker the engine's wasm, because it can load nothing itself. */
  async #start() {
    const wasm = await wasmBytes((await simd()) ? "simd128" : "scalar");
    const { port1, port2 } = new MessageChannel();
    this.#reader.postMessage(port1, [port1]);
    this.#worker.postMessage({ type: "start", wasm, reader: port2 }, [port2]);
  }

  /** @param {readonly File[]} files @returns {Promise<Extract<FromWorker, {type: "opened"}>>} */
  open(files) {
    return this.#ask((id) => ({ type: "open", id, files }));
  }

  /**
   * @param {string | readonly number[]} input
   * @param {(message: OfWalk) => void} progress
   * @returns {Promise<Extract<FromWorker, {type: "walked"}>>}
   */
  walk(input, progress) {
    return this.#ask((id) => ({ type: "walk", id, input }), progress);
  }

  /**
   * The walk with parts of the model replaced.
   * @param {readonly string[]} off
   * @param {string | readonly number[] | null} other a text or tokens for which parts may be what they are there
   * @param {(message: OfWalk) => void} progress
   * @returns {Promise<Extract<FromWorker, {type: "walked"}>>}
   */
  without(off, other, progress) {
    return this.#ask((id) => ({ type: "without", id, off, other }), progress);
  }

  /** @param {number} position @returns {Promise<Extract<FromWorker, {type: "masked"}>>} */
  masked(position) {
    return this.#ask((id) => ({ type: "masked", id, position }));
  }

  /** Ends the walk after its present step. */
  stop() {
    this.#worker.postMessage({ type: "stop" });
  }

  /** @param {import("../../checkpoints/session.js").Window} window @returns {Promise<Extract<FromWorker, {type: "window"}>>} */
  window(window) {
    return this.#ask((id) => ({ type: "window", id, window }));
  }

  /** @param {number} layer @param {number} head @returns {Promise<Extract<FromWorker, {type: "head"}>>} */
  head(layer, head) {
    return this.#ask((id) => ({ type: "head", id, layer, head }));
  }

  /**
   * @param {number | null} layer null: outside of the layers
   * @param {string} stage
   * @param {readonly number[]} index
   * @returns {Promise<Extract<FromWorker, {type: "explained"}>>}
   */
  explain(layer, stage, index) {
    return this.#ask((id) => ({ type: "explain", id, layer, stage, index }));
  }

  /** @param {string} message @param {"slow" | "broken"} is */
  #end(message, is) {
    const failure = new ModelFailure(message, is);
    this.close(failure);
    this.#ended(failure);
  }

  /** Ends the worker. What was asked for fails. */
  close(failure = new ModelFailure("", "closed")) {
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#worker.terminate();
    this.#reader.terminate();
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }

  /**
   * @param {(id: number) => Request} make
   * @param {(message: OfWalk) => void} [progress]
   * @returns {Promise<any>}
   */
  async #ask(make, progress) {
    await this.#started;
    if (this.#failure) throw this.#failure;
    const id = this.#ids++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...(progress && { progress }) });
      this.#worker.postMessage(make(id));
    });
  }

  /** @param {FromWorker} message */
  #receive(message) {
    clearTimeout(this.#timer);
    if (message.type === "tokenising") {
      this.#timer = setTimeout(() => this.#end("", "slow"), PATIENCE);
      return;
    }
    if (message.type === "tokenised") return;
    if (message.type === "failed" && message.id === null) return this.#end(message.message, "broken");
    const asked = this.#waiting.get(Number(message.id));
    switch (message.type) {
      case "tokens":
      case "progress":
        return asked?.progress?.(message);
      case "failed":
        asked?.reject(new ModelFailure(message.message));
        break;
      default:
        asked?.resolve(message);
    }
    this.#waiting.delete(Number(message.id));
  }
}
