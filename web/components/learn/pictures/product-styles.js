import { css } from "lit";

/** Matrices side by side. */
export const productStyles = css`
  .matrices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: center;
  }
  .matrix {
    border-collapse: collapse;
    font-size: var(--small);
  }
  .matrix caption {
    color: var(--muted);
  }
  .matrix td {
    padding: 4px 5px;
    border: 1px solid var(--hairline);
    text-align: end;
  }
  .matrix th {
    padding-inline-end: 6px;
    font-weight: 400;
    text-align: end;
  }
  .matrix.Q td {
    color: var(--role-Q);
  }
  .matrix .used {
    background: var(--wash);
    font-weight: 700;
  }
  .worked-out {
    margin-block: 8px 0;
    text-align: center;
  }
  .matrix .ringed {
    outline: 2px solid var(--text);
  }
  @media (min-width: 56.01rem) {
    .matrices {
      gap: 16px;
    }
    .matrix {
      font-size: 1.25rem;
    }
    .matrix td {
      padding: 6px 12px;
    }
  }
`;
