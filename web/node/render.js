import { canDrawLines, drawsLines, headLinesOf, sceneOf, withBadge } from "../view/scenes.js";
import { computeWalk, viewOf } from "../view/view.js";
import { stageName, stageTitle } from "../view/stage-names.js";
import { oneOf, show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { figureTrace, walkScene } from "../figures/index.js";
import { fileMargin, svgOf } from "../figures/painters/svg.js";
import { defaultLanguage, languages } from "../words/languages.js";
import { words } from "../words/words.js";
import { stateFromFile } from "../state/files/state-file.js";
import { defaultState, stateAtStage } from "../state/state.js";
import { stateFromFragment } from "../state/url.js";
import { addOwnModels } from "../training/own/own-models.js";
import { frameWidth, stageFrames, stepFrames } from "../view/frames.js";
import { readWalk } from "./case-file.js";
import { readBytes } from "./read-input.js";
import { isOfCourse, stepScene } from "./render-step.js";

/** @typedef {import("../view/view.js").Drawable} Drawable */
/** @typedef {import("../figures/types.js").Scene} Scene */

/**
 * The options of the command. stage, view and theme default to those of the link. width is that of the image, in px; without
 * it, the figure has its own size, for a column of 760 px, and a PNG or GIF twice as many pixels. png, gif: what is drawn is
 * that, in place of an SVG; font: a file with letters that the fonts of PNG and GIF do not have; answered: a picture of a lesson is
 * drawn as it is once its question is answered.
 * @typedef {object} RenderOptions
 * @property {string} [stage]
 * @property {string} [view]
 * @property {string} [theme]
 * @property {string} [locale]
 * @property {string} [width]
 * @property {boolean} [png]
 * @property {boolean} [gif]
 * @property {string} [font]
 * @property {boolean} [answered]
 */

/** A file: the text of an SVG, or the bytes of a PNG or GIF. @typedef {string | Uint8Array} Picture */

/** The most px that a figure takes where no width is asked for, if its numbers can be read at that width. */
const usualWidth = 760;

/** The pixels of a PNG or GIF per px, where no width is asked for. */
const ratio = 2;

/**
 * The drawing function of each view; width in px.
 * @type {Readonly<Record<"equation" | "stage" | "lines" | "walk", (view: Drawable, width: number) => Scene>>}
 */
const views = Object.freeze({
  equation: (view, width) => sceneOf(view, { width }),
  stage: (view, width) => sceneOf(view, { width, alone: true }),
  lines: linesOf,
  walk: (view, width) => {
    const { stage, head } = view.state;
    const { trace, theme } = view;
    return walkScene({ stage, head, trace, theme, width, nameOf: (id) => stageName(view, id) });
  },
});

/**
 * Draws a figure of the page, from the same scene as on the page.
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {string} link of the page, or its part after "#"
 * @param {RenderOptions} options
 * @returns {Promise<Picture>}
 * @throws {AttentionError} that names the wrong field
 */
export async function renderLink(engine, link, options) {
  if (isOfCourse(link)) return renderStep(engine, link, options);
  checkNotAnswered(options);
  return renderState(engine, stateFromFragment(link), await checkOptions(options));
}

/** The options that a picture of a lesson does not have: it is one picture, of no stage. */
const ofStages = Object.freeze(/** @type {const} */ (["stage", "view", "gif"]));

/** @param {RenderOptions} options */
function checkNotAnswered({ answered }) {
  if (answered) throw new AttentionError("--answered", "belongs to a link to a step of a lesson, got another");
}

/**
 * Draws the picture of a step of a lesson.
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {string} link
 * @param {RenderOptions} options
 * @returns {Promise<Picture>}
 */
async function renderStep(engine, link, options) {
  const wrong = ofStages.find((name) => options[name] !== undefined);
  if (wrong) throw new AttentionError(`--${wrong}`, "belongs to a figure of a stage, got a picture of a lesson");
  const known = await checkOptions(options);
  const theme = known.theme === "dark" ? "dark" : "light";
  const { scene, title } = await stepScene(engine, link, { t: known.t, theme, answered: options.answered === true });
  return written(scene, { ...known, title, margin: fileMargin });
}

/**
 * Draws a file: a state that the page saved, or a case as trace and check read it.
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {string} name of the file
 * @param {import("./read-case.js").ReadCase} read
 * @param {RenderOptions} options
 * @returns {Promise<Picture>}
 * @throws {AttentionError} that names the wrong field
 */
export async function renderFile(engine, name, { case: file, text }, options) {
  checkNotAnswered(options);
  const known = await checkOptions(options);
  if ("attention-stepper" in file && text !== undefined) return renderState(engine, stateFromFile(name, text), known);
  if ("spec" in file || "inputs" in file) return renderCase(engine, file, known);
  const fields = show(Object.keys(file).slice(0, 8));
  throw new AttentionError(
    "file",
    `must hold a state that the page saved, or a case with spec and inputs, got ${fields}`,
  );
}

/**
 * @typedef {Omit<RenderOptions, "locale" | "width" | "font" | "answered"> & {t: Drawable["t"], imageWidth: number | undefined,
 *   more: Uint8Array[]}} CheckedOptions more: the fonts that were given
 */

/** @param {RenderOptions} options @returns {Promise<CheckedOptions>} */
async function checkOptions({ stage, view, theme, locale = defaultLanguage, width, png, gif, font }) {
  if (theme !== undefined) oneOf("--theme", theme, ["light", "dark"]);
  oneOf(
    "--locale",
    locale,
    languages.map(({ tag }) => tag),
  );
  if (view !== undefined) oneOf("--view", view, Object.keys(views));
  if (width !== undefined && !(/^\d{3,4}$/.test(width) && Number(width) >= 200 && Number(width) <= 4000)) {
    throw new AttentionError("--width", `must be a whole number from 200 to 4000, got ${width}`);
  }
  if (gif && png) throw new AttentionError("--gif", "must be given without --png, got both");
  if (gif && view !== undefined) oneOf("--view", view, ["equation"]); // what a GIF moves through
  if (font !== undefined && !png && !gif) throw new AttentionError("--font", "belongs to --png and --gif, got neither");
  const more = font === undefined ? [] : [await readFont(font)];
  const ofLocale = words(locale);
  await Promise.all(/** @type {const} */ (["shared", "explore", "page", "learn"]).map((part) => ofLocale.load(part)));
  const imageWidth = width === undefined ? undefined : Number(width);
  return { stage, view, theme, png, gif, more, t: ofLocale.t, imageWidth };
}

/** The first bytes of the kinds of fonts that can be read: TrueType, OpenType, WOFF and WOFF2, and collections. */
const fontStarts = Object.freeze(["\0\x01\0\0", "OTTO", "true", "wOFF", "wOF2", "ttcf"]);

/** @param {string} path */
async function readFont(path) {
  const bytes = await readBytes("--font", path);
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (!fontStarts.includes(start))
    throw new AttentionError("--font", `must be a font: .ttf, .otf, .ttc, .woff or .woff2, got ${path}`);
  return bytes;
}

/**
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {import("../state/state.js").State} given
 * @param {CheckedOptions} options
 */
async function renderState(engine, given, options) {
  const { stage, view: kind, theme, t } = options;
  const state = stage === undefined ? given : stateAtStage(given, stage);
  await addOwnModels(engine, state);
  const isDark = (theme ?? state.theme) === "dark";
  const walk = computeWalk(state, engine, new Map());
  try {
    const view = viewOf(state, walk, { t, theme: isDark ? "dark" : "light", cell: state.cell });
    // A walk has every stage: its badge speaks of its inputs.
    const badged = kind === "walk" ? { ...view, state: { ...view.state, stage: "X" } } : view;
    if (options.gif) return await toGif(view, options);
    return await toPicture(view, options, view.queries.join(" "), (scene) => withBadge(scene, badged));
  } finally {
    walk.run.free();
  }
}

/**
 * Draws a case. It has no sentence, so its rows are numbered; its first head is in view.
 * @param {import("../engine/training-engine.js").TrainingEngine} engine
 * @param {Record<string, unknown>} file
 * @param {CheckedOptions} options
 */
async function renderCase(engine, file, options) {
  const { stage = "weights", theme, t } = options;
  if (options.gif) throw new AttentionError("--gif", "needs a link or a state that the page saved, got a case");
  const { spec, inputs } = readWalk(file);
  const walk = engine.trace(spec, inputs);
  try {
    walk.shape(stage); // throws if the walk does not have the stage
    const run = walk.finish();
    const numbered = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => String(at + 1));
    const [queries, keys] = [numbered(run.spec.n_q), numbered(run.spec.n_k)];
    /** @type {Drawable} */
    const view = {
      state: { ...defaultState, stage, head: 0 },
      t,
      theme: theme === "dark" ? "dark" : "light",
      run,
      trace: figureTrace(run, inputs),
      queries,
      keys,
      labels: { queries, keys },
      headNames: [],
      cell: null,
      explanation: null,
    };
    return await toPicture(view, options, `${queries.length} × ${keys.length}`);
  } finally {
    walk.free();
  }
}

/**
 * One figure as an SVG or a PNG.
 * @param {Drawable} view
 * @param {CheckedOptions} options
 * @param {string} subject what the figure shows: the sentence or the size, for its title
 * @param {(scene: Scene) => Scene} [finish] what is added to the scene
 * @returns {Promise<Picture>}
 */
async function toPicture(view, options, subject, finish = (scene) => scene) {
  const { view: kind, imageWidth } = options;
  const { t } = view;
  const name = kind === "walk" ? t("walk-label") : stageTitle(view);
  const draw = views[/** @type {keyof typeof views} */ (kind ?? (drawsLines(view) ? "lines" : "equation"))];
  const scene = finish(draw(view, imageWidth ?? usualWidth));
  return written(scene, { ...options, title: `${name}: ${subject}`, margin: 0 });
}

/**
 * A scene as an SVG or a PNG.
 * @param {Scene} scene
 * @param {Pick<CheckedOptions, "png" | "more" | "imageWidth"> & {title: string, margin: number}} options margin: px around it
 * @returns {Promise<Picture>}
 */
async function written(scene, { png, more, imageWidth, title, margin }) {
  const svg = svgOf(scene, { title, background: true, margin, imageWidth });
  if (!png) return svg;
  const { pngOf } = await import("./picture/rasteriser.js");
  const own = Math.ceil((scene.width + 2 * margin) * (scene.zoom ?? 1)) * ratio;
  return pngOf(svg, { width: imageWidth ?? own, more });
}

/**
 * A walk as a GIF, a stage after the other; with --stage, the computation of that stage, step by step.
 * @param {import("../view/view.js").View} view
 * @param {CheckedOptions} options
 */
async function toGif(view, { stage, more, imageWidth }) {
  const frames = (stage === undefined ? stageFrames : stepFrames)(view, { width: imageWidth ?? frameWidth });
  const { pixelsOf } = await import("./picture/rasteriser.js");
  const { gifOf } = await import("../export/gif.js");
  const painted = frames.map(({ scene, seconds }) => ({
    ...pixelsOf(svgOf(scene, { background: true }), { width: imageWidth ?? Math.ceil(scene.width) * ratio, more }),
    seconds,
  }));
  return gifOf(painted);
}

/** @param {Drawable} view @param {number} width */
function linesOf(view, width) {
  const { stage } = view.state;
  if (!canDrawLines(stage)) throw new AttentionError("--view", `lines needs stage weights or dropped, got ${stage}`);
  return headLinesOf(view, { width });
}
