import { shortNumber } from "../../figures/index.js";
import { maskEffects, settingOf } from "./setting.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {Record<string, string | number>} Args */
/** @typedef {[id: string, args?: Args]} Sentence a message; falsy entries of a list are left out */

/**
 * The sentences for the stage in view: what is true of this stage in this walk.
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
  const args = { source: view.trace.stages.includes("C") ? "C" : "X", ...numbersOf(view) };
  const { first = [], form = "", more = [] } = forms[stage]?.(view) ?? {};
  const own = `stage-${stage}-text`;
  return [...first, form ? `${own}-${form}` : own, ...more].flatMap((id) => (id ? [[id, args]] : []));
}

/**
 * The numbers of a spec that sentences name.
 * @param {View} view
 * @returns {Args}
 */
function numbersOf({ run: { spec } }) {
  const { heads, kv_heads, d_k, scale, n_k } = spec;
  return {
    ...{
      heads,
      shared: kv_heads,
      each: heads / kv_heads,
      d_k,
      keys: n_k,
      window: spec.window,
      count: spec.sink_tokens,
    },
    ...{ scale: shortNumber(scale), usual: shortNumber(1 / Math.sqrt(d_k)), cap: shortNumber(spec.softcap) },
    ...{ clip: spec.clip, lambda: shortNumber(spec.lambda), sigma: shortNumber(spec.sigma) },
    ...{ value: shortNumber(spec.mask_value), p: shortNumber(spec.dropout), kept: shortNumber(1 - spec.dropout) },
  };
}

/**
 * What a stage does, in a few signs.
 * @param {View} view
 * @param {string} stage
 */
export function operationText(view, stage) {
  const form = operationForms[stage]?.(view) || "";
  return view.t(`stage-${stage}-op${form ? `-${form}` : ""}`, numbersOf(view));
}

/** @type {Record<string, (view: View) => string | false | undefined>} */
const operationForms = {
  raw: ({ trace }) => Boolean(trace.tensor("relK")) && "shaw",
  scaled: (view) => scaleForm(view) && (settingOf(view).scale === "off" ? "off" : "other"),
  masked: (view) => settingOf(view).how !== "infinite" && settingOf(view).how,
  weights: (view) => settingOf(view).mode !== "before" && view.trace.stages.includes("zeroed") && settingOf(view).mode,
  context: ({ trace }) => Boolean(trace.tensor("relV")) && "shaw",
  output: (view) => !view.hasWo && "none",
};

/**
 * Which form of its text a stage has, and what is said before and after.
 * @typedef {{first?: string[], form?: string | false, more?: (string | false)[]}} Form
 * @type {Record<string, (view: View) => Form>}
 */
const forms = {
  P: (view) => ({ form: settingOf(view).position === "learned" && "learned" }),
  X: (view) => ({
    form: view.trace.stages.includes("E") ? "positions" : settingOf(view).position !== "none" && "later",
  }),
  Q: (view) => {
    const drawn = view.kind === "random" || view.kind === "article";
    return {
      form: !view.trace.tensor("Wq") && "none",
      more: [biased(view, "bq"), isProjected(view) && drawn && "stage-Q-text-untrained"],
    };
  },
  K: (view) => ({
    form: isProjected(view) ? isTied(view) && "tied" : "none",
    more: [biased(view, "bk"), shared(view)],
  }),
  V: (view) => ({ form: !isProjected(view) && "none", more: [biased(view, "bv"), shared(view)] }),
  Q_rot: (view) => ({ form: settingOf(view).halves && "halves" }),
  raw: (view) => {
    const { position, each } = settingOf(view);
    const form = (position === "rope" || position === "shaw") && position;
    return { form, more: [isSymmetric(view) && "stage-raw-text-symmetric", each > 1 && "stage-raw-text-groups"] };
  },
  scaled: (view) => ({ form: scaleForm(view) }),
  biased: (view) => ({ form: settingOf(view).position }),
  masked: (view) => ({ first: maskCauses(view), form: maskForm(view) }),
  weights_unmasked: (view) => ({ form: settingOf(view).sink && "sink" }),
  weights: weightsForm,
  dropped: ({ run }) => ({ form: run.spec.dropout === 1 && "all" }),
  context: (view) => ({
    form: view.trace.tensor("relV") ? "shaw" : false,
    more: [
      view.trace.stages.includes("dropped") && "context-dropped",
      settingOf(view).sink && "context-sink",
      maskEffects(view).empty > 0 && settingOf(view).how === "infinite" && "context-empty",
    ],
  }),
  concat: ({ run }) => ({ form: run.spec.heads === 1 && "one" }),
  output: (view) => ({ form: !view.hasWo && "none", more: [biased(view, "bo")] }),
};

/** @param {View} view */
const isTied = ({ labels }) => Boolean(labels.names?.Wk);

/** @param {View} view */
const isProjected = ({ trace }) => Boolean(trace.tensor("Wq"));

/**
 * @param {View} view
 * @param {string} id
 */
const biased = ({ trace }, id) => Boolean(trace.tensor(id)) && "stage-all-text-bias";

/** @param {View} view */
const shared = (view) => settingOf(view).each > 1 && "stage-all-text-shared";

/** @param {View} view */
function scaleForm(view) {
  const { scale } = settingOf(view);
  return scale !== "usual" && scale;
}

/**
 * Where queries and keys are the same rows, and nothing tells them apart.
 * @param {View} view
 */
function isSymmetric(view) {
  const { trace, labels, run } = view;
  const same = !isProjected(view) || isTied(view);
  const biases = ["bq", "bk"].some((id) => trace.tensor(id)) && !labels.names?.bk;
  const apart = biases || ["C", "relK"].some((id) => trace.tensor(id));
  return same && !apart && run.spec.heads === run.spec.kv_heads;
}

/**
 * What hides.
 * @param {View} view
 * @returns {string[]}
 */
function maskCauses({ trace, run }) {
  const { causal, align, n_q, n_k, windowed, sink_tokens } = run.spec;
  const shifted = n_q === n_k ? "" : align === 0 ? "-last" : "-first";
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
 * What becomes of what is hidden; why so is said where it is the only mask.
 * @param {View} view
 */
function maskForm(view) {
  const { how } = settingOf(view);
  const alone = maskCauses(view).length === 1 && view.run.spec.causal === 1;
  return how === "infinite" ? alone && "why" : how;
}

/**
 * @param {View} view
 * @returns {Form}
 */
function weightsForm(view) {
  const { how, mode, sink } = settingOf(view);
  const { stages } = view.trace;
  const { empty, leaking } = maskEffects(view);
  if (stages.includes("zeroed")) {
    const form = mode === "renormalised" && sink ? "renormalised-sink" : mode;
    return { form, more: [empty > 0 && "weights-empty"] };
  }
  const hidden = how === "infinite" ? "weights-hidden" : `weights-hidden-${leaking > 0 ? "leak" : "vanish"}`;
  const nothing = how === "infinite" ? "weights-empty" : `weights-empty-${how}`;
  return { form: sink && "sink", more: [stages.includes("masked") && hidden, empty > 0 && nothing] };
}
