import { css, html, nothing } from "lit";

import { costOf } from "../../../engine/cost.js";
import { chartScene } from "../../../figures/charts/chart.js";
import { percentText } from "../../../figures/numbers.js";
import "../../figure/scene-view.js";
import { meterBar } from "../../figure/meter-bar.js";
import { withSubscripts } from "../../rich-text.js";
import { questionStyles } from "../styles.js";
import { axes, growth, placeOn, sums, units } from "./cost-curves.js";
import { ExperimentElement } from "../experiment-element.js";
import { option } from "../../fields/option.js";
import { headRow } from "../../scroll-box.js";

/** @typedef {import("./cost-curves.js").Axis} Axis */
/** @typedef {import("./cost-curves.js").Unit} Unit */
/** @typedef {import("./cost-curves.js").Sample} Sample */

/**
 * Shows the cost of the walk (the pass through all stages) by stage, and how it grows with a size. Fires "state-patch".
 */
export class CostExperiment extends ExperimentElement {
  static properties = {
    ...ExperimentElement.properties,
    axis: { state: true },
    unit: { state: true },
    tables: { state: true },
  };

  static styles = [
    questionStyles,
    css`
      td.bars {
        width: 40%;
      }
      tr.total > * {
        border-top: 1px solid var(--hairline);
        font-weight: 600;
      }
    `,
  ];

  /** @type {Map<string, Float32Array>} random tensors by name, drawn once, because costs depend on shapes only */
  #drawn = new Map();
  /** @type {Sample[]} */
  #samples = [];

  constructor() {
    super();
    /** @type {Axis} */
    this.axis = "tokens";
    /** @type {Unit} */
    this.unit = "multiplyAdds";
    this.tables = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.renumbered(changed) && !changed.has("axis") && !changed.has("unit")) return;
    const { state, engine } = this.view;
    this.#samples = growth(state, engine, this.axis, this.unit, this.#drawn);
  }

  render() {
    const { t } = this.view;
    return html`
      <p class="muted">${withSubscripts(t("cost-text"))}</p>
      <div class="controls">${this.#choice("unit", units)}</div>
      ${this.#stages()}
      <h4>${t("cost-growth")}</h4>
      <div class="controls">${this.#choice("axis", axes)}</div>
      <div role="status"><p class="result">${withSubscripts(this.#result())}</p></div>
      ${this.#curves()}
    `;
  }

  /**
   * @param {"unit" | "axis"} name
   * @param {readonly string[]} values
   */
  #choice(name, values) {
    const { t } = this.view;
    const choose = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      if (name === "unit") this.unit = /** @type {Unit} */ (value);
      else this.axis = /** @type {Axis} */ (value);
    };
    return html`<label>
      <span>${t(`cost-${name}`)}</span>
      <select id=${name} @change=${choose}>
        ${values.map((value) => option(value, t(`cost-${name}-${value}`), value === this[name]))}
      </select>
    </label>`;
  }

  #stages() {
    const { t, run } = this.view;
    const cost = costOf(run);
    const ids = Object.keys(cost);
    const value = (/** @type {string} */ id) => /** @type {import("./cost-curves.js").Cost} */ (cost[id])[this.unit];
    const largest = Math.max(1, ...ids.map(value));
    const { all } = sums(cost, this.unit);
    const number = (/** @type {number} */ amount) => t("meter-count", { value: amount });
    return html`
      <table>
        <caption class="visually-hidden">
          ${t(`cost-unit-${this.unit}`)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t("cost-stage")}</th>
            <th scope="col" class="number">${t(`cost-unit-${this.unit}`)}</th>
            <th scope="col" class="bars"><span class="visually-hidden">${t("cost-share")}</span></th>
          </tr>
        </thead>
        <tbody>
          ${ids.map(
            (id) =>
              html`<tr>
                <th scope="row">${t(`stage-${id}`)}</th>
                <td class="number" data-cost=${id}>${number(value(id))}</td>
                <td class="bars">
                  ${meterBar(value(id) / largest)}<span class="visually-hidden"
                    >${percentText(value(id) / Math.max(1, all), 1)}</span
                  >
                </td>
              </tr>`,
          )}
          <tr class="total">
            <th scope="row">${t("cost-all")}</th>
            <td class="number" data-cost="all">${number(all)}</td>
            <td></td>
          </tr>
        </tbody>
      </table>
    `;
  }

  /** A sentence about how the cost grows along the chosen axis. */
  #result() {
    const { t } = this.view;
    const samples = this.#samples;
    const number = (/** @type {number} */ value) => t("meter-count", { value });
    const [first, last] = [samples[0], samples.at(-1)];
    if (this.axis === "split" && first && last && first !== last)
      return t(
        this.unit === "multiplyAdds" && first.all === last.all ? "cost-summary-split" : "cost-summary-split-other",
        {
          from: first.x,
          to: last.x,
          first: number(first.all),
          last: number(last.all),
          firstPairs: number(first.pairs),
          lastPairs: number(last.pairs),
        },
      );
    const doubled = samples.flatMap((half) =>
      samples.filter(({ x }) => x === 2 * half.x).map((whole) => [half, whole]),
    );
    const [half, whole] = doubled.at(-1) ?? [];
    if (!half || !whole) return t("cost-no-curve");
    const times = (/** @type {keyof Sample} */ key) =>
      t("cost-times", { value: half[key] ? whole[key] / half[key] : 1 });
    return t("cost-summary", {
      axis: t(`cost-axis-${this.axis}`),
      from: half.x,
      to: whole.x,
      projections: times("projections"),
      pairs: times("pairs"),
      all: times("all"),
    });
  }

  #curves() {
    const { t, theme, run } = this.view;
    const samples = this.#samples;
    if (samples.length < 2) return nothing;
    const lines = /** @type {const} */ ([
      ["all", "output"],
      ["projections", "Q"],
      ["pairs", "weights"],
    ]);
    const series = lines.map(([key, role]) => ({
      name: t(`cost-line-${key}`),
      role,
      points: samples.map((sample) => /** @type {[number, number]} */ ([sample.x, sample[key]])),
    }));
    const own = placeOn(run.spec, this.axis);
    const mark = samples.some(({ x }) => x === own) ? { x: own, name: t("cost-here") } : null;
    const titles = { xTitle: t(`cost-axis-${this.axis}`), yTitle: t(`cost-unit-${this.unit}`) };
    const name = t("cost-chart", { x: titles.xTitle, y: titles.yTitle });
    return html`
      <scene-view
        .t=${t}
        .name=${name}
        .file=${`cost-${this.unit}-${this.axis}`}
        .tables=${null}
        .draw=${(/** @type {any} */ space) => chartScene({ ...space, ...titles, series, mark, theme })}
      ></scene-view>
      <button
        class="link"
        aria-expanded=${this.tables}
        aria-controls="numbers"
        @click=${() => (this.tables = !this.tables)}
      >
        ${t(this.tables ? "cost-table-hide" : "cost-table-show")}
      </button>
      <div id="numbers" class=${this.tables ? "" : "visually-hidden"}>
        <table>
          <caption class="visually-hidden">
            ${name}
          </caption>
          ${headRow([titles.xTitle, ...series.map(({ name }) => name)], 1)}
          <tbody>
            ${samples.map(
              (sample) =>
                html`<tr>
                  <th scope="row">${sample.x}</th>
                  ${lines.map(([key]) => html`<td class="number">${t("meter-count", { value: sample[key] })}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }
}

customElements.define("cost-experiment", CostExperiment);
