import { css } from "lit";
import { onAnyPhone } from "#breakpoints";

/** A figure, the controls above it, and the tables behind it. */
export const figureStyles = css`
  .above {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-20);
    align-items: end;
    justify-content: flex-end;
  }
  attention-head-picker {
    margin-inline-end: auto;
  }
  .enlarge {
    margin-bottom: var(--space-12);
  }
  .badge {
    flex: 1 0 100%;
    margin: 0 0 var(--space-8);
    color: var(--role-output);
    font-weight: 600;
    font-size: var(--small);
  }
  .badge span {
    display: inline-block;
    padding: 0 var(--space-8);
    border: 1px solid currentColor;
    border-radius: var(--radius-button);
  }
  .trained {
    color: var(--role-weights);
  }
  .heads {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-6);
    margin: 0 0 var(--space-12);
    padding: 0;
    border: 0;
  }
  .picture-toggle button,
  .enlarge {
    min-height: 32px;
    padding: var(--space-2) var(--space-12);
  }
  .reserved,
  attention-motion-player {
    display: flow-root; /* the margin of what is in it stays within */
    min-height: 80px; /* of the player, which appears here a moment later */
  }
  @media (pointer: coarse) {
    .reserved,
    attention-motion-player {
      min-height: 100px; /* its slider is higher there */
    }
  }
  .player p {
    margin: var(--space-12) 0 0;
  }
  .scroll {
    position: relative;
    overflow-x: auto;
    overscroll-behavior-x: contain;
  }
  .frame {
    position: relative;
    width: max-content;
    margin: 0 auto;
  }
  .marker {
    position: absolute;
    outline: 3px solid var(--text);
    outline-offset: 1px;
    pointer-events: none;
  }
  canvas {
    display: block;
    object-position: 0 0;
    cursor: crosshair;
    touch-action: manipulation; /* two fingers zoom, so that small cells can be tapped */
  }
  tbody th {
    position: sticky;
    inset-inline-start: 0;
    background: var(--panel);
  }
  td[aria-selected="true"] {
    box-shadow: inset 0 0 0 2px var(--text);
  }
  /* On a phone, upright or on its side, the badge and the choices share lines. */
  ${onAnyPhone} {
    .above {
      gap: var(--space-6);
      align-items: center;
      justify-content: flex-start;
    }
    .badge,
    .heads,
    .enlarge {
      flex: 0 auto;
      margin: 0;
    }
    .badge span {
      padding: 0 var(--space-6);
    }
    .picture-toggle button,
    .enlarge {
      padding: var(--space-2) var(--space-8);
      font-size: var(--small);
    }
    attention-head-picker,
    .enlarge {
      order: 1;
      min-width: 0;
    }
    .enlarge {
      margin-inline-start: auto;
    }
  }
  /* A figure that is wider than the paper is drawn smaller. */
  @media print {
    .frame {
      width: auto;
    }
    canvas {
      max-width: 100%;
      height: auto !important;
      margin: 0 auto;
    }
    .above > :not(.badge),
    .player,
    attention-motion-player,
    .hint.hint {
      display: none;
    }
  }
  .hint {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-16);
    justify-content: space-between;
    margin: var(--space-8) 0 0;
  }
  .instead {
    position: absolute;
    inset-inline-start: 0;
  }
  .hint > :has(+ .instead) {
    visibility: hidden;
  }
`;
