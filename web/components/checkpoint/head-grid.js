import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";

import { percentText } from "../../figures/numbers.js";
import { attendsTo } from "../../checkpoints/attends.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/attends.js").Attends} Attends */

/**
 * How many heads of a layer one canvas shows, over their buttons: browsers keep a layer of graphics for each canvas, so that one for
 * each head would take longer to lay out and to draw than all else in the place.
 */
const TOGETHER = 16;

/** The heads that a canvas of the grid shows. @param {number} first @param {number} heads of the model */
export const headsTogether = (first, heads) =>
  Array.from({ length: Math.min(TOGETHER, heads - first) }, (_, at) => first + at);

/**
 * What a head does most, of what is measured.
 * @param {Attends | undefined} measured
 * @returns {{does: string, share: number}} does: none where nothing can be measured
 */
export function mostOf(measured) {
  const shares = attendsTo.flatMap((does) => {
    const share = measured?.[does] ?? null;
    return share === null ? [] : [{ does: /** @type {string} */ (does), share }];
  });
  return shares.reduce((most, each) => (each.share > most.share ? each : most), { does: "none", share: 0 });
}

/**
 * @param {Translate} t
 * @param {LayerWalked} walked
 * @param {number} head
 * @param {boolean} isChosen
 * @param {(at: {layer: number, head: number}) => void} choose
 */
function headButton(t, { layer, heads }, head, isChosen, choose) {
  const { does, share } = mostOf(heads[head]);
  const words = { layer: layer + 1, head: head + 1, does, share: percentText(share, 0) };
  return html`<button
    data-at="${layer}.${head}"
    tabindex=${isChosen ? 0 : -1}
    aria-pressed=${isChosen}
    aria-label=${t("open-cell", words)}
    @click=${() => choose({ layer, head })}
  ></button>`;
}

/**
 * A small map of each head, a column for each layer: one stop of the Tab key, in which the arrow keys move.
 * @param {Translate} t
 * @param {readonly LayerWalked[]} layers those that have been walked
 * @param {{layers: number, heads: number}} summary
 * @param {{layer: number, head: number}} chosen
 * @param {(at: {layer: number, head: number}) => void} choose
 */
export function headGrid(t, layers, { heads }, chosen, choose) {
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [across = 0, down = 0] = step;
    const layer = Math.min(layers.length - 1, Math.max(0, chosen.layer + across));
    const head = Math.min(heads - 1, Math.max(0, chosen.head + down));
    choose({ layer, head });
    const table = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement | null} */ (table.querySelector(`[data-at="${layer}.${head}"]`))?.focus();
  };
  return html`<scroll-box .name=${t("open-grid")}>
    <table class="grid" @keydown=${key}>
      <caption class="visually-hidden">
        ${t("open-grid")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t("open-layer")}</th>
          ${layers.map(({ layer }) => html`<th scope="col">${layer + 1}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          { length: heads },
          (_, head) =>
            html`<tr>
              <th scope="row">${t("open-head")} ${head + 1}</th>
              ${layers.map((walked) => {
                const isChosen = walked.layer === chosen.layer && head === chosen.head;
                return html`<td>
                  ${
                    head % TOGETHER === 0
                      ? html`<div class="maps" aria-hidden="true">
                          <canvas data-layer=${walked.layer} data-head=${head}></canvas>
                        </div>`
                      : nothing
                  }
                  ${guard([t, walked, isChosen], () => headButton(t, walked, head, isChosen, choose))}
                </td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </scroll-box>`;
}
