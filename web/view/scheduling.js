/** When parts of the page draw, so that none keeps the browser from what is more urgent. For browsers only. */

/** @returns {Promise<void>} in a task of its own: whatever the browser has to do before that comes first */
export const nextTask = () => globalThis.scheduler?.postTask(() => {}) ?? nextMessage();

/** The quickest way to a new task in browsers without a scheduler. @returns {Promise<void>} */
const nextMessage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** @returns {Promise<void>} in a task of its own, before the next frame in browsers with a scheduler; the reader's input still comes first */
export const taskBeforeFrame = () =>
  globalThis.scheduler?.postTask(() => {}, { priority: "user-blocking" }) ?? nextMessage();

/** @returns {Promise<void>} in the task after the next frame is drawn */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** How long whenIdle waits at most for the browser to be idle, ms. */
const idleTimeout = 1000;

/** How long whenIdle waits in browsers that do not say when they are idle, ms. */
const idleDelay = 120;

/** @returns {Promise<void>} when the browser has nothing left to do that a reader waits for */
export const whenIdle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: idleTimeout });
    else setTimeout(resolve, idleDelay);
  });
