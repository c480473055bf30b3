import page from "./locales/en/page.ftl";
import shared from "./locales/en/shared.ftl";

/** What the page's first frame needs in the default language. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const bundled = Object.freeze({ en: Object.freeze({ shared, page }) });

/** Loads a part of a language. @param {string} locale @param {string} part @returns {Promise<string>} */
export const load = async (locale, part) => (await import(`./locales/${locale}/${part}.ftl`)).default;
