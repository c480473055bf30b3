import { formatOf } from "./model-files.js";
import {
  attentionLines,
  checkLayers,
  indented,
  layersLines,
  mlpLines,
  normCall,
  normLines,
} from "./model-python-layers.js";
import { trainingLines } from "./model-python-training.js";
import { rotateLines, sinusoidalLines } from "./python-stages.js";

/**
 * A model as engine.model takes it.
 * @typedef {object} ModelSpec
 * @property {string} [position]
 * @property {readonly import("./model-python-layers.js").LayerSpec[]} layers
 * @property {"linear" | "pointer" | "tied"} [readout]
 * @property {boolean} [readout_bias]
 * @property {number | null} [logits_softcap]
 * @property {string} [embedding_norm]
 * @property {string} [final_norm]
 * @property {boolean} [norm_offset] of these two
 * @property {number} [norm_epsilon]
 * @property {import("../engine/model/model-spec.js").OptimizerSpec} [optimizer]
 * @property {number | null} [max_norm]
 *
 * @typedef {{tokens: readonly number[], source?: readonly number[]}} Example
 * @typedef {{tokens: readonly string[], source?: readonly string[]}} Words of the example
 */

/** The positions of RoPE as a model has them. */
const rope = Object.freeze({ rope_style: /** @type {const} */ ("interleaved"), rope_base: 10000 });
const torch = /** @type {import("./python-stages.js").Choose} */ ((value) => value);

/**
 * Writes a trained model in PyTorch: code that reads its weights from a file, and computes the logits of one example (of
 * a pointer: the probabilities of the keys), and can train the model further as it was trained. It needs torch and numpy
 * alone.
 * @param {ModelSpec} spec
 * @param {string} file name of the file with the weights; its ending names one of the weightFormats
 * @param {Example} example
 * @param {Words} words
 * @returns {string}
 * @throws {import("../engine/errors.js").AttentionError} that names a field of a layer that is not written
 */
export function modelPytorchOf(spec, file, example, words) {
  checkLayers(spec);
  const { position = "none", layers, readout = "linear" } = spec;
  const has = (/** @type {string} */ keys) => layers.some((layer) => (layer.keys ?? "self") === keys);
  const isPointer = readout === "pointer";
  const answer = isPointer ? "probabilities" : "logits";
  const given = ["tokens", ...(example.source ? ["source"] : [])].join(", ");
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
    ...(hasNorms(spec) ? [...normLines([spec, ...layers].some(({ norm_offset }) => norm_offset)), "", ""] : []),
    ...attentionLines(spec),
    "",
    "",
    ...mlpLines(spec),
    `def answer(${given}):`,
    ...indented([
      ...embeddingLines("h", "token_embedding", "tokens", "position_embedding", position),
      ...(has("embeddings") ? ['embeddings = weights["token_embedding"][tokens]  # without positions'] : []),
      ...(example.source
        ? embeddingLines("source_rows", "source_embedding", "source", "source_position_embedding", position)
        : []),
      ...ownNorm(spec, "embedding_norm"),
      ...layersLines(spec, isPointer),
      ...(isPointer
        ? ["return attention.mean(0)  # a pointer: how much each position looks at each key is the answer"]
        : [...ownNorm(spec, "final_norm"), ...readoutLines(spec), "return logits"]),
    ]),
    ...trainingLines(spec, example.source !== undefined),
    "",
    "",
    `${answer} = answer(${given})`,
    `print("${answer}", tuple(${answer}.shape), ${answer}, sep="\\n")`,
    `print("answers", ${answer}.argmax(-1).tolist())`,
  ].join("\n");
  const modules = ["json", "math", "numpy as np", "torch", "torch.nn.functional as F"].filter((name) =>
    new RegExp(`\\b${name.split(" ").at(-1)}\\.`).test(body),
  );
  const title = "# A small attention model, trained with Attention Stepper.";
  return `${[title, ...modules.map((name) => `import ${name}`), "", "", body].join("\n").replace(/\n{4,}/g, "\n\n\n")}\n`;
}

/** Whether rows are normed anywhere. @param {ModelSpec} spec */
const hasNorms = ({ embedding_norm = "none", final_norm = "none", layers }) =>
  [embedding_norm, final_norm, ...layers.flatMap(({ norm = "none", qk_norm = "none" }) => [norm, qk_norm])].some(
    (kind) => kind !== "none",
  );

/** A norm outside of the layers, if there is one. @param {ModelSpec} spec @param {"embedding_norm" | "final_norm"} name */
function ownNorm(spec, name) {
  const { [name]: kind = "none", norm_epsilon, norm_offset } = spec;
  return kind === "none" ? [] : [`h = ${normCall("h", `"${name}"`, { kind, norm_epsilon, norm_offset })}`];
}

/** From the last rows to logits. @param {ModelSpec} spec */
function readoutLines({ readout, readout_bias = readout !== "tied", logits_softcap }) {
  const matrix = readout === "tied" ? 'weights["token_embedding"].T' : 'weights["readout_weight"]';
  return [
    `logits = h @ ${matrix}${readout_bias ? ' + weights["readout_bias"]' : ""}`,
    ...(logits_softcap ? [`logits = ${logits_softcap} * torch.tanh(logits / ${logits_softcap})`] : []),
  ];
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
