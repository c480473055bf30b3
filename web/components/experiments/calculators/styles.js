import { css } from "lit";

import { phone, shared } from "../../styles.js";
import { common, numberTable } from "../styles.js";

/** Calculators: input fields, a table of the calculation, and a few results in large type. */
export const calculatorStyles = [
  shared,
  common,
  numberTable,
  css`
    p {
      margin: 0 0 var(--space-8);
    }
    .fields {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-12) var(--space-20);
      margin: var(--space-12) 0;
    }
    .field {
      flex: 1 1 16rem;
      min-width: 0;
    }
    .field label {
      display: block;
    }
    .field input {
      width: 100%;
    }
    .narrow {
      flex: 0 1 9rem;
    }
    .narrow select {
      width: 100%;
    }
    .row {
      margin: var(--space-12) 0;
    }
    th,
    td {
      padding: var(--space-4) var(--space-12);
      border-bottom: 1px solid var(--hairline);
      white-space: nowrap;
    }
    thead th {
      max-width: 8rem;
      white-space: normal;
    }
    @media ${phone} {
      th,
      td {
        padding-inline: var(--space-4);
      }
      th:first-child {
        padding-inline-start: 0;
      }
    }
    dl {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-32);
      margin: var(--space-16) 0;
    }
    dt {
      color: var(--muted);
      font-size: var(--small);
    }
    dd {
      margin: 0;
      font-size: var(--title);
      font-weight: 600;
    }
    .bar {
      width: 120px;
      padding-inline: 0;
    }
    .bar div {
      height: 12px;
      border-radius: var(--radius-data);
      background: var(--role-weights);
    }
    @media (forced-colors: active) {
      .bar div {
        background: CanvasText;
      }
    }
  `,
];
