import { css, html, nothing } from "lit";

import { formatNumber } from "../figures/index.js";
import { askPatch, canFollow, heardName, nameOf, quoted } from "./asking.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { tokenAt } from "./view.js";

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
      .clear {
        float: inline-end;
      }
      /* An operand: a number that can be asked in its turn. */
      .operand {
        min-height: 24px;
        padding: 0;
        border: 0;
        border-bottom: 1px dotted currentcolor;
        border-radius: 0;
        background: none;
      }
      .operand:hover {
        border-bottom-style: solid;
        background: var(--panel);
      }
      h3:focus {
        outline: none;
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

  #follows = false;

  render() {
    const { t, explanation, asked } = this.view;
    if (!explanation) return html`<p class="hint muted small">${t("ask-hint")}</p>`;
    return html`
      <section
        class="account ${asked ? "sheet" : ""}"
        aria-labelledby="what"
        @ask-followed=${() => (this.#follows = true)}
      >
        <button class="clear link small" @click=${this.#clear}>${t("ask-clear")}</button>
        <slot name="before"></slot>
        <h3 id="what" tabindex="-1" aria-label=${heardName(this.view, explanation)}>
          ${nameOf(this.view, explanation)}
        </h3>
        ${(accounts[explanation.operation] ?? plainAccount)(this.view, explanation)}
        ${this.#bench(explanation.operation)}
        <slot name="after"></slot>
      </section>
    `;
  }

  /** The operand that led here is gone: the reader goes on from the name of the number it led to. */
  updated() {
    if (!this.#follows) return;
    this.#follows = false;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h3"))?.focus();
  }

  /** @param {Explanation["operation"]} operation */
  #bench(operation) {
    if (operation !== "dot" && operation !== "softmax") return nothing;
    const { t } = this.view;
    const own = operation === "dot" ? { bench_a: null, bench_b: null } : { bench_scores: null, bench_temperature: 1 };
    return html`<button class="link small" @click=${() => this.patch({ lab: operation, ...own })}>
      ${operation === "dot" ? t("bench-open-dot") : t("bench-open-softmax")}
    </button>`;
  }

  #clear() {
    this.patch({ cell: null });
    this.send("ask-cleared", null);
  }
}

/** @param {number} value @param {number} [digits] */
const number = (value, digits = 4) => formatNumber(value, digits);

/**
 * A term's number, which leads to where that number comes from.
 * @param {View} view
 * @param {Term} term
 * @param {unknown} [written] in place of the number
 */
function operand(view, term, written = signed(term.value)) {
  if (!canFollow(view, term)) return html`<span class=${roleOf(term.stage)}>${written}</span>`;
  return html`<button
    class="operand ${roleOf(term.stage)}"
    aria-label="${number(term.value)}, ${heardName(view, term)}"
    @click=${(/** @type {Event} */ event) => follow(event, view, term)}
  >
    ${written}
  </button>`;
}

/**
 * @param {Event} event
 * @param {View} view
 * @param {Term} term
 */
function follow(event, view, { stage, index }) {
  const send = (/** @type {string} */ name, /** @type {unknown} */ detail) =>
    event.target?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  send("ask-followed", null);
  send("state-patch", { patch: askPatch(view, { stage, index }), text: "" });
}

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
    <p>= ${terms.map((term) => operand(view, term, nameOf(view, term)))} = <b>${number(value)}</b></p>
    ${stage === "masked" ? html`<p class="small muted">${view.t("ask-seen")}</p>` : nothing}
  `,
  sum: (view, { terms, value }) =>
    html`<p>
        =
        ${joined(
          terms.map((term) => html`<span class="term">${operand(view, term)}</span>`),
          " + ",
        )}
      </p>
      <p>= <b>${number(value)}</b></p>`,
  product: (view, { terms, value }) =>
    html`<p>
        =
        ${joined(
          terms.map((term) => operand(view, term)),
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
      ${terms.map((term) => operand(view, term, nameOf(view, term)))}
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
 * @param {View} view
 * @param {Explanation} account
 */
const plainAccount = (view, { terms, value }) => html`
  <p>
    ${joined(
      terms.map((term) => html`<span class="term">${operand(view, term)}</span>`),
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
    operand(
      view,
      term,
      html`<math class="term ${at === position ? "own" : ""}"
        ><msup><mi>e</mi><mn>${number(term.value - max)}</mn></msup></math
      >`,
    );
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
          pair.map((term) => operand(view, term)),
          "·",
        )}</span
      >`,
  );
  const bias =
    terms.length % 2 === 1 ? terms.slice(-1).map((term) => html`<span class="term">${operand(view, term)}</span>`) : [];
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

customElements.define("cell-arithmetic", CellArithmetic);
