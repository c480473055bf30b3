// Figures: (state, trace) -> scene -> canvas, SVG or table. No module here uses a document, so Node draws the same figures.
// Modules that only some parts of the page load (SVG, charts, animations, scenes of experiments) are not exported here:
// these parts import them by their file.

export { contrast } from "./colour/colour.js";
export { palettes } from "./colour/palette.js";
export { formatNumber, shortNumber } from "./numbers.js";
export { figureTrace, lengthsOf, required } from "./trace.js";
export { axesOf } from "./matrices.js";
export { arrange, equationScene } from "./scene/scene.js";
export { headLinesScene, linkAt } from "./scene/head-lines.js";
export { headThumbnails, headThumbnailSize, thumbnailScene } from "./scene/thumbnail.js";
export { walkScene } from "./scene/walk.js";
export { boxOf, cellAt, findCell, moveCell } from "./geometry.js";
export { canvasMeasure, paintCanvas } from "./painters/canvas.js";
export { pinRowLabels } from "./scene/labels.js";
export { tableOf } from "./painters/table.js";
