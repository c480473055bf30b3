import { AttentionError } from "../engine/errors.js";

/** One token of JSON after white space: punctuation, a string, or a number or word. */
const TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON's strings may not hold control characters
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
/** Strings and brackets alone: all that is needed to find the keys of text that is known to be JSON. */
const STRUCTURE = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;

/**
 * JSON.parse for files that people write: its errors say where, and a name given twice is refused, not dropped.
 * @param {string} text
 * @returns {unknown}
 */
export function readJson(text) {
  if (text.trim() === "") throw new AttentionError("file", "must hold JSON, got nothing");
  const value = parse(text);
  refuseTwice(text);
  return value;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = firstFault(text);
    const got = at < text.length ? JSON.stringify(text.slice(at, at + 12)) : "the end of the file";
    throw new AttentionError("file", `must hold JSON, got ${got} at ${lineAndColumn(text, at)}`);
  }
}

/**
 * Where text stops being JSON.
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
    const kind = token[1] ?? (token[2] === undefined ? "word" : "string");
    const next = after(kind, wanted, open);
    if (next === undefined) return fault;
    wanted = next;
  }
}

/**
 * @param {string} kind of token
 * @param {string} wanted "value", "first value", "key", "first key", "colon" or "comma"
 * @param {string[]} open brackets; changed
 * @returns {string | undefined} what is wanted then; undefined where the token has no place
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

/** @param {string} text JSON */
function refuseTwice(text) {
  /** @type {(Set<string> | undefined)[]} names so far of each object that is open; undefined for arrays */
  const open = [];
  for (const { 0: token, index } of text.matchAll(STRUCTURE)) {
    if (token === "{" || token === "[") open.push(token === "{" ? new Set() : undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (isKey(text, index + token.length)) {
      const name = JSON.parse(token);
      if (open.at(-1)?.has(name)) {
        throw new AttentionError("file", `must name ${token} once, got it again at ${lineAndColumn(text, index)}`);
      }
      open.at(-1)?.add(name);
    }
  }
}

/**
 * @param {string} text
 * @param {number} end of a string
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
