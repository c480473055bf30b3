import { html, nothing, svg } from "lit";

/** @typedef {import("../../../course/pictures/drawing.js").Shape} Shape */

/** @param {Shape} shape */
function element(shape) {
  if (shape.tag === "rect")
    return svg`<rect class=${shape.look} x=${shape.x} y=${shape.y} width=${shape.width} height=${shape.height} opacity=${shape.opacity ?? nothing} />`;
  if (shape.tag === "circle") return svg`<circle class=${shape.look} cx=${shape.cx} cy=${shape.cy} r=${shape.r} />`;
  if (shape.tag === "path") return svg`<path class=${shape.look} d=${shape.d} stroke-width=${shape.wide ?? nothing} />`;
  return svg`<text class="${shape.look} ${shape.anchor}" x=${shape.x} y=${shape.y}>${shape.text}</text>`;
}

/** Shapes as elements of an SVG. @param {readonly Shape[]} shapes */
export const elementsOf = (shapes) => shapes.map(element);

/**
 * A picture as an SVG.
 * @param {import("../../../course/pictures/drawing.js").Drawing} drawing
 * @param {unknown} [handle] what the reader drags
 */
export const pictureSvg = ({ width, height, shapes }, handle = nothing) =>
  html`<svg class="picture shapes" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${elementsOf(shapes)} ${handle}
  </svg>`;

/**
 * A small picture that stands for what its words say; an empty tile until it is drawn.
 * @param {import("../../../course/pictures/miniature.js").Miniature | null} miniature
 */
export const miniatureSvg = (miniature) =>
  miniature === null
    ? html`<svg class="miniature" aria-hidden="true"></svg>`
    : html`<svg
        class="miniature shapes"
        viewBox="${miniature.x} ${miniature.y} ${miniature.width} ${miniature.height}"
        preserveAspectRatio=${miniature.isStretched ? "none" : nothing}
        aria-hidden="true"
      >
        ${elementsOf(miniature.shapes)}
      </svg>`;
