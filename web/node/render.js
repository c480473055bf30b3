import { drawsLines, headLinesOf } from "../components/head-view.js";
import { computeWalk, sceneOf, viewOf } from "../components/view.js";
import { svgOf } from "../figures/svg.js";
import { createTranslate } from "../lessons/translate.js";
import { cellOf, isParameter, questionOf } from "../state/stages.js";
import { effectiveSizes } from "../state/sizes.js";
import { changeState } from "../state/state.js";
import { stateFromFragment } from "../state/url.js";

/**
 * A stage of the page as a standalone SVG: the same scene that the page paints.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string} link of the page, or what follows its "#"
 * @param {{stage?: string | undefined, width: number, theme: "light" | "dark"}} how stage: the link's unless given; width in px
 * @returns {string}
 * @throws {import("../engine/errors.js").AttentionError} naming what is wrong
 */
export function renderLink(engine, link, { stage, width, theme }) {
  const linked = stateFromFragment(link.slice(link.indexOf("#") + 1));
  const state = stage === undefined ? linked : atStage(linked, stage);
  const t = createTranslate("en");
  const walk = computeWalk(state, engine, new Map());
  const view = viewOf(state, walk, { t, theme, cell: state.cell });
  const title = `${t(`stage-${state.stage}-title`)}: ${view.queries.join(" ")}`;
  const scene = drawsLines(view) ? headLinesOf(view, { width }) : sceneOf(view, { width });
  const svg = svgOf(scene, { title, background: true });
  walk.run.free();
  return svg;
}

/**
 * @param {import("../state/state.js").State} state
 * @param {string} stage
 */
function atStage(state, stage) {
  const moved = changeState(state, { stage });
  if (state.cell === null || isParameter(state.cell.stage)) return moved;
  const sizes = effectiveSizes(moved);
  return changeState(moved, { cell: cellOf(questionOf(state.cell, null, sizes), stage, sizes) });
}
