/**
 * The activations of the MLP, written once: formulas, arithmetic with numbers and Python code are made from these rows. What
 * computes them is c/stages/17_activation.c.
 *
 * @typedef {import("./spec/spec-words.js").SpecWords["activation"]} ActivationName
 *
 * An expression of a number x: x itself, a constant as it is written, or an operation on other expressions. call: a function
 * by its name; the one named inside gives the curve. over: a quotient. power: of the first, to the second. root: a square root.
 * @typedef {"x" | number | string | {op: "plus" | "times" | "over" | "power" | "root", of: readonly Expression[]}
 *   | {op: "call", fn: string, of: readonly Expression[]}} Expression
 *
 * @typedef {object} Activation
 * @property {Expression} formula
 * @property {(engine: Functions, x: number) => number} [curve] what the function inside the formula gives, rounded as C rounds
 *   it: of erf, tanh or sigmoid
 * @property {(x: string) => string} torch PyTorch code for the activation of an expression; F is torch.nn.functional
 * @property {(x: string) => string} numpy
 *
 * @typedef {Pick<import("./c.js").Exports, "attention_erf" | "attention_tanh" | "attention_sigmoid">} Functions
 */

const f = Math.fround;

/** @param {...Expression} of @returns {Expression} */
const times = (...of) => ({ op: "times", of });
/** @param {...Expression} of @returns {Expression} */
const plus = (...of) => ({ op: "plus", of });
/** @param {Expression} above @param {Expression} below @returns {Expression} */
const over = (above, below) => ({ op: "over", of: [above, below] });
/** @param {Expression} of @returns {Expression} */
const root = (of) => ({ op: "root", of: [of] });
/** @param {Expression} of @param {number} exponent @returns {Expression} */
const power = (of, exponent) => ({ op: "power", of: [of, exponent] });
/** @param {string} fn @param {...Expression} of @returns {Expression} */
const call = (fn, ...of) => ({ op: "call", fn, of });

const halfRoot = f(Math.SQRT1_2);
const rootOfTwoOverPi = f(Math.sqrt(2 / Math.PI));

/** By name, in the order of enum attention_activation. @type {Readonly<Record<ActivationName, Activation>>} */
export const activations = Object.freeze({
  relu: {
    formula: call("max", "x", 0),
    torch: (x) => `F.relu(${x})`,
    numpy: (x) => `np.maximum(${x}, 0)`,
  },
  relu2: {
    formula: power(call("max", "x", 0), 2),
    torch: (x) => `F.relu(${x}).square()`,
    numpy: (x) => `np.maximum(${x}, 0) ** 2`,
  },
  gelu: {
    formula: times(0.5, "x", plus(1, call("erf", over("x", root(2))))),
    curve: (engine, x) => engine.attention_erf(f(x * halfRoot)),
    torch: (x) => `F.gelu(${x})`,
    numpy: (x) => `${x} * (0.5 + 0.5 * np.vectorize(math.erf)(${x} / math.sqrt(2))).astype(np.float32)`,
  },
  gelu_tanh: {
    formula: times(
      0.5,
      "x",
      plus(1, call("tanh", times(root(over(2, "π")), plus("x", times(0.044715, power("x", 3)))))),
    ),
    curve: (engine, x) => engine.attention_tanh(f(rootOfTwoOverPi * f(x + f(f(0.044715) * f(f(x * x) * x))))),
    torch: (x) => `F.gelu(${x}, approximate="tanh")`,
    numpy: (x) => `0.5 * ${x} * (1 + np.tanh(math.sqrt(2 / math.pi) * (${x} + 0.044715 * ${x}**3)))`,
  },
  silu: {
    formula: times("x", call("sigmoid", "x")),
    curve: (engine, x) => engine.attention_sigmoid(x),
    torch: (x) => `F.silu(${x})`,
    numpy: (x) => `${x} / (1 + np.exp(-${x}))`,
  },
  quick_gelu: {
    formula: times("x", call("sigmoid", times(1.702, "x"))),
    curve: (engine, x) => engine.attention_sigmoid(f(f(1.702) * x)),
    torch: (x) => `${x} * torch.sigmoid(1.702 * ${x})`,
    numpy: (x) => `${x} / (1 + np.exp(-1.702 * ${x}))`,
  },
});
