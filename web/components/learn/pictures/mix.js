import { html, nothing, svg } from "lit";

import { percent, written } from "../../../course/reading.js";
import { changeEdits } from "../../../state/edits.js";
import { rangeFor } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 262];
const rowHeight = 44;
/** Where words, shares and the two columns of values begin. */
const [shareAt, valuesAt] = [74, 150];
const columnWidth = 100;
/** How long the largest value is: beside it there is room for its number. */
const longest = 64;
const sumAt = 4 * rowHeight + 24;

/**
 * Values as rows of bars, one for each column; each is multiplied with its word's share, and what is left of it is filled. In the
 * last row the filled parts stand end to end.
 * @param {Drawn} drawn
 */
export function mix({ view, picture, isHidden, patch }) {
  const { t, keys, state, run } = view;
  const [shares, values, context] = ["weights", "V", "context"].map((stage) =>
    Array.from(run.tensor(stage).data, Number),
  );
  const at = (/** @type {number} */ row, /** @type {number} */ column) => Number(values?.[2 * row + column]);
  const names = [t("picture-alive"), t("picture-long")];
  const scales = names.map((_, column) => longest / (picture.most?.[column] ?? 3));
  const long = (/** @type {number} */ value, /** @type {number} */ column) => value * Number(scales[column]);
  const rows = keys.map((word, row) => {
    const [y, share] = [24 + row * rowHeight, Number(shares?.[row])];
    return svg`
      <text class="word start" x="0" y=${y + 22}>${word}</text>
      <rect class="share" x=${shareAt} y=${y + 8} width=${share * 34} height="20" />
      <text class="figure-number start" x=${shareAt + 38} y=${y + 23}>${percent(share)}</text>
      ${names.map((_, column) => {
        const [x, value] = [valuesAt + 8 + column * (columnWidth + 8), at(row, column)];
        return svg`
          <rect class="value" x=${x} y=${y + 4} width=${long(value, column)} height="28" />
          ${isHidden ? nothing : svg`<rect class="part" x=${x} y=${y + 4} width=${long(value, column) * share} height="28" />`}
          <text class="figure-number start" x=${x + long(value, column) + 4} y=${y + 23}>${written(value, 0)}</text>
        `;
      })}
    `;
  });
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <text class="note start" x=${shareAt} y="14">${t("picture-share")}</text>
      ${names.map((name, column) => svg`<text class="note start" x=${valuesAt + 8 + column * (columnWidth + 8)} y="14">${name}</text>`)}
      ${rows}
      <path class="axis" d="M0 ${sumAt + 2}H${width}" />
      <text class="word q start" x="0" y=${sumAt + 32}>${view.queries[0]}</text>
      ${isHidden ? svg`<text class="word start" x=${valuesAt + 8} y=${sumAt + 32}>?</text>` : sums(keys, shares ?? [], at, scales, context ?? [])}
    </svg>
    ${
      picture.turns
        ? rangeFor(
            t("picture-asks-for", { name: t("picture-can-be-tired") }),
            Number(run.tensor("Q").data[1]),
            { min: -4, max: 4, step: 0.1 },
            (value) => patch({ edits: changeEdits(state.edits, "X", [{ place: [0, 1], value }]) }),
          )
        : nothing
    }
    ${numbersBehind(t, {
      caption: t("picture-mix"),
      columns: [t("picture-share"), ...names],
      rows: [
        ...keys.map((word, row) => ({
          word,
          values: [percent(Number(shares?.[row])), ...[0, 1].map((column) => written(at(row, column), 0))],
        })),
        ...(isHidden
          ? []
          : [{ word: view.queries[0] ?? "", values: ["", ...(context ?? []).map((value) => written(value, 2))] }]),
      ],
    })}
  `;
}

/**
 * The parts of each column end to end.
 * @param {readonly string[]} keys
 * @param {readonly number[]} shares
 * @param {(row: number, column: number) => number} at
 * @param {readonly number[]} scales of the columns
 * @param {readonly number[]} context
 */
const sums = (keys, shares, at, scales, context) =>
  [0, 1].map((column) => {
    let x = valuesAt + 8 + column * (columnWidth + 8);
    const parts = keys.map((_, row) => {
      const from = x;
      const wide = Number(shares[row]) * at(row, column) * Number(scales[column]);
      x += wide;
      return svg`<rect class="part" x=${from} y=${sumAt + 14} width=${Math.max(0, wide - 0.6)} height="28" />`;
    });
    return svg`${parts}<text class="figure-number start" x=${x + 4} y=${sumAt + 33}>${written(Number(context[column]), 1)}</text>`;
  });
