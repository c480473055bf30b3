import { css } from "lit";

import { roleStyle, shared } from "../styles.js";

/** Write: the list of exercises, and an exercise: words and code beside the numbers, on narrow screens above them. */
export const writeStyles = [
  shared,
  roleStyle,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 var(--page-margin) var(--space-48);
    }
    a {
      color: inherit;
    }
    h2 {
      margin: var(--space-4) 0 var(--space-8);
      font-size: 1.75rem;
      line-height: 1.25;
    }
    h2:focus,
    h3:focus {
      outline: none;
    }
    h3 {
      margin: var(--space-16) 0 var(--space-8);
      font-size: 1rem;
    }
    .where {
      margin: var(--space-8) 0 0;
    }
    .where a {
      display: inline-block;
      padding-block: var(--space-4);
    }
    .list {
      max-width: 40rem;
    }
    .lead {
      font-size: 1.125rem;
    }
    .list ol {
      margin: 0;
      padding: 0;
      list-style: none;
      counter-reset: exercise;
    }
    .list li {
      display: flex;
      gap: var(--space-12);
      align-items: baseline;
      border-top: 1px solid var(--hairline);
      counter-increment: exercise;
    }
    .list li::before {
      content: counter(exercise);
      min-width: 1.25em;
      color: var(--muted);
    }
    .list li a {
      flex: 1;
      padding-block: var(--space-8);
      font-size: 1.125rem;
    }
    .exercise {
      display: grid;
      grid-template: "words numbers" auto "writing numbers" 1fr / minmax(0, 36rem) minmax(0, 1fr);
      gap: 0 var(--space-32);
      align-items: start;
    }
    .words {
      grid-area: words;
    }
    .words p {
      margin: var(--space-8) 0;
    }
    .writing {
      grid-area: writing;
    }
    .numbers {
      grid-area: numbers;
    }
    label {
      display: block;
      margin-top: var(--space-8);
      font-size: var(--small);
      font-weight: 600;
    }
    code,
    pre,
    textarea {
      font-family: ui-monospace, "DejaVu Sans Mono", Consolas, Menlo, monospace;
    }
    code {
      font-size: 0.9em;
    }
    textarea,
    pre {
      display: block;
      width: 100%;
      margin: var(--space-4) 0;
      padding: var(--space-8) var(--space-12);
      overflow: auto;
      border: 1px solid var(--control);
      border-radius: var(--radius-button);
      background: var(--wash);
      font-size: 0.875rem;
      line-height: 1.5;
      tab-size: 2;
    }
    pre {
      border-color: var(--hairline);
    }
    textarea {
      resize: vertical;
    }
    #keys,
    #stored {
      margin: 0;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      margin: var(--space-12) 0;
    }
    #verdict {
      min-height: 5rem;
      border-top: 2px solid var(--text);
    }
    #verdict p {
      margin: var(--space-8) 0;
    }
    .why {
      font-family: var(--font-words);
      font-size: 1.0625rem;
    }
    .numbers h3 {
      margin-top: var(--space-8);
    }
    .matrices {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-16) var(--space-32);
      align-items: start;
    }
    .results {
      margin-top: var(--space-16);
      padding-top: var(--space-12);
      border-top: 1px solid var(--hairline);
    }
    .matrix {
      min-width: 0;
      max-width: 100%;
      margin: 0;
    }
    .matrix figcaption {
      margin-bottom: var(--space-2);
    }
    .matrix figcaption code {
      color: var(--role, var(--text));
      font-weight: 600;
    }
    table {
      border-collapse: collapse;
      font-size: var(--number);
    }
    th {
      color: var(--muted);
      font-size: var(--small);
      font-weight: 400;
      text-align: end;
    }
    th,
    td {
      padding: var(--space-2) var(--space-8);
    }
    tbody td {
      border: 1px solid var(--hairline);
      text-align: end;
    }
    td.differs {
      outline: 2px dashed var(--text);
      outline-offset: -3px;
      font-weight: 600;
    }
    @media (max-width: 56rem) {
      .exercise {
        display: block;
      }
      .numbers h3 {
        margin-top: var(--space-20);
      }
    }
  `,
];
