import findings from "./locales/en/train/findings.ftl";

/** The English messages that say what a run of Train has found. */
export const text = findings;
