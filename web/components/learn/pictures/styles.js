import { css, unsafeCSS } from "lit";

import { looks, textLooks, textSize } from "../../../course/pictures/looks.js";
import { dragStyles } from "./drag-styles.js";
import { gridStyles } from "./grid-styles.js";
import { lineStyles } from "./line-styles.js";
import { mapsStyles } from "./maps.js";
import { miniatureStyles } from "./miniature-styles.js";
import { numbersBehindStyles } from "./numbers-behind-styles.js";
import { productStyles } from "./product-styles.js";

/** @param {string | undefined} ink */
const colour = (ink) => (ink === undefined ? "none" : `var(--${ink})`);

/** What each look of shapes and texts is on the page. */
const lookStyles = unsafeCSS(
  [
    ...Object.entries(looks).map(
      ([name, { fill, stroke, wide, dash = "none", opacity = 1 }]) =>
        `.shapes .${name} { fill: ${colour(fill)}; stroke: ${colour(stroke)}; ${wide === undefined ? "" : `stroke-width: ${wide};`} stroke-dasharray: ${dash}; ${opacity === 1 ? "" : `opacity: ${opacity};`} }`,
    ),
    ...Object.entries(textLooks).map(
      ([name, { fill, weight }]) => `.shapes text.${name} { fill: ${colour(fill)}; font-weight: ${weight}; }`,
    ),
  ].join("\n"),
);

/** What the drawings share. */
const drawings = css`
  .picture {
    display: block;
    width: 100%;
    max-width: 40rem;
    max-height: min(62svh, 34rem);
    margin-inline: auto;
    touch-action: pan-y;
    font-family: var(--font);
  }
  .picture text {
    font-size: ${textSize}px;
    text-anchor: middle;
  }
  .picture .start {
    text-anchor: start;
  }
  .picture .end {
    text-anchor: end;
  }
  .sampling .range > span {
    min-width: 7em;
  }
  /* Words, picture and answer stand below each other. */
  @media (max-width: 56rem) {
    .picture {
      max-height: 36svh;
    }
  }
`;

/** What the pictures of the course look like. */
export const pictureStyles = [
  drawings,
  lookStyles,
  dragStyles,
  gridStyles,
  lineStyles,
  mapsStyles,
  miniatureStyles,
  numbersBehindStyles,
  productStyles,
];
