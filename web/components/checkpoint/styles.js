import { css } from "lit";

import { phone, shared } from "../styles.js";

/** The look of the place that opens a model. */
export const placeStyles = [
  shared,
  css`
    main {
      display: grid;
      gap: var(--space-16);
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 var(--page-margin) var(--space-48);
    }
    section {
      padding-block: var(--space-16);
      min-width: 0;
    }
    h2,
    h3 {
      margin: 0 0 var(--space-8);
      font-size: var(--title);
    }
    h3 {
      margin-top: var(--space-16);
      font-size: 1rem;
    }
    p {
      margin: var(--space-8) 0;
    }
    .private {
      font-weight: 600;
    }
    .drop {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-12);
      align-items: center;
      padding: var(--space-20);
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
      gap: var(--space-8) var(--space-16);
      align-items: end;
    }
    .row > label {
      display: grid;
      flex: 1 1 20rem;
      gap: var(--space-4);
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
      gap: var(--space-16);
      align-items: start;
    }
    .columns > div {
      display: grid;
      gap: var(--space-16);
      min-width: 0;
    }
    .grid {
      border-collapse: collapse;
    }
    .grid :is(th, td) {
      padding: 1px; /* between maps of heads, of which as many as possible are seen */
      font-size: var(--small);
      font-weight: 400;
      text-align: center;
    }
    .grid th[scope="row"] {
      padding-inline-end: var(--space-6);
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
      padding: var(--space-2);
      border: 1px solid var(--hairline);
      border-radius: var(--radius-data);
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
      padding: var(--space-2) var(--space-16) var(--space-2) 0;
      text-align: start;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      margin: var(--space-12) 0;
    }
    #wanted {
      overflow-wrap: anywhere;
    }
    .off {
      padding-inline-start: var(--space-20);
    }
    .off li {
      margin: var(--space-4) 0;
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
      margin: var(--space-12) 0;
      padding: var(--space-8) var(--space-12);
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
      section {
        padding-block: var(--space-12);
      }
    }
  `,
];
