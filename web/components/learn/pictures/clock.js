import { html, svg } from "lit";

import { written } from "../../../course/reading.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 116];
const places = 4;

/** The turned queries of the first words as hands of clocks; the last one is asked about. @param {Drawn} drawn */
export function clock({ view, isHidden }) {
  const { t, run } = view;
  const { data } = run.tensor("Q_rot");
  const hands = Array.from({ length: places }, (_, place) => [Number(data[2 * place]), Number(data[2 * place + 1])]);
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${hands.map(([x = 0, y = 0], place) => {
        const [cx, cy] = [(width / places) * (place + 0.5), 50];
        const isUnknown = isHidden && place === places - 1;
        return svg`
          <circle class="dial" r="38" cx=${cx} cy=${cy} />
          ${isUnknown ? svg`<text class="word" x=${cx} y=${cy + 6}>?</text>` : svg`<path class="shaft q" d="M${cx} ${cy}l${36 * x} ${-36 * y}" /><circle class="q" r="3.5" cx=${cx + 36 * x} cy=${cy - 36 * y} />`}
          <text class="note" x=${cx} y=${height - 8}>${t("learn-row-place", { word: place })}</text>
        `;
      })}
    </svg>
    ${numbersBehind(t, {
      caption: t("picture-clock"),
      columns: ["→", "↑"],
      rows: hands.slice(0, isHidden ? places - 1 : places).map((hand, place) => ({
        word: t("learn-row-place", { word: place }),
        values: hand.map((value) => written(value)),
      })),
    })}
  `;
}
