import { readFileSync } from "node:fs";

/** Locale files by language tag, read from the source tree. */
export const locales = Object.freeze({ en: readFileSync(new URL("./locales/en.ftl", import.meta.url), "utf8") });
