/** The pairs that ship for the task "own pairs", in which "=>" turns a sentence into the passive. */

const names = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus"];
const verbs = [
  ["sees", "seen"],
  ["likes", "liked"],
  ["draws", "drawn"],
  ["finds", "found"],
  ["hears", "heard"],
  ["calls", "called"],
];
const things = ["dog", "cat", "bird", "horse", "owl", "fox", "bee", "ant"];

/** One pair a line: 336 of them, every combination of 7 names, 6 verbs and 8 animals once. */
export const text = names
  .flatMap((name) =>
    verbs.flatMap(([active, passive]) =>
      things.map((thing) => `${name} ${active} the ${thing} => the ${thing} is ${passive} by ${name}`),
    ),
  )
  .join("\n");
