import analogies from "./locales/en/explore/analogies.ftl";
import terms from "./locales/en/page/terms.ftl";

/** The English messages that explain the words of Explore further: terms, and analogies for stages. */
export const text = [analogies, terms].join("\n");
