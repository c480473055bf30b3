/**
 * Measures words in the font in which an element writes what one reads.
 * @param {Element} element
 * @returns {(word: string) => number} the width of a word in units of a drawing, in which type has 16
 */
export function wordMeasure(element) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  context.font = `600 16px ${getComputedStyle(element).getPropertyValue("--font-words")}`;
  return (word) => context.measureText(word).width;
}
