import { css } from "lit";

/** Pictures too small to be read: however small they are, their lines are as thick as a line must be to be seen. */
export const miniatureStyles = css`
  .miniature {
    flex: none;
    box-sizing: border-box;
    width: var(--miniature, 120px);
    aspect-ratio: 5 / 3;
    padding: calc(var(--miniature, 120px) / 15); /* as in the picture of a lesson itself */
    border-radius: var(--radius);
    background: var(--wash);
    print-color-adjust: exact;
  }
  .miniature * {
    vector-effect: non-scaling-stroke;
  }
  .miniature .axis {
    opacity: 0.5;
  }
  .miniature :is(.shaft-q, .shaft-k) {
    stroke-width: 2;
  }
  .miniature .tip-q {
    stroke: var(--role-Q);
    stroke-width: 2;
  }
  .miniature .tip-k {
    stroke: var(--role-K);
    stroke-width: 2;
  }
  .miniature circle.plus {
    stroke: var(--plus);
    stroke-width: 3;
  }
  .miniature circle.minus {
    stroke: var(--minus);
    stroke-width: 3;
  }
  .miniature circle.ink {
    stroke: var(--text);
    stroke-width: 5;
  }
  .miniature .not-yet {
    fill: none;
    stroke: var(--role-weights);
  }
  .miniature .hatch {
    stroke-width: 1;
  }
  .miniature .arc {
    opacity: 1;
    stroke-linecap: round;
  }
`;
