import train from "./locales/en/train/train.ftl";

/** The English messages of Train. */
export const text = train;
