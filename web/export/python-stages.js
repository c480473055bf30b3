import { activations } from "../engine/activations.js";
import { addends, norms, operands, walkOf } from "../engine/explain/stream.js";
import { queryOffset } from "../engine/explain/rules.js";
import { keepOf, probabilityOf } from "../engine/spec/dropout.js";
import { rowOf } from "../engine/stages.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {<T>(torch: T, numpy: T) => T} Choose returns the value for the library that the code is written for */

/**
 * Writes the stages of a walk as lines of Python; each is assigned to a variable with the stage's name.
 * @param {Walk} walk
 * @param {Choose} choose
 * @returns {string[]} lines; "" is an empty line
 */
export const walkLines = (walk, choose) => [
  ...normLines(walk.spec, choose),
  ...walk.stages.flatMap((stage) => linesOf(walk, stage, choose)),
];

/** The lines of a stage: those that prepare it, and its own. @param {Walk} walk @param {string} stage @param {Choose} choose */
function linesOf(walk, stage, choose) {
  const { python = "" } = rowOf(stage) ?? {};
  const lines = writers[stage]?.(walk, choose) ?? [];
  return python ? [...lines, `${stage} = ${filled(python, walk, stage, choose)}`] : lines;
}

/** A stage's Python with the names and numbers of a walk. @param {string} python @param {Walk} walk @param {string} stage @param {Choose} choose */
function filled(python, walk, stage, choose) {
  const names = { ...walk.spec, before: before(walk, stage), lib: choose("torch", "np") };
  return python.replace(/\{(\w+)\}/g, (_, name) => String(names[/** @type {keyof typeof names} */ (name)]));
}

/** The stage before another one. @param {Walk} walk @param {string} stage */
const before = ({ stages }, stage) => stages[stages.indexOf(stage) - 1] ?? "";

/** @param {Walk} walk @param {Choose} choose */
function embeddings({ inputs }, choose) {
  if ("P" in inputs) return ["X = E + P  # positions are learned", ""];
  return [...sinusoidalLines(choose), "X = E + P", ""];
}

/** Lines that compute sinusoidal positions P from n_q and d_model. @param {Choose} choose */
export function sinusoidalLines(choose) {
  const wide = choose(", dtype=torch.float64", "");
  const lib = choose("torch", "np");
  return [
    "# sinusoidal positions (Vaswani et al. 2017, section 3.5)",
    `column = ${lib}.arange(d_model${wide})`,
    `angle = ${lib}.arange(n_q${wide})[:, None] / 10000 ** ((column - column % 2) / d_model)`,
    `P = ${lib}.where(column % 2 == 0, ${lib}.sin(angle), ${lib}.cos(angle))${choose(".float()", ".astype(np.float32)")}`,
  ];
}

/** The functions for the norms of a walk that the library does not have. @param {Walk["spec"]} spec @param {Choose} choose */
function normLines({ norm, qk_norm }, choose) {
  const has = (/** @type {typeof norm} */ kind) => norm === kind || qk_norm === kind;
  const mean = choose("mean(-1, keepdim=True)", "mean(-1, keepdims=True)");
  const root = choose("torch.sqrt", "np.sqrt");
  const layerNorm = [
    "def layer_norm(x, weight, bias, epsilon):  # Ba et al. 2016",
    `    x = x - x.${mean}`,
    `    return x / np.sqrt((x ** 2).${mean} + epsilon) * weight + bias`,
    "",
  ];
  return [
    ...(has("layernorm") ? choose([], layerNorm) : []),
    ...(has("rmsnorm")
      ? [
          "def rms_norm(x, weight, epsilon):  # Zhang and Sennrich 2019: without a mean",
          `    return x / ${root}((x ** 2).${mean} + epsilon) * weight`,
          "",
        ]
      : []),
  ];
}

/**
 * A line that computes a norm.
 * @param {Walk} walk
 * @param {keyof typeof norms} stage
 * @param {Choose} choose
 */
function normLine(walk, stage, choose) {
  const { spec, inputs } = walk;
  const { from, weight, bias } = norms[stage](walkOf(walk));
  const isOfHeads = stage === "Q" || stage === "K";
  const factor = weight in inputs ? (spec.norm_offset ? `1 + ${weight}` : weight) : "";
  if ((isOfHeads ? spec.qk_norm : spec.norm) === "rmsnorm")
    return `${stage} = rms_norm(${from}, ${factor || 1}, ${spec.norm_epsilon})`;
  const shift = bias in inputs ? bias : "";
  const width = isOfHeads ? "d_k" : "d_model";
  return choose(
    `${stage} = F.layer_norm(${from}, (${width},), ${factor || "None"}, ${shift || "None"}, ${spec.norm_epsilon})`,
    `${stage} = layer_norm(${from}, ${factor || 1}, ${shift || 0}, ${spec.norm_epsilon})`,
  );
}

/** @param {Exclude<keyof typeof norms, "Q" | "K">} stage */
const normOf = (stage) => (/** @type {Walk} */ walk, /** @type {Choose} */ choose) => [normLine(walk, stage, choose)];

/** What a stage is, or what it reads without weights: a product with a weight and a bias. @param {Walk} walk @param {keyof typeof operands} stage */
function productOf(walk, stage) {
  const { from, weight, bias } = operands[stage](walkOf(walk));
  const times = weight in walk.inputs ? ` @ ${weight}` : "";
  return `${from}${times}${bias in walk.inputs ? ` + ${bias}` : ""}`;
}

/** @param {keyof typeof operands} stage */
const productLine = (stage) => (/** @type {Walk} */ walk) => [`${stage} = ${productOf(walk, stage)}`];

/** @param {keyof typeof addends} stage */
const sumLine = (stage) => (/** @type {Walk} */ walk) => [`${stage} = ${addends[stage](walkOf(walk)).join(" + ")}`];

/** @param {Walk} walk @param {Choose} choose */
function projections(walk, choose) {
  if ("Q" in walk.inputs) return [];
  const hasNorm = walk.spec.qk_norm !== "none";
  const [Q, K] = hasNorm ? ["Q_projected", "K_projected"] : ["Q", "K"];
  const normed = hasNorm ? [normLine(walk, "Q", choose), normLine(walk, "K", choose)] : [];
  if (!("Wq" in walk.inputs)) {
    return [
      `${Q} = ${productOf(walk, "Q")}[None]  # no weights: one head, which compares the rows themselves`,
      `${K} = V = ${productOf(walk, "K")}[None]`,
      ...normed,
      "",
    ];
  }
  return [
    "",
    `def split(x, heads):  # [n, heads * width] becomes [heads, n, width]`,
    `    return x.reshape(len(x), heads, -1).${choose("transpose", "swapaxes")}(0, 1)`,
    "",
    `${Q} = split(${productOf(walk, "Q")}, heads)`,
    `${K} = split(${productOf(walk, "K")}, kv_heads)`,
    `V = split(${productOf(walk, "V")}, kv_heads)`,
    ...normed,
    "",
  ];
}

/** @param {Walk} walk @param {Choose} choose */
function activated({ spec: { activation }, stages }, choose) {
  const { torch, numpy } = activations[activation];
  const gate = stages.includes("mlp_up") ? " * mlp_up" : "";
  return [`mlp_activated = ${choose(torch, numpy)("mlp_hidden")}${gate}`];
}

/** @param {Walk} walk @param {Choose} choose */
function rotations({ spec, inputs }, choose) {
  const lib = choose("torch", "np");
  const offset = queryOffset({ spec });
  const [queries, keys] =
    "positions" in inputs
      ? [`positions[${offset} : ${offset} + n_q]`, "positions[:n_k]"]
      : [`${lib}.arange(n_q) + ${spec.first + offset}`, `${lib}.arange(n_k) + ${spec.first}`];
  return [...rotateLines(spec, choose), "", `Q_rot = rotate(Q, ${queries})`, `K_rot = rotate(K, ${keys})`, ""];
}

/** @typedef {Pick<Walk["spec"], "rope_style" | "rope_base">} Rope */
/** @typedef {`rope_${"scaling" | "factor" | "original" | "low_freq" | "high_freq" | "beta_fast" | "beta_slow" | "attention_factor"}`} ScalingField */
/** @typedef {Partial<Pick<Walk["spec"], ScalingField>>} Scaling */

/**
 * Lines that stretch the angles of RoPE. kept: how much of a pair's turns stays, from 0 to 1.
 * @param {Scaling & Pick<Walk["spec"], "rope_base">} spec
 * @param {Choose} choose
 */
function scalingLines(spec, choose) {
  const { rope_scaling, rope_base, rope_factor, rope_original } = spec;
  const lib = choose("torch", "np");
  const mixed = `    turns = kept * turns + (1 - kept) * turns / ${rope_factor}`;
  const span = `(${spec.rope_high_freq} - ${spec.rope_low_freq})`;
  const turning = (/** @type {number | undefined} */ turns) =>
    `d_k * math.log(${rope_original} / (${turns} * 2 * math.pi)) / (2 * math.log(${rope_base}))`;
  switch (rope_scaling) {
    case "linear":
      return [`    turns = turns / ${rope_factor}  # positions are stretched`];
    case "llama3":
      return [
        "    # Llama 3.1: pairs that turn seldom in the tokens of the training are slowed down",
        `    kept = ((${rope_original} * turns / (2 * math.pi) - ${spec.rope_low_freq}) / ${span}).clip(0, 1)`,
        mixed,
      ];
    case "yarn":
      return [
        "    # YaRN (Peng et al. 2023): likewise; the first pairs are kept, the last ones are slowed down",
        `    first = max(math.floor(${turning(spec.rope_beta_fast)}), 0)`,
        `    last = min(math.ceil(${turning(spec.rope_beta_slow)}), d_k - 1)`,
        `    kept = 1 - ((${lib}.arange(d_k // 2) - first) / (last - first or 0.001)).clip(0, 1)`,
        mixed,
      ];
    default:
      return [];
  }
}

/**
 * A function that rotates queries or keys to their positions.
 * @param {Rope & Scaling & Partial<Pick<Walk["spec"], "rotary_dims" | "d_k">>} spec
 * @param {Choose} choose
 */
export function rotateLines(spec, choose) {
  const { rope_style, rope_base, rotary_dims = 0, d_k = 0 } = spec;
  const lib = choose("torch", "np");
  const halves = rope_style === "half_split";
  const isPart = rotary_dims > 0 && rotary_dims < d_k;
  const amplitude = spec.rope_scaling === "yarn" ? spec.rope_attention_factor : 1;
  const [cos, sin] = ["cos", "sin"].map((name) => {
    const wave = `${lib}.${name}(angle)`;
    return amplitude === 1 ? wave : `(${amplitude} * ${wave})`;
  });
  const [a, b] = halves ? ["x[..., : d_k // 2]", "x[..., d_k // 2 :]"] : ["x[..., 0::2]", "x[..., 1::2]"];
  const join = halves ? choose("torch.cat", "np.concatenate") : `${lib}.stack`;
  const narrow = choose("float()", "astype(np.float32)");
  const wide = choose("double()", "astype(np.float64)");
  return [
    "def rotate(x, place):  # rotary positions (Su et al. 2021): pairs of components turn",
    ...(isPart
      ? [`    x, rest = x[..., :${rotary_dims}], x[..., ${rotary_dims}:]  # only the first components turn`]
      : []),
    "    d_k = x.shape[-1]",
    `    turns = float(${rope_base}) ** (-${lib}.arange(0, d_k, 2${choose(", dtype=torch.float64", "")}) / d_k)`,
    ...scalingLines(spec, choose),
    `    angle = place.${wide}[:, None] * turns`,
    `    cos, sin = ${cos}.${narrow}, ${sin}.${narrow}`,
    `    a, b = ${a}, ${b}`,
    ...(isPart
      ? [
          `    turned = ${join}((a * cos - b * sin, a * sin + b * cos), -1).reshape(x.shape)`,
          `    return ${choose("torch.cat", "np.concatenate")}((turned, rest), -1)`,
        ]
      : [`    return ${join}((a * cos - b * sin, a * sin + b * cos), -1).reshape(x.shape)`]),
  ];
}

/** @param {Walk} walk @param {Choose} choose */
function positionIndices({ spec }, choose) {
  const relative =
    ["alibi", "shaw", "t5"].includes(spec.position) ||
    (spec.position === "distance" && spec.distance_form !== "matrix");
  if (!relative && !spec.causal && !spec.windowed) return [];
  const lib = choose("torch", "np");
  const offset = queryOffset({ spec });
  return [
    `i = ${lib}.arange(n_q)[:, None]${offset === 0 ? "" : ` + ${offset}  # queries are the last tokens`}`,
    `j = ${lib}.arange(n_k)`,
    "",
  ];
}

/** @param {Walk} walk @param {Choose} choose */
function scores({ spec, stages }, choose) {
  const [q, k] = stages.includes("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  const group = spec.heads / spec.kv_heads;
  const keys = group === 1 ? k : repeated(k, group, choose);
  const product = `${q} @ ${keys}.${choose("transpose", "swapaxes")}(1, 2)`;
  const isDefaultScale = Math.abs(spec.scale * Math.sqrt(spec.d_k) - 1) < 1e-6;
  const scaled = isDefaultScale ? "scaled = raw / math.sqrt(d_k)" : `scaled = raw * ${spec.scale}`;
  const shared = group === 1 ? [] : [`# query head h reads key/value head h // ${group}`];
  if (spec.position !== "shaw") return [...shared, `raw = ${product}`, scaled];
  const clip = choose(`(j - i).clamp(-${spec.clip}, ${spec.clip})`, `np.clip(j - i, -${spec.clip}, ${spec.clip})`);
  return [
    ...shared,
    `relative = ${clip} + ${spec.clip}  # rows of relK: how far ahead the key stands (Shaw et al. 2018)`,
    `raw = ${product} + ${choose("torch", "np")}.einsum("hid,ijd->hij", ${q}, relK[relative])`,
    scaled,
  ];
}

/** @param {string} name @param {number} group @param {Choose} choose */
const repeated = (name, group, choose) =>
  choose(`${name}.repeat_interleave(${group}, 0)`, `${name}.repeat(${group}, 0)`);

/** @param {Walk} walk @param {Choose} choose */
function bias({ spec }, choose) {
  const narrow = choose("", ".astype(np.float32)");
  const forms = {
    linear: `bias = ${choose(`-${spec.lambda} * abs(i - j)`, `(-${spec.lambda} * abs(i - j))`)}${narrow}`,
    gaussian: `bias = ${choose(`-0.5 * ((i - j) / ${spec.sigma}) ** 2`, `(-0.5 * ((i - j) / ${spec.sigma}) ** 2)`)}${narrow}`,
    matrix: "bias = bias_matrix",
  };
  const distance = [forms[spec.distance_form]];
  const lines =
    spec.position === "alibi" ? alibiLines(choose) : spec.position === "t5" ? buckets(spec, choose) : distance;
  return lines;
}

/** Lines that compute the bias of ALiBi from heads, i and j. @param {Choose} choose */
export const alibiLines = (choose) => [
  "# ALiBi (Press et al. 2022, section 3): a slope for each head",
  "power = 1 << (heads.bit_length() - 1)",
  "eighths = [(h + 1) / power if h < power else (2 * (h - power) + 1) / (2 * power) for h in range(heads)]",
  `slopes = ${choose("torch.tensor", "np.array")}([2 ** (-8 * x) for x in eighths])[:, None, None]`,
  `bias = ${choose("-slopes * abs(i - j)", "(-slopes * abs(i - j)).astype(np.float32)")}`,
];

/**
 * T5's bias: near distances have a bucket each, farther ones share buckets whose widths grow logarithmically.
 * @param {Walk["spec"]} spec
 * @param {Choose} choose
 */
function buckets({ buckets: count, max_distance, bidirectional }, choose) {
  const perDirection = bidirectional ? count / 2 : count;
  return [
    "# T5 (Raffel et al. 2020, section 2.1): near keys have a bucket each, farther ones share",
    `buckets = ${Math.floor(perDirection)}  # for one direction`,
    "def bucket(ahead):",
    bidirectional
      ? "    base, distance = (buckets if ahead > 0 else 0), abs(ahead)"
      : "    base, distance = 0, max(-ahead, 0)",
    "    exact = buckets // 2",
    "    if distance < exact:",
    "        return base + distance",
    `    far = math.log(distance / exact) / math.log(${max_distance} / exact) * (buckets - exact)`,
    "    return base + min(exact + int(far + 1e-9), buckets - 1)",
    "",
    `rows = ${choose("torch.tensor", "np.array")}([[bucket(int(ahead)) for ahead in row] for row in j - i])`,
    `bias = bias_table[rows].${choose("permute", "transpose")}(2, 0, 1)`,
  ];
}

/** @param {Walk} walk */
function allowed({ spec, inputs }) {
  const near = spec.causal ? `(i - j < ${spec.window})` : `(abs(i - j) <= ${spec.window})`;
  const parts = [
    spec.causal ? "(j <= i)" : "",
    spec.windowed ? (spec.sink_tokens > 0 ? `(${near} | (j < ${spec.sink_tokens}))` : near) : "",
    "key_valid" in inputs ? "(key_valid == 1)" : "",
    "allow" in inputs ? "(given_allow == 1)" : "",
  ].filter(Boolean);
  return [`allow = ${parts.length === 1 ? parts.join("").slice(1, -1) : parts.join(" & ")}`];
}

/** @param {Walk} walk @param {Choose} choose */
function masked(walk, choose) {
  const { spec } = walk;
  const from = before(walk, "masked");
  const lib = choose("torch", "np");
  const hidden = {
    infinite: choose("-torch.inf", "np.float32(-np.inf)"),
    fill: `${choose("", "np.float32")}(${spec.mask_value})`,
    add: `${from} + ${choose("", "np.float32")}(${spec.mask_value})`,
  }[spec.mask_how];
  return [
    "",
    ...allowed(walk),
    spec.mask_how === "add"
      ? `masked = ${lib}.where(allow, ${from}, ${hidden})`
      : choose(`masked = ${from}.masked_fill(~allow, ${hidden})`, `masked = np.where(allow, ${from}, ${hidden})`),
  ];
}

/** Softmax, with the functions that it needs. @param {Walk} walk @param {string} stage @param {Choose} choose */
function softmax(walk, stage, choose) {
  const { spec } = walk;
  const from = before(walk, stage);
  const left = spec.softmax_sink ? `${stage}, sink_weight` : stage;
  const call = spec.softmax_sink
    ? `softmax_with_sink(${from})`
    : `${choose("torch.softmax", "softmax")}(${from}${choose(", -1", "")})`;
  return [...softmaxLines(spec, choose), `${left} = ${call}`];
}

/** @param {Walk} walk @param {Choose} choose */
function weights(walk, choose) {
  const { spec, stages, zeroRows } = walk;
  if (stages.includes("zeroed")) return [`weights = ${renormalised(walk, choose)}`];
  const lines = softmax(walk, "weights", choose);
  if (!stages.includes("masked")) return ["", ...lines];
  const empty = zeroRows && spec.mask_how === "infinite" && !spec.softmax_sink;
  const lib = choose("torch", "np");
  return [
    ...lines,
    ...(empty ? [`weights = ${lib}.nan_to_num(weights)  # a row that may see nothing: 0, not NaN`] : []),
  ];
}

/** The weights after a mask that is applied after softmax. @param {Walk} walk @param {Choose} choose */
function renormalised({ spec, zeroRows }, choose) {
  if (spec.mask_mode !== "after_softmax_renormalised") return "zeroed";
  const sum = choose("sum(-1, keepdim=True)", "sum(-1, keepdims=True)");
  const total = `zeroed.${sum}${spec.softmax_sink ? " + sink_weight" : ""}`;
  if (!zeroRows) return `zeroed / (${total})`;
  return `${choose("torch", "np")}.where(allow, zeroed / (${total}), ${choose("torch.tensor(0.0)", "np.float32(0)")})`;
}

/** @param {Walk["spec"]} spec @param {Choose} choose */
function softmaxLines({ softmax_sink }, choose) {
  const numpy = [
    "",
    "def softmax(s):",
    "    e = np.exp(s - s.max(-1, keepdims=True))",
    "    return e / e.sum(-1, keepdims=True)",
    "",
  ];
  if (!softmax_sink) return choose([], numpy);
  return [
    ...choose([], numpy),
    "",
    "def softmax_with_sink(s):  # the sink takes part and gives no value",
    `    column = ${choose("sink.view(-1, 1, 1).expand(-1, n_q, 1)", "np.broadcast_to(sink[:, None, None], (heads, n_q, 1))")}`,
    `    w = ${choose("torch.softmax(torch.cat((column, s), -1), -1)", "softmax(np.concatenate((column, s), -1))")}`,
    "    return w[..., 1:], w[..., :1]",
    "",
  ];
}

/** A stage that drops numbers of the stage before. @param {string} stage @returns {(walk: Walk, choose: Choose) => string[]} */
const dropping = (stage) => (walk, choose) => {
  const from = before(walk, stage);
  const keep = /** @type {string} */ (keepOf(stage));
  const p = probabilityOf(walk.spec, keep);
  if (p === 1) return [`${stage} = ${choose("torch", "np")}.zeros_like(${from})`];
  return [`${stage} = ${from} * ${keep} / ${choose("", "np.float32")}(1 - ${p})`];
};

/** @param {Walk} walk @param {Choose} choose */
function context(walk, choose) {
  const { spec, inputs } = walk;
  const group = spec.heads / spec.kv_heads;
  const weighed = before(walk, "context");
  const relative =
    "relV" in inputs ? ` + ${choose("torch", "np")}.einsum("hij,ijc->hic", ${weighed}, relV[relative])` : "";
  return ["", `context = ${weighed} @ ${group === 1 ? "V" : repeated("V", group, choose)}${relative}`];
}

/** The lines that prepare or make a stage, where its row does not say all of it. @type {Readonly<Record<string, (walk: Walk, choose: Choose) => string[]>>} */
const writers = Object.freeze({
  E: embeddings,
  Q: projections,
  Q_rot: rotations,
  raw: (walk, choose) => [...positionIndices(walk, choose), ...scores(walk, choose)],
  biased: bias,
  masked,
  weights_unmasked: (walk, choose) => ["", ...allowed(walk), ...softmax(walk, "weights_unmasked", choose)],
  weights,
  dropped: dropping("dropped"),
  context,
  concat: (_, choose) => [`concat = context.${choose("transpose", "swapaxes")}(0, 1).reshape(n_q, -1)`],
  output: productLine("output"),
  norm_1: normOf("norm_1"),
  output_dropped: dropping("output_dropped"),
  output_norm: normOf("output_norm"),
  residual_1: sumLine("residual_1"),
  norm_2: normOf("norm_2"),
  mlp_hidden: productLine("mlp_hidden"),
  mlp_up: productLine("mlp_up"),
  mlp_activated: activated,
  mlp_dropped: dropping("mlp_dropped"),
  mlp_output: productLine("mlp_output"),
  mlp_output_dropped: dropping("mlp_output_dropped"),
  mlp_output_norm: normOf("mlp_output_norm"),
  residual_2: sumLine("residual_2"),
});
