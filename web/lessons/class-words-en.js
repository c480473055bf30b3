import analogies from "./locales/en/explore/analogies.ftl";
import classes from "./locales/en/class/class.ftl";
import compare from "./locales/en/labs/compare.ftl";
import labs from "./locales/en/labs/labs.ftl";
import terms from "./locales/en/page/terms.ftl";

/** The English messages of analogies, of classes, of the values of settings, of questions, and of terms that explain themselves. */
export const text = [analogies, classes, compare, labs, terms].join("\n");

/** The terms that can explain themselves, by the ids of their messages. @type {readonly string[]} */
export const termIds = Object.freeze(
  [...terms.matchAll(/^term-(\S+) =/gm)].map((match) => match[1] ?? "").filter((id) => !/-(here|name)$/.test(id)),
);
