import { css } from "lit";

/** Lines of controls and what came of them, alike in every experiment. */
export const formStyles = css`
  p {
    max-width: var(--measure);
    margin: 0 0 8px;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    align-items: center;
  }
  .controls label,
  .controls .group {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    min-height: 36px;
  }
  select {
    max-width: 100%;
  }
  .controls label {
    max-width: 100%;
  }
  input[type="number"] {
    width: 8rem;
  }
  input[type="range"] {
    width: 9rem;
  }
  output {
    min-width: 3ch;
  }
  .expect {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .expect legend {
    margin-bottom: 8px;
    padding: 0;
    font-weight: 600;
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    column-gap: 20px;
    margin-top: 16px;
  }
  /* Name, figure and note of one side stand level with those of the next. */
  .sides figure {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    grid-template-columns: minmax(0, 1fr);
    row-gap: 0;
    min-width: 0;
    margin: 0 0 16px;
  }
  .sides figcaption {
    margin-bottom: 4px;
    font-weight: 600;
  }
  .result {
    margin-top: 12px;
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--accent);
  }
  .result p:last-child {
    margin: 0;
  }
  /* It is focused to be read on from; nothing can be done there. */
  .result:focus {
    outline: none;
  }
  .expected {
    font-weight: 600;
  }
`;
