import { css } from "lit";

/** The look of a section below the figure. */
export const sectionStyle = css`
  section {
    margin-top: var(--space-20);
    padding-top: var(--space-12);
    border-top: 1px solid var(--hairline);
  }
  h2 {
    margin: 0 0 var(--space-8);
    font-size: 1rem;
  }
`;
