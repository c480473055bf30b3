import { css } from "lit";

import { phone, shared } from "../styles.js";

/** Of a media query: the cards stand below each other. */
export const oneColumn = css`(max-width: 48rem)`;

/** Tables of numbers in Train. */
export const numberTables = css`
  table {
    border-collapse: collapse;
    font-size: var(--small);
  }
  th,
  td {
    padding: 2px 10px;
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: end;
  }
  td {
    white-space: nowrap;
  }
  thead th {
    color: var(--muted);
  }
  @media ${phone} {
    th,
    td {
      padding-inline: 5px;
    }
  }
`;

/** A question with its answers, of which the reader chooses one. */
export const guesses = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-bottom: 6px;
    padding: 0;
    font-weight: 600;
  }
`;

/** The layout of Train: tasks, the run, and its settings side by side; one below the other where there is less space. */
export const trainStyles = [
  shared,
  numberTables,
  guesses,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 clamp(12px, 3vw, 40px) 48px;
    }
    .columns {
      display: grid;
      grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr) minmax(15rem, 19rem);
      gap: 16px 20px;
      align-items: start;
    }
    .columns > * {
      min-width: 0;
    }
    .columns > :is(.tagline, .error) {
      grid-column: 1 / -1;
    }
    .run,
    .side {
      display: grid;
      gap: 16px;
    }
    .run > *,
    .side > * {
      min-width: 0;
    }
    .card {
      padding: 16px 20px;
    }
    h2 {
      margin: 0;
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    .tasks h2.experiments {
      margin-top: 16px;
    }
    h2.small {
      margin-bottom: 6px;
      font-size: var(--small);
      font-weight: 400;
    }
    p {
      margin: 0;
    }
    ul {
      display: grid;
      gap: 8px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .tasks button {
      display: block;
      width: 100%;
      padding: 8px 14px;
      border-radius: var(--radius);
      text-align: start;
    }
    .tasks button[aria-pressed="true"] {
      border-color: var(--text);
      outline: 1px solid var(--text);
      outline-offset: -2px;
      background: var(--panel);
      color: var(--text);
    }
    .tasks button[aria-pressed="true"]:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
    .tasks span {
      display: block;
      color: var(--muted);
    }
    @media (forced-colors: active) {
      .tasks span {
        color: inherit;
      }
    }
    .question {
      margin-bottom: 12px;
      max-width: var(--measure);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
    }
    .both {
      margin-bottom: 12px;
    }
    .main {
      min-width: 5.5rem;
      border-color: var(--text);
      background: var(--text);
      color: var(--panel);
    }
    .main[aria-disabled="true"] {
      background: none;
    }
    .row label {
      display: flex;
      gap: 6px;
      align-items: center;
      margin-inline-start: 8px;
    }
    .steps {
      margin-inline-start: auto;
    }
    .said {
      max-width: none;
      min-height: 1.5em; /* so that nothing moves when a run starts */
      margin-top: 8px;
    }
    .steps strong {
      display: inline-block;
      min-width: 4ch; /* a longer number would move what is below while it is touched */
      font-size: var(--title);
      text-align: end;
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
      align-items: center;
      margin-bottom: 12px;
    }
    .open {
      min-height: 32px;
      padding: 2px 12px;
      font-size: var(--small);
    }
    figure {
      min-width: 0;
      margin: 0;
    }
    figcaption {
      margin-bottom: 4px;
    }
    .maps figcaption {
      font-weight: 600;
    }
    .sides {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
      gap: 16px 24px;
    }
    .gallery {
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
      gap: 8px;
      margin-bottom: 4px;
    }
    .gallery button {
      padding: 6px;
      border-radius: var(--radius);
      font-size: var(--small);
      line-height: 1.3;
    }
    .scrub,
    .maps > .row {
      margin: 8px 0;
    }
    .scrub input {
      width: 100%;
      margin: 0;
      accent-color: var(--role-weights);
    }
    .scrub p {
      display: flex;
      flex-wrap: wrap;
      gap: 0 12px;
      justify-content: space-between;
    }
    .diverged {
      border-color: var(--error);
    }
    .diverged p {
      margin-block: 6px 12px;
    }
    .held-out h2 {
      font-size: var(--title);
    }
    .settings {
      display: grid;
      gap: 6px;
    }
    .setting {
      display: grid;
      grid-template-columns: 6.25rem minmax(0, 1fr) 3.25rem;
      gap: 8px;
      align-items: center;
      min-height: 32px;
      font-size: 0.9375rem;
    }
    .setting :is(select, input[type="number"]) {
      grid-column: 2 / span 2;
      width: 100%;
      min-width: 0;
      min-height: 32px;
      padding-block: 2px;
    }
    .setting .what {
      grid-column: 2 / span 2;
    }
    .setting input[type="range"] {
      width: 100%;
      min-width: 0;
    }
    output {
      text-align: end;
    }
    .what-if {
      background: var(--weights-soft);
    }
    .what-if ul {
      margin-block: 8px;
    }
    .what-if li button {
      width: 100%;
      text-align: start;
    }
    .guess {
      display: grid;
      gap: 8px;
      margin-top: 12px;
      justify-items: start;
    }
    details:not(.tool) {
      margin-top: 8px;
    }
    .tool summary {
      color: var(--text);
      font-size: 1.0625rem;
      font-weight: 600;
    }
    .any select {
      max-width: 8.5rem;
      min-width: 0;
    }
    summary {
      min-height: 24px;
      color: var(--muted);
      font-size: var(--small);
      cursor: pointer;
    }
    .descent {
      margin: 0;
    }
    .descent[open] {
      min-height: 100vh; /* the last card reaches the top of the window also before what is in it is loaded */
    }
    .descent h2 {
      display: inline;
      color: var(--text);
    }
    scroll-box {
      max-height: 20rem;
    }
    @media (max-width: 72rem) {
      .columns {
        grid-template-columns: minmax(0, 1fr) minmax(15rem, 19rem);
      }
      .tasks {
        grid-column: 1 / -1;
      }
      .tasks ul {
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr));
      }
    }
    @media ${oneColumn} {
      .columns {
        grid-template-columns: minmax(0, 1fr);
      }
      .tasks ul {
        display: flex;
        gap: 8px;
        margin-inline: -12px;
        padding: 3px 12px 6px;
        overflow-x: auto;
        mask-image: linear-gradient(to right, transparent, black 12px calc(100% - 12px), transparent);
        scroll-snap-type: x proximity;
      }
      .tagline,
      .tasks :is(h2, .experiments) {
        display: none;
      }
      .tasks li {
        flex: none;
        scroll-snap-align: center;
      }
      .tasks button {
        height: 100%;
        padding-inline: 10px;
        white-space: nowrap;
      }
      .controls .row {
        align-items: end;
      }
      .controls label {
        flex-direction: column;
        gap: 0;
        align-items: start;
        margin: 0;
      }
      .steps > * {
        display: block;
      }
      .said {
        min-height: 3em;
      }
      .steps strong {
        font-size: 1rem;
      }
      .card {
        padding: 12px;
      }
      .what-if ul {
        grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
      }
    }
  `,
];
