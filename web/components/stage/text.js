import { isSecondLayer, modelOf } from "../../state/recipes/trained-models.js";
import { operands, walkOf } from "../../engine/explain/stream.js";
import { stageName } from "../../view/stage-names.js";
import { variantOf } from "../variant.js";
import { hasOwnKeys, numbersOf, scaleForm } from "./operation.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("./operation.js").Args} Args */
/** @typedef {[id: string, args?: Args]} Sentence a message's id and arguments */

/**
 * The text about the stage in view. It contains only sentences that are true with the current settings.
 * @param {View} view
 * @returns {string}
 */
export function stageText(view) {
  return sentencesOf(view)
    .map(([id, args]) => view.t(id, args))
    .join(" ");
}

/**
 * @param {View} view
 * @returns {Sentence[]}
 */
export function sentencesOf(view) {
  const { stage } = view.state;
  const args = { ...inputNames(view), ...numbersOf(view) };
  const { first = [], form = "", more = [] } = forms[stage]?.(view) ?? {};
  const own = `stage-${stage}-text`;
  return [...first, form ? `${own}-${form}` : own, ...more].flatMap((id) => (id ? [[id, args]] : []));
}

/** The names of what queries, keys and values, and the MLP are computed from. @param {View} view */
function inputNames(view) {
  const walk = walkOf(view.run);
  const name = (/** @type {string | undefined} */ stage) => (stage ? stageName(view, stage) : ""); // none where Q, K and V are given
  return {
    input: name(operands.Q(walk).from),
    source: name(operands.K(walk).from),
    stream: name(operands.mlp_hidden(walk).from),
  };
}

/** Whether the reader gave the numbers of a stage. @param {View} view @param {string} stage */
const isGiven = ({ kind, inputs }, stage) => kind === "given" && stage in inputs;

/** Whether all numbers of Wo are 0, as in the last layer of a model whose answer is its weights. @param {View} view */
const hasZeros = ({ trace }) => Array.from(trace.tensor("Wo")?.data ?? [1]).every((value) => value === 0);

/**
 * Which variant of its text a stage has (the message stage-<id>-text-<form>), and the messages before and after it;
 * falsy entries are left out.
 * @typedef {{first?: string[], form?: string | false, more?: (string | false)[]}} Form
 * @type {Record<string, (view: View) => Form>}
 */
const forms = {
  P: (view) => ({ form: variantOf(view).position === "learned" && "learned" }),
  X: (view) => ({
    form: isGiven(view, "X")
      ? "given"
      : isSecondLayer(view.state)
        ? modelOf(view.state)?.block
          ? "stream"
          : "residual"
        : (modelOf(view.state)?.block?.embedding_norm ?? "none") !== "none"
          ? "normed"
          : view.trace.stages.includes("E") || (modelOf(view.state) && !view.state.trained_run) // models that ship have them in X
            ? "positions"
            : variantOf(view).position !== "none" && "later",
  }),
  C: (view) => ({ form: hasOwnKeys(view) && "own" }),
  Q: (view) => {
    const drawn = view.kind === "random" || view.kind === "article";
    return {
      form: isGiven(view, "Q") ? "given" : !view.trace.tensor("Wq") && "none",
      more: [biasSentence(view, "bq"), qkNormSentence(view), isProjected(view) && drawn && "stage-Q-text-untrained"],
    };
  },
  K: (view) => ({
    form: isGiven(view, "K") ? "given" : isProjected(view) ? isTied(view) && "tied" : "none",
    more: [biasSentence(view, "bk"), qkNormSentence(view), sharedSentence(view)],
  }),
  V: (view) => ({
    form: isGiven(view, "V") ? "given" : !isProjected(view) && "none",
    more: [biasSentence(view, "bv"), sharedSentence(view)],
  }),
  Q_rot: (view) => ({ form: variantOf(view).halves && "halves", more: rotationSentences(view) }),
  K_rot: (view) => ({ more: rotationSentences(view) }),
  raw: (view) => {
    const { position, each } = variantOf(view);
    const form = (position === "rope" || position === "shaw") && position;
    return { form, more: [isSymmetric(view) && "stage-raw-text-symmetric", each > 1 && "stage-raw-text-groups"] };
  },
  scaled: (view) => ({ form: scaleForm(view) }),
  biased: (view) => ({ first: ["stage-biased-text"], form: variantOf(view).position }),
  masked: (view) => ({ first: maskCauses(view), form: maskForm(view) }),
  weights_unmasked: (view) => ({ form: variantOf(view).sink && "sink" }),
  weights: weightsForm,
  dropped: ({ run }) => ({ form: run.spec.dropout === 1 && "all" }),
  context: (view) => ({
    form: view.trace.tensor("relV") ? "shaw" : false,
    more: [
      view.trace.stages.includes("dropped") && "context-dropped",
      variantOf(view).sink && "context-sink",
      variantOf(view).how === "infinite" && hasEmptyRow(view) && "context-empty",
    ],
  }),
  concat: ({ run }) => ({ form: run.spec.heads === 1 && "one" }),
  output: (view) => ({
    form: view.hasWo
      ? (hasZeros(view) && "zero") || (view.run.spec.heads === 1 && "one")
      : hasOwnKeys(view)
        ? "answer"
        : "none",
    more: [biasSentence(view, "bo"), isAlone(view) && view.hasWo && !hasZeros(view) && "output-after"],
  }),
  norm_1: (view) => normForm(view, "norm_1"),
  output_dropped: (view) => ({ more: [isLast(view) && "layer-end"] }),
  output_norm: (view) => normForm(view, "output_norm"),
  residual_1: (view) => ({ more: [isLast(view) && "layer-end"] }),
  norm_2: (view) => normForm(view, "norm_2"),
  mlp_hidden: (view) => ({
    first: [view.run.spec.residual === "parallel" ? "mlp-beside" : "mlp-after"],
    form: view.run.spec.mlp === "gated" && "gated",
    more: [biasSentence(view, view.run.spec.mlp === "gated" ? "b_gate" : "b_up")],
  }),
  mlp_up: (view) => ({ more: [biasSentence(view, "b_up")] }),
  mlp_activated: ({ run: { spec } }) => ({
    form: spec.mlp === "gated" && "gated",
    more: [`activation-${spec.activation}`],
  }),
  mlp_dropped: () => ({}),
  mlp_output: (view) => ({ more: [biasSentence(view, "b_down"), isLast(view) && "layer-end"] }),
  mlp_output_dropped: () => ({}),
  mlp_output_norm: (view) => normForm(view, "mlp_output_norm"),
  residual_2: (view) => ({
    form: view.run.spec.residual === "parallel" && "parallel",
    more: [isLast(view) && "layer-end"],
  }),
};

/** Whether there is attention alone, without the other parts of a layer. @param {View} view */
const isAlone = ({ run: { spec } }) => spec.norm === "none" && spec.residual === "none" && spec.mlp === "none";

/** Whether the walk ends with the stage in view. @param {View} view */
const isLast = ({ run, state }) => run.stages.at(-1) === state.stage;

/** How queries and keys are normalised, where they are. @param {View} view */
const qkNormSentence = ({ run: { spec } }) => spec.qk_norm !== "none" && `stage-all-text-${spec.qk_norm}`;

/** What is unusual about the rotation: only some columns, or slower than in training. @param {View} view */
const rotationSentences = ({ run: { spec } }) => [
  spec.rotary_dims > 0 && spec.rotary_dims < spec.d_k && "rotation-part",
  spec.rope_scaling !== "none" && "rotation-slowed",
];

/**
 * What a norm does, and what is learned about it.
 * @param {View} view
 * @param {string} stage
 * @returns {Form}
 */
function normForm(view, stage) {
  const { norm, norm_place, norm_offset, residual } = view.run.spec;
  const has = (/** @type {string} */ name) => Boolean(view.trace.tensor(`${stage}_${name}`));
  const isPost = norm_place === "post" && stage.startsWith("norm");
  const isBeside = residual === "parallel" && stage === "norm_2";
  return {
    form: (isPost && "post") || (isBeside && "parallel"),
    more: [
      `norm-${norm}`,
      has("weight") && (norm_offset ? "norm-weight-offset" : "norm-weight"),
      has("bias") && "norm-bias",
      isLast(view) && "layer-end",
    ],
  };
}

/** @param {View} view */
const isTied = ({ labels }) => Boolean(labels.names?.Wk);

/** Whether queries, keys and values are projections of the embeddings. @param {View} view */
const isProjected = ({ trace }) => Boolean(trace.tensor("Wq"));

/**
 * @param {View} view
 * @param {string} id
 */
const biasSentence = ({ trace }, id) => Boolean(trace.tensor(id)) && "stage-all-text-bias";

/** @param {View} view */
const sharedSentence = (view) => variantOf(view).each > 1 && "stage-all-text-shared";

/**
 * Whether queries and keys are the same rows, so that raw scores are symmetric.
 * @param {View} view
 */
function isSymmetric(view) {
  const { trace, labels, run } = view;
  const same = !isGiven(view, "Q") && (!isProjected(view) || isTied(view));
  const biases = ["bq", "bk"].some((id) => trace.tensor(id)) && !labels.names?.bk;
  const differ = biases || ["C", "relK"].some((id) => trace.tensor(id));
  return same && !differ && run.spec.heads === run.spec.kv_heads;
}

/**
 * Messages that name the masks.
 * @param {View} view
 * @returns {string[]}
 */
function maskCauses({ trace, run }) {
  const { causal, align, n_q, n_k, windowed, sink_tokens } = run.spec;
  const shifted = n_q === n_k ? "" : align === "bottom_right" ? "-last" : "-first";
  const causes = [
    causal && `mask-causal${shifted}`,
    windowed && `mask-window${causal ? "-causal" : ""}`,
    windowed && sink_tokens && "mask-sinks",
    trace.tensor("key_valid") && "mask-padding",
    trace.given?.("allow") && "mask-allow",
  ];
  return causes.flatMap((id) => (id ? [id] : []));
}

/**
 * The variant of the text on masking: what masking does to a hidden score, and why, if the causal mask is the only
 * mask.
 * @param {View} view
 */
function maskForm(view) {
  const { how } = variantOf(view);
  const alone = maskCauses(view).length === 1 && view.run.spec.causal;
  return how === "infinite" ? alone && "why" : how;
}

/**
 * @param {View} view
 * @returns {Form}
 */
function weightsForm(view) {
  const { how, mode, sink } = variantOf(view);
  const { stages } = view.trace;
  const empty = hasEmptyRow(view);
  if (stages.includes("zeroed")) {
    const form = mode === "renormalised" && sink ? "renormalised-sink" : mode;
    return { form, more: [empty && "weights-empty"] };
  }
  const hidden = how === "infinite" ? "weights-hidden" : `weights-hidden-${leaks(view) ? "leak" : "vanish"}`;
  const nothing = how === "infinite" ? "weights-empty" : `weights-empty-${how}`;
  return { form: sink && "sink", more: [stages.includes("masked") && hidden, empty && nothing] };
}

/**
 * Whether a row of a mask lets its query attend to no key.
 * @param {ArrayLike<number>} allow
 * @param {number} start index of the row's first number
 * @param {number} n_k
 */
function isEmpty(allow, start, n_k) {
  for (let at = start; at < start + n_k; at++) if (allow[at]) return false;
  return true;
}

/** Whether some query may attend to no key at all. @param {Pick<View, "trace" | "run">} view */
function hasEmptyRow({
  trace,
  run: {
    spec: { n_k },
  },
}) {
  const allow = trace.tensor("allow")?.data ?? [];
  for (let start = 0; start < allow.length; start += n_k) if (isEmpty(allow, start, n_k)) return true;
  return false;
}

/**
 * Whether a hidden key has a weight other than 0, in a row that may attend to some key.
 * @param {Pick<View, "trace" | "run">} view
 */
function leaks({ trace, run }) {
  const allow = trace.tensor("allow");
  const weights = trace.tensor("weights")?.data;
  if (!allow || !weights) return false;
  const { n_q, n_k, heads } = run.spec;
  const perHead = allow.shape.length === 3;
  const { data: allowed } = allow;
  for (let row = 0; row < heads * n_q; row++) {
    const start = (perHead ? row : row % n_q) * n_k;
    if (isEmpty(allowed, start, n_k)) continue;
    for (let j = 0; j < n_k; j++) if (!allowed[start + j] && weights[row * n_k + j] !== 0) return true;
  }
  return false;
}

/** Whether nobody wrote the projections: those built by hand have columns that somebody named. @param {View} view */
function isSearch(view) {
  return isProjected(view) && view.kind !== "named";
}

/**
 * Analogies for stages, each with the runs for which it is valid.
 * @type {Readonly<Record<string, {id: string, holds: (view: View) => boolean}>>}
 */
const analogies = Object.freeze({
  Q: { id: "search", holds: isSearch },
  K: { id: "search", holds: isSearch },
  V: { id: "search", holds: isSearch },
  weights: { id: "torch", holds: () => true },
  concat: { id: "kernels", holds: ({ run }) => run.spec.heads > 1 },
  output: { id: "notes", holds: ({ hasWo, run }) => hasWo && run.spec.heads > 1 },
});

/**
 * The message with an analogy for the stage in view, and where that analogy stops being valid; "" if there is no helpful one.
 * @param {View} view
 */
export function analogyOf(view) {
  const { id, holds } = analogies[view.state.stage] ?? {};
  return id && holds?.(view) ? `analogy-${id}` : "";
}
