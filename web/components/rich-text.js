import { html } from "lit";

import { countEdits, isAllByHand } from "../state/edits.js";
import { modelOf } from "../state/recipes/trained-models.js";

/**
 * Renders a text with subscripts in its symbols: d_k, d_model, Wq, bq, relK, Q_rot.
 * @param {string} text
 */
export function withSubscripts(text) {
  const parts = text.split(/\b(d_(?:k|v|model|context)|[Wb][qkvo]|rel[KV]|[QK]_rot)\b/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const [, base, subscript] = /^(rel|[A-Za-z])_?(.+)$/.exec(part) ?? [];
    return html`${base}<sub>${subscript}</sub>`;
  });
}

/**
 * A sentence about where the numbers come from: drawn at random, from a published example, or edited by the reader.
 * @param {import("../view/view.js").View} view
 */
export function originText({ t, state, kind }) {
  const whole = isAllByHand(state) && t(state.weights ? "kind-edited-all" : "kind-edited-none");
  if (whole) return whole; // the element has no words for trained weights
  const origin = withSubscripts(
    t(`kind-${modelOf(state) ? "trained" : kind}${state.weights ? "" : "-none"}`, {
      seed: String(state.seed),
      layer: state.layer,
    }),
  );
  const count = countEdits(state.edits);
  return count > 0 ? html`${origin} · ${t("kind-edited", { count })}` : origin;
}
