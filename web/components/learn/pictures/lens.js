import { html, nothing, svg } from "lit";

import { percent } from "../../../course/reading.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {import("../../../course/lens.js").Depth} Depth */

const width = 360;
/** Where the strips begin, beside the stream, and how wide they are. */
const left = 28;
const wide = width - left;
/** What each depth takes, and each line of the legend. */
const [tall, line] = [68, 22];
const stripHeight = 30;

/** What stands for a group of words. @param {readonly string[]} words */
const nameOf = (words) => (words.length > 2 ? `${words.slice(0, 2).join(", ")} …` : words.join(", "));

/**
 * What would be read out after each layer: a strip that is always as long, of which each group of words gets its share, and
 * the first guess. Until the answer, only what enters the first layer is read out. A line through all is the stream.
 * @param {Drawn} drawn
 */
export function lens({ view, numbers: { depths = [] }, isHidden }) {
  const { t } = view;
  const groups = depths[0]?.groups ?? [];
  const top = groups.length * line + 8;
  const shown = isHidden ? depths.slice(0, 1) : depths;
  const height = top + depths.length * tall;
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${groups.map(
        ({ words }, at) => svg`
          <rect class="share group-${at}" x=${left} y=${at * line + 3} width="14" height="14" />
          <text class="start" x=${left + 22} y=${at * line + 16}>${nameOf(words)}</text>`,
      )}
      <text class="note end" x=${width} y="16">${t("picture-lens-first")}</text>
      <path class="lane" d="M10 ${top}V${height}" />
      ${depths.map((depth, at) => {
        const y = top + at * tall;
        return svg`
          <circle class="ink" r="4" cx="10" cy=${y + 41} />
          <text class="note start" x=${left} y=${y + 18}>${t("picture-lens-after", { layers: depth.after })}</text>
          ${shown.includes(depth) ? stripOf(depth, y) : svg`<rect class="unknown" x=${left} y=${y + 26} width=${wide - 1} height=${stripHeight} /><text class="start" x=${left + 10} y=${y + 46}>?</text>`}
        `;
      })}
    </svg>
    ${numbersBehind(t, {
      caption: t("picture-lens"),
      columns: [...groups.map(({ words }) => nameOf(words)), t("picture-lens-first")],
      rows: shown.map(({ after, groups: of, first }) => ({
        word: t("picture-lens-after", { layers: after }),
        values: [...of.map(({ share }) => percent(share)), first.word],
      })),
    })}
  `;
}

/** The shares at one depth, and the first guess above them. @param {Depth} depth @param {number} y */
function stripOf({ groups, first }, y) {
  let from = left;
  const segments = groups.map(({ share }, at) => {
    const [x, long] = [from, share * wide];
    from += long;
    return svg`
      <rect class="share group-${at}" x=${x + 0.5} y=${y + 26} width=${Math.max(0, long - 1)} height=${stripHeight} />
      ${long > 44 ? svg`<text class="on-share" x=${x + long / 2} y=${y + 46}>${percent(share)}</text>` : nothing}
    `;
  });
  return svg`
    <text class="end word" x=${width} y=${y + 18}>${first.word} ${percent(first.probability)}</text>
    <rect class="rest" x=${left} y=${y + 26} width=${wide} height=${stripHeight} />
    ${segments}
  `;
}
