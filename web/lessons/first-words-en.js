import controls from "./locales/en/controls.ftl";
import examples from "./locales/en/examples.ftl";
import figures from "./locales/en/figures.ftl";
import history from "./locales/en/history.ftl";
import lines from "./locales/en/lines.ftl";
import page from "./locales/en/page.ftl";
import places from "./locales/en/places.ftl";
import sentences from "./locales/en/sentences.ftl";
import walk from "./locales/en/walk.ftl";

/** The English messages of the page's first frame, which are loaded before all others. */
export const text = [controls, examples, figures, history, lines, page, places, sentences, walk].join("\n");
