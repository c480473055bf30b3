import { css } from "lit";

import { scrollShade, shared } from "../../styles.js";
import { common } from "../styles.js";

/** Export: rows of buttons, code and links to copy, and a status. */
export const exportStyles = [
  shared,
  common,
  css`
    h4 {
      margin: 0 0 var(--space-8);
    }
    p {
      margin: var(--space-8) 0 0;
    }
    .row + .row {
      margin-top: var(--space-8);
    }
    pre {
      max-height: 24rem;
      margin: var(--space-12) 0 0;
      padding: var(--space-12);
      border: 1px solid var(--hairline);
      border-radius: var(--radius-button);
      overflow: auto;
      ${scrollShade}
      font-size: var(--small);
      line-height: 1.45;
      tab-size: 2;
    }
    textarea {
      width: 100%;
      min-height: 60px;
      font:
        var(--small) ui-monospace,
        monospace;
      overflow-wrap: anywhere;
      resize: vertical;
    }
    .said:empty {
      display: none;
    }
    .said {
      margin: 0;
    }
  `,
];
