import { css } from "lit";

/** The look of the map of a layer. */
export const mapStyles = css`
  :host {
    position: relative;
    --stream: color-mix(in oklab, var(--control) 38%, var(--panel));
  }
  nav {
    position: relative;
    overflow: hidden;
    direction: ltr;
  }
  svg {
    display: block;
    position: absolute;
    max-width: none;
  }
  ol {
    position: relative;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    position: absolute;
  }
  button {
    display: block;
    width: 100%;
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: var(--radius-data);
    background: none;
    text-align: start;
    white-space: nowrap;
  }
  li:not(.below) button {
    margin-top: calc(-1 * var(--label));
  }
  li {
    --label: calc(2.25 * var(--unit));
  }
  li.below button {
    margin-top: calc(-1 * var(--high));
  }
  .label {
    display: flex;
    flex-direction: column;
    justify-content: center;
    width: max-content;
    height: var(--label);
    line-height: 1.2;
  }
  li.below button {
    display: flex;
    flex-direction: column-reverse;
  }
  .name {
    color: var(--role, inherit);
    font-size: var(--small);
    font-weight: 600;
  }
  .shape {
    color: var(--muted);
    font-size: var(--small);
  }
  button:hover .name {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  canvas {
    display: block;
    width: 100%;
    height: var(--high);
    background: var(--panel);
  }
  button[aria-current="step"] canvas {
    outline: 2px solid var(--text);
    outline-offset: 1px;
    border-radius: var(--radius-data);
  }
  button:focus-visible {
    outline-offset: 4px;
  }
  path {
    fill: none;
  }
  .lane,
  .band {
    stroke: var(--stream);
  }
  .link {
    stroke: var(--role, var(--control));
  }
  .sum circle {
    fill: var(--panel);
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .sum path {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  text {
    fill: var(--text);
    font-size: 13px;
  }
  .title {
    font-size: 16px;
    font-weight: 600;
  }
  .tie {
    stroke: var(--control);
    stroke-dasharray: 2 3;
  }
  .gate {
    fill: var(--panel);
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .words {
    max-width: var(--measure);
  }
  .words.beside {
    position: absolute;
    z-index: 1;
    top: 0;
  }
  h2 {
    margin: 0 0 var(--space-4);
    font-size: 1rem;
  }
  p {
    margin: 0 0 var(--space-16);
    color: var(--muted);
  }
  @media (forced-colors: active) {
    .lane,
    .band,
    .link,
    .tie,
    .gate,
    .sum circle,
    .sum path {
      stroke: CanvasText;
    }
    .lane,
    .band {
      stroke-opacity: 0.35;
    }
    .gate,
    .sum circle {
      fill: Canvas;
    }
    text {
      fill: CanvasText;
    }
  }
`;
