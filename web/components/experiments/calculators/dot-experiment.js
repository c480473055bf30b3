import { css, html } from "lit";

import { cosineOf } from "../../../figures/measures/calculator-facts.js";
import { formatNumber } from "../../../figures/index.js";
import { dotCase, readDot } from "../../../state/experiments/calculators.js";
import { spokenName } from "../../arithmetic/cell-names.js";
import { numberField, typed } from "./number-field.js";
import { inspectedVectors } from "./cell-inputs.js";
import { calculatorStyles } from "./styles.js";
import { ExperimentElement } from "../experiment-element.js";
import { scrollTable } from "../../scroll-box.js";

/** Two vectors with a large dot product, 0.68, that nevertheless point in different directions. */
const example = Object.freeze({ a: Object.freeze([0.7, -0.5, 0.6]), b: Object.freeze([0.8, 0.6, 0.7]) });

/**
 * A calculator for the dot product of two vectors, computed by the engine. Fires "state-patch" when the reader enters
 * vectors.
 */
export class DotExperiment extends ExperimentElement {
  static properties = { ...ExperimentElement.properties, typed: { state: true } };

  static styles = [
    calculatorStyles,
    css`
      td:nth-child(2) {
        color: var(--role-Q);
      }
      td:nth-child(3) {
        color: var(--role-K);
      }
    `,
  ];

  constructor() {
    super();
    /**
     * @type {{a: string, b: string} | null} the texts of the vectors while one of them is invalid; null while they
     *   are valid
     */
    this.typed = null;
  }

  render() {
    const { t, state, engine } = this.view;
    const { a, b, name } = this.#vectors();
    const problems = this.#problems();
    const { spec, inputs } = dotCase(a, b);
    const run = engine.trace(spec, inputs).finish();
    const facts = readDot(run.tensor("raw"), a.length);
    run.free();
    const own = state.dot_a !== null;
    const longer = a.map((value) => 2 * value);
    const fits = longer.every((value) => Number.isFinite(Math.fround(value)));
    return html`
      <p class="muted">${t("dot-text")}</p>
      <div class="fields">
        ${this.#field("a", t("dot-first"), a, problems.a)} ${this.#field("b", t("dot-second"), b, problems.b)}
      </div>
      <p class="small muted">${own ? t("bench-typed") : name ? t("bench-inspected", { name }) : ""}</p>
      ${this.#table(a, b, facts)} ${this.#facts(facts)}
      <div class="row">
        <button aria-disabled=${!fits} @click=${() => fits && this.#load(longer, b)}>${t("dot-longer")}</button>
        <button @click=${() => this.#load(example.a, example.b)}>
          ${t("bench-example", { name: t("dot-example-name") })}
        </button>
        <button ?hidden=${!own || !inspectedVectors(this.view)} @click=${() => this.#take()}>${t("bench-take")}</button>
      </div>
      <p class="result">${t("dot-lesson")}</p>
    `;
  }

  /**
   * The vectors to show: those that the reader entered, otherwise those of the inspected number, otherwise an example.
   * @returns {{a: readonly number[], b: readonly number[], name: string}} name: of the inspected number that they belong to;
   *   "" if they do not come from it
   */
  #vectors() {
    const { dot_a: a, dot_b: b } = this.view.state;
    if (a && b) return { a, b, name: "" };
    const inspected = inspectedVectors(this.view);
    return inspected ? { ...inspected, name: spokenName(this.view, inspected.of) } : { ...example, name: "" };
  }

  /**
   * Loads the vectors of the inspected number. This hides the button that was clicked, so the focus moves to the first
   * input.
   */
  #take() {
    this.#load(null, null);
    this.renderRoot.querySelector("input")?.focus();
  }

  /**
   * The input field of a vector.
   * @param {"a" | "b"} id
   * @param {string} label
   * @param {readonly number[]} numbers
   * @param {string} problem
   */
  #field(id, label, numbers, problem) {
    const onChange = (/** @type {string} */ text) => this.#type(id, text);
    return numberField({ id, label, numbers, text: this.typed?.[id] ?? null, problem, onChange });
  }

  /** The error messages for the texts of the two vectors; "" for a valid text. */
  #problems() {
    if (!this.typed) return { a: "", b: "" };
    const { t } = this.view;
    const [a, b] = [typed(this.typed.a, t), typed(this.typed.b, t)];
    if (a.problem || b.problem) return { a: a.problem, b: b.problem };
    return { a: "", b: t("bench-lengths", { a: a.numbers.length, b: b.numbers.length }) };
  }

  /**
   * Reads a vector that the reader entered; an invalid text stays in the field.
   * @param {"a" | "b"} id
   * @param {string} text
   */
  #type(id, text) {
    const { t } = this.view;
    const present = this.#vectors();
    const texts = { a: present.a.join(" "), b: present.b.join(" "), ...this.typed, [id]: text };
    const [a, b] = [typed(texts.a, t), typed(texts.b, t)];
    const fits = !a.problem && !b.problem && a.numbers.length === b.numbers.length;
    if (fits) this.#load(/** @type {number[]} */ (a.numbers), /** @type {number[]} */ (b.numbers));
    else this.typed = texts;
  }

  /**
   * Asks for other vectors; null: those of the inspected number.
   * @param {readonly number[] | null} a
   * @param {readonly number[] | null} b
   */
  #load(a, b) {
    this.typed = null;
    this.patch({ dot_a: a, dot_b: b });
  }

  /**
   * The table of products and partial sums, one row for each component.
   * @param {readonly number[]} a
   * @param {readonly number[]} b
   * @param {ReturnType<typeof readDot>} facts
   */
  #table(a, b, { products, sums }) {
    const { t } = this.view;
    const heads = ["component", "first", "second", "product", "sum"].map((id) => t(`dot-${id}`));
    const body = html`<tbody>
      ${a.map(
        (value, at) =>
          html`<tr>
            <th scope="row">${at + 1}</th>
            ${
              /** @type {number[]} */ ([value, b[at], products[at], sums[at]]).map(
                (number) => html`<td>${formatNumber(number, 4)}</td>`,
              )
            }
          </tr>`,
      )}
    </tbody>`;
    return scrollTable(t("dot-table"), heads, body);
  }

  /** The results below the table. @param {ReturnType<typeof readDot>} facts */
  #facts(facts) {
    const { t } = this.view;
    const rows = [
      [t("dot-dot"), formatNumber(facts.dot, 4)],
      [t("dot-length-a"), formatNumber(Math.sqrt(facts.aa), 4)],
      [t("dot-length-b"), formatNumber(Math.sqrt(facts.bb), 4)],
      [t("dot-cosine"), facts.aa === 0 || facts.bb === 0 ? t("dot-no-direction") : formatNumber(cosineOf(facts), 4)],
    ];
    return html`<div role="status">
      <dl>
        ${rows.map(
          ([term, value]) =>
            html`<div>
              <dt>${term}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </div>`;
  }
}

customElements.define("dot-experiment", DotExperiment);
