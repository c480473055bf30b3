import { css } from "lit";

/** Matrices side by side. */
export const productStyles = css`
  .matrices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8);
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
    padding: var(--space-4);
    border: 1px solid var(--hairline);
    text-align: end;
  }
  .matrix th {
    padding-inline-end: var(--space-6);
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
    margin-block: var(--space-8) 0;
    text-align: center;
  }
  .matrix .ringed {
    outline: 2px solid var(--text);
  }
  @media (min-width: 56.01rem) {
    .matrices {
      gap: var(--space-16);
    }
    .matrix {
      font-size: 1.25rem;
    }
    .matrix td {
      padding: var(--space-6) var(--space-12);
    }
  }
`;
