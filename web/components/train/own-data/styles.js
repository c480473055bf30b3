import { css } from "lit";

import { shared } from "../../styles.js";
import { numberTables, oneColumn } from "../styles.js";

/** The styles of the cards that only tasks on data have. */
export const ownDataStyles = [
  shared,
  numberTables,
  css`
    :host {
      display: grid;
      gap: var(--space-16);
    }
    .card {
      min-width: 0;
      padding-block: var(--space-16);
    }
    h2 {
      margin: 0 0 var(--space-6);
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    p {
      margin: 0 0 var(--space-8);
      max-width: var(--measure);
    }
    .notice {
      padding: var(--space-8) var(--space-12);
      border-radius: var(--radius);
      background: var(--wash);
    }
    ul {
      margin: 0 0 var(--space-8);
      padding-inline-start: var(--space-20);
    }
    summary {
      min-height: 24px;
      cursor: pointer;
    }
    details > label {
      display: block;
      margin-top: var(--space-8);
    }
    textarea {
      display: block;
      width: 100%;
      margin-block: var(--space-4) var(--space-8);
      resize: vertical;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-16);
      align-items: center;
    }
    .row label {
      display: flex;
      gap: var(--space-8);
      align-items: center;
    }
    .row input[type="number"] {
      width: 6.5rem;
    }
    .sample {
      max-width: none;
      margin-block: var(--space-12);
      padding: var(--space-12);
      border: 1px solid var(--hairline);
      border-radius: var(--radius-button);
      overflow-wrap: anywhere;
    }
    .sample span {
      white-space: pre-wrap;
    }
    .sample .name {
      display: inline-block;
      min-width: 10rem;
      margin-inline-end: var(--space-12);
    }
    .sample [data-at] {
      cursor: pointer;
    }
    .sample .chosen {
      background: var(--wash);
      outline: 2px solid var(--text);
      border-radius: var(--radius-data);
    }
    .choose input {
      width: 100%;
      margin: 0;
    }
    caption {
      padding-block: var(--space-4);
      text-align: start;
    }
    th:first-child {
      text-align: start;
      white-space: nowrap;
    }
    meter {
      width: 8rem;
      max-width: 40vw;
      vertical-align: middle;
    }
    @media ${oneColumn} {
      .card {
        padding-block: var(--space-12);
      }
    }
  `,
];
