import { css } from "lit";

/** The words that one word looks at. */
export const lineStyles = css`
  .line {
    position: relative;
    padding-top: var(--space-24);
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-24) var(--space-4);
  }
  .token {
    position: relative;
    display: inline-block;
    min-width: 3.25rem; /* twelve of them stand on one line of a laptop's screen */
    max-width: 100%;
    overflow-wrap: break-word; /* a reader's own word may be as long as a line */
    min-height: 52px;
    padding: var(--space-2) var(--space-4) 18px; /* below it, its weight */
    border: 1px solid transparent;
    border-radius: var(--radius-button);
    background: none;
    font-size: 1.125rem;
    line-height: 1.4;
    text-align: center;
  }
  button.token {
    padding-block: var(--space-8);
    border-color: var(--hairline);
  }
  .token.looks {
    border-color: var(--text);
    box-shadow: 0 0 0 1px var(--text);
  }
  .token.given {
    border: 1px dashed var(--text);
  }
  .token.first {
    background: var(--weights-soft);
  }
  .line small {
    color: var(--muted);
    font-size: var(--small);
    white-space: nowrap;
  }
  .token small {
    position: absolute;
    bottom: 1px;
    left: 50%;
    letter-spacing: -0.03em; /* "> 99.9 %" within the narrowest frame */
    transform: translateX(-50%);
  }
  @media (min-width: 56.01rem) {
    /* As wide as the figure: a sentence of twelve tokens stands on one line of a laptop's screen. */
    .drawn.line {
      margin-inline: calc(-1 * var(--space-20));
    }
  }
  .looking {
    margin: 0 0 var(--space-32);
  }
`;
