/** The layers of a model in PyTorch: attention, norms, MLPs, and how they are added up. */
import { activations } from "../engine/activations.js";
import { alibiLines } from "./python-stages.js";
import { AttentionError } from "../engine/errors.js";

/**
 * A layer of a model as engine.model takes it, with the fields that can be written.
 * @typedef {object} LayerSpec
 * @property {number} [heads]
 * @property {number} [kv_heads]
 * @property {boolean} [causal]
 * @property {string} [keys]
 * @property {number} [scale]
 * @property {boolean} [bias]
 * @property {string} [norm]
 * @property {string} [norm_place]
 * @property {boolean} [norm_offset]
 * @property {number} [norm_epsilon]
 * @property {string} [qk_norm]
 * @property {string} [residual]
 * @property {string} [mlp]
 * @property {import("../engine/spec/spec-words.js").SpecWords["activation"]} [activation]
 *
 * @typedef {{position?: string, layers: readonly LayerSpec[]}} LayersSpec
 */

/** The fields of a layer that are written, or that its weights have: their shapes say the sizes. dropout is for training alone. */
const known = Object.freeze([
  ...["heads", "kv_heads", "d_k", "d_v", "d_ff", "causal", "keys", "scale", "bias", "dropout"],
  ...["norm", "norm_place", "norm_weight", "norm_offset", "norm_epsilon", "qk_norm", "residual", "mlp", "activation"],
]);

const torch = /** @type {import("./python-stages.js").Choose} */ ((value) => value);
/** Lines of a block of Python. @param {readonly string[]} lines */
export const indented = (lines) => lines.map((line) => (line === "" ? "" : `    ${line}`));

/** Whether there is such a part. @param {string | undefined} kind */
const is = (kind) => (kind ?? "none") !== "none";

/**
 * Checks that a layer has no field that is not written.
 * @param {LayersSpec} spec
 * @throws {AttentionError} that names the layer and its field
 */
export function checkLayers({ layers }) {
  for (const [at, layer] of layers.entries())
    for (const [field, value] of Object.entries(layer))
      if (!known.includes(field) && value !== undefined)
        throw new AttentionError(`layers[${at}].${field}`, "must not be given: it is not written in Python");
}

/**
 * A norm of rows, as the code calls it.
 * @param {string} rows the variable
 * @param {string} name of the norm, as the code writes it
 * @param {{kind?: string, norm_epsilon?: number, norm_offset?: boolean}} norm
 */
export const normCall = (rows, name, { kind, norm_epsilon = 1e-5, norm_offset }) =>
  `normed(${[rows, name, `"${kind}"`, norm_epsilon, ...(norm_offset ? ["offset=1"] : [])].join(", ")})`;

/** The function that norms rows. @param {boolean} hasOffset whether weights may be added to 1 */
export const normLines = (hasOffset) => [
  `def normed(x, name, kind, epsilon${hasOffset ? ", offset=0" : ""}):  # each row of x; a norm may have weight and bias`,
  ...indented([
    'weight, bias = weights.get(f"{name}_weight"), weights.get(f"{name}_bias")',
    ...(hasOffset ? ["weight = None if weight is None else offset + weight"] : []),
    'if kind == "layernorm":',
    "    return torch.nn.functional.layer_norm(x, x.shape[-1:], weight, bias, epsilon)",
    "x = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon)",
    "return x if weight is None else x * weight",
  ]),
];

/** The function that computes one layer's attention. @param {LayersSpec} spec */
export function attentionLines({ position, layers }) {
  const isCausal = layers.some(({ causal }) => causal === true);
  const isCross = layers.some(({ keys }) => keys === "source");
  const hasIndices = isCausal || position === "rope" || position === "alibi";
  // A causal query beside keys of another length stands as far from the end as they do; the first may see no key at all.
  const isAligned = isCausal && isCross;
  const isGrouped = layers.some(isGroupedLayer);
  const hasBias = layers.some(({ bias }) => bias);
  const hasNorm = layers.some(({ qk_norm }) => is(qk_norm));
  const names = ["layer", "X", "C", "heads", ...(isGrouped ? ["kv_heads=None"] : [])];
  names.push(...(isCausal ? ["causal=False"] : []), "scale=None", ...(hasNorm ? ["norm=None"] : []));
  const product = (/** @type {string} */ rows, /** @type {string} */ name) =>
    `${rows} @ W${name}${hasBias ? ` + b${name}` : ""}`;
  const count = isGrouped ? "count" : "heads";
  const split = `x.reshape(len(x), ${count}, -1).transpose(0, 1)`;
  const [Q, K, V] = [product("X", "q"), product("C", "k"), product("C", "v")];
  const kv = "kv_heads or heads";
  return [
    `def attend(${names.join(", ")}):  # X: rows of the queries, C: rows of the keys and values`,
    ...indented([
      'Wq, Wk, Wv = (weights[f"layers.{layer}.{name}"] for name in ("Wq", "Wk", "Wv"))',
      ...(hasBias ? ['bq, bk, bv = (weights.get(f"layers.{layer}.{name}", 0) for name in ("bq", "bk", "bv"))'] : []),
      isGrouped
        ? `Q, K, V = (${split} for x, count in ((${Q}, heads), (${K}, ${kv}), (${V}, ${kv})))`
        : `Q, K, V = (${split} for x in (${Q}, ${K}, ${V}))`,
      ...(hasNorm
        ? [
            "if norm:  # of each head's queries and keys",
            '    Q, K = (normed(x, f"layers.{layer}.{name}_norm", *norm) for x, name in ((Q, "q"), (K, "k")))',
          ]
        : []),
      ...(hasIndices
        ? [
            `i, j = torch.arange(len(X)), torch.arange(len(C))`,
            ...(isAligned ? ["i = i + len(C) - len(X) if causal else i  # the last query stands at the last key"] : []),
          ]
        : []),
      ...(position === "rope" ? ["Q, K = rotate(Q, i), rotate(K, j)"] : []),
      ...(isGrouped
        ? ["K, V = (x.repeat_interleave(heads // len(x), 0) for x in (K, V))  # heads that share keys"]
        : []),
      ...(hasIndices && (isCausal || position === "alibi") ? ["i = i[:, None]"] : []),
      "scores = Q @ K.transpose(1, 2) * (scale or Q.shape[-1] ** -0.5)",
      ...(position === "alibi" ? [...alibiLines(torch), "scores = scores + bias"] : []),
      ...(isCausal ? ["if causal:", "    scores = scores.masked_fill(j > i, -torch.inf)"] : []),
      `attention = torch.softmax(scores, -1)${isAligned ? ".nan_to_num()  # 0 where a query sees no key" : ""}`,
      "return attention, (attention @ V).transpose(0, 1).reshape(len(X), -1)",
    ]),
  ];
}

/** @param {LayerSpec} layer */
const isGroupedLayer = ({ heads = 1, kv_heads }) => kv_heads !== undefined && kv_heads !== heads;

/** The function that computes one layer's MLP. @param {LayersSpec} spec */
export function mlpLines({ layers }) {
  const kinds = new Set(layers.flatMap(({ mlp }) => (mlp !== undefined && is(mlp) ? mlp : [])));
  const hasBias = layers.some(({ mlp, bias }) => is(mlp) && bias);
  const linear = (/** @type {string} */ rows, /** @type {string} */ name) =>
    `${rows} @ weights[f"layers.{layer}.W_${name}"]${hasBias ? ` + weights.get(f"layers.{layer}.b_${name}", 0)` : ""}`;
  if (kinds.size === 0) return [];
  const gated = `hidden = activate(${linear("x", "gate")}) * hidden`;
  return [
    "def feed_forward(layer, x, activate):",
    ...indented([
      `hidden = ${linear("x", "up")}`,
      ...(kinds.size === 2
        ? ['if f"layers.{layer}.W_gate" in weights:', `    ${gated}`, "else:", "    hidden = activate(hidden)"]
        : [kinds.has("gated") ? gated : "hidden = activate(hidden)"]),
      `return ${linear("hidden", "down")}`,
    ]),
    "",
    "",
  ];
}

/**
 * The layers, one after the other. Layers that are all alike are written once.
 * @param {LayersSpec} spec
 * @param {boolean} isPointer whether the last layer's weights are the answer: it has no Wo then
 */
export function layersLines({ layers }, isPointer) {
  const isAlike = layers.every((layer) => JSON.stringify(layer) === JSON.stringify(layers[0]));
  if (layers.length > 2 && isAlike && layers[0] && !isPointer) {
    const name = (/** @type {string} */ part) => `f"layers.{layer}.${part}"`;
    return [`for layer in range(${layers.length}):`, ...indented(layerLines(layers[0], "layer", name, false))];
  }
  return layers.flatMap((layer, at) => {
    const name = (/** @type {string} */ part) => `"layers.${at}.${part}"`;
    return layerLines(layer, String(at), name, isPointer && at === layers.length - 1);
  });
}

/**
 * @param {LayerSpec} layer
 * @param {string} at its number, or the variable that has it
 * @param {(part: string) => string} name of one of its weights, as the code writes it
 * @param {boolean} isPointer
 */
function layerLines(layer, at, name, isPointer) {
  const { keys = "self", norm, norm_place = "pre", mlp, activation = "relu" } = layer;
  const { residual = isPointer ? "none" : "sequential" } = layer;
  const isBefore = is(norm) && norm_place !== "post";
  const normedAs = (/** @type {string} */ rows, /** @type {string} */ part) =>
    normCall(rows, name(part), { ...layer, kind: norm });
  const after = (/** @type {boolean} */ applies, /** @type {string} */ rows, /** @type {string} */ part) =>
    applies ? [`${rows} = ${normedAs(rows, part)}`] : [];
  const X = isBefore ? "x" : "h";
  const C = { self: X, embeddings: "embeddings", source: "source_rows" }[keys];
  const lines = [
    ...(isBefore ? [`x = ${normedAs("h", "norm_1")}`] : []),
    `attention, context = attend(${[at, X, C, ...attendArguments(layer)].join(", ")})`,
  ];
  if (isPointer) return lines;
  const output = `context @ weights[${name("Wo")}]${layer.bias ? ` + weights[${name("bo")}]` : ""}`;
  const isBoth = is(norm) && norm_place === "both";
  const isPlain = !isBoth && residual !== "parallel";
  if (isPlain) lines.push(residual === "none" ? `h = ${output}` : `h = h + ${output}`);
  else lines.push(`output = ${output}`, ...after(isBoth, "output", "output_norm"));
  if (!isPlain && residual !== "parallel") lines.push(residual === "none" ? "h = output" : "h = h + output");
  const isAfter = is(norm) && norm_place === "post";
  lines.push(...after(isAfter, "h", "norm_1"));
  if (!is(mlp)) return [...lines, ...(residual === "parallel" ? ["h = h + output"] : [])];
  const read = isBefore ? normedAs("h", "norm_2") : "h";
  lines.push(
    `mlp = feed_forward(${at}, ${read}, lambda x: ${activations[activation].torch("x")})`,
    ...after(isBoth, "mlp", "mlp_output_norm"),
  );
  lines.push({ none: "h = mlp", parallel: "h = h + output + mlp" }[residual] ?? "h = h + mlp");
  return [...lines, ...after(isAfter, "h", "norm_2")];
}

/** The arguments of attention that a layer has. @param {LayerSpec} layer */
function attendArguments(layer) {
  const { heads = 1, kv_heads, causal, scale, qk_norm, norm_epsilon = 1e-5, norm_offset } = layer;
  return [
    `heads=${heads}`,
    ...(isGroupedLayer(layer) ? [`kv_heads=${kv_heads}`] : []),
    ...(causal ? ["causal=True"] : []),
    ...(scale === undefined ? [] : [`scale=${scale}`]),
    ...(is(qk_norm) ? [`norm=("${qk_norm}", ${norm_epsilon}${norm_offset ? ", 1" : ""})`] : []),
  ];
}
