import { css } from "lit";

/** Lines of controls and what came of them, alike in every experiment. */
export const formStyles = css`
  p {
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
    width: 10rem;
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
  .result {
    margin-top: 12px;
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--accent);
  }
  .result p:last-child {
    margin: 0;
  }
  .expected {
    font-weight: 600;
  }
`;
