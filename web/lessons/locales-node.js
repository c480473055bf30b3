import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./locales/", import.meta.url);

/** @param {string} locale */
function textOf(locale) {
  const files = readdirSync(new URL(`${locale}/`, folder)).sort();
  return files.map((name) => readFileSync(new URL(`${locale}/${name}`, folder), "utf8")).join("\n");
}

/** Locale files by language tag, read from the source tree. */
export const locales = Object.freeze({ en: textOf("en") });
