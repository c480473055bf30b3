/** What a translation must share with the English messages, and which of its messages are older than these. */
import { createHash } from "node:crypto";

/** The messages of a file, by id. @param {string} text */
const messagesOf = (text) =>
  new Map(
    text
      .split(/\n(?=[a-z])/i)
      .map(
        (message) =>
          /** @type {const} */ ([
            /^[a-z][\w-]*(?= =)/i.exec(message)?.[0] ?? "",
            message.replace(/\n#[^]*/, "").trim(),
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
