import { html } from "lit";

/**
 * Text with the small letters of its symbols set low: d_k, d_model, Wq.
 * @param {string} text
 */
export function withSubscripts(text) {
  const parts = text.split(/\b(d_(?:k|v|model|context)|W[qkvo])\b/);
  return parts.map((part, at) => (at % 2 === 0 ? part : html`${part[0]}<sub>${part.replace(/^d_|^W/, "")}</sub>`));
}
