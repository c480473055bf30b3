import { css } from "lit";

import { meterStyle } from "../walk-meters.js";

/** Tables of words, numbers and bars, alike in every experiment. */
export const tableStyles = css`
  ${meterStyle}
  .scroll {
    overflow-x: auto;
  }
  table {
    width: 100%;
    max-width: 44rem;
    margin-top: 12px;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    font-weight: 400;
    text-align: start;
    vertical-align: middle;
  }
  thead th {
    color: var(--muted);
    font-size: var(--small);
  }
  .number {
    text-align: end;
    white-space: nowrap;
  }
  thead .number {
    white-space: normal;
  }
`;
