/**
 * How many inputs a test tries that could try any number: all of them, or the share that the environment variable SHARE_OF_INPUTS
 * names, which tests/run.js sets where every change is checked.
 * @param {number} all
 */
export const inputs = (all) => Math.ceil(all * Number(process.env.SHARE_OF_INPUTS ?? 1));
