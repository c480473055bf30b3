import { css } from "lit";

export const givenStyles = css`
  section {
    padding: 16px 20px;
  }
  h2 {
    margin: 0 0 8px;
  }
  p {
    margin: 8px 0;
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
    padding: 2px 16px 2px 0;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: 12px 20px;
    align-items: end;
    margin: 12px 0;
  }
  .choices label {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
  .choices .wide {
    grid-column: 1 / -1;
  }
  .choices .switch {
    display: flex;
    gap: 8px;
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
    gap: 8px 12px;
    align-items: center;
  }
`;
