import arithmetic from "./locales/en/arithmetic.ftl";
import meters from "./locales/en/meters.ftl";
import motion from "./locales/en/motion.ftl";
import nextStage from "./locales/en/next-stage.ftl";
import presets from "./locales/en/presets.ftl";
import questions from "./locales/en/questions.ftl";
import refused from "./locales/en/refused.ftl";
import settings from "./locales/en/settings.ftl";
import stages from "./locales/en/stages.ftl";
import trail from "./locales/en/trail.ftl";

/** The page's English messages, except those of its first frame (first-words-en.js) and of the labs (lab-words-en.js). */
export const text = [arithmetic, meters, motion, nextStage, presets, questions, refused, settings, stages, trail].join(
  "\n",
);
