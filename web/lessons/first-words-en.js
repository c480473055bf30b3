import controls from "./locales/en/explore/controls.ftl";
import examples from "./locales/en/explore/examples.ftl";
import figures from "./locales/en/explore/figures.ftl";
import history from "./locales/en/page/history.ftl";
import lines from "./locales/en/explore/lines.ftl";
import page from "./locales/en/page/page.ftl";
import places from "./locales/en/page/places.ftl";
import sentences from "./locales/en/explore/sentences.ftl";
import trained from "./locales/en/trained/trained.ftl";
import unknown from "./locales/en/trained/unknown.ftl";
import walk from "./locales/en/explore/walk.ftl";

/** The English messages of the page's first frame. */
export const text = [controls, examples, figures, history, lines, page, places, sentences, trained, unknown, walk].join(
  "\n",
);
