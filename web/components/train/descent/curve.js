/** Descent on a function of one number: its picture, and what is said of the current step. */
import { lineWithin } from "../../../figures/charts/descent-chart.js";
import { descentCurves } from "../../../training/descent/curves.js";
import { digits, picture, seriesOf } from "./drawing.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../training/descent/curves.js").CurveName} CurveName */
/** @typedef {import("../../../training/descent/curves.js").DescentStep} DescentStep */
/**
 * @typedef {{name: CurveName, path: readonly DescentStep[], eta: number}} Descent path: the steps taken, and at the end the
 *   one to take next, with the learning rate eta
 */

/** Points with which a curve is drawn. */
const samples = 241;

/** The step to take next. @param {readonly DescentStep[]} path */
export const currentOf = (path) => /** @type {DescentStep} */ (path.at(-1));

/**
 * The function, with its tangent and bound at the current step.
 * @param {Translate} t
 * @param {import("../../../figures/types.js").Theme} theme
 * @param {Descent} descent
 */
export function curveFigure(t, theme, { name, path }) {
  const { value, interval, bounded, L } = descentCurves[name];
  const [low, high] = interval;
  const xs = Array.from({ length: samples }, (_, at) => low + ((high - low) * at) / (samples - 1));
  const points = xs.map((x) => /** @type {const} */ ([x, value(x)]));
  const heights = points.map(([, y]) => y);
  const margin = 0.08 * (Math.max(...heights) - Math.min(...heights));
  const up = /** @type {const} */ ([Math.min(...heights) - margin, Math.max(...heights) + margin]);
  const { x: at, value: height, slope } = currentOf(path);
  const isInside = at >= low && at <= high;
  const tangent = (/** @type {number} */ x) => height + slope * (x - at);
  const parabola = xs
    .filter((x) => x >= bounded[0] && x <= bounded[1])
    .map((x) => /** @type {const} */ ([x, tangent(x) + (L / 2) * (x - at) ** 2]))
    .filter(([, y]) => y >= up[0] && y <= up[1]);
  const series = seriesOf(t, [
    ["descent-series-bound", "muted", isInside ? parabola : []],
    ["descent-series-f", "output", points],
    ["descent-series-tangent", "plain", isInside ? lineWithin(tangent, interval, up) : []],
  ]);
  const visited = path.map(({ x, value: y }) => /** @type {const} */ ([x, y]));
  const drawn = { series, path: visited, across: interval, up, xTitle: "x", yTitle: "f(x)", theme };
  return picture(t, t("descent-figure"), `descent-${name}`, drawn);
}

/**
 * What the current step does.
 * @param {Translate} t
 * @param {Descent} descent
 * @param {ReturnType<typeof import("../../../training/descent/curves.js").outcomeOfStep>} outcome
 */
export function stepText(t, { name, path, eta }, outcome) {
  const { x, value, slope, next, nextValue } = currentOf(path);
  const count = path.length - 1;
  if (outcome === "diverged") return t("descent-diverged", { count: count + 1, next: digits(next) });
  const numbers = {
    x: digits(x),
    value: digits(value),
    slope: digits(slope),
    next: digits(next),
    eta: digits(eta),
  };
  const { interval, value: f } = descentCurves[name];
  const lowest = Math.min(
    ...Array.from({ length: samples }, (_, at) => f(interval[0] + ((interval[1] - interval[0]) * at) / (samples - 1))),
  );
  return [
    t("descent-at", { count, ...numbers }),
    t(`descent-${outcome}`, { nextValue: digits(nextValue) }),
    outcome === "arrived" && value > lowest + 0.01 ? t("descent-lowest") : "",
  ].join(" ");
}

/** What a bound on the curvature promises of the current step. @param {Translate} t @param {Descent} descent */
export function boundText(t, { name, path, eta }) {
  const { L, bounded } = descentCurves[name];
  const { bound, nextValue } = currentOf(path);
  const [low, high] = bounded;
  const limit = digits(2 / L);
  return [
    name === "square"
      ? t("descent-smooth-square")
      : t("descent-smooth", { low: digits(low), high: digits(high), L: digits(L) }),
    ...(bound === null
      ? [t("descent-bound-none")]
      : [
          t("descent-bound", { bound: digits(bound), nextValue: digits(nextValue) }),
          ...(name === "square" ? [t("descent-bound-square")] : []),
          t(eta < 2 / L ? "descent-bound-promise" : "descent-bound-loose", { limit }),
        ]),
  ].join(" ");
}
