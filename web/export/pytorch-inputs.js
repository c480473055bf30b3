import { editable } from "../state/kinds.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {import("./exported-walk.js").Recipe} Recipe */

/** So many numbers set by hand are set again, one by one; a tensor with more is given whole. */
const fewEdits = 12;

/**
 * The inputs that PyTorch draws again, as lines of Python.
 * @param {Walk} walk
 * @returns {{names: readonly string[], lines: readonly string[]}} names: of the inputs that these lines make
 */
export function drawnInputs({ recipe, inputs, spec }) {
  if (recipe === null) return { names: [], lines: [] };
  const all = draws(recipe, spec, "E" in inputs);
  const isWhole = (/** @type {string} */ name) => (editsOf(recipe, name)?.length ?? 0) > fewEdits * 4;
  const names = Object.keys(inputs).filter((name) => name in all && !isWhole(name));
  const lines = names.flatMap((name) => [`${name} = ${all[name]}`, ...editLines(recipe, spec, name)]);
  return { names, lines: [...helpers(recipe, lines.join("\n")), ...lines, ""] };
}

/**
 * What each input is drawn as.
 * @param {Recipe} recipe
 * @param {Walk["spec"]} spec
 * @param {boolean} adds whether positions are added to the embeddings
 * @returns {Readonly<Record<string, string>>}
 */
function draws({ contextTokens, tied }, { clip, buckets }, adds) {
  const bias = (
    /** @type {string} */ letter,
    /** @type {string} */ heads,
    /** @type {string} */ width,
    /** @type {string} */ fan,
  ) =>
    `rows("b${letter}", range(${heads}), ${width}, ${width === "d_model" ? 128 : 256}).flatten() / math.sqrt(${fan})`;
  const distances = `range(-${clip}, ${clip + 1})`;
  return {
    [adds ? "E" : "X"]: 'rows("E", tokens, d_model, 128)',
    ...(contextTokens === null ? {} : { C: `rows("E", ${listOf(contextTokens)}, d_context, 128)` }),
    P: 'rows("P", range(n_q), d_model, 128)',
    Wq: 'torch.cat(blocks("Wq", heads, d_model, d_k, 256), 1) / math.sqrt(d_model)',
    Wk: tied ? "Wq" : 'torch.cat(blocks("Wk", kv_heads, d_context, d_k, 256), 1) / math.sqrt(d_context)',
    Wv: 'torch.cat(blocks("Wv", kv_heads, d_context, d_v, 256), 1) / math.sqrt(d_context)',
    Wo: 'torch.cat(blocks("Wo", heads, d_v, d_model, 128), 0) / math.sqrt(d_model)',
    bq: bias("q", "heads", "d_k", "d_model"),
    bk: tied ? "bq" : bias("k", "kv_heads", "d_k", "d_context"),
    bv: bias("v", "kv_heads", "d_v", "d_context"),
    bo: bias("o", "1", "d_model", "d_model"),
    relK: `rows("relK", ${distances}, d_k, 256)`,
    relV: `rows("relV", ${distances}, d_v, 256)`,
    bias_table: `rows("bias_table", range(${buckets}), heads, 16)`,
    bias_matrix: 'rows("bias_matrix", range(n_q), n_k, 512)',
  };
}

/**
 * @param {Recipe} recipe
 * @param {string} used the lines that use them
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

/** @param {Recipe} recipe @param {string} name */
const editsOf = ({ edits }, name) =>
  /** @type {Record<string, readonly number[]>} */ (edits)[name === "E" ? "X" : name];

/**
 * Numbers set by hand.
 * @param {Recipe} recipe
 * @param {Walk["spec"]} spec
 * @param {string} name
 * @returns {string[]}
 */
function editLines(recipe, { d_k, d_v }, name) {
  const flat = editsOf(recipe, name) ?? [];
  const length = (editable[/** @type {keyof typeof editable} */ (name)] ?? editable.X) + 1; // E is edited as X is
  const width = /^(Wv|Wo|bv)$/.test(name) ? d_v : d_k;
  return Array.from({ length: flat.length / length }, (_, at) => {
    const edit = flat.slice(at * length, (at + 1) * length);
    const [value = 0, column = 0, row = 0, head = 0] = [...edit].reverse();
    const place = placeOf(name, [head, row, column], width);
    return `${name}[${place.join(", ")}] = ${Math.fround(value)}  # set by hand`;
  });
}

/**
 * Where a number stands in its whole tensor: heads are column blocks, of Wo row blocks, and parts of a bias.
 * @param {string} name
 * @param {readonly [number, number, number]} place head, row and column; the head of a bias stands as its row
 * @param {number} width of a head
 */
function placeOf(name, [head, row, column], width) {
  if (name === "bo") return [column];
  if (name.startsWith("b")) return [row * width + column];
  if (name === "Wo") return [head * width + row, column];
  return [row, head * width + column];
}

/** @param {readonly string[]} words */
const listOf = (words) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
