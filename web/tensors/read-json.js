import { AttentionError, within } from "../engine/errors.js";

/** Matches white space and one token of JSON after it: punctuation or the start of a string (group 1), a number or a word. */
const TOKEN = /[ \t\n\r]*(?:([{}[\],:"])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
/** Matches a part of a string: an escape, or all characters up to the next one. */
const IN_STRING =
  // eslint-disable-next-line no-control-regex -- JSON's strings may not hold control characters
  /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** Matches the starts of strings, and brackets: enough to find the keys of valid JSON. */
const STRUCTURE = /["{}[\]]/g;

/**
 * The one place where JSON that people or programs wrote is read. Like JSON.parse, but errors say where; an object with
 * the same key twice, and a number beyond the range of numbers, which JSON.parse makes Infinity, are errors too.
 * @param {string} name of the text, for errors
 * @param {string} text
 * @param {string} [wanted] what the text must hold, for errors
 * @param {string} [code] of the error where it is no JSON at all, for messages in the reader's language
 * @returns {unknown} without infinities
 * @throws {AttentionError} that names the text, or the field of a number that is too large
 */
export function readJson(name, text, wanted = "JSON", code = "") {
  const json = text.replace(/^\uFEFF/, "");
  const value = parse(name, json, wanted, code);
  refuseDuplicateKeys(name, json);
  refuseInfinities(name, value);
  return value;
}

/**
 * The same for a file whose name all errors begin with.
 * @param {string} file its name
 * @param {string} text
 * @param {string} [wanted] what the text must hold, for errors
 * @param {string} [code] of the error where it is no JSON at all, for messages in the reader's language
 */
export function readJsonFile(file, text, wanted = "JSON", code = "") {
  try {
    return readJson(file, text, wanted, code);
  } catch (error) {
    if (!(error instanceof AttentionError) || error.field === file) throw error;
    throw within(file, error);
  }
}

/**
 * JSON.parse whose errors name line and column.
 * @param {string} name
 * @param {string} text
 * @param {string} wanted
 * @param {string} code
 */
function parse(name, text, wanted, code) {
  const refuse = (/** @type {string} */ got) => {
    throw new AttentionError(name, `must hold ${wanted}, got ${got}`, code === "" ? null : { code });
  };
  if (text.trim() === "") return refuse("nothing");
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = firstFault(text);
    const got = at < text.length ? JSON.stringify(text.slice(at, at + 12)) : "the end of the file";
    return refuse(`${got} at ${lineAndColumn(text, at)}`);
  }
}

/**
 * Throws if a number was too large for a number. Arrays may be nested deeper than functions can be: no recursion.
 * @param {string} name
 * @param {unknown} value that JSON.parse returned
 */
function refuseInfinities(name, value) {
  const open = [{ path: "", value }];
  for (let next; (next = open.pop());) {
    const { path, value } = next;
    if (value === Infinity || value === -Infinity) {
      const wanted = 'must be a number up to 1.8e308 (infinities in data are the texts "inf" and "-inf")';
      throw new AttentionError(path === "" ? name : path.slice(0, 200), `${wanted}, got a larger one`);
    }
    if (typeof value !== "object" || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
      if (typeof part === "number" ? Number.isFinite(part) : typeof part !== "object") continue;
      const own = String(key).slice(0, 40);
      open.push({ path: isList ? `${path}[${own}]` : path === "" ? own : `${path}.${own}`, value: part });
    }
  }
}

/**
 * The position at which text stops being valid JSON.
 * @param {string} text
 */
function firstFault(text) {
  const open = /** @type {string[]} */ ([]);
  let wanted = "value";
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const fault = start + (/^[ \t\n\r]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
    const token = TOKEN.exec(text);
    if (!token) return fault;
    const kind = token[1] === '"' ? "string" : (token[1] ?? "word");
    if (kind === "string") TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex);
    if (TOKEN.lastIndex < 0) return fault;
    const next = after(kind, wanted, open);
    if (next === undefined) return fault;
    wanted = next;
  }
}

/**
 * The position after the end of a string, which is found part by part: one pattern for a whole string would need more
 * stack than there is for one of some million characters.
 * @param {string} text
 * @param {number} start after the string's first quotation mark
 * @returns {number} -1 where the string does not end, or is not valid
 */
function endOfString(text, start) {
  IN_STRING.lastIndex = start;
  let end = start;
  while (IN_STRING.test(text)) end = IN_STRING.lastIndex;
  return text[end] === '"' ? end + 1 : -1;
}

/**
 * The grammar of JSON: which kind of token may follow a token.
 * @param {string} kind of the token: punctuation, "string" or "word"
 * @param {string} wanted before the token: "value", "first value", "key", "first key", "colon" or "comma"
 * @param {string[]} open brackets that are open; updated
 * @returns {string | undefined} what is wanted next; undefined if the token is not allowed here
 */
function after(kind, wanted, open) {
  const inside = open.at(-1);
  if (kind === ":" || kind === ",") {
    if (kind === ":") return wanted === "colon" ? "value" : undefined;
    return wanted === "comma" && inside !== undefined ? (inside === "{" ? "key" : "value") : undefined;
  }
  if (kind === "}" || kind === "]") {
    const opener = kind === "}" ? "{" : "[";
    const empty = kind === "}" ? "first key" : "first value";
    if (inside !== opener || (wanted !== "comma" && wanted !== empty)) return undefined;
    open.pop();
    return "comma";
  }
  if (wanted === "key" || wanted === "first key") return kind === "string" ? "colon" : undefined;
  if (wanted !== "value" && wanted !== "first value") return undefined;
  if (kind !== "{" && kind !== "[") return "comma";
  open.push(kind);
  return kind === "{" ? "first key" : "first value";
}

/**
 * Throws if an object has the same key twice.
 * @param {string} name
 * @param {string} text valid JSON
 */
function refuseDuplicateKeys(name, text) {
  /** @type {(Set<string> | undefined)[]} the keys so far of each open object; undefined for open arrays */
  const open = [];
  STRUCTURE.lastIndex = 0;
  for (let found; (found = STRUCTURE.exec(text));) {
    const { 0: token, index } = found;
    if (token === "{" || token === "[") open.push(token === "{" ? new Set() : undefined);
    else if (token !== '"') open.pop();
    else {
      STRUCTURE.lastIndex = endOfString(text, index + 1);
      const keys = isKey(text, STRUCTURE.lastIndex) && open.at(-1);
      if (keys) addKey(name, keys, text, index, STRUCTURE.lastIndex);
    }
  }
}

/**
 * Adds a key to those of its object. Throws if it is there already.
 * @param {string} name
 * @param {Set<string>} keys of the object so far
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function addKey(name, keys, text, start, end) {
  const token = text.slice(start, end);
  const key = JSON.parse(token);
  if (keys.has(key)) {
    const shown = token.length > 60 ? `${token.slice(0, 60)}…` : token;
    throw new AttentionError(name, `must name ${shown} once, got it again at ${lineAndColumn(text, start)}`);
  }
  keys.add(key);
}

/**
 * Whether the string that ends at a position is a key, that is, followed by a colon.
 * @param {string} text
 * @param {number} end
 */
function isKey(text, end) {
  let at = end;
  while (" \t\n\r".includes(text[at] ?? "-")) at++;
  return text[at] === ":";
}

/**
 * @param {string} text
 * @param {number} at
 */
function lineAndColumn(text, at) {
  const before = text.slice(0, at);
  const lines = before.split("\n").length;
  return `line ${lines}, column ${at - before.lastIndexOf("\n")}`;
}
