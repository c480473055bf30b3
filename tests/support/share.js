/**
 * How many inputs a test tries that could try any number: all of them, or the share that the environment variable SHARE_OF_INPUTS
 * names, which tests/run.js sets where every change is checked.
 * @param {number} all
 */
export const inputs = (all) => Math.ceil(all * Number(process.env.SHARE_OF_INPUTS ?? 1));

/**
 * Whether a test tries a combination of three choices: each, or, where only a share of inputs is tried, every second one: each two
 * choices still meet in one of them.
 * @param {...number} choices of each, which one it is: 0, 1…
 */
export const isTried = (...choices) =>
  inputs(100) === 100 || choices.reduce((sum, choice) => sum + choice, 0) % 2 === 0;
