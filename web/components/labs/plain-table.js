import { css } from "lit";

/** A table of small numbers that scrolls sideways where it must: what grids and benches share. */
export const plainTable = css`
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: var(--small);
  }
  th,
  td {
    text-align: end;
  }
  th {
    color: var(--muted);
    font-weight: 400;
  }
`;
