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
      margin-top: 16px;
      padding-top: 8px;
      border-top: 1px solid var(--hairline);
    }
    h2 {
      margin: 0 0 8px;
      font-size: 1.5rem;
      overflow-wrap: anywhere;
    }
    h2:focus {
      outline: none;
    }
    h3 {
      margin: 8px 0 4px;
      font-size: 1.125rem;
      overflow-wrap: anywhere;
    }
    p {
      max-width: var(--measure);
      margin: 8px 0;
    }
    a {
      color: inherit;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
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
      padding: 8px 12px 8px 0;
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
      margin: 4px 0;
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
        padding-block: 2px;
        border: 0;
      }
      th[scope="row"] {
        padding-top: 8px;
        font-weight: 600;
      }
      tr {
        border-bottom: 1px solid var(--hairline);
      }
    }
  `,
];
