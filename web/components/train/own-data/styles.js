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
      gap: 16px;
    }
    .card {
      min-width: 0;
      padding-block: 16px;
    }
    h2 {
      margin: 0 0 6px;
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    p {
      margin: 0 0 8px;
      max-width: var(--measure);
    }
    .notice {
      padding: 8px 12px;
      border-radius: var(--radius);
      background: var(--wash);
    }
    ul {
      margin: 0 0 8px;
      padding-inline-start: 20px;
    }
    summary {
      min-height: 24px;
      cursor: pointer;
    }
    details > label {
      display: block;
      margin-top: 8px;
    }
    textarea {
      display: block;
      width: 100%;
      margin-block: 4px 8px;
      resize: vertical;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
      align-items: center;
    }
    .row label {
      display: flex;
      gap: 8px;
      align-items: center;
    }
    .row input[type="number"] {
      width: 6.5rem;
    }
    .sample {
      max-width: none;
      margin-block: 12px;
      padding: 12px;
      border: 1px solid var(--hairline);
      border-radius: 8px;
      overflow-wrap: anywhere;
    }
    .sample span {
      white-space: pre-wrap;
    }
    .sample .name {
      display: inline-block;
      min-width: 10rem;
      margin-inline-end: 12px;
    }
    .sample [data-at] {
      cursor: pointer;
    }
    .sample .chosen {
      background: var(--wash);
      outline: 2px solid var(--text);
      border-radius: 2px;
    }
    .choose input {
      width: 100%;
      margin: 0;
    }
    caption {
      padding-block: 4px;
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
        padding-block: 12px;
      }
    }
  `,
];
