import { formatOf } from "./model-files.js";
import { alibiLines, rotateLines, sinusoidalLines } from "./python-stages.js";

/**
 * A model as engine.model takes it, of the kinds that the tasks have. Other fields of a layer are not written.
 * @typedef {object} ModelSpec
 * @property {string} [position]
 * @property {readonly {heads?: number, causal?: boolean, keys?: string, scale?: number}[]} layers
 * @property {"linear" | "pointer" | "tied"} [readout]
 *
 * @typedef {{tokens: readonly number[], source?: readonly number[]}} Example
 * @typedef {{tokens: readonly string[], source?: readonly string[]}} Words of the example
 */

/** The positions of RoPE as a model has them. */
const rope = Object.freeze({ rope_style: /** @type {const} */ ("interleaved"), rope_base: 10000 });
const torch = /** @type {import("./python-stages.js").Choose} */ ((value) => value);
const indented = (/** @type {readonly string[]} */ lines) => lines.map((line) => (line === "" ? "" : `    ${line}`));

/**
 * Writes a trained model in PyTorch: code that reads its weights from a file, and computes the logits of one example (of
 * a pointer: the probabilities of the keys). It needs torch and numpy alone.
 * @param {ModelSpec} spec
 * @param {string} file name of the file with the weights; its ending names one of the weightFormats
 * @param {Example} example
 * @param {Words} words
 * @returns {string}
 */
export function modelPytorchOf(spec, file, example, words) {
  const { position = "none", layers, readout = "linear" } = spec;
  const has = (/** @type {string} */ keys) => layers.some((layer) => (layer.keys ?? "self") === keys);
  const isPointer = readout === "pointer";
  const answer = isPointer ? "probabilities" : "logits";
  const sequence = (
    /** @type {string} */ name,
    /** @type {readonly number[]} */ tokens,
    /** @type {readonly string[]} */ texts,
  ) => `${name} = [${tokens.join(", ")}]  # ${texts.map((text) => JSON.stringify(text)).join(" ")}`;
  const body = [
    ...readerLines(file),
    "",
    `weights = read(${JSON.stringify(file)})`,
    sequence("tokens", example.tokens, words.tokens),
    ...(example.source ? [sequence("source", example.source, words.source ?? [])] : []),
    "",
    "",
    ...(position === "sinusoidal"
      ? ["def positions(n_q, d_model):", ...indented([...sinusoidalLines(torch), "return P"]), "", ""]
      : []),
    ...(position === "rope" ? [...rotateLines(rope, torch), "", ""] : []),
    ...attentionLines(spec),
    "",
    "",
    ...embeddingLines("h", "token_embedding", "tokens", "position_embedding", position),
    ...(has("embeddings") ? ['embeddings = weights["token_embedding"][tokens]  # without positions'] : []),
    ...(example.source
      ? embeddingLines("source_rows", "source_embedding", "source", "source_position_embedding", position)
      : []),
    ...layers.flatMap((layer, at) => layerLines(layer, at, isPointer && at === layers.length - 1)),
    isPointer
      ? "probabilities = attention.mean(0)  # a pointer: how much each position looks at each key is the answer"
      : 'logits = h @ weights["readout_weight"] + weights["readout_bias"]',
    "",
    `print("${answer}", tuple(${answer}.shape), ${answer}, sep="\\n")`,
    `print("answers", ${answer}.argmax(-1).tolist())`,
  ].join("\n");
  const modules = ["json", "math", "numpy as np", "torch"].filter((name) =>
    new RegExp(`\\b${name.split(" ").at(-1)}\\.`).test(body),
  );
  const title = "# A small attention model, trained with Attention Stepper.";
  return `${[title, ...modules.map((name) => `import ${name}`), "", "", body].join("\n").replace(/\n{4,}/g, "\n\n\n")}\n`;
}

/** A function that reads all tensors of a file. @param {string} file */
function readerLines(file) {
  switch (formatOf(file)) {
    case "safetensors":
      return [
        "def read(path):  # safetensors: the header's length in 8 bytes, the header in JSON, then float32 numbers",
        '    with open(path, "rb") as file:',
        "        data = file.read()",
        '    start = 8 + int.from_bytes(data[:8], "little")',
        "    header = json.loads(data[8:start])",
        '    header.pop("__metadata__", None)',
        "    found = {}",
        "    for name, entry in header.items():",
        '        shape, begin = entry["shape"], start + entry["data_offsets"][0]',
        '        numbers = np.frombuffer(data, "<f4", math.prod(shape), begin)',
        "        found[name] = torch.from_numpy(numbers.reshape(shape).copy())",
        "    return found",
        "",
      ];
    case "json":
      return [
        'def read(path):  # {"token_embedding": {"shape": [...], "data": [...]}, ...}',
        "    with open(path) as file:",
        "        tensors = json.load(file)",
        "    return {",
        '        name: torch.tensor([float(x) for x in tensor["data"]]).reshape(tensor["shape"])',
        "        for name, tensor in tensors.items()",
        "    }",
        "",
      ];
    default:
      return [
        "def read(path):",
        "    return {name: torch.from_numpy(array) for name, array in np.load(path).items()}",
        "",
      ];
  }
}

/** The function that computes one layer's attention. @param {ModelSpec} spec */
function attentionLines({ position, layers }) {
  const isCausal = layers.some(({ causal }) => causal === true);
  const isCross = layers.some(({ keys }) => keys === "source");
  const hasIndices = isCausal || position === "rope" || position === "alibi";
  // A causal query beside keys of another length stands as far from the end as they do; the first may see no key at all.
  const isAligned = isCausal && isCross;
  const names = ["layer", "X", "C", "heads", ...(isCausal ? ["causal=False"] : []), "scale=None"];
  return [
    `def attend(${names.join(", ")}):  # X: rows of the queries, C: rows of the keys and values`,
    ...indented([
      'Wq, Wk, Wv = (weights[f"layers.{layer}.{name}"] for name in ("Wq", "Wk", "Wv"))',
      "Q, K, V = (x.reshape(len(x), heads, -1).transpose(0, 1) for x in (X @ Wq, C @ Wk, C @ Wv))",
      ...(hasIndices
        ? [
            `i, j = torch.arange(len(X)), torch.arange(len(C))`,
            ...(isAligned ? ["i = i + len(C) - len(X) if causal else i  # the last query stands at the last key"] : []),
          ]
        : []),
      ...(position === "rope" ? ["Q, K = rotate(Q, i), rotate(K, j)"] : []),
      ...(hasIndices && (isCausal || position === "alibi") ? ["i = i[:, None]"] : []),
      "scores = Q @ K.transpose(1, 2) * (scale or Q.shape[-1] ** -0.5)",
      ...(position === "alibi" ? [...alibiLines(torch), "scores = scores + bias"] : []),
      ...(isCausal ? ["if causal:", "    scores = scores.masked_fill(j > i, -torch.inf)"] : []),
      `attention = torch.softmax(scores, -1)${isAligned ? ".nan_to_num()  # 0 where a query sees no key" : ""}`,
      "return attention, (attention @ V).transpose(0, 1).reshape(len(X), -1)",
    ]),
  ];
}

/**
 * @param {string} rows the variable
 * @param {string} embedding
 * @param {string} tokens
 * @param {string} learned
 * @param {string} position
 */
function embeddingLines(rows, embedding, tokens, learned, position) {
  const start = `${rows} = weights["${embedding}"][${tokens}]`;
  if (position === "learned") return [`${start} + weights["${learned}"][: len(${tokens})]`];
  if (position !== "sinusoidal") return [start];
  return [start, `${rows} = ${rows} + positions(*${rows}.shape)`];
}

/**
 * @param {ModelSpec["layers"][number]} layer
 * @param {number} at
 * @param {boolean} isPointer whether its weights are the answer: it has no Wo then
 */
function layerLines({ heads = 1, causal, keys = "self", scale }, at, isPointer) {
  const C = { self: "h", embeddings: "embeddings", source: "source_rows" }[keys];
  const named = [
    `heads=${heads}`,
    ...(causal ? ["causal=True"] : []),
    ...(scale === undefined ? [] : [`scale=${scale}`]),
  ];
  const call = `attention, context = attend(${[at, "h", C, ...named].join(", ")})`;
  return [call, ...(isPointer ? [] : [`h = h + context @ weights["layers.${at}.Wo"]`])];
}
