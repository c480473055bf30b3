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
      padding: 0 clamp(12px, 3vw, 40px) 48px;
    }
    h2 {
      margin: 8px 0;
      font-size: 1.75rem;
      line-height: 1.25;
    }
    h2:focus {
      outline: none;
    }
    h3 {
      margin: 16px 0 4px;
      font-size: 1rem;
    }
    p {
      margin: 8px 0;
    }
    a {
      color: inherit;
    }
    .card {
      margin-block: 12px;
      padding: 12px 20px;
    }
  `,
  contentsStyles,
  answerStyles,
  lessonPageStyles,
  numberTableStyles,
  pictureStyles,
];
