import { css } from "lit";

/** The words that one word looks at. */
export const lineStyles = css`
  .line {
    position: relative;
    padding-top: 24px;
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 26px 4px;
  }
  .token {
    position: relative;
    display: inline-block;
    min-width: 3.25rem; /* twelve of them stand on one line of a laptop's screen */
    max-width: 100%;
    overflow-wrap: break-word; /* a reader's own word may be as long as a line */
    min-height: 52px;
    padding: 3px 5px 17px;
    border: 1px solid transparent;
    border-radius: 8px;
    background: none;
    font-size: 1.125rem;
    line-height: 1.4;
    text-align: center;
  }
  button.token {
    padding-block: 10px;
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
    .drawn.line {
      margin-inline: -20px; /* as wide as the figure: a sentence of twelve tokens stands on one line of a laptop's screen */
    }
  }
  .looking {
    margin: 0 0 36px;
  }
`;
