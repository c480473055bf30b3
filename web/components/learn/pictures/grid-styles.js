import { css, unsafeCSS } from "lit";

/** How strong the colour of a cell is, in tenths: no style may stand in the markup. */
const strengths = unsafeCSS(
  Array.from({ length: 11 }, (_, tenth) => `.grid .s${tenth} { --strength: ${10 * tenth}%; }`).join("\n"),
);

/** Scores or attention weights as a table. */
export const gridStyles = css`
  .grid {
    margin: 0 auto;
    border-collapse: separate;
    border-spacing: 2px;
    table-layout: fixed;
  }
  .grid th {
    padding: var(--space-2) var(--space-4);
    color: var(--muted);
    font-size: var(--small);
    font-weight: 400;
  }
  .grid tbody th {
    text-align: end;
  }
  .grid td:not(.corner) {
    width: 44px;
    height: 40px;
    padding: 0;
    background: color-mix(in oklab, var(--cell, var(--panel)) var(--strength, 0%), var(--weights-soft));
    font-size: var(--small);
    text-align: center;
  }
  .grid td.share {
    --cell: color-mix(in oklab, var(--role-weights) 54%, var(--weights-soft));
  }
  .grid td.plus {
    --cell: color-mix(in oklab, var(--plus) 80%, var(--weights-soft));
  }
  .grid td.minus {
    --cell: color-mix(in oklab, var(--minus) 45%, var(--weights-soft));
  }
  .grid td.off {
    background: repeating-linear-gradient(45deg, var(--hairline) 0 2px, transparent 2px 6px);
  }
  .grid td.right-cell {
    outline: 2px solid var(--text);
  }
  .grid td.given:not(.right-cell) {
    outline: 2px dashed var(--text);
  }
  .grid button {
    width: 100%;
    height: 100%;
    min-height: 40px;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
  }
  .grid button:hover {
    outline: 2px solid var(--control);
  }
  ${strengths}
`;
