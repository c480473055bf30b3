import { css } from "lit";

import { onItsSide, phone, scrollShade, shared } from "../styles.js";
import { pictureStyles } from "./pictures/styles.js";

/** Of a media query: the figure is below the words. */
export const oneColumn = css`(max-width: 56rem) and (not (${onItsSide}))`;

/** The layout of Learn: words and figure side by side; on narrow screens the figure below the words. */
export const learnStyles = [
  shared,
  pictureStyles,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 clamp(12px, 3vw, 40px) 48px;
    }
    .lesson {
      display: grid;
      grid-template:
        "words figure" auto "answer figure" auto "ways figure" auto "more figure" 1fr / minmax(18rem, 27rem)
        minmax(0, 1fr);
      gap: 0 32px;
      align-items: start;
    }
    .lesson > .words {
      grid-area: words;
    }
    .lesson > .figure {
      grid-area: figure;
      border-top: 0;
    }
    .lesson > .answer {
      grid-area: answer;
      min-height: 13rem; /* feedback takes the place of what one answers with: nothing moves */
      padding-top: 12px;
      border-top: 2px solid var(--text);
    }
    .lesson > .more {
      grid-area: more;
    }
    .lesson > .ways {
      grid-area: ways;
    }
    .words,
    .answer {
      font-size: 1.0625rem;
    }
    .where {
      margin: 0;
    }
    .ask {
      margin: 12px 0;
      font-family: var(--font-words, inherit);
      font-size: 1.375rem;
      font-weight: 600;
      line-height: 1.25;
      text-wrap: balance;
    }
    .options.number-options {
      display: grid;
      grid-template-columns: 1fr 4rem;
    }
    .number-options output {
      font-weight: 600;
      text-align: end;
    }
    .number-options button {
      justify-self: start;
    }
    .answer p {
      margin: 0 0 8px;
    }
    .contents {
      max-width: 60rem;
    }
    .lead {
      max-width: var(--measure);
      font-size: 1.125rem;
    }
    .start {
      display: flex;
      flex-wrap: wrap;
      gap: 12px;
      align-items: center;
      margin-block: 16px;
    }
    .path-list {
      margin: 0;
      padding: 0;
      list-style: none;
      counter-reset: lesson;
    }
    .path-list li {
      position: relative;
      display: flex;
      flex-wrap: wrap;
      gap: 0 12px;
      align-items: baseline;
      padding-block: 8px;
      padding-inline-start: 44px;
      counter-increment: lesson;
    }
    .path-list li a {
      font-size: 1.125rem;
    }
    /* The thread: inked as far as the reader has come. */
    .path-list li:not(:last-child)::after {
      content: "";
      position: absolute;
      inset-inline-start: 14px;
      top: 1.5rem;
      bottom: -1.5rem;
      border-inline-start: 2px solid var(--hairline);
    }
    .path-list li.done::after {
      border-color: var(--text);
    }
    .path-list li::before {
      content: counter(lesson);
      position: absolute;
      z-index: 1;
      inset-inline-start: 0;
      top: 8px;
      width: 30px;
      height: 30px;
      border: 2px solid var(--control);
      border-radius: 50%;
      background: var(--background);
      font-size: var(--small);
      font-weight: 600;
      line-height: 26px;
      text-align: center;
    }
    .path-list li[aria-current]::before {
      border-color: var(--text);
    }
    .path-list li.done::before {
      content: "✓" / "";
      border-color: var(--text);
      background: var(--text);
      color: var(--panel);
    }
    .path-list li.end::before {
      content: "⚑" / "";
      border-color: var(--role-weights);
      color: var(--role-weights);
    }
    .groups {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr));
      gap: 8px 32px;
    }
    h4 {
      margin: 8px 0 4px;
      font-size: 1rem;
    }
    .groups ul,
    .ways-on,
    .abilities {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .groups li {
      display: flex;
      gap: 12px;
      justify-content: space-between;
      border-top: 1px solid var(--hairline);
    }
    .groups li span {
      flex: none;
      align-self: center;
    }
    .contents li a {
      padding-block: 6px;
    }
    .groups a,
    .abilities a {
      text-decoration-color: var(--control);
    }
    .abilities {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr));
      gap: 0 32px;
      font-size: 1.125rem;
    }
    .abilities li {
      padding: 6px 0;
      border-top: 1px solid var(--hairline);
    }
    .abilities li::before {
      content: "" / "";
      display: inline-block;
      width: 1.5em;
    }
    .abilities .able::before {
      content: "✓" / "";
    }
    .ways-on {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
      gap: 12px 24px;
    }
    .ways-on li {
      padding-top: 8px;
      border-top: 2px solid var(--text);
    }
    .ways-on :is(a, span) {
      display: block;
    }
    .ways-on a {
      font-weight: 600;
    }
    @media (pointer: coarse) {
      .contents li a {
        padding-block: 10px;
      }
    }
    h2 {
      margin: 8px 0;
      font-size: 1.75rem;
      line-height: 1.25;
    }
    .lesson h2 {
      margin: 6px 0 4px;
      font-size: 1.0625rem;
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
      background: var(--text);
    }
    progress::-moz-progress-bar {
      border-radius: 3px;
      background: var(--text);
    }
    .card {
      margin-block: 12px;
      padding: 12px 20px;
    }
    .options {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
      margin-block: 8px;
    }
    .misconception {
      border-inline-start: 4px solid var(--control);
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
      margin-bottom: 0;
      font-size: var(--small);
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
      color: var(--text);
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
      stroke: var(--text);
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
        grid-template: "words" "answer" "figure" "more" "ways" / minmax(0, 1fr);
      }
      .lesson.path {
        grid-template: "words" "figure" "answer" "more" "ways" / minmax(0, 1fr);
      }
      .path .answer {
        min-height: 11rem;
        margin-bottom: 4rem; /* the bar with the ways covers nothing */
      }

      .ask {
        margin-block: 8px;
        font-size: 1.25rem;
      }
      .lesson > * * {
        scroll-margin-bottom: 60px; /* what gets the focus is not behind the bar */
      }
      .ways {
        position: fixed;
        z-index: 2;
        inset-inline: 0;
        bottom: 0;
        flex-wrap: nowrap;
        margin: 0;
        padding: 8px clamp(12px, 3vw, 40px);
        border-top: 1px solid var(--hairline);
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
      .words {
        font-size: 0.9375rem;
        line-height: 1.4;
      }
      .words p {
        margin-block: 4px;
      }
      .ask {
        margin-block: 4px;
        font-size: 1rem;
      }
      .lesson > .answer {
        min-height: 0;
        padding-top: 4px;
      }
      .figure {
        padding: 12px;
      }
    }
    @media print {
      .ways,
      .open {
        display: none;
      }
    }
  `,
];
