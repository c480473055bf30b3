import { css, html, nothing } from "lit";

import { formatNumber } from "../figures/index.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { tokenAt } from "./view.js";
import { withSubscripts } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../engine/explain.js").Explanation} Explanation */
/** @typedef {import("../engine/explain.js").Term} Term */

/** Terms written out at once; the rest follows on request. */
const FEW = 8;

/** Where the asked number comes from, with the real operands, in the engine's order. */
export class CellArithmetic extends ViewElement {
  static styles = [
    shared,
    css`
      .hint {
        margin: 0;
      }
      .account {
        padding: 12px 16px;
        border-inline-start: 3px solid var(--accent);
        border-radius: 6px;
        background: var(--accent-soft);
      }
      h3 {
        margin: 0;
        font-size: 1rem;
        overflow-wrap: anywhere;
      }
      p {
        margin: 4px 0 0;
        overflow-wrap: anywhere;
      }
      sup {
        font-size: 0.75em;
        line-height: 0;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      .Q {
        color: var(--role-Q);
      }
      .K {
        color: var(--role-K);
      }
      .V {
        color: var(--role-V);
      }
      .weights {
        color: var(--role-weights);
      }
      math {
        font-size: 1.15em;
      }
      .own {
        font-weight: 700;
      }
      button {
        float: inline-end;
      }
      .term {
        white-space: nowrap;
      }
      @media (max-width: 60rem) {
        /* The number that was tapped may be far from here: its arithmetic comes to the reader, as a sheet. */
        .sheet {
          position: fixed;
          z-index: 1;
          inset: auto 0 0;
          max-height: 34vh;
          overflow-y: auto;
          border: 0;
          border-top: 3px solid var(--accent);
          border-radius: 0;
        }
      }
    `,
  ];

  render() {
    const { t, explanation, asked } = this.view;
    if (!explanation) return html`<p class="hint muted small">${t("ask-hint")}</p>`;
    return html`
      <section class="account ${asked ? "sheet" : ""}" aria-labelledby="what">
        <button class="link small" @click=${this.#clear}>${t("ask-clear")}</button>
        <h3 id="what" aria-label=${heardName(this.view, explanation)}>${nameOf(this.view, explanation)}</h3>
        ${(accounts[explanation.operation] ?? plainAccount)(this.view, explanation)}
      </section>
    `;
  }

  #clear() {
    this.patch({ cell: null });
    this.send("ask-cleared", null);
  }
}

/** @param {number} value @param {number} [digits] */
const number = (value, digits = 4) => formatNumber(value, digits);

/**
 * @param {Term} term
 * @param {number} [digits]
 */
const colored = ({ stage, value }, digits) => html`<span class=${roleOf(stage)}>${signed(value, digits)}</span>`;

/**
 * A negative factor stands in brackets.
 * @param {number} value
 * @param {number} [digits]
 */
const signed = (value, digits = 4) => {
  const text = number(value, digits);
  return text.startsWith("−") ? `(${text})` : text;
};

/** @param {string} stage */
const roleOf = (stage) => (["Q", "K", "V", "weights"].includes(stage) ? stage : "");

/** @type {Partial<Record<Explanation["operation"], (view: View, account: Explanation) => unknown>>} */
const accounts = {
  input: (view, account) =>
    html`<p>= <b>${number(account.value)}</b></p>
      <p class="small muted">${inputText(view, account)}</p>`,
  copy: (view, { stage, value, terms }) => html`
    <p>= ${terms.map((term) => nameOf(view, term))} = <b>${number(value)}</b></p>
    ${stage === "masked" ? html`<p class="small muted">${view.t("ask-seen")}</p>` : nothing}
  `,
  sum: (_view, { terms, value }) =>
    html`<p>
        =
        ${joined(
          terms.map((term) => html`<span class="term">${signed(term.value, 4)}</span>`),
          " + ",
        )}
      </p>
      <p>= <b>${number(value)}</b></p>`,
  product: (_view, { terms, value }) =>
    html`<p>
        =
        ${joined(
          terms.map((term) => html`${signed(term.value, 4)}`),
          " × ",
        )}
      </p>
      <p>= <b>${number(value)}</b></p>`,
  dot: (view, account) => html`
    <p>= ${products(view, account.terms)}</p>
    <p>= <b>${number(account.value)}</b></p>
    ${skippedNote(view, account)}
    <p class="small muted">${view.t("ask-rounded")}</p>
  `,
  mask: (view, { terms, reasons, index }) => html`
    <p>= <b>−∞</b></p>
    <p class="small">
      ${view.t("ask-mask", { reasons: reasonsText(view, index, reasons ?? []), score: number(terms[0]?.value ?? NaN) })}
    </p>
  `,
  allow: (view, { value, reasons = [], index }) => html`
    <p>= <b>${number(value, 0)}</b></p>
    <p class="small">
      ${reasons.length > 0 ? view.t("ask-allow-hidden", { reasons: reasonsText(view, index, reasons) }) : view.t("ask-allow-open")}
    </p>
  `,
  softmax: softmaxAccount,
  empty: (view, { stage }) =>
    html`<p>= <b>0</b></p>
      <p class="small">${view.t(stage === "context" ? "ask-empty-context" : "ask-empty")}</p>`,
  sinusoidal: (_view, { fn, angle = 0, wavelength = 1, terms, value }) => html`
    <p>= ${fn}(${terms[0]?.value} / ${number(wavelength, 2)}) = ${fn}(${number(angle)})</p>
    <p>= <b>${number(value)}</b></p>
  `,
};

/**
 * The numbers it was made from, where no sentence says how.
 * @param {View} _view
 * @param {Explanation} account
 */
const plainAccount = (_view, { terms, value }) => html`
  <p>
    ${joined(
      terms.map((term) => html`<span class="term">${signed(term.value)}</span>`),
      ", ",
    )}
  </p>
  <p>= <b>${number(value)}</b></p>
`;

/**
 * @param {View} view
 * @param {Explanation} account
 */
function softmaxAccount(view, { index, terms, max = 0, sum = 0, position = -1, value }) {
  const { t } = view;
  const own = terms[position];
  const power = (/** @type {Term} */ term, /** @type {number} */ at) =>
    html`<math class="term ${at === position ? "own" : ""}"
      ><msup><mi>e</mi><mn>${number(term.value - max)}</mn></msup></math
    >`;
  const first = terms.slice(0, FEW);
  const rest = terms.length - first.length;
  if (!own)
    return html`<p>= <b>0</b></p>
      <p class="small">${t("ask-softmax-hidden")}</p>`;
  return html`
    <p>
      = ${power(own, position)} /
      (${joined(first.map(power), " + ")}${rest > 0 ? html` + … ${t("ask-more-terms", { count: rest })}` : nothing})
    </p>
    <p>= ${number(own.exponential ?? 0)} / ${number(sum)} = <b>${number(value)}</b></p>
    <p class="small">${t("ask-share", { percent: formatNumber(100 * value, 1), ...tokensOf(view, index) })}</p>
    <p class="small muted">${t("ask-softmax-max", { max: number(max) })} ${t("ask-rounded")}</p>
  `;
}

/**
 * a·b + a·b + ..., the first few at once.
 * @param {View} view
 * @param {Term[]} terms
 */
function products(view, terms) {
  const pairs = Array.from({ length: Math.floor(terms.length / 2) }, (_, p) => terms.slice(2 * p, 2 * p + 2));
  const written = pairs.map(
    (pair) =>
      html`<span class="term"
        >${joined(
          pair.map((term) => colored(term)),
          "·",
        )}</span
      >`,
  );
  const bias = terms.length % 2 === 1 ? [html`<span class="term">${signed(terms.at(-1)?.value ?? 0)}</span>`] : [];
  const all = [...written, ...bias];
  if (all.length <= FEW + 1) return joined(all, " + ");
  return html`${joined(all.slice(0, FEW), " + ")}
    <details>
      <summary>${view.t("ask-more-terms", { count: all.length - FEW })}</summary>
      + ${joined(all.slice(FEW), " + ")}
    </details>`;
}

/**
 * @param {unknown[]} parts
 * @param {string} separator
 */
const joined = (parts, separator) => parts.map((part, at) => (at === 0 ? part : html`${separator}${part}`));

/**
 * @param {View} view
 * @param {Explanation} account
 */
function skippedNote(view, { stage, terms }) {
  const skipped = stage === "context" ? view.run.spec.n_k - terms.length / 2 : 0;
  return skipped > 0 ? html`<p class="small muted">${view.t("ask-skipped", { count: skipped })}</p>` : nothing;
}

/**
 * @param {View} view
 * @param {readonly number[]} index
 */
function tokensOf(view, index) {
  const [i = 0, j = 0] = index.slice(-2);
  return { query: quoted(view.queries[i] ?? ""), key: quoted(view.keys[j] ?? "") };
}

/**
 * @param {View} view
 * @param {number[]} index
 * @param {string[]} reasons
 */
function reasonsText(view, index, reasons) {
  const texts = reasons.map((reason) => view.t(`reason-${reason}`, tokensOf(view, index)));
  return texts.reduce((first, second) => view.t("reason-join", { first, second }));
}

/** @param {string} token */
const quoted = (token) => `“${token}”`;

/**
 * @param {View} view
 * @param {Explanation} account
 */
function inputText(view, { stage, index }) {
  const { t, kind, state } = view;
  if (kind !== "random") return t(`ask-input-${kind}`);
  const token = tokenAt(view, stage, "row", index[0] ?? 0);
  if (token) return t("ask-input-embedding", { token, seed: String(state.seed) });
  return t("ask-input-weight", { seed: String(state.seed) });
}

/**
 * weights₂(“eat” → “short”), Q₂(“eat”, column 3), Wq(1, column 3): the head below, then row and column, by token where
 * they have one.
 * @param {View} view
 * @param {{stage: string, index: readonly number[]}} cell
 */
function nameOf(view, { stage, index }) {
  const [row = 0, column = 0] = index.slice(-2);
  const { t } = view;
  const name = withSubscripts(t(`stage-${stage}`) || stage);
  const head = index.length === 3 && view.run.spec.heads > 1 ? html`<sub>${(index[0] ?? 0) + 1}</sub>` : nothing;
  const query = tokenAt(view, stage, "row", row);
  const key = tokenAt(view, stage, "column", column);
  if (query && key) return html`${name}${head}(${quoted(query)} → ${quoted(key)})`;
  const place = view.dimensionName(stage, index) || t("ask-column", { number: column + 1 });
  return html`${name}${head}(${query ? quoted(query) : row + 1}, ${place})`;
}

/**
 * The same in words, for those who listen.
 * @param {View} view
 * @param {{stage: string, index: readonly number[]}} cell
 */
export function heardName(view, { stage, index }) {
  const [row = 0, column = 0] = index.slice(-2);
  const { t } = view;
  const word = t(`stage-${stage}`) || stage;
  const name = index.length === 3 ? t("ask-heard-head", { name: word, head: (index[0] ?? 0) + 1 }) : word;
  const query = tokenAt(view, stage, "row", row);
  const key = tokenAt(view, stage, "column", column);
  if (query && key) return t("ask-heard-pair", { name, query, key });
  const place = view.dimensionName(stage, index) || t("ask-column", { number: column + 1 });
  return `${name}, ${query || row + 1}, ${place}`;
}

customElements.define("cell-arithmetic", CellArithmetic);
