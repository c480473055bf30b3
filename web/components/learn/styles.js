import { css } from "lit";

import { answerStyles, progressStyle } from "../questions/styles.js";
import { shared } from "../styles.js";
import { contentsStyles } from "./contents-styles.js";
import { lessonPageStyles } from "./lesson-page-styles.js";
import { numberTableStyles } from "./number-table-styles.js";
import { pictureStyles } from "./pictures/styles.js";

/** Learn: what its pages have in common, and each of them. */
export const learnStyles = [
  shared,
  progressStyle,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 var(--page-margin) var(--space-48);
    }
    h2 {
      margin: var(--space-8) 0;
      font-size: 1.75rem;
      line-height: 1.25;
    }
    h2:focus {
      outline: none;
    }
    h3 {
      margin: var(--space-16) 0 var(--space-4);
      font-size: 1rem;
    }
    p {
      margin: var(--space-8) 0;
    }
    a {
      color: inherit;
    }
    .card {
      margin-block: var(--space-12);
      padding: var(--space-12) var(--space-20);
    }
  `,
  contentsStyles,
  answerStyles,
  lessonPageStyles,
  numberTableStyles,
  pictureStyles,
];
