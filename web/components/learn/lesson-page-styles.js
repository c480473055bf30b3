import { css } from "lit";

import { onItsSide } from "../styles.js";

/** Of a media query: the figure is below the words. */
const oneColumn = css`(max-width: 56rem) and (not (${onItsSide}))`;
/** Of a media query: the figure is beside the words, and the window is high enough for both. */
const twoColumns = css`(min-width: 56.01rem) and (not (${onItsSide}))`;

/**
 * How high a step is where its figure is beside the words, so that "next" is at one place in all of them: within the
 * window, but not far below the answer on a high screen.
 */
const oneHeight = css`min(100svh - 9.5rem, 40rem)`;

/** A step of a lesson: words and figure side by side; on narrow screens the figure below the words. */
export const lessonPageStyles = css`
  .lesson {
    display: grid;
    grid-template:
      "words figure" auto "answer figure" auto "ways figure" auto "more figure" 1fr / minmax(18rem, 27rem)
      minmax(0, 1fr);
    gap: 0 var(--space-32);
    align-items: start;
    overflow-wrap: break-word;
  }
  .lesson[data-alone] {
    padding-top: var(--space-12); /* no header is above it */
  }
  /* What is to be seen at once, as items of the grid. */
  .screen {
    display: contents;
  }
  .lesson .words {
    grid-area: words;
  }
  .lesson .figure {
    grid-area: figure;
    border-top: 0;
  }
  .lesson .answer {
    grid-area: answer;
    min-height: 13rem; /* feedback takes the place of what one answers with: nothing moves */
    padding-top: var(--space-12);
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
    margin: var(--space-12) 0;
    font-family: var(--font-words, inherit);
    font-size: 1.375rem;
    font-weight: 600;
    line-height: 1.25;
    text-wrap: balance;
  }
  .options.number-options {
    display: grid;
    grid-template-columns: auto 1fr auto;
  }
  .number-options input {
    touch-action: none; /* a swift drag is no scroll: at the end of one the browser takes the next tap for its stop */
  }
  .number-options p {
    display: flex;
    gap: var(--space-16);
    grid-column: 1 / -1;
    align-items: center;
    margin: 0;
  }
  .number-options output {
    font-size: 1.25rem;
    font-weight: 600;
  }
  .answer p {
    margin: 0 0 var(--space-8);
  }
  .answer .given {
    margin: 0;
  }
  #answer-again {
    margin-inline-start: var(--space-12);
  }
  .lesson h2 {
    margin: var(--space-6) 0 var(--space-4);
    font-size: 1.0625rem;
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8);
    align-items: center;
    margin-block: var(--space-8);
  }
  /* The key of each option, where there may be keys; it is not part of its name. */
  @media (hover: hover) and ${twoColumns} {
    .answer .options {
      counter-reset: option;
    }
    .answer [data-option]::before {
      counter-increment: option;
      content: counter(option) / "";
      margin-inline-end: var(--space-8);
      color: var(--muted);
      font-size: var(--small);
    }
  }
  @media (hover: none) {
    .keys {
      display: none;
    }
  }
  .misconception {
    border-inline-start: 4px solid var(--control);
    font-size: var(--small);
  }
  .ways {
    display: flex;
    gap: var(--space-8);
    align-items: end;
    justify-content: space-between;
    margin-top: var(--space-16);
  }
  .back {
    flex: none;
  }
  .answer .offer {
    font-size: var(--small);
  }
  .ways > :is(.to-finish, #next) {
    margin-inline-start: auto;
  }
  #next {
    font-weight: 600; /* as wide before the step is done as afterwards */
  }
  .figure {
    position: sticky;
    top: 12px;
    margin-top: 0;
    padding: var(--space-20);
  }
  .aside {
    font-size: var(--small);
  }
  .aside summary {
    min-height: 24px; /* the least target of WCAG 2.2 */
  }
  .open {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-16);
    margin-bottom: 0;
  }
  .sentence {
    margin: var(--space-16) var(--space-8);
    font-size: 1.5rem;
  }
  .figure attention-control-bar {
    display: block;
    margin-bottom: var(--space-24);
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
    margin-inline-end: var(--space-8);
  }
  .one-head::part(heads),
  attention-stage-figure::part(player) {
    display: none; /* one set of buttons for steps is enough: that of the lesson */
  }
  /* What a step does not ask about is behind "open, save or embed". */
  attention-stage-figure::part(picture),
  attention-stage-figure::part(hint) {
    display: none;
  }
  attention-cell-arithmetic {
    margin-top: var(--space-12);
  }
  .sources ul {
    margin: 0;
    padding-inline-start: var(--space-20);
  }
  /* What measures its own width is not narrowed by a bar that appears once it is drawn. */
  .figure:not(:has(.drawn)) {
    scrollbar-gutter: stable;
  }
  @media ${twoColumns} {
    .lesson:not([data-alone]) {
      grid-template-rows: auto 1fr auto auto;
    }
    .lesson:not([data-alone]) .figure {
      grid-row: 1 / 4;
      min-height: ${oneHeight};
      overflow: auto;
    }
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
  @media ${oneColumn} {
    .lesson {
      display: block;
    }
    .screen {
      display: grid;
      grid-template: "words" auto "figure" auto "answer" 1fr / minmax(0, 1fr);
    }
    /* What leads elsewhere begins below the bar, so that no line of it is cut. */
    .lesson:not([data-alone]) .screen {
      min-height: calc(100svh - 4.75rem);
    }
    .lesson .answer {
      align-self: start;
      min-height: 11rem;
    }
    .lesson .answer.brief {
      min-height: 7rem;
    }
    .lesson:not([data-alone="step"]) .answer {
      margin-bottom: 4rem; /* the bar with the ways covers nothing */
    }
    .ask {
      margin-block: var(--space-8);
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
      margin: 0;
      padding: var(--space-8) var(--page-margin);
      border-top: 1px solid var(--hairline);
      background: var(--background);
    }
    .figure {
      position: static;
      margin-bottom: var(--space-4);
      padding: var(--space-12) var(--space-8) var(--space-8);
    }
    .lesson:not([data-alone]) .figure {
      overflow: auto;
      scrollbar-width: thin;
    }
    .figure attention-control-bar {
      margin-bottom: var(--space-8);
    }
    .figure attention-control-bar::part(what) {
      display: none; /* it stays the description of its control */
    }
    /* What one answers with is above the bar: a slider is high enough to need no space around it. */
    .lesson .answer {
      padding-top: var(--space-4);
    }
    .number-options {
      row-gap: 0;
    }
  }
  @media ${onItsSide} {
    .lesson {
      grid-template-columns: 42% minmax(0, 1fr);
      column-gap: var(--space-16);
    }
    .words {
      font-size: 0.9375rem;
      line-height: 1.4;
    }
    .words p {
      margin-block: var(--space-4);
    }
    .ask {
      margin-block: var(--space-4);
      font-size: 1rem;
    }
    .lesson .answer {
      min-height: 0;
      padding-top: var(--space-4);
    }
    .figure {
      padding: var(--space-12);
    }
  }
  @media print {
    .ways,
    .aside {
      display: none;
    }
    /* Paper is no screen on which all must fit. */
    .lesson:not([data-alone]) :is(.screen, .figure, .answer) {
      height: auto !important;
      min-height: 0;
      max-height: none !important;
      margin-bottom: 0;
      overflow: visible;
    }
  }
`;
