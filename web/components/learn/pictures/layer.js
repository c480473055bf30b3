import { html, svg } from "lit";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 250];
const lanes = [40, 100, 160];
const steps = /** @type {const} */ (["norm", "attention", "norm", "mlp"]);
const top = 34;
const gap = 46;

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
          <path class="flow" d=${adds ? `M200 ${y + 26}H176` : `M176 ${y + 10}H200`} />
          ${adds ? svg`<path class="flow" d="M252 ${y - 12}V${y}" /><text class="plus-sign" x="186" y=${y + 44}>+</text>` : ""}
        `;
      })}
    </svg>
  `;
}
