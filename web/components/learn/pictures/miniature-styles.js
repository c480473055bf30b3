import { css } from "lit";

/** Pictures too small to be read: their lines are as thick as the page's, however small they are. */
export const miniatureStyles = css`
  .miniature {
    flex: none;
    box-sizing: border-box;
    width: 120px;
    height: 72px;
    padding: 8px;
    border-radius: var(--radius);
    background: var(--wash);
  }
  .miniature * {
    vector-effect: non-scaling-stroke;
  }
  .miniature :is(.shaft-q, .shaft-k) {
    stroke-width: 2;
  }
  .miniature .arc {
    opacity: 1;
    stroke-linecap: round;
  }
`;
