import { css } from "lit";

export const givenStyles = css`
  section {
    padding: var(--space-16) var(--space-20);
  }
  h2 {
    margin: 0 0 var(--space-8);
  }
  p {
    margin: var(--space-8) 0;
  }
  .list {
    max-height: 16rem;
    overflow: auto;
  }
  th {
    text-align: start;
    font-weight: normal;
    overflow-wrap: anywhere;
  }
  td,
  th {
    padding: var(--space-2) var(--space-16) var(--space-2) 0;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: var(--space-12) var(--space-20);
    align-items: end;
    margin: var(--space-12) 0;
  }
  .choices label {
    display: grid;
    gap: var(--space-4);
    min-width: 0;
  }
  .choices .wide {
    grid-column: 1 / -1;
  }
  .choices .switch {
    display: flex;
    gap: var(--space-8);
    align-items: center;
  }
  select,
  input[type="text"] {
    width: 100%;
    min-width: 0;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8) var(--space-12);
    align-items: center;
  }
`;
