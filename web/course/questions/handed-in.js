/** Answers to the ten that students hand in, as a link or as a file, and what a class has answered. */
import { AttentionError } from "../../engine/errors.js";
import { quote, refuse, unknownField, within } from "../../state/errors.js";
import { checkObject, oneOf } from "../../state/kinds.js";
import { readParts, writeFields } from "../../state/link-text.js";
import { readOwnFile } from "../../state/files/own-file.js";
import { shortText } from "../../state/short-text.js";
import { answersOf } from "./asked.js";
import { isKnown, known, ten } from "./questions.js";

/** @typedef {import("./questions.js").Answers} Answers */
/** @typedef {import("./questions.js").Question} Question */
/**
 * - title: of what was asked, as the teacher named it
 * - name: of the student; "" for none
 * - id: a random number, by which the same answers that come twice are known without a name
 * @typedef {Readonly<{title: string, name: string, id: string, answers: Answers}>} HandedIn
 */
/**
 * What a link names: the questions for a student ("answer"), or the teacher's collection ("collect"), to which it may bring answers.
 * @typedef {Readonly<{questions: "answer" | "collect", title: string, handedIn: HandedIn | null}>} Asking
 */

/** The most sets of answers of one collection. */
export const mostHandedIn = 500;
/** Largest file that is read. */
const maxCharacters = 2 ** 20;
/** The field that names the kind of file. */
const key = "attention-stepper-answers";
/** Version of the file format. It increases when a field changes its meaning. */
const version = 1;

/** The letters of options in a link; a passed question is "x". */
const letters = "abc";

/** A kind of field: answers to the ten, in links a letter for each. @type {import("../../state/kinds.js").Kind<Answers>} */
const answersKind = {
  check: (field, value) => {
    if (typeof value === "string") {
      const wanted = `must have a letter, a to c or x, for each of the ${ten.length} questions`;
      throw new AttentionError(field, `${wanted}, got ${quote(value)}`, { code: "unreadable", got: quote(value) });
    }
    answersOf(field, value);
  },
  write: (answers) => ten.map(({ id, options }) => letters[options.indexOf(String(answers[id]))] ?? "x").join(""),
  read: (text) =>
    new RegExp(`^[${letters}x]{${ten.length}}$`).test(text)
      ? Object.fromEntries(ten.map(({ id, options }, at) => [id, options[letters.indexOf(text[at] ?? "x")] ?? null]))
      : undefined,
};

/** A kind of field: eight hexadecimal digits. @type {import("../../state/kinds.js").Kind<string>} */
const idKind = {
  check: (field, value) => {
    if (typeof value !== "string" || !/^[0-9a-f]{8}$/.test(value))
      refuse(field, "must be eight digits of 0 to 9 and a to f", value);
  },
  write: (value) => value,
  read: (text) => text,
};

const titleKind = shortText(80);
const nameKind = shortText(60);

const linkKinds = Object.freeze({
  place: oneOf(["class"]),
  questions: oneOf(["answer", "collect"]),
  title: titleKind,
  name: nameKind,
  id: idKind,
  answers: answersKind,
});

/** Whether a link to the place Class is one to these questions. @param {string} fragment the part of a link after "#" */
export const isAsking = (fragment) => fragment.split("&").some((part) => part.startsWith("questions="));

/** The fragment of a link to what another one names, without the answers that it brings. @param {string} fragment */
export const withoutAnswers = (fragment) => writeAsking({ ...readAsking(fragment).asking, handedIn: null });

/** The fragment of a link, without "#". @param {Asking} asking */
export const writeAsking = ({ questions, title, handedIn }) =>
  writeFields(linkKinds, {
    place: "class",
    questions,
    ...(title === "" ? {} : { title }),
    ...(handedIn === null ? {} : { id: handedIn.id, answers: handedIn.answers }),
    ...(handedIn?.name ? { name: handedIn.name } : {}),
  });

/**
 * Reads such a link. Parts that cannot be used are left out; answers are taken only whole.
 * @param {string} fragment
 * @returns {{asking: Asking, leftOut: AttentionError[]}}
 */
export function readAsking(fragment) {
  const { values, errors } = readParts(linkKinds, fragment);
  const title = String(values.title ?? "");
  const questions = values.questions === "answer" ? "answer" : "collect";
  const isWhole = errors.length === 0 && values.answers !== undefined && values.id !== undefined;
  const handedIn = isWhole
    ? Object.freeze({
        title,
        name: String(values.name ?? ""),
        id: String(values.id),
        answers: /** @type {Answers} */ (values.answers),
      })
    : null;
  return { asking: Object.freeze({ questions, title, handedIn }), leftOut: errors };
}

/**
 * The answers in several links.
 * @param {string} text a link on each line
 * @returns {{handedIn: HandedIn[], leftOut: AttentionError[]}} errors name the line
 */
export function readLinks(text) {
  const lines = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [{ line, number: at + 1 }]));
  const read = lines.map(({ line, number }) => {
    const place = `line ${number}`;
    const { asking, leftOut } = readAsking(line.trim().replace(/^[^#]*#/, ""));
    const problems = leftOut.map((error) => within(place, error));
    if (asking.handedIn === null && problems.length === 0)
      problems.push(new AttentionError(place, "must be a link with answers", { code: "no-answers" }));
    return { handedIn: asking.handedIn, problems };
  });
  return {
    handedIn: read.flatMap(({ handedIn }) => handedIn ?? []),
    leftOut: read.flatMap(({ problems }) => problems),
  };
}

/** One or several sets of answers as a file. @param {readonly HandedIn[]} handedIn @returns {string} JSON */
export const handedInToFile = (handedIn) => `${JSON.stringify({ [key]: version, handed_in: handedIn }, null, 1)}\n`;

/**
 * @param {string} name of the file
 * @param {string} text
 * @returns {HandedIn[]}
 * @throws {AttentionError} that names the file, and the field at fault
 */
export const handedInFromFile = (name, text) =>
  readOwnFile(name, text, {
    key,
    version,
    max: maxCharacters,
    holds: "answers as JSON",
    wanted: "answers saved by this page",
    code: "no-answers",
    fields: ["handed_in"],
    read: ({ handed_in: all }) =>
      Array.isArray(all) && all.length > 0 && all.length <= mostHandedIn
        ? all.map(handedInOf)
        : refuse("handed_in", `must be 1 to ${mostHandedIn} sets of answers`, all),
  });

/** @param {unknown} value @param {number} at @returns {HandedIn} */
function handedInOf(value, at) {
  try {
    checkObject("answers", value);
    const { title, name, id, answers, ...others } = /** @type {Record<string, unknown>} */ (value);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw unknownField(unknown, ["title", "name", "id", "answers"]);
    titleKind.check("title", title);
    nameKind.check("name", name);
    idKind.check("id", id);
    return Object.freeze({
      title: String(title),
      name: String(name),
      id: String(id),
      answers: answersOf("answers", answers),
    });
  } catch (error) {
    throw error instanceof AttentionError ? within(`set ${at + 1}`, error) : error;
  }
}

/** By what answers are known that come twice. @param {HandedIn} of */
const keyOf = ({ id, title }) => `${id} ${title}`;

/**
 * How many sets of answers a collection does not have yet, and how many it has otherwise.
 * @param {readonly HandedIn[]} collection
 * @param {readonly HandedIn[]} more
 */
export function newIn(collection, more) {
  const textOf = (/** @type {HandedIn} */ each) => writeAsking({ questions: "collect", title: "", handedIn: each });
  const before = new Map(collection.map((each) => [keyOf(each), textOf(each)]));
  const after = [...new Map(more.map((each) => [keyOf(each), textOf(each)]))];
  return {
    added: after.filter(([key]) => !before.has(key)).length,
    replaced: after.filter(([key, text]) => before.has(key) && before.get(key) !== text).length,
  };
}

/**
 * A collection with more answers in it; what comes again, by its id and title, takes the place of what came before.
 * @param {readonly HandedIn[]} collection
 * @param {readonly HandedIn[]} more
 * @returns {readonly HandedIn[]}
 */
export function withHandedIn(collection, more) {
  const all = new Map([...collection, ...more].map((each) => [keyOf(each), each]));
  if (all.size > mostHandedIn) throw new AttentionError("answers", `at most ${mostHandedIn} sets, got ${all.size}`);
  return Object.freeze([...all.values()]);
}

/** The collection by title, in the order in which titles came. @param {readonly HandedIn[]} collection */
export const byTitle = (collection) =>
  [...new Set(collection.map(({ title }) => title))].map((title) => ({
    title,
    handedIn: collection.filter((each) => each.title === title),
  }));

/**
 * What was answered to one question.
 * @param {readonly HandedIn[]} handedIn
 * @param {Question} question
 * @returns {{right: number, wrong: {option: string | null, count: number}[]}} wrong: the most frequent first; null: passed
 */
export function counts(handedIn, question) {
  const right = handedIn.filter(({ answers }) => isKnown(answers, question)).length;
  const wrong = [...question.options.filter((option) => option !== question.answer), null].flatMap((option) => {
    const count = handedIn.filter(({ answers }) => answers[question.id] === option).length;
    return count === 0 ? [] : [{ option, count }];
  });
  return { right, wrong: wrong.sort((a, b) => b.count - a.count) };
}

/** How many of the ten were known on average. @param {readonly HandedIn[]} handedIn at least one */
export const meanKnown = (handedIn) => handedIn.reduce((sum, { answers }) => sum + known(answers), 0) / handedIn.length;
