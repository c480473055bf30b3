import { css } from "lit";

import { phone, shared } from "../styles.js";

/** The dialog, and both parts in it: controls in rows. */
const rows = css`
  .head,
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8) var(--space-12);
    align-items: center;
  }
  p {
    margin: var(--space-12) 0 0;
  }
  @media ${phone} {
    .row > button {
      min-height: 44px;
    }
  }
`;

/** The dialog "Embed this". */
export const dialogStyles = [
  shared,
  rows,
  css`
    dialog {
      width: min(56rem, 100% - 24px);
      max-height: calc(100dvh - 24px);
      padding: var(--space-16) clamp(var(--space-12), 3vw, var(--space-24)) var(--space-20);
      border: 1px solid var(--hairline);
      border-radius: var(--radius);
      background: var(--panel);
      color: var(--text);
    }
    dialog::backdrop {
      background: rgb(0 0 0 / 45%);
    }
    .head {
      justify-content: space-between;
      margin-bottom: var(--space-12);
    }
    h2 {
      margin: 0;
      font-size: var(--title);
    }
    @media ${phone} {
      dialog {
        width: 100%;
        max-width: none;
        height: 100dvh;
        max-height: none;
        border: 0;
        border-radius: 0;
      }
    }
  `,
];

/** What is in the dialog: lines to paste, or a picture. */
export const partStyles = [
  shared,
  rows,
  css`
    :host {
      display: block;
      margin-top: var(--space-12);
    }
    label select {
      margin-inline-start: var(--space-6);
      color: var(--text);
    }
    textarea {
      width: 100%;
      min-height: 60px;
      margin-top: var(--space-12);
      font:
        var(--small) ui-monospace,
        monospace;
      overflow-wrap: anywhere;
      resize: vertical;
    }
    iframe,
    .picture {
      display: block;
      width: 100%;
      margin-top: var(--space-12);
      border: 1px solid var(--hairline);
      border-radius: var(--radius-button);
    }
    iframe {
      height: min(32rem, 50dvh);
    }
    .picture {
      max-height: min(32rem, 60dvh);
      overflow: auto;
    }
    img {
      display: block;
      max-width: 100%;
      height: auto;
    }
    .said:empty {
      display: none;
    }
  `,
];
