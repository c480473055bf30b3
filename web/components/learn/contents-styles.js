import { css } from "lit";

/** The list of lessons, and the finish. */
export const contentsStyles = css`
  .contents {
    max-width: 60rem;
  }
  .lead {
    max-width: var(--measure);
    font-size: 1.125rem;
  }
  .start {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: center;
    margin-block: 16px;
  }
  .path-list {
    margin: 0;
    padding: 0;
    list-style: none;
    counter-reset: lesson;
  }
  .path-list li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: baseline;
    padding-block: 8px;
    padding-inline-start: 44px;
    counter-increment: lesson;
  }
  .path-list li a {
    font-size: 1.125rem;
  }
  /* The thread: inked as far as the reader has come. */
  .path-list li:not(:last-child)::after {
    content: "";
    position: absolute;
    inset-inline-start: 14px;
    top: 1.5rem;
    bottom: -1.5rem;
    border-inline-start: 2px solid var(--hairline);
  }
  .path-list li.done::after {
    border-color: var(--text);
  }
  .path-list li::before {
    content: counter(lesson);
    position: absolute;
    z-index: 1;
    inset-inline-start: 0;
    top: 8px;
    width: 30px;
    height: 30px;
    border: 2px solid var(--control);
    border-radius: 50%;
    background: var(--background);
    font-size: var(--small);
    font-weight: 600;
    line-height: 26px;
    text-align: center;
  }
  .path-list li[aria-current]::before {
    border-color: var(--text);
  }
  .path-list li.done::before {
    content: "✓" / "";
    border-color: var(--text);
    background: var(--text);
    color: var(--panel);
  }
  .path-list li.end::before {
    content: "⚑" / "";
    border-color: var(--role-weights);
    color: var(--role-weights);
  }
  .groups {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr));
    gap: 8px 32px;
  }
  h4 {
    margin: 8px 0 4px;
    font-size: 1rem;
  }
  h4 a {
    display: inline-block;
    min-height: 24px;
  }
  .groups ul,
  .ways-on,
  .abilities {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .groups li {
    display: flex;
    gap: 12px;
    justify-content: space-between;
    border-top: 1px solid var(--hairline);
  }
  .groups li span {
    flex: none;
    align-self: center;
  }
  .contents li a {
    padding-block: 6px;
  }
  .groups a,
  .abilities a {
    text-decoration-color: var(--control);
  }
  .abilities {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr));
    gap: 0 32px;
    font-size: 1.125rem;
  }
  .abilities li {
    display: flex;
    padding: 6px 0;
    border-top: 1px solid var(--hairline);
  }
  .abilities li::before {
    content: "○" / "";
    flex: none;
    width: 1.5em;
  }
  .abilities .able::before {
    content: "✓" / "";
  }
  .ways-on {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
    gap: 12px 24px;
  }
  .ways-on li {
    padding-top: 8px;
    border-top: 2px solid var(--text);
  }
  .ways-on :is(a, span) {
    display: block;
  }
  .ways-on a {
    font-weight: 600;
  }
  @media (pointer: coarse) {
    .contents li a {
      padding-block: 10px;
    }
  }
`;
