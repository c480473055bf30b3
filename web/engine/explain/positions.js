/** Where positions come in: what each way of adding them computes for one number. */
import { copyOf, count, dot, setting, shiftOf, sumOf, term } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Account} Account
 */

/**
 * @param {Source} run
 * @param {number[]} index [token, column]
 * @returns {Account}
 */
export function sinusoidal(run, [i = 0, m = 0]) {
  const wavelength = Math.exp(((Math.floor(m / 2) * 2) / run.spec.d_model) * Math.log(10000));
  return {
    operation: "sinusoidal",
    terms: [{ stage: "position", index: [i], value: i }],
    wavelength,
    angle: i / wavelength,
    fn: m % 2 === 0 ? "sin" : "cos",
  };
}

/**
 * The turn that a component takes part in: its pair's two columns, and the numbers that turn them.
 * @param {Source} run
 * @param {"Q" | "K"} from
 * @param {number} i token
 * @param {number} d component
 */
export function turnOf(run, from, i, d) {
  const { d_k, rope_style, rope_base, first } = run.spec;
  const halves = rope_style === 1;
  const pair = halves ? d % (d_k / 2) : Math.floor(d / 2);
  const [x, y] = halves ? [pair, pair + d_k / 2] : [2 * pair, 2 * pair + 1];
  const at = i + (from === "Q" ? shiftOf(run) : 0);
  const place = run.given("positions") ? run.at("positions", [at]) : first + at;
  const cos = run.engine.attention_rope_cos(place, pair, d_k, rope_base);
  const sin = run.engine.attention_rope_sin(place, pair, d_k, rope_base);
  const turn = (/** @type {string} */ name, /** @type {number} */ value) => setting(name, value, [at, pair]);
  return { x, y, cos: turn("cos", cos), sin: turn("sin", sin), minusSin: turn("-sin", -sin) };
}

/**
 * A pair (x, y) turns to (x·cos - y·sin, x·sin + y·cos).
 * @param {Source} run
 * @param {"Q" | "K"} from
 * @param {number[]} index [head, token, component]
 * @returns {Account}
 */
export function rotated(run, from, [head = 0, i = 0, d = 0]) {
  const { x, y, cos, sin, minusSin } = turnOf(run, from, i, d);
  const [left, right] = d === x ? [cos, minusSin] : [sin, cos];
  return { operation: "dot", terms: [term(run, from, [head, i, x]), left, term(run, from, [head, i, y]), right] };
}

/**
 * The row of relK and relV for a key.
 * @param {Source} run
 * @param {number} i
 * @param {number} j
 */
export const relativeRow = (run, i, j) => run.engine.attention_relative_row(j - i - shiftOf(run), run.spec.clip);

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {Account}
 */
export function relativeScore(run, [head = 0, i = 0, j = 0]) {
  const row = relativeRow(run, i, j);
  return dot(run, count(run.spec.d_k), (d) => ["Q", [head, i, d], "relK", [row, d]]);
}

/** @type {Record<number, (run: Source, index: number[], ahead: number) => Account>} by number of position */
const biases = {
  4: (run, [head = 0, i = 0, j = 0], ahead) => {
    const slope = run.engine.attention_alibi_slope(head, run.spec.heads);
    return { operation: "product", terms: [setting("-slope", -slope, [head]), distance(i, j, Math.abs(ahead))] };
  },
  6: (run, [head = 0], ahead) => {
    const { buckets, max_distance, bidirectional } = run.spec;
    const bucket = run.engine.attention_t5_bucket(ahead, buckets, max_distance, bidirectional);
    return { ...copyOf(run, "bias_table", [bucket, head]), bucket };
  },
  7: ({ spec, at }, [, i = 0, j = 0], ahead) => {
    if (spec.distance_form === 0) {
      return { operation: "product", terms: [setting("-lambda", -spec.lambda), distance(i, j, Math.abs(ahead))] };
    }
    if (spec.distance_form === 1) {
      return { operation: "gaussian", terms: [distance(i, j, -ahead), setting("sigma", spec.sigma)] };
    }
    return { operation: "copy", terms: [{ stage: "bias_matrix", index: [i, j], value: at("bias_matrix", [i, j]) }] };
  },
};

/**
 * @param {number} i
 * @param {number} j
 * @param {number} value
 */
const distance = (i, j, value) => setting("distance", value, [i, j]);

/**
 * @param {Source} run
 * @param {number[]} index [query, key] or [head, query, key]
 * @returns {Account}
 */
export function positionBias(run, index) {
  const [head = 0, i = 0, j = 0] = index.length === 3 ? index : [0, ...index];
  const account = biases[run.spec.position]?.(run, [head, i, j], j - i - shiftOf(run));
  return account ?? { operation: "input", terms: [] };
}

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {Account}
 */
export function biased(run, index) {
  const shared = run.shape("bias").length === 2;
  const { terms } = sumOf(run, index, "scaled");
  return { operation: "sum", terms: [...terms, term(run, "bias", shared ? index.slice(1) : index)] };
}
