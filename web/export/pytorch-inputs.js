import { editable } from "../state/kinds.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {import("./exported-walk.js").Recipe} Recipe */

/** At most this many edited numbers of a tensor become assignments; a tensor with more is written out as a whole. */
const maxEdits = 12;

/** With tied weights, the inputs of the keys and those of the queries that they equal. Edits of the former have no effect. */
const tiedTo = Object.freeze({ Wk: "Wq", bk: "bq" });

/**
 * Writes Python lines that draw a walk's inputs with PyTorch's random generator: the same numbers as on the page.
 * @param {Walk} walk
 * @returns {{names: readonly string[], lines: readonly string[], tied: readonly string[]}} names: the inputs that these
 *   lines define. tied: lines that come after the definitions of all other inputs, such as Wk = Wq
 */
export function drawnInputs({ recipe, inputs, spec }) {
  if (recipe === null) return { names: [], lines: [], tied: [] };
  const ties = Object.entries(recipe.tied ? tiedTo : {}).filter(([name]) => name in inputs);
  const all = draws(recipe, spec, "E" in inputs);
  const drawn = Object.keys(inputs).filter(
    (name) => name in all && !ties.some(([key]) => key === name) && countEdits(recipe, name) <= maxEdits,
  );
  const lines = drawn.flatMap((name) => [`${name} = ${all[name]}`, ...editLines(recipe, spec, name)]);
  return {
    names: [...drawn, ...ties.map(([name]) => name)],
    lines: [...helpers(recipe, lines.join("\n")), ...lines, ""],
    tied: ties.map(([name, source]) => `${name} = ${source}`),
  };
}

/**
 * The Python expression that draws each input.
 * @param {Recipe} recipe
 * @param {Walk["spec"]} spec
 * @param {boolean} hasPositions whether X is the sum of the embeddings E and the positions P
 * @returns {Readonly<Record<string, string>>} by input
 */
function draws({ contextTokens }, { clip, buckets }, hasPositions) {
  const bias = (
    /** @type {string} */ letter,
    /** @type {string} */ heads,
    /** @type {string} */ width,
    /** @type {string} */ fan,
  ) =>
    `rows("b${letter}", range(${heads}), ${width}, ${width === "d_model" ? 128 : 256}).flatten() / math.sqrt(${fan})`;
  const distances = `range(-${clip}, ${clip + 1})`;
  return {
    [hasPositions ? "E" : "X"]: 'rows("E", tokens, d_model, 128)',
    ...(contextTokens === null ? {} : { C: `rows("E", ${listOf(contextTokens)}, d_context, 128)` }),
    P: 'rows("P", range(n_q), d_model, 128)',
    Wq: 'torch.cat(blocks("Wq", heads, d_model, d_k, 256), 1) / math.sqrt(d_model)',
    Wk: 'torch.cat(blocks("Wk", kv_heads, d_context, d_k, 256), 1) / math.sqrt(d_context)',
    Wv: 'torch.cat(blocks("Wv", kv_heads, d_context, d_v, 256), 1) / math.sqrt(d_context)',
    Wo: 'torch.cat(blocks("Wo", heads, d_v, d_model, 128), 0) / math.sqrt(d_model)',
    bq: bias("q", "heads", "d_k", "d_model"),
    bk: bias("k", "kv_heads", "d_k", "d_context"),
    bv: bias("v", "kv_heads", "d_v", "d_context"),
    bo: bias("o", "1", "d_model", "d_model"),
    relK: `rows("relK", ${distances}, d_k, 256)`,
    relV: `rows("relV", ${distances}, d_v, 256)`,
    bias_table: `rows("bias_table", range(${buckets}), heads, 16)`,
    bias_matrix: 'rows("bias_matrix", range(n_q), n_k, 512)',
  };
}

/**
 * The Python functions and variables that the drawing lines need.
 * @param {Recipe} recipe
 * @param {string} used the drawing lines
 */
function helpers({ seed, tokens }, used) {
  const blocks = [
    "",
    "def blocks(name, heads, rows, columns, drawn):  # one for each head",
    "    widest = 128 if drawn == 256 else 256",
    '    return [draw(f"{name}/{h}", widest, drawn)[:rows, :columns] for h in range(heads)]',
  ];
  return [
    "# random and untrained: each tensor has a seed of its own, and is a corner of a larger one",
    `seed = ${seed}`,
    "",
    "def draw(name, *shape):",
    '    own = torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode()))',
    "    return torch.randn(shape, generator=own)",
    "",
    "def rows(name, places, width, drawn):",
    '    return torch.stack([draw(f"{name}/{place}", drawn)[:width] for place in places])',
    ...(used.includes("blocks(") ? blocks : []),
    "",
    `tokens = ${listOf(tokens)}`,
  ];
}

/** The name under which edits of an input are stored: those of E belong to X. @param {string} name */
const editedName = (name) => (name === "E" ? "X" : name);

/** @param {Recipe} recipe @param {string} name of an input @returns {readonly number[] | undefined} undefined: no edits */
const editsOf = ({ edits }, name) =>
  /** @type {Readonly<Record<string, readonly number[]>>} */ (edits)[editedName(name)];

/** How many numbers each edit of an input has: its indices and the value. @param {string} name */
const editLength = (name) => editable[/** @type {keyof typeof editable} */ (editedName(name))] + 1;

/** @param {Recipe} recipe @param {string} name of an input, also of one that cannot be edited */
function countEdits(recipe, name) {
  const flat = editsOf(recipe, name);
  return flat === undefined ? 0 : flat.length / editLength(name);
}

/**
 * Assignments in Python for the numbers of an input that were set by hand.
 * @param {Recipe} recipe
 * @param {Walk["spec"]} spec
 * @param {string} name
 * @returns {string[]}
 */
function editLines(recipe, { d_k, d_v }, name) {
  const flat = editsOf(recipe, name);
  if (flat === undefined) return [];
  const length = editLength(name);
  const width = /^(Wv|Wo|bv)$/.test(name) ? d_v : d_k;
  return Array.from({ length: flat.length / length }, (_, at) => {
    const edit = flat.slice(at * length, (at + 1) * length);
    const [value, column, row = 0, head = 0] = /** @type {[number, number, ...number[]]} */ ([...edit].reverse());
    const index = fullIndex(name, [head, row, column], width);
    return `${name}[${index.join(", ")}] = ${Math.fround(value)}  # set by hand`;
  });
}

/**
 * The index of a number in the tensor of all heads. Heads are blocks of columns; in Wo blocks of rows, and in a bias
 * vector consecutive parts.
 * @param {string} name
 * @param {readonly [number, number, number]} index head, row and column within the head; for a bias the row is the head
 * @param {number} width of a head: d_k or d_v
 */
function fullIndex(name, [head, row, column], width) {
  if (name === "bo") return [column];
  if (name.startsWith("b")) return [row * width + column];
  if (name === "Wo") return [head * width + row, column];
  return [row, head * width + column];
}

/** A list of strings in Python. @param {readonly string[]} words */
const listOf = (words) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
