import data from "./locales/en/train/own-data.ftl";

/** The English messages of the tasks on a reader's own data. */
export const text = data;
