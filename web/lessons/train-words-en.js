import train from "./locales/en/train.ftl";

/** The English messages of Train. */
export const text = train;
