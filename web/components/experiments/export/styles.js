import { css } from "lit";

import { scrollShade, shared } from "../../styles.js";
import { common } from "../styles.js";

/** Export: rows of buttons, code and links to copy, and a status. */
export const exportStyles = [
  shared,
  common,
  css`
    h4 {
      margin: 0 0 8px;
    }
    p {
      margin: 8px 0 0;
    }
    .row + .row {
      margin-top: 8px;
    }
    pre {
      max-height: 24rem;
      margin: 12px 0 0;
      padding: 12px;
      border: 1px solid var(--hairline);
      border-radius: 8px;
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
