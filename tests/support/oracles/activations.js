/** The activations of an MLP in float64, from their formulas; erf by its Maclaurin series, or 1 minus a continued fraction. */

/** @param {number} x */
function erf(x) {
  const a = Math.abs(x);
  if (a > 3) return Math.sign(x) * (1 - (Math.exp(-a * a) / Math.sqrt(Math.PI)) * fraction(a));
  let sum = 0;
  for (let n = 0, power = x; Math.abs(power) > 1e-18; n++, power *= (-x * x) / n) sum += power / (2 * n + 1);
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** 1 / (x + (1/2) / (x + 1 / (x + (3/2) / (x + ...)))). @param {number} x */
const fraction = (x) =>
  1 / Array.from({ length: 60 }, (_, at) => (60 - at) / 2).reduce((rest, half) => x + half / rest, x);

/** @param {number} x */
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** @type {Readonly<Record<string, (x: number) => number>>} */
export const activations = Object.freeze({
  relu: (x) => Math.max(x, 0),
  relu2: (x) => Math.max(x, 0) ** 2,
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
  gelu_tanh: (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  silu: (x) => x * sigmoid(x),
  quick_gelu: (x) => x * sigmoid(1.702 * x),
});
