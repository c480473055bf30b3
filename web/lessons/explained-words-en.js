import analogies from "./locales/en/analogies.ftl";
import terms from "./locales/en/terms.ftl";

/** The English messages that explain the words of Explore further: terms, and analogies for stages. */
export const text = [analogies, terms].join("\n");
