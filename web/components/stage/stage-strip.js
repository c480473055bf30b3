import { css, html } from "lit";
import { onAnyPhone } from "#breakpoints";

import { thumbnailScene } from "../../figures/index.js";
import { roleOf } from "../../figures/matrices.js";
import { showScene } from "../figure/show-scene.js";
import { operationText } from "./operation.js";
import { roleStyle, scrollShade, shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";
import { withSubscripts } from "../rich-text.js";
import { stageName } from "../../view/stage-names.js";

/** The size of every thumbnail in px. It is fixed, so that tensors of other sizes need no new layout. */
const size = Object.freeze({ width: 48, height: 36 });

/**
 * The stages of the walk, each with a thumbnail of its numbers. The reader clicks one to show it; this fires
 * "state-patch" with the stage.
 */
export class StageStrip extends ViewElement {
  static deferred = true;
  static styles = [
    shared,
    roleStyle,
    css`
      ol {
        display: flex;
        margin: 0;
        padding: 0;
        overflow-x: auto;
        ${scrollShade}
        list-style: none;
        scrollbar-width: thin;
        scroll-snap-type: x proximity;
      }
      li {
        flex: 1 0 auto;
        scroll-snap-align: center;
      }
      li:first-child {
        flex-grow: 0;
      }
      /* The operation stands before its result, on a thread: of ink up to the stage that is shown. */
      button {
        position: relative;
        display: grid;
        grid-template-columns: 1fr auto;
        grid-template-rows: auto auto;
        gap: var(--space-4) 0;
        align-items: center;
        justify-items: center;
        width: 100%;
        height: 100%;
        padding: var(--space-6) 0;
        border: 0;
        border-radius: 0;
      }
      .name {
        grid-column: 2;
        padding-inline: var(--space-4);
        color: var(--role, inherit);
        font-weight: 600;
        line-height: 1.3;
      }
      .operation {
        grid-column: 1;
        grid-row: 2;
        justify-self: stretch;
        align-self: start;
        height: calc(50% + 1px);
        padding-inline: var(--space-2);
        border-bottom: 1px solid var(--hairline);
        color: var(--muted);
        font-size: var(--small);
        line-height: 1.3;
        text-align: center;
        white-space: nowrap;
      }
      .reached .operation {
        border-bottom: 2px solid var(--text);
      }
      li:first-child .operation {
        position: absolute;
        clip-path: inset(50%);
      }
      canvas {
        grid-column: 2;
        grid-row: 2;
        box-sizing: content-box;
        width: ${size.width}px;
        height: ${size.height}px;
        padding: var(--space-2);
        border: 2px solid transparent;
        border-radius: var(--radius-button);
      }
      button:hover canvas {
        border-color: var(--hairline);
      }
      button[aria-current="step"] canvas {
        border-color: var(--text);
      }
      button:focus-visible {
        outline-offset: -3px;
      }
      /* On a phone, upright or on its side, the stages take little height, so that words and figure fit below them: small pictures
         above their names, without the operations. */
      @media screen {
        ${onAnyPhone} {
          button {
            grid-template-columns: auto;
            gap: 0;
            align-content: center;
            padding: 0 var(--space-4);
          }
          .operation {
            display: none;
          }
          .name {
            grid-column: 1;
            grid-row: 2;
            font-size: var(--small);
            line-height: 1.2;
          }
          canvas {
            grid-column: 1;
            grid-row: 1;
            width: ${0.6 * size.width}px !important; /* it was painted at the size that it has elsewhere */
            height: ${0.6 * size.height}px !important;
            padding: 0;
          }
        }
      }
      @media print {
        ol {
          flex-wrap: wrap;
          overflow: visible;
        }
        li {
          flex-grow: 0;
        }
      }
      @media (forced-colors: active) {
        button[aria-current="step"] {
          outline-color: HighlightText;
        }
        .operation {
          color: inherit;
        }
      }
    `,
  ];

  render() {
    const { t, stages, state } = this.view;
    const current = stages.indexOf(state.stage);
    return html`
      <div role=${landmark(this.view, "navigation")} aria-label=${t("walk-label")}>
        <ol>
          ${stages.map(
            (stage, at) => html`
              <li class=${at <= current ? "reached" : ""}>
                <button
                  data-stage=${stage}
                  class=${roleOf(stage)}
                  aria-current=${stage === state.stage ? "step" : "false"}
                  @click=${() => this.#go(stage)}
                >
                  <span class="name">${stageName(this.view, stage)}</span>
                  <span class="operation">${withSubscripts(operationText(this.view, stage))}</span>
                  <canvas aria-hidden="true"></canvas>
                </button>
              </li>
            `,
          )}
        </ol>
      </div>
    `;
  }

  firstUpdated() {
    // The observer calls back at the first layout and whenever the size changes.
    new ResizeObserver(() => this.#reveal()).observe(/** @type {Element} */ (this.renderRoot.querySelector("ol")));
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const { state, trace, theme } = this.view;
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    // Waits for the next frame, when all parts are drawn, because this forces a layout.
    if (before && before.state.stage !== state.stage) requestAnimationFrame(() => this.#reveal());
    if (before?.trace === trace && before.theme === theme && before.state.head === state.head) return;
    void this.paintAfterFigure(!before, () => this.#paint());
  }

  /** Paints one picture after another. */
  *#paint() {
    const { stages, state, trace, theme } = this.view;
    for (const [at, canvas] of this.renderRoot.querySelectorAll("canvas").entries()) {
      const stage = stages[at];
      if (stage !== undefined)
        yield showScene(canvas, thumbnail({ stages: [stage], head: state.head, trace, ...size, theme }));
    }
  }

  /** Scrolls the strip, but not the page, until the current stage is visible. */
  #reveal() {
    const list = this.renderRoot.querySelector("ol");
    const current = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[aria-current="step"]'));
    if (!list || !current) return;
    const middle = current.offsetLeft + current.offsetWidth / 2 - list.offsetLeft;
    list.scrollTo({ left: middle - list.clientWidth / 2 });
  }

  /** Shows a stage: fires "state-patch". @param {string} stage */
  #go(stage) {
    this.patch({ stage });
  }
}

/**
 * A stage's thumbnail, in the middle of the available place.
 * @param {Parameters<typeof thumbnailScene>[0]} view
 */
function thumbnail(view) {
  const scene = thumbnailScene(view);
  const middle = (/** @type {"width" | "height"} */ side) => Math.floor((size[side] - scene[side]) / 2);
  const [right, down] = [middle("width"), middle("height")];
  const moved = scene.matrices.map((matrix) => ({ ...matrix, x: matrix.x + right, y: matrix.y + down }));
  return { ...scene, ...size, matrices: moved };
}

customElements.define("attention-stage-strip", StageStrip);
