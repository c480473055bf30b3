import { css } from "lit";

import { onItsSide, phone, scrollShade, shared } from "../styles.js";

/** Of a media query: the figure is below the words. */
export const oneColumn = css`(max-width: 56rem) and (not (${onItsSide}))`;

/** The layout of Learn: words and figure side by side; on narrow screens the figure below the words. */
export const learnStyles = [
  shared,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 clamp(12px, 3vw, 40px) 48px;
    }
    .lesson {
      display: grid;
      grid-template: "words figure" auto "more figure" auto "ways figure" 1fr / minmax(18rem, 27rem) minmax(0, 1fr);
      gap: 0 32px;
      align-items: start;
    }
    .lesson > .words {
      grid-area: words;
    }
    .lesson > .figure {
      grid-area: figure;
    }
    .lesson > .more {
      grid-area: more;
    }
    .lesson > .ways {
      grid-area: ways;
    }
    .words {
      font-size: 1.0625rem;
    }
    .contents {
      max-width: var(--measure);
    }
    .contents li {
      padding-block: 4px;
    }
    .contents li a {
      display: inline-block;
      padding-block: 2px;
    }
    @media (pointer: coarse) {
      .contents li a {
        padding-block: 10px;
      }
    }
    .contents li span {
      white-space: nowrap;
      margin-inline-start: 8px;
    }
    h2 {
      margin: 8px 0;
      font-size: 1.5rem;
      line-height: 1.25;
    }
    h2:focus {
      outline: none;
    }
    h3 {
      margin: 16px 0 4px;
      font-size: 1rem;
    }
    p {
      margin: 8px 0;
    }
    a {
      color: inherit;
    }
    progress {
      display: block;
      width: 100%;
      height: 6px;
      margin-top: 8px;
      border: 0;
      border-radius: 3px;
      background: var(--hairline);
      appearance: none;
    }
    progress::-webkit-progress-bar {
      border-radius: 3px;
      background: var(--hairline);
    }
    progress::-webkit-progress-value {
      border-radius: 3px;
      background: var(--role-weights);
    }
    progress::-moz-progress-bar {
      border-radius: 3px;
      background: var(--role-weights);
    }
    .card {
      margin-block: 12px;
      padding: 12px 20px;
    }
    .question {
      border-color: var(--role-weights);
      background: var(--weights-soft);
    }
    .options {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
      margin-block: 8px;
    }
    .right,
    .wrong,
    .misconception {
      border-inline-start: 4px solid light-dark(#1b6e3c, #6fcf97);
    }
    .wrong {
      border-inline-start-color: var(--accent);
    }
    .misconception {
      border-inline-start-color: var(--control);
      font-size: var(--small);
    }
    .main {
      border-color: var(--text);
      background: var(--text);
      color: var(--panel);
    }
    .ways {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      justify-content: space-between;
      margin-top: 16px;
    }
    a.button {
      display: inline-block;
      align-content: center;
      min-height: 36px;
      padding: 4px 16px;
      border: 1px solid var(--hairline);
      border-radius: 22px;
      text-decoration: none;
    }
    @media (pointer: coarse) {
      a.button {
        min-height: 44px;
      }
    }
    a.main {
      border-color: var(--text);
    }
    .back {
      flex: none;
    }
    .figure {
      position: sticky;
      top: 12px;
      margin-top: 0;
      padding: 20px;
    }
    .open {
      text-align: end;
    }
    .sentence {
      margin: 16px 8px;
      font-size: 1.5rem;
    }
    .numbers {
      margin-bottom: 16px;
      overflow-x: auto;
      ${scrollShade}
    }
    .solved {
      margin-block: 0 16px;
    }
    .numbers :is(th, td) {
      padding: 2px 0 2px 6px;
      font-size: 0.75rem;
      text-align: end;
      white-space: nowrap;
    }
    .numbers thead th {
      white-space: normal;
    }
    .numbers tbody th {
      padding-inline: 0 4px;
      font-weight: 400;
      text-align: start;
    }
    .numbers .difference {
      color: var(--accent);
      font-weight: 600;
    }
    .numbers .difference.zero {
      color: var(--muted);
      font-weight: 400;
    }
    .strips {
      display: grid;
      grid-template-columns: max-content 1fr;
      gap: 4px 8px;
      align-items: center;
      margin-bottom: 16px;
    }
    .strips svg {
      width: 100%;
      height: 20px;
      background: var(--hairline);
    }
    .strips path {
      stroke: var(--text);
      opacity: 0.5;
      vector-effect: non-scaling-stroke;
    }
    .clocks {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
      margin-bottom: 16px;
      text-align: center;
    }
    .clocks svg {
      display: block;
      width: 64px;
      margin: 0 auto;
      fill: none;
      stroke: var(--control);
      stroke-width: 0.03;
    }
    .clocks path {
      stroke: var(--accent);
      stroke-width: 0.1;
    }
    .figure attention-control-bar {
      display: block;
      margin-bottom: 24px;
    }
    .edit {
      flex-wrap: nowrap;
    }
    .edit input {
      flex: 0 1 12rem;
      min-width: 4rem;
    }
    .row span {
      display: inline-block;
      margin-inline-end: 8px;
    }
    .one-head::part(heads),
    attention-stage-figure::part(player) {
      display: none; /* one set of buttons for steps is enough: that of the lesson */
    }
    attention-cell-arithmetic {
      margin-top: 12px;
    }
    .sources ul {
      margin: 0;
      padding-inline-start: 20px;
    }
    @media (forced-colors: active) {
      progress {
        border: 1px solid;
      }
      progress::-webkit-progress-value {
        background: Highlight;
        forced-color-adjust: none;
      }
      progress::-moz-progress-bar {
        background: Highlight;
        forced-color-adjust: none;
      }
    }
    @media not all and ${phone} {
      .phone {
        display: none;
      }
    }
    @media ${oneColumn} {
      .lesson {
        grid-template: "words" "figure" "more" "ways" / minmax(0, 1fr);
      }
      .lesson > * * {
        scroll-margin-bottom: 60px; /* what gets the focus is not behind the bar */
      }
      .more {
        min-height: 50svh; /* so that feedback can move to the top before the figure below it is drawn */
      }
      .ways {
        position: sticky;
        flex-wrap: nowrap;
        bottom: 0;
        padding-block: 8px;
        background: var(--background);
      }
      .figure {
        position: static;
        padding: 12px;
      }
    }
    @media ${onItsSide} {
      .lesson {
        grid-template-columns: 42% minmax(0, 1fr);
        column-gap: 16px;
      }
      h2 {
        font-size: 1.25rem;
      }
      .figure {
        padding: 12px;
      }
    }
    @media print {
      .lesson .more {
        min-height: 0;
      }
      .ways,
      .open {
        display: none;
      }
    }
  `,
];
