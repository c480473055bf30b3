/** The Worker that holds a model: its files are read here, where a part of a file can be read at once. */
import { loadCore, traceRun } from "../engine/engine.js";
import { Run } from "../engine/run.js";
import { sourceOfFile } from "../tensors/source.js";
import { ReadAhead } from "./ahead/read-ahead.js";
import { failed, ModelRequests } from "./requests.js";

/** @typedef {import("./worker-messages.js").ToWorker} ToWorker */
/** @typedef {import("./worker-messages.js").FromWorker} FromWorker */

/** @param {ReadAhead} ahead @returns {(files: readonly File[]) => import("./folder.js").Files} */
const filesWith = (ahead) => (files) => {
  const find = (/** @type {string} */ name) => files.find((each) => each.name === name);
  return {
    find(name) {
      const file = find(name);
      if (!file) return null;
      const source = sourceOfFile(file);
      return { ...source, read: (begin, end) => ahead.take({ file, begin, end }) ?? source.read(begin, end) };
    },
    done: (memory) => ahead.giveBack(memory),
    ahead: (pieces) =>
      ahead.ask(pieces.map(({ name, begin, end }) => ({ file: /** @type {File} */ (find(name)), begin, end }))),
  };
};

/** @param {ReadAhead} ahead @returns {() => Promise<void>} resolves when the messages that have come are read, and what is read ahead */
function tasks(ahead) {
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  port1.onmessage = () => waiting.shift()?.();
  const messages = () =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
      })
    );
  return () => messages().then(() => ahead.arrived());
}

/**
 * Listens to the page: the first message starts the engine, and all others are requests.
 * @param {Pick<typeof globalThis, "addEventListener"> & {postMessage(message: unknown, transfer?: Transferable[]): void}} scope
 */
function listen(scope) {
  const post = (/** @type {FromWorker} */ message, /** @type {Transferable[]} */ transfer = []) =>
    scope.postMessage(message, transfer);
  /** @type {Promise<ModelRequests | null>} */
  let requests = Promise.resolve(null);
  scope.addEventListener("message", (event) => {
    const message = /** @type {MessageEvent<ToWorker>} */ (event).data;
    if (message.type !== "start") return void requests.then((model) => model?.receive(message));
    requests = loadCore(message.wasm)
      .then((core) => {
        /** @type {Pick<import("../engine/engine.js").Engine, "trace">} */
        const engine = { trace: (spec, inputs) => traceRun(core, spec, inputs, Run) };
        const ahead = new ReadAhead(message.reader);
        return new ModelRequests(engine, { filesOf: filesWith(ahead), post, nextTask: tasks(ahead) });
      })
      .catch((error) => {
        post(failed(null, error));
        return null;
      });
  });
}

listen(/** @type {any} */ (globalThis));
