import { css } from "lit";
import { onNarrow, onPhone } from "#breakpoints";

/** The bar of controls: its main line, the names of its controls on a phone, and what is folded. */
export const barStyles = css`
  .more {
    margin-top: var(--space-12);
    padding-top: var(--space-16);
  }
  .more > p {
    margin: 0 0 var(--space-16);
  }
  .groups {
    columns: calc(18 * var(--unit)) 3;
    column-gap: var(--space-32);
  }
  fieldset {
    break-inside: avoid;
    padding-bottom: var(--space-24);
  }
  [hidden] {
    display: none !important;
  }
  .one {
    display: contents;
  }
  .names {
    display: none;
  }
  .name {
    padding: var(--space-4) 0;
    border: 0;
    border-radius: 0;
    color: var(--muted);
    font-size: calc(0.875 * var(--unit));
  }
  .rest {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-16);
    align-items: baseline;
    margin-top: var(--space-8);
  }
  .kind {
    margin: 0;
    line-height: 1.3;
  }
  .line label {
    white-space: nowrap;
  }
  .line .text {
    flex: 1 1 100%;
  }
  .line .text input {
    width: 100%;
  }
  .line .choice {
    grid-template-columns: auto minmax(0, 1fr);
    width: calc(19 * var(--unit));
  }
  /* The main controls share one row for their words: of the one under the pointer, or else of the one that has the focus. */
  .line:has(> .one) {
    position: relative;
    gap: var(--space-4) var(--space-16);
  }
  .line:has(> .one)::after {
    flex: 1 0 100%;
    height: calc(1.3 * var(--small));
    content: "";
  }
  .line > .one .choice {
    width: calc(13 * var(--unit));
  }
  .line > .one .what {
    position: static;
    margin: 0;
  }
  .line > .one [part="what"] {
    position: absolute;
    inset-inline: 0;
    bottom: var(--space-8);
    visibility: hidden;
  }
  .line > .one:hover [part="what"],
  .line:not(:has(> .one:hover)) > .one:focus-within [part="what"] {
    visibility: visible;
  }
  /* Above its control: below it the window may end. */
  .line > .one .error.over {
    inset-inline-start: auto;
    top: auto;
    translate: 0 calc(-100% - 40px);
  }
  ${onNarrow} {
    .kind {
      flex-basis: 100%; /* where it needs a line of its own, that is there before its words are loaded */
      min-height: 1.3em;
    }
  }
  ${onPhone} {
    .line {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(calc(8.5 * var(--unit)), 1fr));
      gap: var(--space-8) var(--space-16);
    }
    .line .switch label {
      white-space: normal;
    }
    .line > :not(.switch, .one),
    .line > .one > * {
      grid-column: 1 / -1;
      width: 100%;
    }
    /* One control is open, and its words are below it. */
    .line:has(> .one)::after {
      display: none;
    }
    .line > .one .what {
      position: relative;
    }
    .line > .one [part="what"] {
      position: static;
      visibility: visible;
    }
    .line > .one .error.over {
      inset-inline-start: 0;
      top: 2px;
      translate: none;
    }
    .line .slider {
      grid-template-columns: minmax(calc(4 * var(--unit)), max-content) minmax(calc(6 * var(--unit)), 1fr) auto;
    }
    .line .slider label {
      white-space: normal;
    }
    .line .slider input[type="range"] {
      width: 100%;
    }
    .names {
      display: flex;
      flex-wrap: wrap;
      gap: 0 var(--space-12);
    }
    .one:not(.chosen) {
      display: none;
    }
    .more {
      padding-top: var(--space-12);
    }
  }
`;
