import learn from "./locales/en/learn/learn.ftl";
import lessons from "./locales/en/learn/lessons.ftl";
import terms from "./locales/en/page/terms.ftl";
import wrong from "./locales/en/learn/wrong.ftl";

/** The English messages of Learn: the place, its lessons, and the terms that explain themselves. */
export const text = [learn, lessons, terms, wrong].join("\n");
