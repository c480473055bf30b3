import { css } from "lit";

import { phone } from "../styles.js";

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
    gap: var(--space-12);
    align-items: center;
    margin-block: var(--space-16);
  }
  .path-list {
    --miniature: 120px;
    /* Where the thread meets a lesson: beside the middle of its picture. */
    --knot: calc(8px + var(--miniature) * 0.3);
    margin: 0 0 var(--space-24);
    padding: 0;
    list-style: none;
    counter-reset: lesson;
  }
  .path-list li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--space-16);
    align-items: center;
    min-height: calc(var(--knot) * 2);
    box-sizing: border-box;
    padding-block: var(--space-8);
    padding-inline-start: 44px; /* of the thread and its knots */
    break-inside: avoid;
    counter-increment: lesson;
  }
  .path-list li a {
    padding-block: var(--space-2);
    font-size: 1.125rem;
    line-height: 1.3;
  }
  /* All of a lesson's place leads to it. */
  .path-list li a::after,
  .abilities li a::after {
    content: "";
    position: absolute;
    inset: 0;
  }
  .path-list li p {
    margin: 0;
  }
  .path-list p > * {
    display: block;
  }
  /* The thread: inked as far as the reader has come. */
  .path-list li:not(:last-child)::after {
    content: "";
    position: absolute;
    inset-inline-start: 14px;
    top: var(--knot);
    bottom: calc(var(--knot) * -1);
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
    top: calc(var(--knot) - 15px);
    width: 30px;
    height: 30px;
    border: 2px solid var(--control);
    border-radius: var(--radius-round);
    background: var(--background);
    font-size: var(--small);
    font-weight: 600;
    line-height: 26px;
    text-align: center;
  }
  .path-list li[aria-current] .miniature {
    outline: 2px solid var(--text);
  }
  .path-list .end .miniature {
    background: var(--weights-soft);
  }
  .path-list li[aria-current]::before {
    border-color: var(--text);
  }
  .path-list li.done::before {
    content: "✓" / "";
    border-color: var(--text);
    background: var(--text);
    color: var(--panel);
    print-color-adjust: exact;
  }
  .path-list li.end::before {
    content: "⚑" / "";
    border-color: var(--role-weights);
    color: var(--role-weights);
  }
  .groups {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr));
    gap: var(--space-8) var(--space-32);
  }
  h4 {
    margin: var(--space-8) 0 var(--space-4);
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
    gap: var(--space-12);
    justify-content: space-between;
    border-top: 1px solid var(--hairline);
  }
  .groups li span {
    flex: none;
    align-self: center;
  }
  .contents :is(.groups, .ways-on) a {
    padding-block: var(--space-6);
  }
  .groups a,
  .abilities a {
    text-decoration-color: var(--control);
  }
  .abilities {
    --miniature: 100px;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
    gap: 0 var(--space-32);
    font-size: 1.125rem;
  }
  .abilities li {
    position: relative;
    display: flex;
    gap: var(--space-12);
    align-items: center;
    padding: var(--space-8) 0;
    border-top: 1px solid var(--hairline);
    break-inside: avoid;
  }
  .abilities li::before {
    content: "○" / "";
    flex: none;
    width: 1em;
    text-align: center;
  }
  .abilities .able::before {
    content: "✓" / "";
    font-weight: 600;
  }
  .ways-on {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
    gap: var(--space-12) var(--space-24);
  }
  .ways-on li {
    padding-top: var(--space-8);
    border-top: 2px solid var(--text);
  }
  .ways-on :is(a, span) {
    display: block;
  }
  .ways-on a {
    font-weight: 600;
  }
  /* Two columns of four: the seven lessons and the finish stand on one screen. */
  @media (min-width: 56rem) {
    .path-list {
      display: grid;
      grid-template-rows: repeat(4, auto);
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
      gap: 0 var(--space-32);
    }
    .path-list li:nth-child(4)::after {
      bottom: 8px;
    }
  }
  /* On a phone the words stand beside the thread, and the pictures at the edge. */
  @media ${phone} {
    .path-list {
      --miniature: 100px;
    }
    .path-list li {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 var(--space-12);
    }
    .path-list .miniature {
      order: 1;
    }
    .abilities {
      --miniature: 80px;
    }
  }
  @media (pointer: coarse) {
    .contents :is(.groups, .ways-on) a {
      padding-block: var(--space-8);
    }
  }
`;
