import { css } from "lit";

import { shared } from "../styles.js";
import { answerStyles } from "./styles.js";

/** The ten questions for a class. */
export const classQuestionStyles = [
  shared,
  answerStyles,
  css`
    main {
      max-width: 60rem;
    }
    section {
      margin-top: var(--space-16);
      padding-top: var(--space-8);
      border-top: 1px solid var(--hairline);
    }
    h2 {
      margin: 0 0 var(--space-8);
      font-size: 1.5rem;
      overflow-wrap: anywhere;
    }
    h2:focus {
      outline: none;
    }
    h3 {
      margin: var(--space-8) 0 var(--space-4);
      font-size: 1.125rem;
      overflow-wrap: anywhere;
    }
    p {
      max-width: var(--measure);
      margin: var(--space-8) 0;
    }
    a {
      color: inherit;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-16);
      align-items: center;
    }
    :is(input[type="text"], textarea) {
      width: 100%;
    }
    table {
      width: 100%;
      border-collapse: collapse;
    }
    :is(th, td) {
      padding: var(--space-8) var(--space-12) var(--space-8) 0;
      border-bottom: 1px solid var(--hairline);
      font-weight: 400;
      text-align: start;
      vertical-align: top;
    }
    thead th {
      color: var(--muted);
      font-size: var(--small);
    }
    td.right {
      white-space: nowrap;
    }
    td p {
      margin: 0;
    }
    ul {
      margin: var(--space-4) 0;
    }
    @media (max-width: 40rem) {
      thead {
        position: absolute;
        clip-path: inset(50%);
      }
      :is(tr, th, td) {
        display: block;
      }
      :is(th[scope="row"], td) {
        padding-block: var(--space-2);
        border: 0;
      }
      th[scope="row"] {
        padding-top: var(--space-8);
        font-weight: 600;
      }
      tr {
        border-bottom: 1px solid var(--hairline);
      }
    }
  `,
];
