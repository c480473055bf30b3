import { setTimeout as pause } from "node:timers/promises";
import { error as errors } from "selenium-webdriver";

/**
 * The pause before the next attempt, ms: a tenth of the time waited so far. What takes long is asked seldom, since each answer
 * takes time from the page, and from the other test file that runs.
 * @param {number} waited ms
 */
const pauseAfter = (waited) => Math.min(Math.max(waited / 10, 20), 100);

/**
 * Repeats an attempt until it succeeds, so that no test waits much longer than it has to. When the time is over or the browser is
 * gone, throws the last error.
 * @template T
 * @param {() => T | Promise<T>} attempt throws as long as the expected state is not reached
 * @param {number} [within] the most time to wait, ms
 * @returns {Promise<T>}
 */
export async function eventually(attempt, within = 60000) {
  for (const start = Date.now(); ;) {
    try {
      return await attempt();
    } catch (error) {
      const waited = Date.now() - start;
      if (waited >= within || error instanceof errors.NoSuchSessionError) throw error;
      await pause(pauseAfter(waited));
    }
  }
}
