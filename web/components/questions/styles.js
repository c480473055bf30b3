import { css } from "lit";

import { phone, shared } from "../styles.js";

/** How far one is, as a thin line. */
export const progressStyle = css`
  progress {
    display: block;
    width: 100%;
    height: 6px;
    margin-top: var(--space-8);
    border: 0;
    border-radius: var(--radius-data);
    background: var(--hairline);
    appearance: none;
  }
  progress::-webkit-progress-bar {
    border-radius: var(--radius-data);
    background: var(--hairline);
  }
  progress::-webkit-progress-value {
    border-radius: var(--radius-data);
    background: var(--text);
  }
  progress::-moz-progress-bar {
    border-radius: var(--radius-data);
    background: var(--text);
  }
`;

/** Questions, one after the other. */
export const roundStyles = [
  shared,
  progressStyle,
  css`
    :host {
      max-width: var(--measure);
    }
    p {
      margin: 0;
    }
    h3 {
      min-height: 3.66em; /* three lines: what one answers with stays where it is */
      margin: var(--space-16) 0 var(--space-8);
      font-size: 1.375rem;
      font-weight: 600;
    }
    h3:focus {
      outline: none;
    }
    .options {
      display: grid;
      gap: var(--space-8);
      padding-top: var(--space-12);
      border-top: 2px solid var(--text);
    }
    .option {
      display: flex;
      gap: var(--space-12);
      align-items: baseline;
      min-height: 48px;
      padding: var(--space-8) var(--space-12);
      text-align: start;
    }
    .option[aria-disabled="true"]:is([aria-pressed="true"], .right) {
      border-color: var(--text);
      color: var(--text);
    }
    .sign {
      flex: none;
      width: 1.25em;
      font-weight: 600;
      text-align: center;
    }
    .feedback {
      min-height: 6rem; /* what is said of an answer moves nothing below it */
      padding-top: var(--space-12);
      font-size: 1.0625rem;
    }
    .ways {
      margin-top: var(--space-16);
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-16);
      align-items: center;
    }
    .ways button {
      min-width: 9rem;
      min-height: 44px;
    }
    /* Not where the button stands that passes the next question: two clicks on it answer nothing. */
    #on {
      order: 1;
      margin-inline-start: auto;
    }
    @media ${phone} {
      h3 {
        margin-top: var(--space-12);
        font-size: 1.25rem;
      }
      .feedback {
        min-height: 8.75rem;
        font-size: 1rem;
      }
      .ways {
        margin-top: var(--space-8);
      }
    }
    @media (hover: none) {
      .keys {
        display: none;
      }
    }
    @media (forced-colors: active) {
      progress {
        border: 1px solid;
      }
      .right {
        outline: 2px solid;
      }
    }
  `,
];

/** What was answered, question by question, and the links around it. */
export const answerStyles = css`
  /* A link that stands alone is as large as a finger needs. */
  .alone {
    display: inline-block;
    padding-block: var(--space-8);
  }
  .answers {
    max-width: var(--measure);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .answers li {
    padding: var(--space-8) 0 var(--space-8) 2em;
    border-top: 1px solid var(--hairline);
  }
  .answers p {
    margin: 0;
  }
  .answers .sign {
    float: inline-start;
    width: 2em;
    margin-inline-start: -2em;
    font-weight: 600;
  }
  .answers .asked {
    font-weight: 600;
  }
  .gain {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-24);
    margin: var(--space-12) 0;
    font-family: var(--font-words);
    font-size: 1.375rem;
    font-weight: 600;
  }
`;

/** What was done, and where it is kept. */
export const recordStyles = css`
  :host {
    margin-top: var(--space-24);
    padding-top: var(--space-8);
    border-top: 1px solid var(--hairline);
  }
  h3 {
    margin: var(--space-8) 0 var(--space-4);
    font-size: 1rem;
  }
  p {
    margin: var(--space-8) 0;
  }
  .check {
    display: inline-flex;
    gap: var(--space-6);
    align-items: center;
    min-height: 28px;
  }
  p:is([role="status"], [role="alert"]):empty {
    margin: 0;
  }
`;
