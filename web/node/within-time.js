/** Work that a file may make endless, such as a pattern of its tokenizer, is ended after a time. */
import { createContext, Script } from "node:vm";

/** Only what a script of this module runs can be ended from outside. */
const script = new Script("act()");
const context = createContext({});

/**
 * @template T
 * @param {number} milliseconds
 * @param {() => T} act
 * @param {() => Error} tooLong what is thrown where it takes longer
 * @returns {T}
 */
export function withinTime(milliseconds, act, tooLong) {
  try {
    return script.runInContext(Object.assign(context, { act }), { timeout: milliseconds });
  } catch (error) {
    if (Object(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw tooLong();
    throw error;
  }
}
