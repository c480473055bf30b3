/** What the place of a model shows of a walk. */
import { html, nothing } from "lit";

import { formatPlain, percentText, withCommas } from "../../figures/numbers.js";
import { scrollTable } from "../scroll-box.js";
import { nameOf } from "./names.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/model.js").Summary} Summary */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Predicted} Predicted */
/** @typedef {import("../../checkpoints/session.js").Token} Token */
/**
 * A walk as far as it has come.
 * @typedef {object} Walk
 * @property {readonly Token[]} tokens
 * @property {readonly LayerWalked[]} layers
 * @property {number} readout the share of the readout that is done
 * @property {Predicted | null} predicted
 * @property {"running" | "whole" | "stopped"} status
 */

/** In MB, of bytes. @param {number} bytes */
const megabytes = (bytes) => formatPlain(bytes / 1e6, 3);

/** What a model is, in one line. @param {Translate} t @param {Summary} summary */
export function summaryText(t, { family, layers, heads, d_model, parameters, bytes, types }) {
  const facts = { family, layers, heads, d_model: String(d_model), parameters: withCommas(parameters) };
  return t("open-summary", { ...facts, megabytes: megabytes(bytes), types: types.join(", ") });
}

/** How far a walk is. @param {Translate} t @param {Walk} walk @param {Summary} summary */
export function progressOf(t, { layers, readout, status }, { layers: all, bytes }) {
  const facts = {
    layer: layers.length,
    layers: all,
    read: megabytes(layers.at(-1)?.read ?? 0),
    megabytes: megabytes(bytes),
  };
  const isReading = status === "running" && layers.length === all;
  const key = status === "whole" ? "whole" : status === "stopped" ? "stopped" : isReading ? "reading" : "progress";
  const text = t(`open-${key}`, { ...facts, share: percentText(readout, 0) });
  return html`<progress max=${all + 1} value=${layers.length + readout} aria-label=${text}></progress>
    <p role="status">${text}</p>`;
}

/**
 * One head, large.
 * @param {Translate} t
 * @param {Walk} walk
 * @param {LayerWalked} shown
 * @param {{chosen: {head: number, token: number}, weights: Float32Array | null}} inView weights: null while they are read
 */
export function largeHead(t, { tokens }, shown, { chosen, weights }) {
  const { head, token } = chosen;
  const title = html`<h2 id="large">${t("open-large", { layer: shown.layer + 1, head: head + 1 })}</h2>`;
  if (!weights) return html`<section class="card" aria-labelledby="large">${title}</section>`;
  const n = tokens.length;
  const row = Array.from(weights.subarray(token * n, (token + 1) * n));
  const most = row.indexOf(Math.max(...row));
  const reader = nameOf(tokens[token]);
  const measured = shown.heads[head];
  const body = html`<tbody>
    ${row
      .map((weight, at) => [weight, at])
      .filter(([weight]) => Number(weight) > 0)
      .sort(([a], [b]) => Number(b) - Number(a))
      .slice(0, 8)
      .map(
        ([weight, at]) =>
          html`<tr>
            <th scope="row">${nameOf(tokens[Number(at)])} <span class="muted">${Number(at) + 1}</span></th>
            <td>${percentText(Number(weight), 1)}</td>
          </tr>`,
      )}
  </tbody>`;
  return html`<section class="card" aria-labelledby="large">
    ${title}
    <p role="status">
      ${t("open-looks", { token: reader, share: percentText(row[most] ?? 0, 1), key: nameOf(tokens[most]) })}
    </p>
    <canvas class="large" role="img" aria-label=${t("open-row", { token: reader })}></canvas>
    ${scrollTable(t("open-row", { token: reader }), [t("open-on"), t("open-weight")], body, { look: "list" })}
    <h3>${t("open-does")}</h3>
    <ul>
      ${Object.entries(measured ?? {}).map(
        ([does, share]) =>
          html`<li>${t(`open-does-${does}`)}: ${share === null ? t("open-none") : percentText(share, 1)}</li>`,
      )}
    </ul>
  </section>`;
}

/**
 * Tokens with their probabilities.
 * @param {Translate} t
 * @param {string} label
 * @param {readonly import("../../checkpoints/session.js").Answer[]} answers
 * @param {{look: string}} options
 * @param {(at: number) => unknown} [head] what an answer is called: its token by default
 */
export function answerTable(t, label, answers, options, head = (at) => nameOf(answers[at])) {
  const body = html`<tbody>
    ${answers.map(
      ({ probability }, at) =>
        html`<tr>
          <th scope="row">${head(at)}</th>
          <td>${percentText(probability, 1)}</td>
        </tr>`,
    )}
  </tbody>`;
  return scrollTable(label, [t("open-on"), t("open-probability")], body, options);
}

/** What comes next, and after each layer. @param {Translate} t @param {Walk} walk */
export function nextTokens(t, { predicted, status }) {
  if (!predicted) return status === "whole" ? html`<p>${t("open-nothing-next")}</p>` : nothing;
  const { next, lens } = predicted;
  const after = (/** @type {number} */ at) =>
    html`${at === 0 ? t("open-before") : t("open-after", { layer: at })}: ${nameOf(lens[at])}`;
  return html`<p class="small">${t("open-next-text")}</p>
    ${answerTable(t, t("open-next"), next, { look: "list next" })}
    <h3>${t("open-lens")}</h3>
    <p class="small">${t("open-lens-text")}</p>
    ${answerTable(t, t("open-lens"), lens, { look: "list lens" }, after)}`;
}

/** The tokens, of which one is chosen. @param {Translate} t @param {readonly Token[]} tokens @param {number} chosen @param {(at: number) => void} choose */
export const tokenButtons = (t, tokens, chosen, choose) =>
  html`<section class="card" aria-label=${t("open-tokens")}>
    <p class="small">${t("open-tokens")}</p>
    <div class="row" role="group" aria-label=${t("open-tokens")}>
      ${tokens.map(
        (token, at) =>
          html`<button class="small" data-token=${at} aria-pressed=${at === chosen} @click=${() => choose(at)}>
            ${nameOf(token)}
          </button>`,
      )}
    </div>
  </section>`;
