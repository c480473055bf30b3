/** When parts of the page draw, so that none keeps the browser from what is more urgent. */

/** @returns {Promise<void>} a task of its own: what the browser has to do meanwhile comes first */
export const nextTask = () => globalThis.scheduler?.postTask(() => {}) ?? nextMessage();

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

/** @returns {Promise<void>} a task of its own before the next frame, where the browser knows of such; a reader's input still comes first */
export const taskBeforeFrame = () =>
  globalThis.scheduler?.postTask(() => {}, { priority: "user-blocking" }) ?? nextMessage();

/** @returns {Promise<void>} the task after the next frame is drawn, and after what is to hear of it first */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** As long as may pass before what waits for the browser to be idle is done all the same, ms. */
const patience = 1000;

/** As long as a browser that does not tell when it is idle is given to draw, ms. */
const rest = 120;

/** @returns {Promise<void>} when nothing that a reader waits for is left to do */
export const whenIdle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: patience });
    else setTimeout(resolve, rest);
  });
