import { isPairStage } from "../engine/stages.js";

/** @typedef {import("./view.js").Drawable} Drawable */

/**
 * Whether the scores are left as they are: the factor is 1, and not because d_k is 1.
 * @param {{scale: number, d_k: number}} spec
 */
export const isUnscaled = ({ scale, d_k }) => scale === 1 && d_k !== 1;

/**
 * The name of a stage: "scaled", or "unscaled" where scaling is off.
 * @param {Pick<Drawable, "t" | "run">} view
 * @param {string} stage
 * @returns {string} "" for a tensor that is not a stage
 */
export const stageName = ({ t, run: { spec } }, stage) =>
  t(`stage-${stage}${stage === "scaled" && isUnscaled(spec) ? "-off" : ""}`);

/**
 * The title of the stage in view. Titles of scores and weights say where scaling is off, so that a walk with scaling and
 * one without can be told apart.
 * @param {Pick<Drawable, "t" | "run" | "state">} view
 */
export function stageTitle({ t, run: { spec }, state: { stage } }) {
  const title = t(`stage-${stage}-title`);
  if (!isUnscaled(spec) || !isPairStage(stage) || stage === "raw") return title;
  return stage === "scaled" ? t("stage-scaled-title-off") : t("stage-title-unscaled", { title });
}
