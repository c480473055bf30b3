import { css } from "lit";

import { shared } from "../../styles.js";
import { numberTables } from "../styles.js";

export const descentStyles = [
  shared,
  numberTables,
  css`
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      margin-block: var(--space-8);
    }
    .sliders {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
      gap: 0 var(--space-24);
    }
    label {
      display: grid;
      grid-template-columns: 3rem minmax(0, 1fr) 3.5rem;
      gap: var(--space-8);
      align-items: center;
      min-height: 32px;
    }
    label.far {
      display: inline-flex;
    }
    input {
      width: 100%;
      min-width: 0;
      margin: 0;
    }
    output {
      text-align: end;
    }
    p {
      max-width: var(--measure);
      margin: var(--space-8) 0;
    }
    scroll-box {
      max-height: 20rem;
    }
    summary {
      min-height: 24px;
      color: var(--muted);
      font-size: var(--small);
      cursor: pointer;
    }
    .diverged {
      color: var(--error);
    }
  `,
];
