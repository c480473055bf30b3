import { css } from "lit";
import { anyPhone, compact, narrow, onItsSide, phone, roomy } from "../styles.js";

/** The layout of the page. */
export const pageStyles = css`
  :host {
    min-height: 100vh;
    background: var(--background);
    font-size: 1rem;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-20);
    align-items: center;
    padding: var(--space-8) 0;
  }
  header,
  main {
    max-width: 87.5rem;
    margin: 0 auto;
    padding-inline: var(--page-margin);
  }
  h1 {
    margin: 0;
    font-size: var(--title);
  }
  header p {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-20);
    align-items: baseline;
    margin: 0;
    color: var(--muted);
  }
  header p a {
    min-height: 24px;
    color: inherit;
    text-underline-offset: 3px;
  }
  header p button {
    padding-inline: 0;
  }
  header p a:hover {
    color: var(--text);
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-20);
  }
  nav a {
    padding: var(--space-6) 0;
    border-bottom: 2px solid transparent;
    color: var(--text2);
    text-decoration: none;
  }
  nav a:hover {
    border-color: var(--hairline);
  }
  nav a[aria-current] {
    border-color: var(--text);
    color: var(--text);
    font-weight: 600;
  }
  /* Room is kept for them: nothing in the header moves when they come. */
  .idle {
    visibility: hidden;
  }
  .theme select,
  .language select {
    border-color: transparent;
    background: none;
    color: inherit;
  }
  .theme select:hover,
  .language select:hover {
    border-color: var(--control);
  }
  [hidden] {
    display: none !important;
  }
  .layer {
    min-height: 2rem; /* from the start, so that nothing moves when it is there */
    margin-top: var(--space-12);
  }
  header nav:not(.trail) + * {
    margin-inline-start: auto;
  }
  .theme,
  .language {
    position: relative;
  }
  main {
    display: grid;
    gap: var(--space-20);
    padding-block: var(--space-4) var(--space-48);
    overflow-x: clip; /* only boxes within it scroll sideways, never the page */
  }
  main > * {
    min-width: 0;
  }
  /* Each is a stacking context, so that a change in one does not repaint the others. */
  main > *,
  .desk > *,
  .layer {
    isolation: isolate;
  }
  .stage,
  .desk,
  .explanation {
    z-index: 1; /* the sheet with the arithmetic covers what follows */
  }
  .words:focus-within {
    z-index: 2; /* the list of examples covers what follows */
  }
  .stage {
    overflow-anchor: none; /* a field below the figure is held still by itself, and not by two */
  }
  .desk {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(18.75rem, 24rem);
    gap: var(--space-20);
    align-items: start;
  }
  .figure {
    display: flex;
    flex-direction: column;
    padding-block: var(--space-20);
  }
  stage-questions {
    margin-top: var(--space-12);
  }
  /* The answer to a question about the figure is as wide as the page, directly below the figure and its questions, which it
     also follows for the keyboard; the words stay beside the figure where there is a second column. */
  .answered {
    grid-auto-flow: dense;
  }
  .answered .figure {
    align-self: stretch;
  }
  .answered stage-questions {
    margin-top: auto;
  }
  .answered experiment-card {
    grid-column: 1 / -1;
  }
  .explanation {
    grid-column: -2; /* the last of one or of two */
  }
  .words {
    display: grid;
    gap: var(--space-20);
  }
  .stage pronoun-panel,
  .stage next-word-panel {
    margin-top: var(--space-20);
  }
  .shapes {
    display: grid;
    gap: var(--space-12);
    justify-items: start;
    padding-top: var(--space-16);
  }
  .stage attention-control-bar {
    display: contents;
  }
  attention-control-bar::part(line) {
    padding-block: var(--space-8);
    border-top: 1px solid var(--hairline);
  }
  sentence-bar {
    margin-top: var(--space-8);
  }
  /* Where the window has room for both, the main settings stay in sight below the figure, in one place at every stage. */
  @media screen and ${roomy} {
    .desk {
      min-height: min(100vh - 9rem, 46rem);
    }
    .stage attention-control-bar::part(line) {
      position: var(--line, sticky);
      z-index: 2;
      bottom: 0;
      background: var(--background);
    }
  }
  .skip {
    position: absolute;
    inset-inline-start: 8px;
    top: -80px;
  }
  .skip:focus {
    top: 8px;
  }
  @media print {
    history-buttons,
    nav,
    .theme,
    .language,
    header .link {
      display: none;
    }
    .with-sheet {
      padding-bottom: 0 !important;
    }
  }
  @media ${narrow} {
    .desk {
      grid-template-columns: minmax(0, 1fr);
    }
    .with-sheet {
      --line: static; /* the sheet with the arithmetic is there */
      padding-bottom: 36vh; /* space for it */
    }
  }
  @media ${anyPhone} {
    main,
    .desk {
      gap: var(--space-8);
    }
    .figure {
      padding-block: var(--space-8) var(--space-12);
    }
  }
  @media screen and ${onItsSide} {
    .desk {
      grid-template-columns: minmax(0, 1fr) 38%; /* the sheet has this width too */
    }
    .with-sheet {
      padding-bottom: var(--space-48);
    }
  }
  @media ${narrow} {
    /* The trail and the links share the last line. */
    .trail,
    header p {
      order: 1;
    }
    header p {
      flex: 1 1 auto;
      justify-content: end;
      font-size: var(--small);
    }
  }
  /* The header's parts share one line, or on phones two. */
  @media (max-width: 68rem) {
    :is(.theme, .language) span {
      position: absolute;
      clip-path: inset(50%);
    }
    header {
      column-gap: var(--space-12);
    }
  }
  @media ${compact} {
    header {
      column-gap: var(--space-8);
    }
    h1 {
      font-size: 1rem;
    }
    nav {
      column-gap: var(--space-16);
    }
  }
  @media (max-width: 36rem) {
    h1,
    .theme,
    .language {
      order: -1;
    }
    h1 {
      flex: 1 0 50%; /* the places begin the second line */
    }
    /* Where the second line has room for the theme, the first is only as high as the title: a lesson needs the room. */
    header:not(.explore) {
      padding-block: var(--space-8) 0;
    }
    header:not(.explore, .write, .checkpoint) {
      h1 {
        flex-basis: 100%;
      }
      .theme,
      .language {
        order: 0;
      }
    }
  }
  @media ${phone} {
    header.explore {
      column-gap: var(--space-4);
      padding-block: var(--space-8);
    }
    header p {
      column-gap: var(--space-6);
    }
    /* The words about a stage are above its figure, so that both are on one screen; all else follows the figure. It waits for
       them, so that it does not move when they come. */
    .desk:not(.with-words) .figure {
      visibility: hidden;
    }
    .explanation,
    attention-stage-panel,
    attention-stage-panel::part(card) {
      display: contents;
    }
    attention-stage-panel::part(words) {
      grid-row: 1;
      align-self: end;
    }
    .figure {
      grid-row: 2;
    }
  }
  @media (forced-colors: active) {
    nav a[aria-current] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
