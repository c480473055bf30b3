import { css } from "lit";

/** Small maps of attention weights, two beside each other; on a phone all four. */
export const mapsStyles = css`
  .head-maps {
    display: grid;
    grid-template-columns: repeat(2, auto);
    justify-content: center;
    gap: 8px 24px;
  }
  .head-maps > * {
    display: grid;
    justify-items: center;
    gap: 2px;
    padding: 6px 10px;
    text-align: center;
  }
  .head-maps svg {
    display: block;
    width: clamp(84px, 21svh, 190px);
  }
  .head-maps small {
    min-height: 1.4em;
    color: var(--muted);
  }
  .head-maps .ground {
    fill: var(--weights-soft);
  }
  .head-maps .weight {
    fill: var(--role-weights);
  }
  .head-maps .itself {
    stroke: var(--muted);
    stroke-width: 0.75;
    stroke-dasharray: 1 3;
  }
  .head-maps .off svg {
    opacity: 0.25;
  }
  .maps .says {
    margin: 8px 0 0;
    text-align: center;
  }
  .maps .says:first-child {
    margin: 0 0 8px;
  }
  @media (max-width: 56rem) {
    .head-maps {
      grid-template-columns: repeat(4, minmax(0, 8.5rem));
      gap: 6px;
      font-size: var(--small);
    }
    .head-maps > * {
      padding: 4px 2px;
    }
    .head-maps svg {
      width: 100%;
      max-width: 18svh;
    }
  }
`;
