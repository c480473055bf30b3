import { css, html, nothing } from "lit";

import { isKeySide } from "../../engine/stages.js";
import { padToken } from "../../state/tokens.js";
import { tokenAt } from "../../view/view.js";

/** @typedef {import("../../view/view.js").View} View */
/**
 * @typedef {object} Chips
 * @property {View} view
 * @property {string} label of the list
 * @property {readonly string[]} tokens
 * @property {"row" | "column"} axis of the scores to which the tokens belong: row for queries, column for the keys of a
 *   second sentence
 * @property {boolean} marking whether a click marks a key as padding
 * @property {(change: Record<string, unknown>) => void} patch
 */

export const chipStyles = css`
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-6);
    max-height: 11.5rem; /* a long sentence scrolls here, and does not push the figure off the screen */
    margin: calc(-1 * var(--space-4));
    overflow-y: auto;
    padding: var(--space-4); /* for the outline of the button in focus */
    list-style: none;
  }
  li {
    max-width: 100%;
  }
  li button {
    max-width: 100%;
    min-height: 32px;
    overflow-wrap: anywhere;
    padding: var(--space-2) var(--space-12);
    border-radius: var(--radius-button);
  }
  li button.row {
    padding: 1px 11px; /* less by its wider border */
    border: 2px solid var(--text);
  }
  li button.column {
    border-color: var(--text);
    border-style: dashed;
  }
  li button.pad {
    color: var(--muted);
    font-style: italic;
  }
  li button.ignored {
    text-decoration: line-through;
  }
  li button.ignored:not([aria-pressed]) {
    color: var(--muted);
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-6) var(--space-12);
    align-items: center;
    margin-top: var(--space-12);
    isolation: isolate; /* hundreds of tokens are not painted again where another part of the page changes */
  }
`;

/**
 * The tokens of a sentence as buttons. Each inspects its token or marks it as padding.
 * @param {Chips} chips
 * @param {() => void} toggleMarking
 */
export function tokenChips(chips, toggleMarking) {
  const { view, label, tokens, axis, marking } = chips;
  const areKeys = axis === "column" || view.state.context === null;
  return html`
    <div class="tokens">
      <ul aria-label=${label}>
        ${tokens.map((token, at) => html`<li>${areKeys && marking ? markButton(chips, token, at) : inspectButton(chips, token, at)}</li>`)}
      </ul>
      ${
        areKeys
          ? html`<button id="mark" class="link small" @click=${toggleMarking}>
              ${view.t(marking ? "mark-done" : "mark-padding")}
            </button>`
          : nothing
      }
    </div>
  `;
}

/**
 * A button that inspects a token.
 * @param {Chips} chips
 * @param {string} token
 * @param {number} at
 */
function inspectButton({ view, axis, patch }, token, at) {
  const { t, cell, state } = view;
  const [row, column] = cell ? cell.index.slice(-2) : [];
  const second = axis === "column";
  const isRow = cell !== null && row === at && tokenAt(view, cell.stage, "row", at) === token;
  const isColumn = cell !== null && column === at && tokenAt(view, cell.stage, "column", at) === token;
  const isCross = state.context !== null;
  const mark = !second && isRow ? "row" : isColumn && (second || !isCross) ? "column" : "";
  const isIgnored = (second || !isCross) && state.ignored_keys.includes(at);
  return html`<button
    class="${mark} ${token === padToken ? "pad" : ""} ${isIgnored ? "ignored" : ""}"
    aria-current=${mark ? "true" : nothing}
    aria-label=${t(isIgnored ? "token-inspect-ignored" : "token-inspect", { token, number: at + 1 })}
    @click=${() => patch(inspectToken(view, at, axis))}
  >
    ${token}
  </button>`;
}

/**
 * A button that marks a token as padding, or as a word again.
 * @param {Chips} chips
 * @param {string} token
 * @param {number} at
 */
function markButton({ view: { t, state }, patch }, token, at) {
  const isIgnored = state.ignored_keys.includes(at);
  const others = state.ignored_keys.filter((key) => key !== at);
  return html`<button
    class="${token === padToken ? "pad" : ""} ${isIgnored ? "ignored" : ""}"
    ?disabled=${token === padToken}
    aria-pressed=${isIgnored}
    aria-label=${t("token-mark", { token, number: at + 1 })}
    @click=${() => patch({ ignored_keys: isIgnored ? others : [...others, at].sort((a, b) => a - b) })}
  >
    ${token}
  </button>`;
}

/**
 * The change of state that inspects a token: it selects a number in the row of the token, or in its column for a token
 * of the second sentence.
 * @param {View} view
 * @param {number} at
 * @param {"row" | "column"} axis
 */
function inspectToken({ state, run, cell }, at, axis) {
  const stage = isKeySide(state.stage) || axis === "row" ? state.stage : "weights";
  const shape = run.shape(stage);
  const head = state.head === "all" ? 0 : state.head;
  const old = cell?.stage === stage ? [...cell.index] : shape.map((_, r) => (r === 0 && shape.length === 3 ? head : 0));
  const place = axis === "row" || stage !== "weights" ? old.length - 2 : old.length - 1;
  const index = old.map((i, r) => (r === place ? Math.min(at, (shape[r] ?? 1) - 1) : i));
  return { stage, cell: { stage, index } };
}
