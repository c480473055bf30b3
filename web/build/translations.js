/**
 * What a translation must share with the English messages, and which of its messages are older than these.
 * Usage: npm run translation -- TAG [--done]
 * Prints what of the language is missing, too much or out of date. --done records that all of it is translated, in
 * locales/TAG.lock.json beside the folder of the language.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The messages of a file, by id. @param {string} text */
const messagesOf = (text) =>
  new Map(
    text
      .split(/\n(?=[a-z])/i)
      .map(
        (message) =>
          /** @type {const} */ ([
            /^[a-z][\w-]*(?= =)/i.exec(message)?.[0] ?? "",
            (message.split("\n#", 1)[0] ?? "").trim(),
          ]),
      )
      .filter(([id]) => id !== ""),
  );

/** The arguments, terms and lessons that a message names. @param {string} message */
const named = (message) => [...new Set(message.match(/\$\w+|\[\[[^\]|]+|\]\([\w-]+\)/g) ?? [])].sort();

/**
 * Where a translation differs from English in what it may not: ids, arguments, [[terms]] and links to lessons.
 * @param {string} english
 * @param {string} other
 * @returns {string[]} ids
 */
export function differences(english, other) {
  const [own, translated] = [messagesOf(english), messagesOf(other)];
  const ids = new Set([...own.keys(), ...translated.keys()]);
  return [...ids].filter((id) => named(own.get(id) ?? "?").join() !== named(translated.get(id) ?? "$missing").join());
}

/** The hash of each English message that was translated, for `<tag>.lock.json`. @param {string} english @returns {Record<string, string>} */
export const lockOf = (english) =>
  Object.fromEntries(
    [...messagesOf(english)].map(([id, message]) => [
      id,
      createHash("sha256").update(message).digest("hex").slice(0, 12),
    ]),
  );

/** The ids of the messages that have changed in English since they were translated. @param {string} english @param {Record<string, string>} lock */
export const stale = (english, lock) =>
  Object.entries(lockOf(english)).flatMap(([id, hash]) => (lock[id] === hash ? [] : [id]));

/** All messages of a language. @param {string} folder of the language */
const textOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ftl"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("\n");

/**
 * @param {string} locales the folder of all languages
 * @param {string} tag of the language
 * @param {boolean} isDone whether its translator says that all of it is translated: that is recorded unless something is
 *   missing or too much
 * @returns {string[]} lines to print
 */
export function report(locales, tag, isDone) {
  const translated = readdirSync(locales).filter((name) => name !== "en" && !name.endsWith(".json"));
  if (!translated.includes(tag))
    return [`${tag}: wanted a language that has a folder in ${locales} and is not English, got none of this name`];
  const english = textOf(`${locales}/en`);
  const file = `${locales}/${tag}.lock.json`;
  const different = differences(english, textOf(`${locales}/${tag}`)).map((id) => `not as in English: ${id}`);
  if (isDone && different.length === 0) writeFileSync(file, `${JSON.stringify(lockOf(english), null, 1)}\n`);
  const lock = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return [...different, ...stale(english, lock).map((id) => `English has changed: ${id}`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag, done] = process.argv.slice(2);
  if (!tag || (done !== undefined && done !== "--done")) throw new Error("usage: npm run translation -- TAG [--done]");
  const lines = report(fileURLToPath(new URL("../words/locales", import.meta.url)), tag, done !== undefined);
  console.log(lines.join("\n") || `${tag}: all messages are translated`);
  if (lines.length > 0) process.exitCode = 1;
}
