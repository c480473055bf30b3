import { css } from "lit";

/** Of a media query: the window is as narrow as a phone held upright. Elements that <attention-stepper> has too ask #breakpoints. */
export const phone = css`(max-width: 30rem)`;

/** Of a media query: the window is that of a phone, upright or on its side. */
export const anyPhone = css`(max-width: 30rem), (max-height: 30rem) and (pointer: coarse)`;

/**
 * Of a media query: the window is that of a phone on its side, where words are beside the figure. The page's own style
 * sheet, page.css, has this too.
 */
export const onItsSide = css`(min-width: 35rem) and (max-height: 30rem) and (pointer: coarse)`;

/** Of a media query: there is room for a figure, what explains it and what changes it. */
export const roomy = css`(min-width: 36.01rem) and (min-height: 40rem)`;

/** Of a media query: the parts of the page's header must be small to share a line. */
export const compact = css`(max-width: 48rem)`;

/** Of a media query: there is no room for columns side by side. The page's own style sheet, page.css, has this width too. */
export const narrow = css`(max-width: 60rem)`;

/** The look of a button within a sentence: a number that can be inspected, or a term that explains itself. */
export const inlineButtonStyle = css`
  .inline {
    min-width: 24px;
    min-height: 24px;
    margin-block: -3px; /* so that no line of small text is higher for it */
    padding: 0;
    border: 0;
    border-bottom: 1px dotted currentcolor;
    border-radius: 0;
    background: none;
  }
  .inline:hover {
    border-bottom-style: solid;
    background: var(--panel);
  }
`;

/** The colour of a class named by the role of a matrix, where that has one. */
export const roleStyle = css`
  .Q {
    --role: var(--role-Q);
  }
  .K {
    --role: var(--role-K);
  }
  .V {
    --role: var(--role-V);
  }
  .weights {
    --role: var(--role-weights);
  }
`;

/**
 * Declarations of a box that scrolls sideways: a shade at each edge beyond which its content goes on. The panel's own colour
 * covers it where the content ends.
 */
export const scrollShade = css`
  --cover: var(--panel) 40%, transparent;
  --shade: color-mix(in srgb, var(--control) 45%, transparent), transparent;
  overscroll-behavior-x: contain;
  background:
    linear-gradient(to right, var(--cover)) left / 32px 100% no-repeat local,
    linear-gradient(to left, var(--cover)) right / 32px 100% no-repeat local,
    linear-gradient(to right, var(--shade)) left / 8px 100% no-repeat,
    linear-gradient(to left, var(--shade)) right / 8px 100% no-repeat;
`;

/** The styles that every component shares. */
export const shared = css`
  :host {
    box-sizing: border-box;
    display: block;
    color: var(--text);
    font-family: var(--font, inherit);
    font-variant-numeric: tabular-nums;
    line-height: 1.5;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box; /* not inherited, which what is within <details> would have from it */
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    accent-color: var(--text);
  }
  button,
  a.button {
    min-height: 36px;
    padding: var(--space-4) var(--space-12);
    border: 1px solid var(--control);
    border-radius: var(--radius-button);
    background: none;
    cursor: pointer;
  }
  a.button {
    display: inline-block;
    align-content: center;
    color: inherit;
    text-decoration: none;
  }
  h1,
  h2,
  h3,
  h4 {
    font-family: var(--font-words, inherit);
    font-weight: 560;
    line-height: 1.22;
    text-wrap: balance;
  }
  .reading {
    font-family: var(--font-words, inherit);
    font-size: var(--reading);
  }
  p {
    text-wrap: pretty;
  }
  button:hover,
  a.button:hover {
    border-color: var(--text);
  }
  /* Disabled, but still focusable. */
  button[aria-disabled="true"] {
    border-color: var(--hairline);
    color: var(--muted);
    cursor: default;
  }
  /* After the rule for disabled ones: the answer that a reader chose stays legible. */
  button[aria-pressed="true"] {
    border-color: var(--text);
    box-shadow: inset 0 -3px var(--text);
    color: var(--text);
  }
  /* The one filled button or link of a screen: what comes next. */
  :is(button, a).main:not([aria-disabled="true"]) {
    border-color: var(--text);
    background: var(--text);
    color: var(--panel);
    font-weight: 600;
  }
  button.link {
    min-height: 24px;
    padding: 0 var(--space-2);
    border: 0;
    border-radius: var(--radius-data);
    background: none;
    color: var(--muted);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  button.link:hover {
    color: var(--text);
  }
  :focus-visible {
    outline: 2px solid var(--text);
    outline-offset: 2px;
  }
  select {
    max-width: 100%;
  }
  input:is([type="text"], [type="number"], [type="search"]),
  select,
  textarea {
    min-height: 36px;
    padding: var(--space-4) var(--space-8);
    border: 1px solid var(--control);
    border-radius: var(--radius-button);
    background: var(--panel);
  }
  input[type="range"] {
    min-height: 24px;
  }
  input[type="file"] {
    max-width: 100%;
    margin-block-start: var(--space-4);
    min-height: 36px;
    color: var(--muted);
    font-size: var(--small);
  }
  ::file-selector-button {
    min-height: 36px;
    margin-inline-end: var(--space-8);
    padding: var(--space-4) var(--space-12);
    border: 1px solid var(--control);
    border-radius: var(--radius-button);
    background: none;
    color: var(--text);
    font: inherit;
    font-size: var(--unit);
    cursor: pointer;
  }
  ::file-selector-button:hover {
    border-color: var(--text);
  }
  sub {
    font-size: max(0.75em, calc(0.6875 * var(--unit)));
    line-height: 0;
  }
  math {
    font-family: var(--math);
  }
  /* Formulas and pictures of numbers run from left to right in every language. */
  math,
  svg,
  canvas {
    direction: ltr;
  }
  /* Parts of a page are parted by space and a hairline, not by boxes. */
  .card {
    border-top: 1px solid var(--hairline);
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: var(--small);
  }
  .error {
    margin: var(--space-4) 0 0;
    color: var(--error);
    font-weight: 600;
  }
  /* Directly below a field, over what stands there: nothing moves while the reader types. */
  .what {
    position: relative;
  }
  .error.over {
    position: absolute;
    z-index: 2;
    top: 2px;
    inset-inline-start: 0;
    width: max-content;
    max-width: min(calc(22 * var(--unit)), 100%);
    margin: 0;
    padding: var(--space-4) var(--space-8);
    border: 1px solid currentcolor;
    border-radius: var(--radius-button);
    background: var(--panel);
    line-height: 1.3;
    pointer-events: none;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .number,
  .unbroken {
    white-space: nowrap;
  }
  /* A finger needs more room than a mouse. */
  @media (pointer: coarse) {
    button,
    a.button,
    input:is([type="text"], [type="number"], [type="search"], [type="range"]),
    select,
    summary {
      min-height: 44px;
    }
    summary {
      align-content: center;
    }
    button.link {
      min-height: 32px;
    }
  }
  @media (forced-colors: active) {
    :focus-visible {
      outline-color: CanvasText;
    }
    button[aria-pressed="true"],
    li > button:is([aria-current="step"], [aria-expanded="true"]) {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
    button[aria-disabled="true"] {
      color: GrayText;
    }
  }
`;

/** The tables of the numbers in a figure: screen readers always have them, and the reader can make them visible. */
export const tablesStyle = css`
  .tables:not(.shown) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .tables.shown {
    overflow-x: auto;
  }
  table {
    margin: var(--space-16) 0 0;
    border-collapse: collapse;
    font-size: var(--small);
  }
  caption {
    padding: var(--space-4) 0;
    font-weight: 600;
    text-align: start;
  }
  th,
  td {
    padding: var(--space-2) var(--space-8);
    border: 1px solid var(--hairline);
    text-align: end;
  }
  th {
    color: var(--muted);
    font-weight: 400;
  }
  /* Hidden, so no cell needs measuring to find its column's width. */
  .tables:not(.shown) table {
    width: 100%;
    table-layout: fixed;
  }
`;
