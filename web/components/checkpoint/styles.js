import { css } from "lit";

import { phone, shared } from "../styles.js";

/** The look of the place that opens a model. */
export const placeStyles = [
  shared,
  css`
    main {
      display: grid;
      gap: 16px;
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 24px 32px;
    }
    section {
      padding: 16px 20px;
      min-width: 0;
    }
    h2,
    h3 {
      margin: 0 0 8px;
      font-size: var(--title);
    }
    h3 {
      margin-top: 16px;
      font-size: 1rem;
    }
    p {
      margin: 8px 0;
    }
    .private {
      font-weight: 600;
    }
    .drop {
      display: flex;
      flex-wrap: wrap;
      gap: 12px;
      align-items: center;
      padding: 20px;
      border: 2px dashed var(--control);
      border-radius: var(--radius);
    }
    .drop.over {
      border-color: var(--text);
      background: var(--wash);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
      align-items: end;
    }
    .row > label {
      display: grid;
      flex: 1 1 20rem;
      gap: 4px;
    }
    .row > label.small-field {
      flex: 0 1 8rem;
    }
    progress {
      width: 100%;
    }
    .columns {
      display: grid;
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      gap: 16px;
      align-items: start;
    }
    .columns > div {
      display: grid;
      gap: 16px;
      min-width: 0;
    }
    .grid {
      border-collapse: collapse;
    }
    .grid :is(th, td) {
      padding: 1px;
      font-size: var(--small);
      font-weight: 400;
      text-align: center;
    }
    .grid th[scope="row"] {
      padding-inline-end: 6px;
      text-align: end;
      /* All rows are equally high. */
      white-space: nowrap;
    }
    .grid button {
      display: block;
      width: 34px;
      min-width: 24px;
      height: 34px;
      min-height: 24px;
      padding: 2px;
      border: 1px solid var(--hairline);
      border-radius: 4px;
      background: var(--panel);
    }
    .grid button[aria-pressed="true"] {
      border-color: var(--text);
      outline: 2px solid var(--text);
    }
    .grid .maps {
      position: relative;
    }
    .grid canvas {
      /* Over the buttons of its heads, from within the border and padding of the first. */
      position: absolute;
      inset-block-start: 3px;
      inset-inline-start: 3px;
      z-index: 1;
      width: 28px;
      pointer-events: none;
    }
    .large {
      display: block;
      width: min(100%, 26rem);
      aspect-ratio: 1;
      border: 1px solid var(--hairline);
    }
    canvas {
      /* What it is painted with: cells, and the mark around a row. */
      color: var(--role-weights);
      outline-color: var(--text);
    }
    .list :is(th, td) {
      padding: 2px 16px 2px 0;
      text-align: start;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin: 12px 0;
    }
    #wanted {
      overflow-wrap: anywhere;
    }
    .off {
      padding-inline-start: 20px;
    }
    .off li {
      margin: 4px 0;
    }
    .map svg {
      display: block;
      width: 18px;
      height: 18px;
    }
    .bar {
      display: block;
      width: 8rem;
      height: 10px;
    }
    .bar line {
      stroke: var(--control);
      vector-effect: non-scaling-stroke;
    }
    .adds {
      fill: var(--role-weights);
    }
    .takes {
      fill: none;
      stroke: var(--role-weights);
      stroke-width: 2;
      vector-effect: non-scaling-stroke;
    }
    .list .number {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    .why {
      margin: 12px 0;
      padding: 8px 12px;
      border-inline-start: 3px solid var(--text);
      background: var(--wash);
      overflow-wrap: anywhere;
    }
    @media (max-width: 56rem) {
      .columns {
        grid-template-columns: minmax(0, 1fr);
      }
    }
    @media ${phone} {
      main {
        padding-inline: 12px;
      }
      section {
        padding: 12px;
      }
    }
  `,
];
