import { css } from "lit";

/** The numbers of a picture: to see where there is room, else only to hear. */
export const numbersBehindStyles = css`
  .behind table {
    width: 100%;
    max-width: 30rem;
    margin: var(--space-12) auto 0;
    border-collapse: collapse;
    font-size: var(--small);
  }
  .behind :is(th, td) {
    padding: var(--space-2) var(--space-8);
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: end;
  }
  .behind th:first-child {
    text-align: start;
  }
  @media (max-width: 56rem), (max-height: 52rem) {
    .behind {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
