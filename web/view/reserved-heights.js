/**
 * The room that elements take from the start, in CSS, so that the text below does not move once their figures are drawn. Most
 * figures are at least as high; what is below the window cannot be seen to move. By the attribute `view`.
 */
export const reservedHeights = Object.freeze({
  stage: "min(100svh, 850px)",
  equation: "min(100svh, 800px)",
  lines: "min(100svh, 580px)",
  walk: "min(100svh, 930px)",
});
