import { css, unsafeCSS } from "lit";

import { onPhone } from "#breakpoints";
import { reservedHeights } from "../../view/reserved-heights.js";

/** Room for the figure, from before it is drawn. It stays where the figure is lower, so that the text below never moves. */
const reserved = unsafeCSS(
  Object.entries(reservedHeights)
    .map(
      ([view, height]) =>
        `.frame[data-view=${view}]:not(.failed) { min-height: var(--attention-min-height, ${height}); }`,
    )
    .join("\n"),
);

/**
 * The element's frame. It adapts to the width of its container, never to that of the window. Of the page's text
 * it takes the font family alone, unless the page sets another one. The page sets its font size, too; by default it is at least
 * the reader's own, whatever the page does to its root.
 */
export const stepperStyles = css`
  :host {
    --unit: var(--attention-font-size, max(1rem, 16px));
    --font: var(--attention-font); /* the page's own where it sets none: the parts then inherit it */
    font-weight: normal;
    font-style: normal;
    font-size: var(--unit);
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    white-space: normal;
  }
  :host([hidden]) {
    display: none;
  }
  /*
   * The width that the element would like, 42em, and the least, 14em, for parents that are as wide as their contents. The frame
   * itself, a size container, has no such width.
   */
  .widths {
    height: 0;
    overflow: hidden;
    line-height: 0;
  }
  .widths i {
    display: inline-block;
    width: 14em;
  }
  .frame {
    container-type: inline-size;
    position: relative;
    color: var(--text);
  }
  .frame.light {
    color-scheme: light;
  }
  .frame.dark {
    color-scheme: dark;
  }
  .probe {
    position: absolute;
    inset-inline: 0;
    box-sizing: content-box;
    visibility: hidden;
    text-decoration-color: light-dark(#ffffff, #000000);
    transition: text-decoration-color 1ms;
  }
  @supports (transition-behavior: allow-discrete) {
    .probe {
      transition:
        text-decoration-color 1ms,
        font-family 1ms allow-discrete;
    }
  }
  #caption {
    margin-block-end: var(--space-8);
    font-weight: 600;
  }
  .bare attention-stage-figure::part(heads),
  .bare attention-stage-figure::part(picture),
  .bare attention-stage-figure::part(player),
  .bare attention-stage-figure::part(hint),
  .bare attention-cell-arithmetic::part(clear) {
    display: none;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-16);
    border-radius: var(--radius);
    background: var(--panel);
  }
  .body,
  .probe {
    padding: var(--attention-padding, var(--space-20));
    border: 1px solid var(--hairline);
  }
  .body > * {
    min-width: 0;
  }
  iframe {
    display: block;
    width: 100%;
    height: min(100svh, 800px); /* until the lesson has told its own */
    border: 0;
  }
  h2 {
    margin: 0 0 var(--space-4);
    font-size: var(--title);
    line-height: 1.3;
  }
  p {
    margin: 0;
  }
  .formula {
    padding-block: var(--space-8);
    overflow: auto hidden;
    font-size: var(--title);
  }
  mtext {
    color: var(--muted);
  }
  .message {
    padding: var(--space-8) var(--space-12);
    border: 1px solid var(--error);
    border-radius: var(--radius);
    background: var(--panel);
    color: var(--error);
    overflow-wrap: anywhere;
  }
  .message + .message,
  .message + .body {
    margin-top: var(--space-8);
  }
  .desk {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-20);
    align-items: start;
  }
  #figure:focus {
    outline: none;
  }
  #figure:focus-visible {
    outline: 2px solid var(--text);
    outline-offset: 4px;
  }
  @container (min-width: 880px) {
    .desk {
      grid-template-columns: minmax(0, 1fr) minmax(300px, 384px);
    }
    .desk attention-stage-panel {
      grid-column: 2;
      grid-row: 1;
    }
    .desk #figure {
      grid-column: 1;
      grid-row: 1;
    }
  }
  /* Laid out with its width, but not seen, below what the slot shows. */
  .drawing .body {
    position: absolute;
    inset-inline: 0;
    height: 0;
    overflow: hidden;
    visibility: hidden;
  }
  @media screen {
    ${reserved}
  }
  /* On paper nothing is divided that fits on a page: blocks, because not all browsers keep the rows of a grid together. */
  @media print {
    :host,
    .body > :not(.desk),
    .desk > * {
      break-inside: avoid;
    }
    .body,
    .desk {
      display: block;
    }
    :is(.body, .desk) > * + * {
      margin-block-start: var(--space-16);
    }
  }
  ${onPhone} {
    .body {
      gap: var(--space-12);
    }
    .body,
    .probe {
      padding: var(--attention-padding, var(--space-12));
    }
  }
`;
