import { checkShown, idsIn, readExperimentFile } from "../../checkpoints/experiment.js";
import { AttentionError } from "../../engine/errors.js";
import { textOf } from "../one-file.js";
import { failureText, ModelWorker } from "./model-worker.js";

/** @typedef {import("../../checkpoints/experiment.js").Experiment} Experiment */
/** @typedef {import("./experiment-views.js").Opened} Opened */
/** @typedef {import("./walk-views.js").Walk} Walk */
/** @typedef {Readonly<Record<"layer" | "head" | "token", number>>} Chosen the head in view, and the token whose row is shown */

/** @type {Walk} */
const empty = Object.freeze({ tokens: [], layers: [], readout: 0, predicted: null, status: "running" });

/** A model in the reader's files: it is opened, walked and closed; its host renders what has come of that. */
export class ModelController {
  #host;
  #t;
  /** What is walked: a text, or token ids. @type {string | readonly number[]} */
  #given = "";
  /** How many walks have been asked for: only what comes of the last one is shown. */
  #asked = 0;
  /** The head whose weights have been read, or are. @type {{is: string, weights: Float32Array | null}} */
  #read = { is: "", weights: null };

  /** @param {import("lit").ReactiveElement} host @param {() => import("../../words/translate.js").Translate} t */
  constructor(host, t) {
    this.#host = host;
    this.#t = t;
    /** What holds the model. @type {ModelWorker | null} */
    this.worker = null;
    /** The model; null without one. @type {Opened | null} */
    this.opened = null;
    /** @type {"empty" | "opening" | "open" | "closed"} */
    this.status = "empty";
    this.problem = "";
    /** What is typed: a text, or token ids. */
    this.input = "";
    /** @type {Walk | null} */
    this.walk = null;
    /** The head in view, and the token whose row is shown. */
    this.chosen = /** @type {Chosen} */ ({ layer: 0, head: 0, token: 0 });
    /** The parts that are replaced. @type {readonly string[]} */
    this.off = [];
    /** What they may be instead: what they are for this text, or for these ids. @type {string | readonly number[] | null} */
    this.other = null;
    /** The experiment that a link or a file holds, until something else is walked. @type {Experiment | null} */
    this.wanted = null;
    host.addController(this);
  }

  /** The layer in view, once it has been walked. */
  get shown() {
    return this.walk?.layers[Math.min(this.chosen.layer, this.walk.layers.length - 1)];
  }

  /** The attention weights of the head in view, [tokens, tokens]; null while they are read. @returns {Float32Array | null} */
  get weights() {
    const { walk, shown } = this;
    if (!walk || !shown) return null;
    if (!shown.weights) return this.#read.is === this.#inView ? this.#read.weights : null;
    const size = walk.tokens.length ** 2;
    return shown.weights.subarray(this.chosen.head * size, (this.chosen.head + 1) * size);
  }

  /** Which head of which walk is in view. */
  get #inView() {
    return [this.#asked, this.shown?.layer, this.chosen.head].join(".");
  }

  hostUpdated() {
    if (this.shown?.maps && this.#read.is !== this.#inView) void this.#readHead(this.shown.layer, this.chosen.head);
  }

  /** Reads the weights of the head in view, where not those of all are kept. @param {number} layer @param {number} head */
  async #readHead(layer, head) {
    const read = (this.#read = { is: this.#inView, weights: null });
    try {
      const answer = await this.worker?.head(layer, head);
      if (read === this.#read) this.#read = { ...read, weights: answer?.weights ?? null };
      this.#host.requestUpdate();
    } catch (error) {
      if (read.is === this.#inView) this.#fail(error);
    }
  }

  /** What is in view, where anything is. @returns {Experiment | null} */
  get experiment() {
    if (!this.opened || !this.walk || this.walk.layers.length === 0) return null;
    const { off } = this;
    // What is no token id, as something else was typed, can stand in no link.
    const other = typeof this.other === "string" || this.other?.every(Number.isSafeInteger) ? this.other : null;
    return { model: this.opened.identity, input: this.#given, ...this.chosen, off, other };
  }

  hostDisconnected() {
    this.close();
  }

  /** @param {Partial<Pick<ModelController, "input" | "off" | "other" | "problem" | "walk">>} change */
  set(change) {
    Object.assign(this, change);
    this.#host.requestUpdate();
  }

  /** @param {Partial<Chosen>} change */
  choose(change) {
    this.chosen = Object.freeze({ ...this.chosen, ...change });
    this.#host.requestUpdate();
  }

  /** Takes an experiment, and runs it where a model is open. @param {() => Experiment | null} read */
  take(read) {
    this.set({ problem: "" });
    this.#orProblem(() => {
      this.wanted = read();
      if (this.wanted && this.opened) this.#run(this.wanted, this.opened);
    });
  }

  /** Says what is wrong where something is refused. @param {() => void} act */
  #orProblem(act) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.set({ problem: error.message });
    }
  }

  /** @param {File} file that holds an experiment */
  async takeFile(file) {
    const text = await textOf(file).catch((/** @type {unknown} */ error) => error);
    this.take(() => {
      if (typeof text !== "string") throw text;
      return readExperimentFile(file.name, text);
    });
  }

  /** @param {Experiment} experiment @param {Opened} opened */
  #run(experiment, { hasTokenizer }) {
    const { input } = experiment;
    // Where a text is typed, ids would be read as one.
    this.set({ input: typeof input === "string" ? input : hasTokenizer ? "" : input.join(", ") });
    void this.#walk(input, experiment);
  }

  /** Opens the files that were picked. @param {{files: readonly File[], problem: string}} chosen problem: why they cannot be listed */
  async open({ files, problem }) {
    this.set({ problem });
    if (problem !== "") return;
    this.close();
    this.status = "opening";
    const worker = (this.worker = new ModelWorker((failure) => this.#ended(failure)));
    try {
      const { summary, identity, hasTokenizer } = await worker.open(files);
      this.opened = { summary, identity, hasTokenizer };
      this.status = "open";
      if (this.wanted) this.#run(this.wanted, this.opened);
    } catch (error) {
      this.#fail(error);
      if (this.worker === worker) this.close();
    }
    this.#host.requestUpdate();
  }

  /** Ends the worker: what it held is gone. */
  close() {
    this.worker?.close();
    this.worker = null;
    this.status = this.opened ? "closed" : "empty";
    this.opened = null;
    this.set({ walk: null, off: [], other: null });
  }

  /** Says why the worker has ended by itself, and lets the reader open files again. @param {import("./model-worker.js").ModelFailure} failure */
  #ended({ is, message }) {
    this.close();
    this.set({ problem: is === "slow" ? this.#t()("open-slow") : message });
  }

  /** @param {unknown} error */
  #fail(error) {
    const problem = failureText(error);
    if (problem !== "") this.set({ problem });
  }

  /** Walks what was typed. */
  walkTyped() {
    this.wanted = null;
    void this.#walk(this.#typed(this.input));
  }

  /** Takes another text, or other ids. @param {string} typed */
  takeOther(typed) {
    this.set({ other: typed === "" ? null : this.#typed(typed) });
  }

  /** What was typed: a text, or ids where there is no tokenizer. @param {string} typed */
  #typed(typed) {
    return this.opened?.hasTokenizer ? typed : idsIn(typed);
  }

  /** @param {string | readonly number[]} input @param {Experiment} [experiment] whose head and parts are chosen */
  async #walk(input, experiment) {
    if (!this.worker) return;
    this.set({ problem: "", walk: null, off: [] });
    this.#given = input;
    const asked = ++this.#asked;
    const ifLast = (/** @type {() => void} */ act) => void (asked === this.#asked && act());
    try {
      const { isWhole } = await this.worker.walk(input, (message) => ifLast(() => this.#progress(message, experiment)));
      ifLast(() => this.#finish(isWhole ? "whole" : "stopped"));
    } catch (error) {
      this.#fail(error);
      ifLast(() => this.#finish("stopped"));
    }
  }

  /** @param {"whole" | "stopped"} status */
  #finish(status) {
    if (this.walk) this.set({ walk: { ...this.walk, status } });
  }

  /** @param {import("./model-worker.js").OfWalk} message @param {Experiment} [experiment] */
  #progress(message, experiment) {
    if (message.type === "tokens") {
      this.set({ walk: { ...empty, tokens: message.tokens } });
      this.#begin(message.tokens.length, experiment);
    }
    if (message.type !== "progress") return;
    const walk = this.walk ?? empty;
    const { progress } = message;
    if (progress.is === "layer") this.set({ walk: { ...walk, layers: [...walk.layers, progress] } });
    if (progress.is === "readout") this.set({ walk: { ...walk, readout: progress.done / progress.of } });
    if (progress.is === "predicted") this.set({ walk: { ...walk, predicted: progress } });
  }

  /** What is chosen at the beginning of a walk. @param {number} tokens @param {Experiment} [experiment] */
  #begin(tokens, experiment) {
    this.choose({ layer: 0, head: 0, token: tokens - 1 });
    const summary = this.opened?.summary;
    if (!experiment || !summary) return;
    this.#orProblem(() => {
      checkShown(experiment, summary, tokens);
      const { layer, head, token } = experiment;
      this.choose({ layer, head, token });
    });
    this.set({ off: experiment.off, other: experiment.other });
  }
}
