import { html } from "lit";

import { countEdits, isAllByHand } from "../state/edit-numbers.js";

/**
 * Text with the small letters of its symbols set low: d_k, d_model, Wq, bq, relK, Q_rot.
 * @param {string} text
 */
export function withSubscripts(text) {
  const parts = text.split(/\b(d_(?:k|v|model|context)|[Wb][qkvo]|rel[KV]|[QK]_rot)\b/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const [, base, below] = /^(rel|[A-Za-z])_?(.+)$/.exec(part) ?? [];
    return html`${base}<sub>${below}</sub>`;
  });
}

/**
 * How the numbers were made: at random, as published, by hand.
 * @param {import("../view/view.js").View} view
 */
export function kindOf({ t, state, kind }) {
  if (isAllByHand(state)) return t("kind-edited-none");
  const made = withSubscripts(t(`kind-${kind}${state.weights ? "" : "-none"}`, { seed: String(state.seed) }));
  const count = countEdits(state.edits);
  return count > 0 ? html`${made} · ${t("kind-edited", { count })}` : made;
}
