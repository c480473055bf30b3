import { css } from "lit";

import { narrow } from "../styles.js";
import { classStyles } from "./styles.js";

export const editorStyles = [
  classStyles,
  css`
    main {
      grid-template: "head head" auto "list form" auto "share form" 1fr / minmax(0, 22rem) minmax(0, 1fr);
      gap: var(--space-20);
      align-items: start;
    }
    .head {
      grid-area: head;
      max-width: var(--measure);
    }
    .screens {
      grid-area: list;
    }
    .share {
      grid-area: share;
    }
    .form {
      grid-area: form;
    }
    .card {
      display: grid;
      gap: var(--space-12);
      padding-block: var(--space-16);
    }
    .card > * {
      min-width: 0;
    }
    .screens ol,
    .prompts {
      display: grid;
      gap: var(--space-8);
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .screens li {
      display: flex;
      gap: var(--space-4);
    }
    .screens .name {
      flex: 1;
      min-width: 0;
      border-radius: var(--radius-button);
      overflow-wrap: anywhere;
      text-align: start;
    }
    .screens .name[aria-current="true"] {
      border-color: var(--text);
      background: var(--wash);
    }
    .icon {
      min-width: 32px;
      padding: 0 var(--space-8);
    }
    .prompts li {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-4) var(--space-8);
      align-items: start;
    }
    .prompts li > textarea {
      flex: 1 1 12rem;
      width: auto;
    }
    .beside {
      display: grid;
      grid-template-columns: 11rem minmax(0, 1fr);
      flex: 1 0 100%;
      gap: var(--space-8);
      align-items: center;
    }
    input[type="text"],
    textarea {
      width: 100%;
    }
    textarea {
      resize: vertical;
    }
    fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-4) var(--space-20);
      margin: 0;
      padding: 0;
      border: 0;
    }
    legend {
      padding: 0 0 var(--space-4);
      font-weight: 600;
    }
    legend.small {
      font-weight: 400;
    }
    fieldset > p,
    .full {
      flex: 1 1 100%;
    }
    .check {
      display: inline-flex;
      gap: var(--space-6);
      align-items: center;
      min-height: 28px;
    }
    .check input {
      flex: none;
      width: 18px;
      height: 18px;
      margin: 3px; /* together as large as a target has to be */
    }
    .settings {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
      gap: var(--space-8) var(--space-24);
    }
    .setting {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 10rem;
      gap: var(--space-8);
      align-items: center;
    }
    summary {
      width: fit-content;
      min-height: 28px;
      cursor: pointer;
    }
    details > * + * {
      margin-top: var(--space-8);
    }
    @media ${narrow} {
      main {
        grid-template: "head" "list" "form" "share" / minmax(0, 1fr);
      }
      .card {
        padding-block: var(--space-12);
      }
      .setting {
        grid-template-columns: minmax(0, 1fr) 8.5rem;
      }
    }
  `,
];
