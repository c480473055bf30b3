import { css } from "lit";

/** Controls in a line, or stacked in a group. */
export const controlStyles = css`
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8) var(--space-24);
    align-items: start;
  }
  .slider,
  .switch,
  .choice,
  .optional {
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 0 var(--space-8);
    align-items: center;
  }
  .switch,
  .optional,
  .choice {
    grid-template-columns: auto 1fr;
  }
  .slider > :not(.what),
  .switch > label,
  .choice > label,
  .optional > label {
    min-height: 36px;
    align-content: center;
  }
  .what {
    grid-column: 1 / -1;
    margin: var(--space-2) 0 0;
    line-height: 1.3;
  }
  .value {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: 1fr auto;
    gap: 0 var(--space-8);
    align-items: center;
  }
  input[type="range"] {
    width: calc(6 * var(--unit));
    min-width: 0;
    min-height: 24px;
  }
  /* A slider and, on the line below its handle, the ring where that was: neither the ring nor its target moves anything. */
  .track {
    position: relative;
    display: grid;
    min-height: 36px;
    align-items: center;
  }
  .former {
    --target: 24px;
    --handle: 16px;
    position: absolute;
    top: 24px;
    inset-inline-start: calc((100% - var(--handle)) * var(--share) + (var(--handle) - var(--target)) / 2);
    width: var(--target);
    min-height: var(--target);
    padding: 0;
    border: 0;
  }
  .former::before {
    position: absolute;
    top: 1px;
    inset-inline-start: calc(50% - 5px);
    width: 10px;
    height: 10px;
    border: 2px solid var(--text);
    border-radius: var(--radius-round);
    content: "";
  }
  .former:hover::before {
    background: var(--text);
  }
  @media (pointer: coarse) {
    .former {
      --target: 44px;
    }
  }
  @media print {
    .former {
      display: none;
    }
  }
  input[type="number"] {
    width: calc(5.5 * var(--unit));
    padding-inline: var(--space-8) var(--space-4);
  }
  .line input[type="number"] {
    width: calc(4.5 * var(--unit));
  }
  input[type="checkbox"] {
    width: 18px;
    height: 18px;
    margin: 3px; /* together as large as a target has to be */
  }
  output {
    min-width: 2ch;
  }
  .seed input {
    width: calc(8 * var(--unit));
  }
  .choice select {
    min-width: 0;
    max-width: 100%;
  }
  fieldset {
    display: grid;
    gap: var(--space-8);
    align-content: start;
    min-width: 0;
    margin: 0;
    padding-block: 0;
    padding-inline: 0;
    border: 0;
  }
  legend {
    padding: 0;
    font-weight: 600;
  }
  fieldset .slider {
    grid-template-columns: auto minmax(calc(4 * var(--unit)), 1fr) auto;
  }
  textarea {
    display: block;
    width: 100%;
    resize: none;
    line-height: 1.4;
  }
  fieldset input[type="range"] {
    width: 100%;
  }
  fieldset .seed {
    grid-template-columns: auto auto 1fr;
  }
  fieldset .seed button {
    justify-self: start;
  }
  fieldset input[type="text"] {
    width: 100%;
  }
`;
