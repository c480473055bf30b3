import { numbersOf, operationForm } from "./operation.js";
import { stageText } from "./text.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * The page's words about the stage in view: its text, and what comes next. The element says the text alone.
 * @param {View} view
 */
export const stageWords = (view) => [stageText(view), nextText(view)].filter(Boolean).join(" ");

/**
 * What the next stage of this walk does, as a sentence; "" after the last stage, whose own text says what follows.
 * @param {View} view
 */
export function nextText(view) {
  const { stages, state, t } = view;
  const next = stages[stages.indexOf(state.stage) + 1];
  if (next === undefined) return "";
  const numbers = numbersOf(view);
  const form = operationForm(view, next);
  return (form && t(`next-${next}-${form}`, numbers)) || t(`next-${next}`, numbers);
}
