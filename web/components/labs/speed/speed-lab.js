import { css, html, nothing } from "lit";

import { costOf } from "../../../engine/cost.js";
import { AttentionError } from "../../../engine/errors.js";
import { createEngine } from "../../../engine/fast/engine.js";
import { chartScene } from "../../../figures/charts/chart.js";
import { largestDifference, formatDifference, sameBits } from "../../../figures/measures/difference.js";
import { inputsOf } from "../../../state/inputs.js";
import { limits } from "../../../state/fields.js";
import { errorText } from "../../error-text.js";
import "../../figure/scene-view.js";
import { afterFrame } from "../../../view/scheduling.js";
import { questionStyles } from "../styles.js";
import { ofTokens, sums } from "../cost/cost-curves.js";
import { LabElement } from "../lab-element.js";
import { plainLayer } from "./plain-attention.js";
import { race } from "./timing.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {import("./timing.js").Sample} Sample */
/** @typedef {import("./timing.js").Timed} Timed */
/** @typedef {import("../../../engine/fast/engine.js").FastEngine} Engine */
/** @typedef {{simd128: Engine | null, scalar: Engine}} Engines simd128: null if the browser has no SIMD */

/** The implementations that are timed, each with the role that gives its line in the chart a colour. */
const roles = Object.freeze({ simd128: "output", scalar: "V", plain: "K" });
const maxTokens = limits.tokens.max;
const sizes = Object.freeze([16, 32, 64, 128, 192, 256, 384, maxTokens]);

/**
 * Times the attention layer in this browser for a growing number of tokens, with SIMD, without it, and in plain
 * JavaScript. The reader starts and stops the measurement.
 */
export class SpeedLab extends LabElement {
  static properties = {
    ...LabElement.properties,
    samples: { state: true },
    running: { state: true },
    checked: { state: true },
    problem: { state: true },
  };

  static styles = [
    questionStyles,
    css`
      scroll-box {
        margin-bottom: 16px;
      }
      td small {
        display: inline-block;
        color: var(--muted);
        font-size: var(--small);
      }
      small + br {
        display: none;
      }
      small + br + small {
        margin-inline-start: 8px;
      }
      @media (max-width: 40rem) {
        small + br {
          display: inline;
        }
        th,
        td {
          padding-inline-end: 4px;
        }
      }
    `,
  ];

  /**
   * Identifies the running measurement, so that a stopped one can tell that it is not current; null if none runs.
   * @type {object | null}
   */
  #measurement = null;
  /** @type {Map<string, Float32Array>} random tensors by name, drawn once */
  #drawn = new Map();
  /** The number of multiply-adds of the layer, by number of tokens. @type {Map<number, number>} */
  #counts = new Map();

  constructor() {
    super();
    /** @type {Sample[]} */
    this.samples = [];
    this.running = false;
    /**
     * @type {{same: boolean | null, plain: number | null} | null} same: whether the outputs of simd128 and scalar are
     *   equal bit by bit; plain: largest difference between plain JavaScript and scalar; null if an implementation is
     *   not available
     */
    this.checked = null;
    /** The reason why nothing could be measured; "" if there is none. */
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.renumbered(changed)) return;
    this.#stop();
    this.#drawn.clear();
    Object.assign(this, { samples: [], checked: null, problem: "" });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  render() {
    const { t } = this.view;
    return html`
      <p class="muted">${t("speed-text", { max: maxTokens })}</p>
      <p>
        <button class="measure" @click=${() => (this.running ? this.#stop() : this.#start())}>
          ${t(this.running ? "speed-stop" : this.samples.length > 0 ? "speed-again" : "speed-start")}
        </button>
      </p>
      <div role="status">${this.#result()}</div>
      ${this.samples.length > 0 ? [this.#curves(), this.#table(), this.#notes()] : nothing}
    `;
  }

  #stop() {
    this.#measurement = null;
    this.running = false;
  }

  async #start() {
    const measurement = (this.#measurement = {});
    Object.assign(this, { samples: [], checked: null, problem: "", running: true });
    this.#counts.clear();
    const around = {
      clock: () => performance.now(),
      pause: afterFrame,
      stopped: () => this.#measurement !== measurement,
    };
    try {
      await afterFrame();
      const engines = await startEngines();
      const own = this.view.run.spec.n_q;
      const all = [...new Set([own, ...sizes])].sort((a, b) => a - b);
      for await (const sample of race(all, (n) => this.#contestants(engines, n), around)) {
        this.samples = [...this.samples, sample];
      }
    } catch (error) {
      if (around.stopped()) return;
      const { t } = this.view;
      this.problem = error instanceof AttentionError ? errorText(t, error) : t("speed-failed");
    } finally {
      if (!around.stopped()) this.#stop();
    }
  }

  /**
   * The implementations that can compute the layer for n tokens. Before they are timed, this compares their outputs and
   * stores the result in `checked`.
   * @param {Engines} engines
   * @param {number} n number of tokens
   */
  #contestants({ simd128, scalar }, n) {
    const { spec, inputs } = inputsOf(ofTokens(this.view.state, n), this.view.engine, this.#drawn);
    const right = scalar.forward(spec, inputs).output.data;
    const fast = simd128 ? simd128.forward(spec, inputs).output.data : null;
    const plain = plainLayer(spec, inputs);
    this.#counts.set(n, countOf(scalar, spec, inputs));
    const apart = plain ? Math.max(largestDifference(right, plain()), this.checked?.plain ?? 0) : null;
    const same = fast ? sameBits(right, fast) && this.checked?.same !== false : null;
    this.checked = { same, plain: apart };
    return [
      ...(simd128 ? [{ id: "simd128", run: () => simd128.forward(spec, inputs) }] : []),
      { id: "scalar", run: () => scalar.forward(spec, inputs) },
      ...(plain ? [{ id: "plain", run: plain }] : []),
    ];
  }

  /** A message: the problem, the progress of a running measurement, or the times at the largest number of tokens. */
  #result() {
    const { t } = this.view;
    if (this.problem) return html`<p class="error">${this.problem}</p>`;
    const last = this.samples.at(-1);
    if (this.running) return html`<p class="muted">${t("speed-running", { n: last?.n ?? 0 })}</p>`;
    const [first, ...others] = last?.timed ?? [];
    if (!last || !first) return nothing;
    const half = this.samples.find(({ n }) => 2 * n === last.n)?.timed.find(({ id }) => id === first.id);
    return html`<p class="result">
      ${t(`speed-result-${first.id}`, { n: last.n, time: digits(first.fastest) })}
      ${others.map(({ id, fastest }) => `${t(`speed-times-${id}`, { times: digits(fastest / first.fastest) })} `)}
      ${half ? t("speed-growth", growthOf(last.n, first.fastest, half.fastest)) : nothing}
    </p>`;
  }

  #ids() {
    return Object.keys(roles).filter((id) => this.samples.some(({ timed }) => timed.some((one) => one.id === id)));
  }

  #curves() {
    const { t, theme, run } = this.view;
    const series = this.#ids().map((id) => ({
      name: t(`speed-${id}`),
      role: roles[/** @type {keyof typeof roles} */ (id)],
      points: this.samples.flatMap(({ n, timed }) =>
        timed.filter((one) => one.id === id).map(({ fastest }) => /** @type {[number, number]} */ ([n, fastest])),
      ),
    }));
    const { n_q } = run.spec;
    const mark = this.samples.some(({ n }) => n === n_q) ? { x: n_q, name: t("speed-here") } : null;
    const titles = { xTitle: t("speed-tokens"), yTitle: t("speed-axis") };
    const draw = (/** @type {any} */ room) =>
      chartScene({ ...room, ...titles, series: /** @type {any} */ (series), mark, theme });
    return html`<scene-view
      .t=${t}
      .name=${t("speed-chart")}
      .file=${"speed"}
      .draw=${draw}
      .tables=${null}
    ></scene-view>`;
  }

  /** A table of all samples: the fastest and the slowest time in ms, and the rate in GFLOP/s at the fastest. */
  #table() {
    const { t } = this.view;
    const ids = this.#ids();
    const heads = ["tokens", ...ids].map((id) => t(`speed-${id}`));
    const body = html`<tbody>
      ${this.samples.map(
        ({ n, timed }) =>
          html`<tr>
            <th scope="row">${n}</th>
            ${ids.map((id) =>
              this.#cell(
                n,
                timed.find((one) => one.id === id),
              ),
            )}
          </tr>`,
      )}
    </tbody>`;
    return scrollTable(t("speed-table"), heads, body, { numbers: 1 });
  }

  /**
   * A table cell with the times of one implementation at n tokens.
   * @param {number} n
   * @param {Timed | undefined} timed
   */
  #cell(n, timed) {
    const { t } = this.view;
    if (!timed) return html`<td class="number">${t("speed-too-long")}</td>`;
    const rate = (2 * /** @type {number} */ (this.#counts.get(n))) / timed.fastest / 1e6;
    return html`<td class="number" data-speed=${timed.id}>
      ${t("speed-time", { time: digits(timed.fastest) })}
      <br /><small>${t("speed-slowest", { slowest: digits(timed.slowest) })}</small> <br /><small
        >${t("speed-rate", { rate: digits(rate) })}</small
      >
    </td>`;
  }

  /** Notes on whether the outputs agree and on the precision of the times. */
  #notes() {
    const { t } = this.view;
    const { same, plain } = this.checked ?? { same: null, plain: null };
    return html`
      ${same === null ? nothing : html`<p class="same">${t(same ? "speed-same" : "speed-not-same")}</p>`}
      <p class="apart">
        ${plain === null ? t("speed-no-plain") : t("speed-apart", { difference: formatDifference(plain) })}
      </p>
      <p class="muted">${t("speed-noise")}</p>
    `;
  }
}

/** Starts engines for one measurement only, so that their memory is freed after it. @returns {Promise<Engines>} */
async function startEngines() {
  const [best, scalar] = await Promise.all([createEngine(), createEngine({ build: "scalar" })]);
  return { simd128: best.build === "simd128" ? best : null, scalar };
}

/**
 * The number of multiply-adds of the whole layer, from the embeddings to the output.
 * @param {Engine} engine
 * @param {import("../../../engine/spec.js").Spec} spec
 * @param {import("../../../engine/tensors.js").Inputs} inputs
 */
function countOf(engine, spec, inputs) {
  const run = engine.trace(spec, inputs);
  const { all } = sums(costOf(run), "multiplyAdds");
  run.free();
  return all;
}

/**
 * Message arguments: by what factor the time grew from n / 2 to n tokens.
 * @param {number} n
 * @param {number} time in ms, at n
 * @param {number} half in ms, at n / 2
 */
const growthOf = (n, time, half) => ({ from: n / 2, to: n, times: digits(time / half) });

/**
 * A number with three significant digits, but never fewer digits than its integer part.
 * @param {number} value 0 or more
 */
const digits = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

customElements.define("speed-lab", SpeedLab);
