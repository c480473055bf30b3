import { css } from "lit";

/** What one drags in a picture, and the slider that does the same. */
export const dragStyles = css`
  .picture .handle {
    cursor: grab;
  }
  /* Not of the group: browsers ask what is drawn under the finger, and a group draws nothing. */
  .picture .handle * {
    touch-action: none;
  }
  .picture .grip {
    fill: transparent;
  }
  .picture .rod {
    stroke: var(--text);
    stroke-width: 3;
  }
  .picture .handle circle:not(.grip, .ring) {
    fill: var(--text);
  }
  .picture .handle .arrows {
    fill: none;
    stroke: var(--panel);
    stroke-width: 1.5;
  }
  .picture .ring {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
    stroke-dasharray: 3 3;
  }
  .range {
    display: grid;
    grid-template-columns: auto 1fr 3rem;
    gap: var(--space-8);
    align-items: center;
    max-width: 36rem;
    margin: var(--space-4) auto 0;
    font-size: var(--small);
  }
  .range input {
    width: 100%;
    min-width: 0;
  }
  .range output {
    text-align: end;
  }
`;
