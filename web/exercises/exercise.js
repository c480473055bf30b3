/**
 * An exercise: a function that its reader writes. Its messages start with `exercise-<id>`: the title itself; `-text`, what the
 * function must do; `-comment`, which stands in the code to begin with; and `-<mistake>` for each usual mistake, which says why it
 * is tempting and what decides.
 *
 * @typedef {object} Exercise
 * @property {string} id
 * @property {string} name of the function
 * @property {readonly string[]} parameters
 * @property {readonly string[]} stages what it returns: the rows of one stage, or an object with those of several, in the order of
 *   computation
 * @property {string} solution the code of one
 * @property {readonly string[]} helpers the code of functions that the reader's may call
 * @property {number} seed of the numbers in its cases
 * @property {(make: import("./cases.js").CaseMaker) => readonly import("./cases.js").Case[]} cases
 * @property {readonly Mistake[]} mistakes the usual ones
 *
 * What a usual mistake makes of a case.
 * @typedef {object} Mistake
 * @property {string} id
 * @property {string} stage the first that it changes
 * @property {(given: any, expected: import("./cases.js").Stages & any) => import("./matrix.js").Rows | null} of the stage's rows;
 *   null where the case cannot have it
 */

/** An exercise, unchangeable. @param {Exercise} definition @returns {Exercise} */
export const exercise = (definition) => Object.freeze(definition);

/**
 * What stands in the editor to begin with.
 * @param {Exercise} exercise
 * @param {string} comment
 */
export const startOf = ({ name, parameters, stages }, comment) =>
  [
    `function ${name}(${parameters.join(", ")}) {`,
    `  // ${comment}`,
    ...(stages.length > 1 ? ["", `  return { ${stages.join(", ")} };`] : [""]),
    "}",
    "",
  ].join("\n");
