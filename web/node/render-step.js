import { AttentionError } from "../engine/errors.js";
import { lessonOf } from "../course/course.js";
import { readLearnLink } from "../course/link.js";
import { drawStep, openedState } from "../course/pictures/of-step.js";
import { drawingOf } from "../course/pictures/pictures.js";
import { sceneOfDrawing } from "../course/pictures/scene.js";
import { addOwnModels } from "../training/own/own-models.js";
import { withNote } from "../figures/scene/note.js";
import { worthOfPicture } from "../view/origin.js";
import { computeWalk, viewOf } from "../view/view.js";

/** @typedef {import("../course/step.js").Step} Step */
/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {{t: import("../words/translate.js").Translate, theme: "light" | "dark", answered: boolean}} StepOptions answered: as it is once its question is answered right */

/** Whether a link leads to a step of a lesson, or to the list of lessons. @param {string} link */
export const isOfCourse = (link) => /(^|[#&])place=learn(&|$)/.test(link);

/**
 * The picture of a step of a lesson, as the page draws it when the step is opened.
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {string} link to the step
 * @param {StepOptions} options
 * @returns {Promise<{scene: Scene, title: string}>}
 * @throws {AttentionError} that names what is wrong with the link
 */
export async function stepScene(engine, link, { t, theme, answered }) {
  const { lesson, step } = stepAt(link);
  const { picture, question } = step;
  if (!picture) throw new AttentionError("step", `must have a picture of its own, got ${lesson}/${step.id}`);
  if (answered && !question) throw new AttentionError("--answered", `needs a step that asks, got ${lesson}/${step.id}`);
  await addOwnModels(engine, openedState(step));
  return drawStep(
    { ...step, picture },
    {
      answered,
      compute: (state) => computeWalk(state, engine, new Map()),
      see: (state, walk) => viewOf(state, walk, { t, theme, cell: null }),
      draw: (drawn) => {
        const drawing = drawingOf(drawn);
        const scene = withNote(sceneOfDrawing(drawing, theme), worthOfPicture(drawn.view, drawing.reads));
        return { scene, title: t(`lesson-${lesson}`) };
      },
    },
  );
}

/** The step that a link names. @param {string} link @returns {{lesson: string, step: Step}} */
function stepAt(link) {
  const { position, leftOut } = readLearnLink(link.slice(link.indexOf("#") + 1));
  if (leftOut[0]) throw leftOut[0];
  const { lesson } = position;
  const step = lesson === null ? undefined : lessonOf(lesson)?.steps[position.step];
  if (lesson === null || !step)
    throw new AttentionError("lesson", `must be a lesson with pictures, got ${lesson ?? "none"}`);
  return { lesson, step };
}
