import { canDrawLines, drawsLines, headLinesOf } from "../components/head-view.js";
import { computeWalk, sceneOf, viewOf } from "../components/view.js";
import { oneOf } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { walkScene } from "../figures/index.js";
import { svgOf } from "../figures/svg.js";
import { createTranslate } from "../lessons/translate.js";
import { cellOf, isParameter, questionOf } from "../state/stages.js";
import { effectiveSizes } from "../state/sizes.js";
import { changeState } from "../state/state.js";
import { stateFromFragment } from "../state/url.js";
import { locales } from "#locales";

/** @typedef {import("../components/view.js").View} View */
/** @typedef {import("../figures/types.js").Scene} Scene */

/**
 * - stage, view, theme: the link's unless given
 * - width: px
 * @typedef {object} Looks
 * @property {string} [stage]
 * @property {string} [view]
 * @property {string} [theme]
 * @property {string} [locale]
 * @property {string} [width]
 */

/**
 * What is drawn.
 * @type {Readonly<Record<string, (view: View, width: number) => Scene>>}
 */
const views = Object.freeze({
  equation: (view, width) => sceneOf(view, { width }),
  stage: (view, width) => sceneOf(view, { width, alone: true }),
  lines: linesOf,
  walk: ({ state: { stage, head }, trace, theme, t }, width) =>
    walkScene({ stage, head, trace, theme, width, nameOf: (id) => t(`stage-${id}`) }),
});

/**
 * A figure of the page as a standalone SVG: the same scene that the page paints.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string} link of the page, or what follows its "#"
 * @param {Looks} looks
 * @returns {string}
 * @throws {AttentionError} naming what is wrong
 */
export function renderLink(engine, link, { stage, view: kind, theme, locale = "en", width = "760" }) {
  if (theme !== undefined) oneOf("--theme", theme, ["light", "dark"]);
  oneOf("--locale", locale, Object.keys(locales));
  if (kind !== undefined) oneOf("--view", kind, Object.keys(views));
  if (!(/^\d{3,4}$/.test(width) && Number(width) >= 200 && Number(width) <= 4000)) {
    throw new AttentionError("--width", `must be a whole number from 200 to 4000, got ${width}`);
  }
  const linked = stateFromFragment(link.slice(link.indexOf("#") + 1));
  const state = stage === undefined ? linked : atStage(linked, stage);
  const t = createTranslate(/** @type {keyof typeof locales} */ (locale));
  const isDark = (theme ?? state.theme) === "dark";
  const walk = computeWalk(state, engine, new Map());
  try {
    const view = viewOf(state, walk, { t, theme: isDark ? "dark" : "light", cell: state.cell });
    const name = kind === "walk" ? t("walk-label") : t(`stage-${state.stage}-title`);
    const draw = views[kind ?? (drawsLines(view) ? "lines" : "equation")];
    return svgOf(draw(view, Number(width)), { title: `${name}: ${view.queries.join(" ")}`, background: true });
  } finally {
    walk.run.free();
  }
}

/** @param {View} view @param {number} width */
function linesOf(view, width) {
  const { stage } = view.state;
  if (!canDrawLines(stage)) throw new AttentionError("--view", `lines needs stage weights or dropped, got ${stage}`);
  return headLinesOf(view, { width });
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
