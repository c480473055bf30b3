/**
 * Given names, one letter at a time: each letter is predicted from those before it, the first one from a mark, and after the
 * last one the mark again. The model has the shape and size of the smallest GPTs that have been published: one layer of
 * width 16 with four heads, an MLP of four times the width, and root mean square norms without weights. Every fifth name is
 * held out.
 */
import { AttentionError } from "../../engine/errors.js";
import { Task } from "./task.js";
import { baselines } from "./text.js";

/** The mark before the first letter of a name and after its last one. */
const MARK = "·";

/** How many tokens the model sees: the mark, and the letters of the longest name. */
const N = 16;

/** The limits of own names: characters and lines in all, names, letters of one, and different letters. */
const limits = Object.freeze({
  characters: 200_000,
  lines: 20_000,
  minNames: 50,
  names: 10_000,
  letters: N - 1,
  different: 64,
});

const plan = Object.freeze({ batch: 32, steps: 500, goal: 1 });

/** @param {number} vocabulary */
const modelOf = (vocabulary) =>
  /** @type {import("./task.js").ModelSpec} */ ({
    vocabulary,
    n: N,
    d_model: 16,
    position: "learned",
    embedding_norm: "rmsnorm",
    norm_weight: false,
    layers: [{ heads: 4, causal: true, norm: "rmsnorm", norm_weight: false, mlp: "plain", activation: "relu" }],
    readout_bias: false,
    optimizer: { name: "adam", lr: 1e-2, betas: [0.85, 0.99] },
  });

/** @param {"characters" | "lines" | "names" | "different"} what @param {number} max @param {number} got */
function tooMany(what, max, got) {
  const words = what === "different" ? "different letters" : what;
  const code = what === "different" ? "names-alphabet" : `${what}-many`;
  return new AttentionError("names", `must have at most ${max} ${words}, got ${got}`, { code, max, got });
}

/**
 * Reads names, one a line. Empty lines are skipped, and a name that comes again counts once.
 * @param {string} text
 * @returns {{names: string[][], refused: AttentionError[]}} names: their letters; refused: an error for each line that is
 *   no name, which says its number, from 1
 * @throws {AttentionError} where the text is too long, or has too few or too many lines, names or letters
 */
export function readNames(text) {
  const { characters, letters, minNames } = limits;
  if (text.length > characters) throw tooMany("characters", characters, text.length);
  const lines = text.split(/\r\n?|\n/).map((line, at) => ({ name: [...line.trim().normalize("NFC")], number: at + 1 }));
  const written = lines.filter(({ name }) => name.length > 0);
  if (written.length > limits.lines) throw tooMany("lines", limits.lines, written.length);
  const isName = (/** @type {string[]} */ name) =>
    name.length <= letters && /^\p{L}[\p{L}\p{M}'’-]*$/u.test(name.join(""));
  const refused = written
    .filter(({ name }) => !isName(name))
    .map(({ name, number }) => {
      const wanted = `must be a name of 1 to ${letters} letters, got ${name.length} characters`;
      const reason = { code: "name-letters", line: number, max: letters, got: name.length };
      return new AttentionError(`line ${number}`, wanted, reason);
    });
  const names = [...new Set(written.flatMap(({ name }) => (isName(name) ? name.join("") : [])))].map((name) => [
    ...name,
  ]);
  if (names.length > limits.names) throw tooMany("names", limits.names, names.length);
  if (names.length < minNames) {
    const got = names.length;
    const first = refused[0] ? `; ${refused[0].message}` : "";
    const reason = { code: "names-few", min: minNames, got };
    throw new AttentionError("names", `must be at least ${minNames}, got ${got}${first}`, reason);
  }
  const different = new Set(names.flat()).size;
  if (different > limits.different) throw tooMany("different", limits.different, different);
  return { names, refused };
}

/** The different letters of names, by code point. @param {readonly (readonly string[])[]} names */
const lettersOf = (names) =>
  [...new Set(names.flat())].sort((a, b) => Number(a.codePointAt(0)) - Number(b.codePointAt(0)));

/**
 * The task of names: the mark is the last token.
 * @param {readonly string[]} alphabet
 * @param {{training: readonly (readonly number[])[], heldOut: readonly (readonly number[])[]}} names
 */
function taskOfNames(alphabet, { training, heldOut }) {
  const mark = alphabet.length - 1;
  const example = (/** @type {readonly number[]} */ name) => ({ tokens: [mark, ...name], targets: [...name, mark] });
  const known = new Set(training.map(String));
  return new Task({
    id: "names",
    spec: modelOf(alphabet.length),
    ...plan,
    label: (token) => /** @type {string} */ (alphabet[token]),
    draw: (random, isHeldOut) => example(random.pick(isHeldOut ? heldOut : training)),
    heldOut: heldOut.map(example),
    example: heldOut[0] && example(heldOut[0]),
    names: { mark, isKnown: (name) => known.has(String(name)) },
  });
}

/** The task "names": its model and its plan, and how a list becomes a task. */
export const names = Object.freeze({
  ...plan,
  limits,
  /** Checks names, and returns an error for each line that is left out. @param {string} data */
  check: (data) => readNames(data).refused,
  model: () => modelOf(limits.different + 1),
  /** @param {string} data @returns {{task: Task, facts: {names: import("./text.js").TextFacts}}} */
  make(data) {
    const { names: given } = readNames(data);
    const alphabet = Object.freeze([...lettersOf(given), MARK]);
    const token = new Map(alphabet.map((letter, at) => [letter, at]));
    const all = given.map((name) => name.map((letter) => /** @type {number} */ (token.get(letter))));
    const isHeldOut = (/** @type {number} */ at) => at % 5 === 4;
    const parts = {
      training: all.filter((_, at) => !isHeldOut(at)),
      heldOut: all.filter((_, at) => isHeldOut(at)),
    };
    const mark = alphabet.length - 1;
    const lined = (/** @type {readonly (readonly number[])[]} */ some) => [
      ...some.flatMap((name) => [mark, ...name]),
      mark,
    ];
    const simple = baselines({ alphabet, training: lined(parts.training), heldOut: lined(parts.heldOut) });
    const counts = { training: parts.training.length, heldOut: parts.heldOut.length };
    const facts = { names: { alphabet, signs: alphabet, ...counts, baselines: simple } };
    return { task: taskOfNames(alphabet, parts), facts };
  },
});
