import { AttentionError } from "../engine/errors.js";

/**
 * Puts an option's name in place of an argument's in errors.
 * @template T
 * @param {string} argument
 * @param {string} option
 * @param {() => T} act
 */
export function named(argument, option, act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AttentionError) || error.field !== argument) throw error;
    throw new AttentionError(option, error.message.slice(argument.length + 2));
  }
}
