import trained from "./locales/en/trained/trained.ftl";

/** The English messages of the trained model's panel. */
export const text = trained;
