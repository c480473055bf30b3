import { sceneAt } from "../figures/scene/motion.js";
import { metrics } from "../figures/metrics.js";
import { withNote } from "../figures/scene/note.js";
import { motionFor } from "./motion.js";
import { sceneOf, withBadge } from "./scenes.js";
import { stageTitle } from "./stage-names.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {import("../figures/types.js").Measure} Measure */

/**
 * One picture of an animation that is saved, and for how many seconds it is shown.
 * @typedef {{scene: Scene, seconds: number}} Frame
 */

/** The width of a frame where nobody asks for another, in px. */
export const frameWidth = 760;

/** Seconds for a stage of a walk, for a step of a computation, and for the last frame, before the first comes again. */
const seconds = Object.freeze({ stage: 2.5, step: 1.2, last: 4 });

/** The most steps of one computation that are drawn. Of more, every second one is, or every third, and the last. */
const mostSteps = 48;

/**
 * A walk as frames, a stage each, from the embeddings to the output. All frames have one size.
 * @param {View} view
 * @param {{width: number, measure?: Measure}} space width: px to fill
 * @returns {Frame[]}
 */
export function stageFrames(view, { width, measure }) {
  const { stages } = view.run;
  const drawn = stages.map((stage, at) => {
    const state = { ...view.state, stage, cell: null };
    const shown = { ...view, state, cell: null, explanation: null };
    const count = view.t("motion-count", { step: at + 1, steps: stages.length });
    return {
      scene: sceneOf(shown, { width, measure }),
      note: `${count} · ${stageTitle(shown)}`,
      seconds: seconds.stage,
    };
  });
  return framed(drawn, { ...view, state: { ...view.state, stage: "X" } }, measure); // the badge speaks of the walk's inputs
}

/**
 * The computation of the stage in view as frames: step by step, as the page plays it, then the result.
 * @param {View} view
 * @param {{width: number, measure?: Measure}} space width: px to fill
 * @returns {Frame[]} only the result where there is nothing to play
 */
export function stepFrames(view, { width, measure }) {
  const { run, state, t } = view;
  const { stage } = state;
  const head = state.head === "all" ? 0 : state.head;
  const cell = state.cell?.stage === stage ? state.cell : { stage, index: lastRow(run.shape(stage), head) };
  const explanation = run.explain(stage, [...cell.index]);
  const shown = { ...view, state: { ...state, head, cell }, cell, explanation };
  const scene = sceneOf(shown, { width, measure });
  const motion = motionFor(shown);
  const drawn = stepsOf(motion?.steps ?? 0).map((step) => {
    const moment = /** @type {NonNullable<typeof motion>} */ (motion).momentAt(step);
    const count = t("motion-count", { step, steps: motion?.steps ?? 0 });
    const note = `${count} · ${t(moment.note.id, moment.note.args)}`;
    return { scene: sceneAt(scene, moment, cell), note, seconds: seconds.step };
  });
  return framed([...drawn, { scene, note: stageTitle(shown), seconds: seconds.last }], shown, measure);
}

/**
 * The first number of a stage's last row: with a causal mask, the only row that sees every key.
 * @param {readonly number[]} shape
 * @param {number} head
 */
const lastRow = (shape, head) => [...(shape.length === 3 ? [head] : []), (shape.at(-2) ?? 1) - 1, 0];

/** Which steps of a computation are drawn. @param {number} steps */
function stepsOf(steps) {
  const every = Math.ceil(steps / mostSteps);
  return Array.from({ length: steps }, (_, at) => at + 1).filter((step) => step === steps || step % every === 0);
}

/**
 * Frames of one size: each scene with its note below it, and with what its numbers are worth.
 * @param {(Frame & {note: string})[]} drawn
 * @param {View} worth the view whose badge all of them have
 * @param {Measure} [measure]
 * @returns {Frame[]}
 */
function framed(drawn, worth, measure) {
  const scenes = sameSize(drawn.map(({ scene }) => scene));
  const noted = scenes.map((scene, at) => withNote(scene, drawn[at]?.note ?? "", measure));
  const badged = sameSize(noted).map((scene) => withBadge(scene, worth, measure));
  return badged.map((scene, at) => ({
    scene,
    seconds: at === drawn.length - 1 ? seconds.last : (drawn[at]?.seconds ?? 0),
  }));
}

/** Scenes as wide as the widest and as high as the highest of them. @param {readonly Scene[]} scenes */
function sameSize(scenes) {
  const width = Math.max(metrics.narrow, ...scenes.map((scene) => scene.width));
  const height = Math.max(...scenes.map((scene) => scene.height));
  return scenes.map((scene) => ({ ...scene, width, height }));
}
