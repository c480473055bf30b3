import { css } from "lit";

import { dragStyles } from "./drag-styles.js";
import { gridStyles } from "./grid-styles.js";
import { lineStyles } from "./line-styles.js";
import { mapsStyles } from "./maps.js";
import { numbersBehindStyles } from "./numbers-behind-styles.js";
import { productStyles } from "./product-styles.js";

/** What the drawings share: colour is the model's, ink is the reader's. */
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
    fill: var(--text);
    font-size: 16px; /* on a phone a picture is drawn smaller than it is written here */
    text-anchor: middle;
  }
  .picture .start {
    text-anchor: start;
  }
  .picture .end {
    text-anchor: end;
  }
  .picture .word.best,
  .picture .held {
    font-weight: 700;
  }
  .picture .note {
    fill: var(--muted);
    font-weight: 400;
  }
  .picture .on-share {
    fill: var(--panel);
    font-weight: 600;
  }
  .picture .on-guess {
    font-weight: 600;
    text-anchor: start;
  }
  .picture :is(.axis, .lane, .dial, .ruler, .flow) {
    fill: none;
    stroke: var(--control);
    stroke-width: 1;
  }
  .picture .lane {
    stroke-width: 3;
    opacity: 0.5;
  }
  .picture .ruler {
    stroke: var(--role-Q);
    opacity: 0.6;
  }
  .picture .plus {
    fill: var(--plus);
  }
  .picture .minus {
    fill: var(--minus);
  }
  .picture .ribbon {
    fill: var(--role-weights);
    opacity: 0.18;
  }
  .picture .share {
    fill: var(--role-weights);
  }
  .bars .picture .share:not(.first) {
    opacity: 0.75;
  }
  .picture .share.group-1 {
    fill: var(--minus);
  }
  .picture .left-out {
    fill: none;
    stroke: var(--control);
  }
  .sampling .range > span {
    min-width: 7em;
  }
  .picture .cut {
    stroke: var(--text);
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
  }
  .picture .rest {
    fill: var(--hairline);
  }
  .picture :is(.unknown, .guess) {
    fill: none;
    stroke: var(--control);
    stroke-dasharray: 4 3;
  }
  .picture .guess {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .value {
    fill: var(--role-V);
    opacity: 0.28;
  }
  .picture :is(.part, .value-cell) {
    fill: var(--role-V);
  }
  .picture .shaft {
    fill: none;
    stroke-width: 2.5;
  }
  .picture .shaft.q {
    stroke: var(--role-Q);
    stroke-width: 3.5;
  }
  .picture .shaft.k {
    stroke: var(--role-K);
  }
  .picture :is(.tip, circle).q,
  .picture text.q {
    fill: var(--role-Q);
  }
  .picture .tip.k {
    fill: var(--role-K);
  }
  .picture .drop {
    fill: none;
    stroke: var(--muted);
    stroke-dasharray: 2 3;
  }
  .picture .drop.best {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .curve {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
  }
  .picture .junction {
    fill: var(--panel);
    stroke: var(--text);
  }
  .picture .plus-sign {
    fill: none;
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .ink {
    fill: var(--text);
  }
  .picture .part-of-layer {
    fill: var(--panel);
    stroke: var(--control);
  }
  .picture .reach {
    fill: var(--role-weights);
    opacity: 0.55;
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
  dragStyles,
  gridStyles,
  lineStyles,
  mapsStyles,
  numbersBehindStyles,
  productStyles,
];
