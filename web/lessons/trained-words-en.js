import trained from "./locales/en/trained/trained.ftl";
import unknown from "./locales/en/trained/unknown.ftl";

/** The English messages of the trained model's panel. */
export const text = `${trained}\n${unknown}`;
