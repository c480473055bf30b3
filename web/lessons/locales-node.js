import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./locales/", import.meta.url);

/** All messages of a locale, in one text. @param {string} locale language tag, which is the name of its folder */
function textOf(locale) {
  const files = readdirSync(new URL(`${locale}/`, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ftl"))
    .sort();
  return files.map((name) => readFileSync(new URL(`${locale}/${name}`, folder), "utf8")).join("\n");
}

/** The messages of each locale by language tag, read from the source tree. */
export const locales = Object.freeze({ en: textOf("en") });
