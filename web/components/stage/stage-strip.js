import { css, html } from "lit";
import { onAnyPhone } from "#breakpoints";

import { thumbnailScene } from "../../figures/index.js";
import { showScene } from "../figure/show-scene.js";
import { operationText } from "./operation.js";
import { scrollShade, shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";
import { withSubscripts } from "../rich-text.js";
import { stageName } from "../../view/stage-names.js";

/** The size of every thumbnail in px. It is fixed, so that tensors of other sizes need no new layout. */
const size = Object.freeze({ width: 64, height: 44 });

/**
 * The stages of the walk, each with a thumbnail of its numbers. The reader clicks one to show it; this fires
 * "state-patch" with the stage.
 */
export class StageStrip extends ViewElement {
  static deferred = true;
  static styles = [
    shared,
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
        flex: 1 0 calc(5.5 * var(--unit));
        scroll-snap-align: center;
      }
      li + li {
        border-inline-start: 1px solid var(--hairline);
      }
      button {
        display: flex;
        flex-direction: column;
        width: 100%;
        height: 100%;
        min-height: 112px;
        padding: 10px 12px;
        border: 0;
        border-bottom: 3px solid transparent;
        border-radius: 0;
        background: none;
        text-align: start;
      }
      button:hover {
        background: var(--background);
      }
      button[aria-current="step"] {
        border-bottom-color: var(--role-weights);
        background: var(--weights-soft);
      }
      button:focus-visible {
        outline-offset: -3px;
      }
      .name {
        font-weight: 600;
        line-height: 1.3;
      }
      .operation {
        color: var(--muted);
        font-size: var(--small);
        white-space: nowrap;
      }
      canvas {
        width: ${size.width}px;
        height: ${size.height}px;
        margin-top: auto;
      }
      /* On a phone, upright or on its side, the stages take little height, so that words and figure fit below them. */
      @media screen {
        ${onAnyPhone} {
          li {
            flex-basis: auto;
          }
          button {
            min-height: 0;
            padding: 4px 12px;
          }
          canvas {
            display: none;
          }
        }
      }
      @media print {
        ol {
          flex-wrap: wrap;
          overflow: visible;
        }
        li {
          flex: 0 0 calc(6.5 * var(--unit));
        }
      }
      @media (forced-colors: active) {
        button {
          border-bottom-color: Canvas;
        }
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
    return html`
      <div class="card" role=${landmark(this.view, "navigation")} aria-label=${t("walk-label")}>
        <ol>
          ${stages.map(
            (stage) => html`
              <li>
                <button
                  data-stage=${stage}
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

  #paint() {
    const { run, stages, state, trace, theme } = this.view;
    if (run.isFree) return;
    this.renderRoot.querySelectorAll("canvas").forEach((canvas, at) => {
      const stage = stages[at];
      if (stage === undefined) return;
      showScene(canvas, thumbnail({ stages: [stage], head: state.head, trace, ...size, theme }));
    });
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
 * A stage's thumbnail, at the bottom of the available height.
 * @param {Parameters<typeof thumbnailScene>[0]} view
 */
function thumbnail(view) {
  const scene = thumbnailScene(view);
  const down = size.height - scene.height;
  return { ...scene, ...size, matrices: scene.matrices.map((matrix) => ({ ...matrix, y: matrix.y + down })) };
}

customElements.define("attention-stage-strip", StageStrip);
