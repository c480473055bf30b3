import { floatToJson } from "../tensors/float.js";
import { walkLines } from "./python-stages.js";
import { drawnInputs } from "./pytorch-inputs.js";
import { headInView, isLarge } from "./exported-walk.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {import("./exported-walk.js").AnyTensor} AnyTensor */
/** @typedef {import("./python-stages.js").Choose} Choose */

/**
 * Writes a walk in PyTorch, with one variable for each stage. Random inputs are drawn with the same seeds; other inputs
 * are literals, or read from the walk's .npz file.
 * @param {Walk} walk
 * @returns {string}
 */
export const pytorchOf = (walk) => pythonOf(walk, (torch) => torch, drawnInputs(walk));

/**
 * Writes a walk in NumPy. Inputs are literals, or read from the walk's .npz file.
 * @param {Walk} walk
 * @returns {string}
 */
export const numpyOf = (walk) => pythonOf(walk, (_, numpy) => numpy, { names: [], lines: [], tied: [] });

/**
 * @param {Walk} walk
 * @param {Choose} choose
 * @param {ReturnType<typeof drawnInputs>} drawn inputs that the code draws itself
 */
function pythonOf(walk, choose, drawn) {
  const { spec, inputs, zeroRows, file } = walk;
  const given = Object.fromEntries(Object.entries(inputs).filter(([name]) => !drawn.names.includes(name)));
  const large = isLarge(given);
  const load = (/** @type {string} */ name) => choose(`torch.from_numpy(file["${name}"])`, `file["${name}"]`);
  const tensor = (/** @type {AnyTensor} */ given) =>
    choose(`torch.tensor(${literal(given)})`, `np.array(${literal(given)}, dtype=np.float32)`);
  const lines = [
    ...sizes(spec),
    "",
    ...drawn.lines,
    ...(large ? [`file = np.load("${file}")  # from the same page: all tensors as .npz`] : []),
    ...Object.entries(given).map(([name, value]) => `${variable(name)} = ${large ? load(name) : tensor(value)}`),
    ...drawn.tied,
    "",
    ...(zeroRows
      ? choose([], ['np.seterr(invalid="ignore")  # a row whose visible weights are all 0 divides 0 by 0'])
      : []),
    ...walkLines(walk, choose),
    "",
    ...printLines(walk),
  ];
  const body = lines.join("\n");
  const needs = (/** @type {string} */ name) => new RegExp(`\\b${name}\\.`).test(body);
  const modules = [
    ...["math", "zlib"].filter(needs),
    ...(needs("np") ? ["numpy as np"] : []),
    ...choose(["torch", ...(needs("F") ? ["torch.nn.functional as F"] : [])], []),
  ];
  const imports = modules.map((name) => `import ${name}`);
  const constants = ["inf", "nan"].filter((word) => new RegExp(`(?<![.\\w"])${word}\\b(?!["])`).test(body));
  const from = constants.length > 0 ? [`from math import ${constants.join(", ")}`] : [];
  return `${[...from, ...imports, "", body].join("\n").replace(/\n{3,}/g, "\n\n")}\n`;
}

/** The Python variable of an input. "allow" is taken: it is the combination of all masks. @param {string} name */
const variable = (name) => (name === "allow" ? "given_allow" : name);

/** Lines that define the sizes. @param {Walk["spec"]} spec */
const sizes = ({ n_q, n_k, d_model, d_context, heads, kv_heads, d_k, d_v }) => [
  `n_q, n_k = ${n_q}, ${n_k}  # queries, keys`,
  `heads, kv_heads = ${heads}, ${kv_heads}`,
  `d_model, d_context, d_k, d_v = ${d_model}, ${d_context}, ${d_k}, ${d_v}`,
];

/**
 * A tensor as nested Python lists, one line for each row.
 * @param {AnyTensor} tensor
 * @returns {string}
 */
const literal = ({ shape, data }) =>
  nested(
    shape,
    Array.from(data, (value) => withPoint(floatToJson(value).replaceAll('"', ""))),
  );

/**
 * @param {readonly number[]} shape
 * @param {readonly string[]} numbers
 * @returns {string}
 */
function nested([size = 0, ...inner], numbers) {
  if (inner.length === 0) return `[${numbers.join(", ")}]`;
  const each = numbers.length / size;
  const parts = Array.from({ length: size }, (_, at) => nested(inner, numbers.slice(at * each, (at + 1) * each)));
  return `[\n${parts.join(",\n")},\n]`.replace(/\n(?=[^\]])/g, "\n    ");
}

/** Adds ".0" to whole numbers, so that Python reads floats. @param {string} number */
const withPoint = (number) => (/^-?\d+$/.test(number) ? `${number}.0` : number);

/** Lines that print the stage in view, or one head of it. @param {Walk} walk */
function printLines(walk) {
  const { stage } = walk;
  const head = headInView(walk);
  return head === null
    ? [`print("${stage}", tuple(${stage}.shape), ${stage}, sep="\\n")`]
    : [`print("${stage}, head ${head + 1}", ${stage}[${head}], sep="\\n")`];
}
