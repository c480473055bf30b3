import { css } from "lit";

import { StageStrip } from "../stage/stage-strip.js";
import { phone } from "../styles.js";

/** The strip of stages in a lesson: all stages are in sight, on a phone by their names alone. */
export class LessonStrip extends StageStrip {
  static styles = [
    ...StageStrip.styles,
    css`
      :host {
        margin-bottom: 12px;
      }
      ol {
        flex-wrap: wrap;
      }
      @media ${phone} {
        canvas,
        .operation {
          display: none;
        }
        li {
          flex-basis: 4.5rem;
        }
        button {
          min-height: 36px;
          padding: 6px;
        }
      }
    `,
  ];
}

customElements.define("lesson-strip", LessonStrip);
