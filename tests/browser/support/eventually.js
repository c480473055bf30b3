import { setTimeout as pause } from "node:timers/promises";
import { error as errors } from "selenium-webdriver";

/**
 * Repeats an attempt until it succeeds, so that no test waits longer than it has to. When the time is over or the browser is
 * gone, throws the last error.
 * @template T
 * @param {() => T | Promise<T>} attempt throws as long as the expected state is not reached
 * @param {number} [within] the most time to wait, ms
 * @returns {Promise<T>}
 */
export async function eventually(attempt, within = 60000) {
  for (const end = Date.now() + within; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() >= end || error instanceof errors.NoSuchSessionError) throw error;
      await pause(20);
    }
  }
}
