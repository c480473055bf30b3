/** The Worker that holds a model: its files are read here, where a part of a file can be read at once. */
import { loadCore, traceRun } from "../engine/engine.js";
import { Run } from "../engine/run.js";
import { sourceOfFile } from "../tensors/source.js";
import { failed, ModelRequests } from "./requests.js";

/** @typedef {import("./worker-messages.js").ToWorker} ToWorker */
/** @typedef {import("./worker-messages.js").FromWorker} FromWorker */

/** @param {readonly File[]} files @returns {import("./folder.js").Files} */
const filesOf = (files) => ({
  find(name) {
    const file = files.find((each) => each.name === name);
    return file ? sourceOfFile(file) : null;
  },
});

/** @returns {() => Promise<void>} resolves when the messages that have come are read */
function tasks() {
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
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
        return new ModelRequests(engine, { filesOf, post, nextTask: tasks() });
      })
      .catch((error) => {
        post(failed(null, error));
        return null;
      });
  });
}

listen(/** @type {any} */ (globalThis));
