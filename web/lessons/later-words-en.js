import arithmetic from "./locales/en/explore/arithmetic.ftl";
import meters from "./locales/en/explore/meters.ftl";
import motion from "./locales/en/explore/motion.ftl";
import nextStage from "./locales/en/explore/next-stage.ftl";
import origin from "./locales/en/explore/origin.ftl";
import presets from "./locales/en/explore/presets.ftl";
import questions from "./locales/en/explore/questions.ftl";
import refused from "./locales/en/page/refused.ftl";
import settings from "./locales/en/explore/settings.ftl";
import stages from "./locales/en/explore/stages.ftl";
import trail from "./locales/en/explore/trail.ftl";

/** The page's English messages, except those of its first frame (first-words-en.js) and of the labs (lab-words-en.js). */
export const text = [
  arithmetic,
  meters,
  motion,
  nextStage,
  origin,
  presets,
  questions,
  refused,
  settings,
  stages,
  trail,
].join("\n");
