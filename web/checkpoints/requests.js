/** A page's requests to a model, answered one by one; a walk goes on between them. No DOM, and no clock. */
import { AttentionError } from "../engine/errors.js";
import { CheckpointSession } from "./session.js";

/** @typedef {import("./worker-messages.js").Request} Request */
/** @typedef {import("./worker-messages.js").FromWorker} FromWorker */

export class ModelRequests {
  #session;
  #filesOf;
  #post;
  #nextTask;
  /** The id of the walk that is under way; null without one. @type {number | null} */
  #walking = null;

  /**
   * @param {Pick<import("../engine/engine.js").Engine, "trace">} engine
   * @param {object} around
   * @param {(files: readonly File[]) => import("./folder.js").Files} around.filesOf
   * @param {(message: FromWorker, transfer?: Transferable[]) => void} around.post
   * @param {() => Promise<void>} around.nextTask resolves once requests that have come meanwhile are answered
   */
  constructor(engine, { filesOf, post, nextTask }) {
    this.#session = new CheckpointSession(engine, (act) => {
      post({ type: "tokenising" });
      try {
        return act();
      } finally {
        post({ type: "tokenised" });
      }
    });
    this.#filesOf = filesOf;
    this.#post = post;
    this.#nextTask = nextTask;
  }

  /** Answers a request; what goes wrong is an answer too. @param {Request} request */
  async receive(request) {
    try {
      await this.#answer(request);
    } catch (error) {
      if ("id" in request) this.#post(failed(request.id, error));
    }
  }

  /** @param {Request} request */
  async #answer(request) {
    switch (request.type) {
      case "stop":
        this.#walking = null;
        return;
      case "open":
        this.#walking = null;
        return this.#open(request.id, request.files);
      case "walk":
        return this.#walk(request.id, request.input);
      case "without": {
        const { id, off, other } = request;
        const ids = other === null ? null : this.#ids(other, "other");
        return this.#steps(id, this.#session.without(off, ids));
      }
      case "masked":
        return this.#post({ type: "masked", id: request.id, answers: this.#session.masked(request.position) });
      case "window":
        return this.#post({ type: "window", id: request.id, rows: this.#session.window(request.window) });
      case "head": {
        const weights = this.#session.head(request.layer, request.head);
        return this.#post({ type: "head", id: request.id, weights }, [weights.buffer]);
      }
      case "explain": {
        const { id, layer, stage, index } = request;
        return this.#post({ type: "explained", id, arithmetic: this.#session.explain(layer, stage, index) });
      }
    }
  }

  /** @param {number} id @param {readonly File[]} files */
  async #open(id, files) {
    this.#post({ type: "opened", id, ...(await this.#session.open(this.#filesOf(files))) });
  }

  /** @param {number} id @param {string | readonly number[]} input */
  async #walk(id, input) {
    this.#walking = null;
    const ids = this.#ids(input, "text");
    this.#post({ type: "tokens", id, tokens: this.#session.tokens(ids) });
    return this.#steps(id, this.#session.walk(ids));
  }

  /** The token ids of what is given. @param {string | readonly number[]} input @param {string} field for errors */
  #ids(input, field) {
    return typeof input === "string" ? this.#session.cut(input, field) : input;
  }

  /** Takes the steps of a walk, which ends where another one begins. @param {number} id @param {Iterable<import("./session.js").Progress>} steps */
  async #steps(id, steps) {
    this.#walking = id;
    for (const progress of steps) {
      const shown = progress.is === "layer" ? (progress.weights ?? progress.maps?.data) : undefined;
      this.#post({ type: "progress", id, progress }, shown ? [shown.buffer] : []);
      await this.#nextTask();
      if (this.#walking !== id) return this.#post({ type: "walked", id, isWhole: false });
    }
    this.#walking = null;
    this.#post({ type: "walked", id, isWhole: true });
  }
}

/** @param {number | null} id @param {unknown} error @returns {FromWorker} */
export function failed(id, error) {
  const field = error instanceof AttentionError ? error.field : "";
  return { type: "failed", id, field, message: error instanceof Error ? error.message : String(error) };
}
