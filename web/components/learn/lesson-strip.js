import { css } from "lit";

import { StageStrip } from "../stage/stage-strip.js";
import { phone } from "../styles.js";

/** The strip of stages in a lesson: all are in sight, in whole rows; on a phone by their names alone. */
export class LessonStrip extends StageStrip {
  static styles = [
    ...StageStrip.styles,
    css`
      :host {
        margin-bottom: var(--space-12);
      }
      ol {
        display: grid;
        grid-template-columns: repeat(5, minmax(0, 1fr));
        overflow: visible;
        background: none;
      }
      li:nth-child(5n + 1) {
        border-inline-start: 0;
      }
      li:nth-child(n + 6) {
        border-top: 1px solid var(--hairline);
      }
      @media ${phone} {
        canvas,
        .operation {
          display: none;
        }
        button {
          align-items: center;
          justify-content: center;
          min-height: 44px;
          padding: var(--space-4) 0;
          font-size: var(--small);
        }
      }
    `,
  ];
}

customElements.define("lesson-strip", LessonStrip);
