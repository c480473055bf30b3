import { html, svg } from "lit";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 232];
/** Where the words' rows run, and how far right of them the boxes of the parts begin. */
const lanes = [30, 144, 258];
const [boxStart, boxWidth, boxHeight] = [16, 80, 26];
/** The tops of the boxes, two for each of the sums into which they lead. */
const pairs = /** @type {const} */ ([
  { parts: ["norm", "attention"], top: 38 },
  { parts: ["norm", "mlp"], top: 134 },
]);
const pitch = 36;

/** What is read from a word's row and passes both parts, and the sum that takes it back into the row. @param {number} x @param {number} top */
const branch = (x, top) => {
  const [middle, sum] = [x + boxStart + boxWidth / 2, top + 2 * pitch + 4];
  return svg`
    <path class="flow" d="M${x} ${top - 8}H${middle}V${sum}H${x}" />
    <circle class="ink" r="3" cx=${x} cy=${top - 8} />
    <circle class="junction" r="8" cx=${x} cy=${sum} />
    <path class="plus-sign" d="M${x - 5} ${sum}h10M${x} ${sum - 5}v10" />`;
};

/**
 * A layer: each word's row runs through it; what attention and the MLP find is added to the row. Which of them carries
 * something from word to word is asked: until it may be shown, all parts look alike; then attention reaches over all words.
 * @param {Drawn} drawn
 */
export function layer({ view, isHidden }) {
  const { t, queries } = view;
  const boxes = pairs.flatMap(({ parts, top }) => parts.map((name, at) => ({ name, y: top + at * pitch })));
  const reaches = boxes.filter(({ name }) => name === "attention" && !isHidden);
  const [left, right] = [Number(lanes[0]) + boxStart, Number(lanes.at(-1)) + boxStart + boxWidth];
  return html`
    <svg
      class="picture"
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label=${t(isHidden ? "picture-layer" : "picture-layer-reaches")}
    >
      ${lanes.map((x) => svg`<path class="lane" d="M${x} 26V${height - 4}" />`)}
      ${reaches.map(
        ({ y }) => svg`<rect class="reach" x=${left} y=${y + 5} width=${right - left} height=${boxHeight - 10} />`,
      )}
      ${lanes.map(
        (x, at) => svg`
          <text class="word" x=${x} y="18">${queries[at]}</text>
          ${pairs.map(({ top }) => branch(x, top))}
          ${boxes.map(
            ({ name, y }) => svg`
              <rect class="part-of-layer" rx="4" x=${x + boxStart} y=${y} width=${boxWidth} height=${boxHeight} />
              <text class="word" x=${x + boxStart + boxWidth / 2} y=${y + 17}>${t(`picture-layer-${name}`)}</text>`,
          )}`,
      )}
    </svg>
  `;
}
