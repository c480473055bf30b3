import analogies from "./locales/en/explore/analogies.ftl";
import arithmetic from "./locales/en/explore/arithmetic.ftl";
import controls from "./locales/en/explore/controls.ftl";
import figures from "./locales/en/explore/figures.ftl";
import lines from "./locales/en/explore/lines.ftl";
import motion from "./locales/en/explore/motion.ftl";
import origin from "./locales/en/explore/origin.ftl";
import sentences from "./locales/en/explore/sentences.ftl";
import settings from "./locales/en/explore/settings.ftl";
import stages from "./locales/en/explore/stages.ftl";
import stepper from "./locales/en/explore/stepper.ftl";
import trail from "./locales/en/explore/trail.ftl";
import unknown from "./locales/en/trained/unknown.ftl";
import walk from "./locales/en/explore/walk.ftl";

/** The custom element's messages by language tag, as part of its bundle: those of the stages, without examples and labs. */
export const locales = Object.freeze({
  en: [
    analogies,
    arithmetic,
    controls,
    figures,
    lines,
    motion,
    origin,
    sentences,
    settings,
    stages,
    stepper,
    trail,
    unknown,
    walk,
  ].join("\n"),
});
