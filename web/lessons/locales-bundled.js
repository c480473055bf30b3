import en from "./locales/en.ftl";

/** Locale files by language tag, inside the bundle. */
export const locales = Object.freeze({ en });
