import { html, nothing } from "lit";

import { hasTwoLayers } from "../../state/recipes/trained-models.js";
import { streamParts } from "../../state/recipes/stream.js";
import { changeState } from "../../state/state.js";
import { stageName } from "../../view/stage-names.js";
import { number } from "../arithmetic/markup.js";
import { percentText } from "../../figures/numbers.js";
import { meterBar } from "../figure/meter-bar.js";
import { scrollTable } from "../scroll-box.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../words/translate.js").Translate} Translate */

/**
 * What each part of the model wrote into the logit of a word, and what the model would answer after each part.
 * @param {View} view of the model's last layer
 * @param {Translate} t
 * @param {import("../../state/recipes/next-word.js").Readout} readout
 * @param {number} row
 * @param {number} word
 * @param {(word: string) => string} wordName
 */
export function writtenParts(view, t, readout, row, word, wordName) {
  const { state, engine, run, compute } = view;
  const isJoined = hasTwoLayers(state);
  const first = isJoined ? compute(changeState(state, { layer: 1 })).run : null;
  const { parts, bias } = streamParts(engine, readout, first ? [first.finish(), run] : [run], row, word);
  first?.free();
  const name = t("parts-heading", { word: wordName(readout.words[word] ?? "") });
  const sum = parts.reduce((total, { logit }) => total + logit, bias);
  const nameOf = (/** @type {{layer: number, stage: string}} */ { layer, stage }) => {
    const part = t(stage === "X" ? "parts-embedding" : stage.startsWith("mlp") ? "parts-mlp" : "parts-attention");
    return isJoined && stage !== "X" ? t("parts-layer", { layer, part }) : part;
  };
  const line = (/** @type {unknown} */ head, /** @type {number} */ logit, /** @type {unknown} */ guess) =>
    html`<tr>
      <th scope="row">${head}</th>
      <td class="number">${number(logit)}</td>
      ${guess}
    </tr>`;
  const none = html`<td></td>
    <td></td>
    <td></td>`;
  const body = html`<tbody>
    ${parts.map((part) =>
      line(
        html`${nameOf(part)} <span class="muted">${stageName(view, part.stage) || part.stage}</span>`,
        part.logit,
        html`<td class="number">${wordName(part.guess)}</td>
          <td class="number">${percentText(part.probability, 1)}</td>
          <td class="bar-cell">${meterBar(part.probability)}</td>`,
      ),
    )}
    ${readout.bias ? line(t("parts-bias"), bias, none) : nothing} ${line(t("parts-sum"), sum, none)}
  </tbody>`;
  const heads = [t("parts-part"), t("parts-logit"), t("parts-guess"), t("way-probability"), ""];
  return html`<h3>${name}</h3>
    <p class="small">${t("parts-text")}</p>
    ${scrollTable(name, heads, body, { numbers: 1, look: "parts" })}`;
}
