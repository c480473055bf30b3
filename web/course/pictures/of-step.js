import { changeState, defaultState } from "../../state/state.js";
import { readWalk } from "../reading.js";
import { shownOf } from "./pictures.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("../step.js").Step & {picture: import("../step.js").Picture}} PicturedStep */
/** @typedef {import("../../state/state.js").State} State */

/** The state in which a step opens. @param {import("../step.js").Step} step */
export const openedState = (step) => changeState(defaultState, step.state);

/**
 * Draws the picture of a step as the page shows it: opened, or once its question is answered right. The walks that it is drawn from
 * are freed.
 * @template {import("../reading.js").Walk} W
 * @template {Drawn["view"]} V
 * @template T
 * @param {PicturedStep} step
 * @param {{answered: boolean, compute: (state: State) => W, see: (state: State, walk: W) => V, draw: (drawn: Drawn & {view: V}) => T}} how
 *   compute: computes the walk of a state; see: the view of a walk
 */
export function drawStep(step, { answered, compute, see, draw }) {
  const { picture, question } = step;
  const opened = openedState(step);
  const outcome = answered ? readWalk(opened, compute, (read) => step.outcome?.(read) ?? null) : null;
  const state = outcome && step.reveal ? changeState(opened, step.reveal) : opened;
  const given = outcome && (question?.kind === "number" ? outcome.answer : String(outcome.answer));
  return readWalk(state, compute, (read, walk) =>
    draw({
      ...shownOf(step, { guess: given, given }, outcome),
      view: see(state, walk),
      points: picture.points?.(read) ?? [],
      numbers: picture.numbers?.(read) ?? {},
    }),
  );
}
