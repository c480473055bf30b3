/** Scheduling of the page's work, so that drawing does not delay more urgent work of the browser. For browsers only. */

/** @returns {Promise<void>} resolves in a new task, after the browser's pending work */
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

/** @returns {Promise<void>} resolves in the task after the next frame is drawn */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Longest time that whenIdle waits for the browser to be idle, ms. */
const idleTimeout = 1000;

/** Time that whenIdle waits in browsers without requestIdleCallback, ms. */
const idleDelay = 120;

/** @returns {Promise<void>} resolves when the browser is idle */
export const whenIdle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: idleTimeout });
    else setTimeout(resolve, idleDelay);
  });
