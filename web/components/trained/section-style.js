import { css } from "lit";

/** The look of a section below the figure. */
export const sectionStyle = css`
  section {
    margin-top: 20px;
    padding-top: 12px;
    border-top: 1px solid var(--hairline);
  }
  h2 {
    margin: 0 0 8px;
    font-size: 1rem;
  }
`;
