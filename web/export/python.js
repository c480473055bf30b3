import { floatToJson } from "./float.js";
import { walkLines } from "./python-walk.js";
import { headInView, isLarge } from "./walk.js";

/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {import("./walk.js").AnyTensor} AnyTensor */
/** @typedef {import("./python-walk.js").Choose} Choose */

/**
 * A walk in PyTorch, every stage under its own name. Inputs are drawn again where a recipe tells how.
 * @param {Walk} walk
 * @returns {string}
 */
export const pytorchOf = (walk) => pythonOf(walk, (torch) => torch, drawnLines(walk));

/**
 * The same in NumPy; inputs are written out, or read from the walk's .npz file.
 * @param {Walk} walk
 * @returns {string}
 */
export const numpyOf = (walk) => pythonOf(walk, (_, numpy) => numpy, []);

/**
 * @param {Walk} walk
 * @param {Choose} choose
 * @param {readonly string[]} drawing
 */
function pythonOf(walk, choose, drawing) {
  const { spec, inputs, emptyRows, file } = walk;
  const drawn = drawing.length > 0 ? drawable : [];
  const given = Object.fromEntries(Object.entries(inputs).filter(([name]) => !drawn.includes(name)));
  const large = isLarge(given);
  const load = (/** @type {string} */ name) => choose(`torch.from_numpy(file["${name}"])`, `file["${name}"]`);
  const tensor = (/** @type {AnyTensor} */ given) =>
    choose(`torch.tensor(${literal(given)})`, `np.array(${literal(given)}, dtype=np.float32)`);
  const lines = [
    ...sizes(spec),
    "",
    ...drawing,
    ...(large ? [`file = np.load("${file}")  # from the same page: all tensors as .npz`] : []),
    ...Object.entries(given).map(([name, value]) => `${variable(name)} = ${large ? load(name) : tensor(value)}`),
    "",
    ...(emptyRows ? choose([], ['np.seterr(invalid="ignore")  # a row that may see nothing divides 0 by 0']) : []),
    ...walkLines(walk, choose),
    "",
    ...shown(walk),
  ];
  const body = lines.join("\n");
  const needs = (/** @type {string} */ name) => new RegExp(`\\b${name}\\.`).test(body);
  const modules = [
    ...["math", "zlib"].filter(needs),
    ...(needs("np") ? ["numpy as np"] : []),
    ...choose(["torch"], []),
  ];
  const imports = modules.map((name) => `import ${name}`);
  const words = ["inf", "nan"].filter((word) => new RegExp(`(?<![.\\w"])${word}\\b(?!["])`).test(body));
  const from = words.length > 0 ? [`from math import ${words.join(", ")}`] : [];
  return `${[...from, ...imports, "", body].join("\n").replace(/\n{3,}/g, "\n\n")}\n`;
}

/** The given mask becomes a part of all masks together, which the walk calls allow. @param {string} name */
const variable = (name) => (name === "allow" ? "given_allow" : name);

/** @param {Walk["spec"]} spec */
const sizes = ({ n_q, n_k, d_model, heads, kv_heads, d_k, d_v }) => [
  `n_q, n_k = ${n_q}, ${n_k}  # queries, keys`,
  `heads, kv_heads = ${heads}, ${kv_heads}`,
  `d_model, d_k, d_v = ${d_model}, ${d_k}, ${d_v}`,
];

/** What the recipe draws. */
const drawable = Object.freeze(["X", "E", "C", "Wq", "Wk", "Wv", "Wo"]);

/** @param {Walk} walk */
function drawnLines({ recipe, inputs }) {
  if (recipe === null) return [];
  const { seed, tokens, contextTokens } = recipe;
  const stack = (/** @type {string} */ list) => `torch.stack([draw(f"E/{token}", 128)[:d_model] for token in ${list}])`;
  const embedded = "E" in inputs ? "E" : "X";
  const weights = [
    "def blocks(name, heads, rows, columns, *shape):  # one block for each head",
    '    return [draw(f"{name}/{h}", *shape)[:rows, :columns] / torch.tensor(d_model).sqrt() for h in range(heads)]',
    "",
    'Wq = torch.cat(blocks("Wq", heads, d_model, d_k, 128, 256), 1)',
    'Wk = torch.cat(blocks("Wk", kv_heads, d_model, d_k, 128, 256), 1)',
    'Wv = torch.cat(blocks("Wv", kv_heads, d_model, d_v, 128, 256), 1)',
    'Wo = torch.cat(blocks("Wo", heads, d_v, d_model, 256, 128), 0)',
  ];
  return [
    "# random and untrained: each tensor has a seed of its own, and is a corner of a larger one",
    `seed = ${seed}`,
    "def draw(name, *shape):",
    '    own = torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode()))',
    "    return torch.randn(shape, generator=own)",
    "",
    `tokens = ${JSON.stringify(tokens)}`,
    `${embedded} = ${stack("tokens")}`,
    ...(contextTokens === null ? [] : [`C = ${stack(JSON.stringify(contextTokens))}`]),
    ...("Wq" in inputs ? weights : []),
  ];
}

/**
 * Nested lists, a line for each row.
 * @param {AnyTensor} tensor
 * @returns {string}
 */
const literal = ({ shape, data }) =>
  nested(
    shape,
    Array.from(data, (value) => pointed(floatToJson(value).replaceAll('"', ""))),
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

/** Floats have a point, so that a list of whole numbers is not one of integers. @param {string} number */
const pointed = (number) => (/^-?\d+$/.test(number) ? `${number}.0` : number);

/** @param {Walk} walk */
function shown(walk) {
  const { stage } = walk;
  const head = headInView(walk);
  return head === null
    ? [`print("${stage}", tuple(${stage}.shape), ${stage}, sep="\\n")`]
    : [`print("${stage}, head ${head + 1}", ${stage}[${head}], sep="\\n")`];
}
