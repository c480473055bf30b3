import descent from "./locales/en/train/descent.ftl";

/** The English messages of gradient descent in one dimension. */
export const text = descent;
