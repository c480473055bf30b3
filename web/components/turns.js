/** When parts of the page draw, so that none keeps the browser from what is more urgent. */

/** @type {{postTask(task: () => void): Promise<void>} | undefined} which many browsers have, and TypeScript not yet */
const scheduler = /** @type {any} */ (globalThis).scheduler;

/** @returns {Promise<void>} a task of its own: what the browser has to do meanwhile comes first */
export const nextTask = () => (scheduler ? scheduler.postTask(() => {}) : nextMessage());

/** The quickest way to a task of its own elsewhere. @returns {Promise<void>} */
const nextMessage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** @returns {Promise<void>} the task after the next frame is drawn, and after what is to hear of it first */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
