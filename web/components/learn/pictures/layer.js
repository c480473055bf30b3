import { html, svg } from "lit";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 250];
const lanes = [40, 100, 160];
const steps = /** @type {const} */ (["norm", "attention", "norm", "mlp"]);
const top = 34;
const gap = 46;

/** A line from the words' lanes to a part, which reads them, or back, where what the part finds is added. @param {number} y @param {boolean} adds */
const flow = (y, adds) => svg`
  <path class="flow" d="M${lanes[0]} ${y}H200" />
  ${lanes.map((x) =>
    adds
      ? svg`<circle class="junction" r="8" cx=${x} cy=${y} /><path class="plus-sign" d="M${x - 5} ${y}h10M${x} ${y - 5}v10" />`
      : svg`<circle class="ink" r="3" cx=${x} cy=${y} />`,
  )}`;

/**
 * A layer: each word has a lane that runs through it; what attention and the MLP find is added to the lanes. It says what
 * stands where, not which of them mixes words: that is asked.
 * @param {Drawn} drawn
 */
export function layer({ view }) {
  const { t, queries } = view;
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label=${t("picture-layer")}>
      ${lanes.map(
        (x, at) => svg`
          <text class="word" x=${x} y="18">${queries[at]}</text>
          <path class="lane" d="M${x} 26V${height - 4}" />`,
      )}
      ${steps.map((name, at) => {
        const y = top + at * gap + (at > 1 ? 14 : 0);
        const adds = name === "attention" || name === "mlp";
        return svg`
          <rect class="part-of-layer ${adds ? "adds" : ""}" x="200" y=${y} width="104" height="34" />
          <text class="word" x="252" y=${y + 22}>${t(`picture-layer-${name}`)}</text>
          ${flow(y + 17, adds)} ${adds ? svg`<path class="flow" d="M252 ${y - 12}V${y}" />` : ""}
        `;
      })}
    </svg>
  `;
}
