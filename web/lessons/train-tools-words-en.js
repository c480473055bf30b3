import tools from "./locales/en/train/train-tools.ftl";

/** The English messages of the parts of Train that are loaded when they are opened. */
export const text = tools;
