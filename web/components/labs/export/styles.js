import { css } from "lit";

/** Rows of buttons, what is handed out, and what was said of it. */
export const exportStyles = css`
  h4 {
    margin: 0 0 8px;
    font-size: 1rem;
  }
  p {
    max-width: var(--measure);
    margin: 8px 0 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .row + .row {
    margin-top: 8px;
  }
  pre {
    max-height: 24rem;
    margin: 12px 0 0;
    padding: 12px;
    border: 1px solid var(--hairline);
    border-radius: 8px;
    background: var(--background);
    overflow: auto;
    font-size: var(--small);
    line-height: 1.45;
    tab-size: 2;
  }
  textarea {
    width: 100%;
    min-height: 60px;
    padding: 8px 10px;
    border: 1px solid var(--control);
    border-radius: 8px;
    background: var(--panel);
    color: inherit;
    font:
      var(--small) ui-monospace,
      monospace;
    overflow-wrap: anywhere;
    resize: vertical;
  }
  .said:empty {
    display: none;
  }
  .said {
    margin: 0;
  }
`;
