// Sentences and arithmetic about gradients.

import { html, nothing } from "lit";

import { explainGradient } from "../../../engine/explain/gradients.js";
import { formatGradient, gradientLines } from "../../../figures/measures/gradient-lines.js";
import { hiddenGradient, normOf } from "../../../figures/scene/gradients.js";
import { hasTwoLayers, loadedModel } from "../../../state/recipes/trained-models.js";
import { matricesFor } from "../../../state/stages.js";
import { nameInWords } from "../../arithmetic/cell-names.js";
import { withSubscripts } from "../../rich-text.js";

/** @typedef {import("../../../view/view.js").View} View */
/**
 * @typedef {Record<string, import("../../../engine/index.js").Tensor>} Gradients by id of the stage or input, each of
 *   its shape
 */

/**
 * The name of a stage or of a weight matrix.
 * @param {Pick<View, "t">} view
 * @param {string} stage
 */
export const tensorName = ({ t }, stage) => t(`stage-${stage}`) || nameInWords(stage);

/**
 * What a part of a gradient is made of, in words.
 * @param {View} view
 * @param {string} from the stage that the part comes through
 * @param {import("../../../engine/explain/gradients.js").Part["operation"]} operation
 */
function operationText(view, from, operation) {
  const isCap = operation === "apply" && from === "capped";
  return view.t(isCap ? "backward-op-softcap" : `backward-op-${operation}`, { from: tensorName(view, from) });
}

/**
 * Sentences about what the norms of the gradients show.
 * @param {View} view
 * @param {Gradients} gradients
 */
export function findings({ t, run, trace, state, controls }, gradients) {
  const norm = (/** @type {string} */ id) => normOf(gradients[id]?.data ?? []);
  const after = run.stages.includes("weights_unmasked") ? "weights_unmasked" : "weights";
  const share = norm("scaled") / norm(after);
  const matrices = matricesFor(state).filter((id) => id.startsWith("W"));
  const ranked = [...matrices].sort((a, b) => norm(b) - norm(a));
  const { count, zero } = hiddenGradient(trace, gradients.scaled);
  return html`${
    Number.isFinite(share)
      ? withSubscripts(
          `${t("backward-softmax", { share: formatGradient(share) })} ${controls.includes("d_k") ? t("backward-vanish") : ""}`,
        )
      : t("backward-softmax-none")
  }
  ${
    ranked.length > 1
      ? withSubscripts(t("backward-largest", { largest: ranked[0] ?? "", smallest: ranked.at(-1) ?? "" }))
      : nothing
  }
  ${count === 0 ? nothing : t(zero === count ? "backward-hidden" : "backward-leaks", { count, zero })}`;
}

/**
 * How the gradient of one number is computed, as lines of arithmetic.
 * @param {View} view
 * @param {Gradients} gradients
 * @param {import("../../../figures/types.js").Cell} inspected
 * @param {import("../../../view/walk-loss.js").WalkLoss} loss
 */
export function arithmetic(view, gradients, { stage, index }, loss) {
  const { t, run, state } = view;
  const ofModel = ["words", "task", "pointer"].includes(loss.kind);
  const isFirst = hasTwoLayers(state) && state.layer === 1 && ofModel;
  const isNormed = !isFirst && ofModel && loadedModel(view.engine, state)?.readout?.norm;
  const explanation = explainGradient(run, gradients, stage, [...index]);
  const lines = gradientLines(explanation);
  const axes = ["head", "row", "column"].slice(-index.length);
  const place = axes.map((axis, at) => t(`backward-at-${axis}`, { number: Number(index[at]) + 1 })).join(", ");
  const values = run.tensor(stage);
  const flat = values.shape.reduce((sum, length, axis) => sum * length + /** @type {number} */ (index[axis]), 0);
  const value = /** @type {number} */ (values.data[flat]);
  const [kept = "", past = ""] = [
    loss.stage === stage ? loss.gradient : null,
    stage === "X" ? loss.residual : null,
  ].map((from) => (from ? formatGradient(Number(from.data[flat])) : null));
  return html`<div class="arithmetic" role="status">
    <p>
      ${withSubscripts(t("backward-cell", { name: tensorName(view, stage), place, value: formatGradient(value) }))}
      <strong class="value">${formatGradient(explanation.value)}</strong>
    </p>
    ${
      kept && stage !== "weights"
        ? html`<p class="small">
            ${t(`backward-given-${isFirst ? "second" : loss.kind}`)} ${isNormed ? t("backward-given-norm") : nothing}
          </p>`
        : nothing
    }
    ${kept && stage === "weights" ? html`<p class="small">${t("backward-given-pointer", { value: kept })}</p>` : nothing}
    ${past ? html`<p class="small">${t("backward-given-residual", { value: past })}</p>` : nothing}
    ${lines.map(
      ({ from, operation, text, more }) =>
        html`<p class="small">
          ${withSubscripts(operationText(view, from, operation))}
          <span class="terms">${text}</span>
          ${more > 0 ? t("backward-more", { count: more }) : nothing}
        </p>`,
    )}
    ${lines.length > 1 ? html`<p class="small">${t("backward-added", { count: lines.length })}</p>` : nothing}
    <p class="small muted">${t("backward-meaning", { change: formatGradient(explanation.value) })}</p>
  </div>`;
}
