// Figures: (state, trace) -> scene -> canvas, SVG or table. Nothing here touches a document, so Node draws the same.

export { figureMessages, optionalFigureMessages } from "./messages.js";
export { contrast } from "./colour.js";
export { palettes } from "./palette.js";
export { formatNumber, shortNumber } from "./numbers.js";
export { figureTrace } from "./trace.js";
export { axesOf } from "./matrices.js";
export { equationScene } from "./scene.js";
export { headLinesScene, linkAt } from "./head-lines.js";
export { headThumbnails, thumbnailScene } from "./thumbnail.js";
export { walkScene } from "./walk.js";
export { boxOf, cellAt, findCell, moveCell } from "./geometry.js";
export { canvasMeasure, paintCanvas } from "./canvas.js";
export { pinRowLabels } from "./pinned.js";
export { tableOf } from "./table.js";
