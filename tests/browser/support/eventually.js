import { setTimeout as pause } from "node:timers/promises";
import { error as errors } from "selenium-webdriver";

/**
 * Tries until an attempt succeeds, so that no test waits for longer than it must; at the end, or when the browser has
 * gone, the last failure stands.
 * @template T
 * @param {() => T | Promise<T>} attempt throws while things are not as they should be
 * @param {number} [within] ms
 * @returns {Promise<T>}
 */
export async function eventually(attempt, within = 30000) {
  for (const end = Date.now() + within; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() >= end || error instanceof errors.NoSuchSessionError) throw error;
      await pause(20);
    }
  }
}
