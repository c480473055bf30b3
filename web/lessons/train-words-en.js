import save from "./locales/en/page/save.ftl";
import train from "./locales/en/train/train.ftl";

/** The English messages of Train. */
export const text = [save, train].join("\n");
