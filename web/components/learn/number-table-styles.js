import { css } from "lit";

import { phone, scrollShade } from "../styles.js";

/** Numbers beside a step: tables, strips of a spread, and clocks. */
export const numberTableStyles = css`
  .numbers {
    margin-bottom: var(--space-16);
    overflow-x: auto;
    ${scrollShade}
  }
  .numbers :is(th, td) {
    padding: var(--space-2) 0 var(--space-2) var(--space-4);
    font-size: var(--small);
    text-align: end;
    white-space: nowrap;
  }
  .numbers thead th {
    white-space: normal;
  }
  .numbers tbody th {
    padding-inline: 0 var(--space-4);
    font-weight: 400;
    text-align: start;
  }
  .numbers .difference {
    color: var(--text);
    font-weight: 600;
  }
  .numbers .difference.zero {
    color: var(--muted);
    font-weight: 400;
  }
  .strips {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: var(--space-4) var(--space-8);
    align-items: center;
    margin-bottom: var(--space-16);
  }
  .strips svg {
    width: 100%;
    height: 20px;
    background: var(--hairline);
  }
  .strips path {
    stroke: var(--text);
    opacity: 0.5;
    vector-effect: non-scaling-stroke;
  }
  .clocks {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8) var(--space-16);
    margin-bottom: var(--space-16);
    text-align: center;
  }
  .clocks svg {
    display: block;
    width: 64px;
    margin: 0 auto;
    fill: none;
    stroke: var(--control);
    stroke-width: 0.03;
  }
  .clocks path {
    stroke: var(--text);
    stroke-width: 0.1;
  }
  @media not all and ${phone} {
    .phone {
      display: none;
    }
  }
`;
