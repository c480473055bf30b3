import { html } from "lit";

import { countEdits, isAllByHand } from "../state/edits.js";

/**
 * Text whose symbols get subscripts: d_k, d_model, Wq, bq, relK, Q_rot.
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
 * Where the numbers come from, in words: at random, from a published example, or set by hand.
 * @param {import("../view/view.js").View} view
 */
export function originText({ t, state, kind }) {
  if (isAllByHand(state)) return t("kind-edited-none");
  const origin = withSubscripts(t(`kind-${kind}${state.weights ? "" : "-none"}`, { seed: String(state.seed) }));
  const count = countEdits(state.edits);
  return count > 0 ? html`${origin} · ${t("kind-edited", { count })}` : origin;
}
