import analogies from "./locales/en/analogies.ftl";
import arithmetic from "./locales/en/arithmetic.ftl";
import controls from "./locales/en/controls.ftl";
import figures from "./locales/en/figures.ftl";
import lines from "./locales/en/lines.ftl";
import motion from "./locales/en/motion.ftl";
import sentences from "./locales/en/sentences.ftl";
import settings from "./locales/en/settings.ftl";
import stages from "./locales/en/stages.ftl";
import stepper from "./locales/en/stepper.ftl";
import trail from "./locales/en/trail.ftl";
import walk from "./locales/en/walk.ftl";

/** The custom element's messages by language tag, as part of its bundle: those of the stages, without examples and labs. */
export const locales = Object.freeze({
  en: [analogies, arithmetic, controls, figures, lines, motion, sentences, settings, stages, stepper, trail, walk].join(
    "\n",
  ),
});
