import { isKnown, ten } from "./questions.js";

/**
 * How many lessons at the beginning of the path one can skip: those before the first of whose questions one was not answered rightly.
 * All of them if all were.
 * @param {import("./questions.js").Answers | null} answers null: not asked
 * @param {readonly {id: string}[]} path
 */
export function skippable(answers, path) {
  if (answers === null) return 0;
  const open = path.findIndex(({ id }) => ten.some((each) => each.lesson === id && !isKnown(answers, each)));
  return open < 0 ? path.length : open;
}
