import { formatNumber, shortNumber } from "../../figures/index.js";
import { isEdited } from "../../state/edits.js";
import { inputsOf } from "../../state/inputs.js";
import { isSecondLayer, modelOf } from "../../state/recipes/trained-models.js";
import { defaultState } from "../../state/state.js";
import { quoted, tokensOf } from "./cell-names.js";
import { tokenAt } from "../../view/view.js";
import { variantOf } from "../variant.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */

/**
 * The position of a query in the sequence of keys.
 * @param {View} view
 * @param {number} i
 */
function positionOfQuery({ run: { spec } }, i) {
  const { causal, align, n_q, n_k } = spec;
  return i + (causal && align === "bottom_right" ? n_k - n_q : 0);
}

/**
 * Message arguments: a query, a key and the distance between them.
 * @param {View} view
 * @param {readonly number[]} index
 */
function distanceArgs(view, index) {
  const [i = 0, j = 0] = index.slice(-2);
  const ahead = j - positionOfQuery(view, i);
  return { ...tokensOf(view, index), ahead, distance: Math.abs(ahead), places: Math.abs(ahead) };
}

/**
 * A note on how a position bias is computed: from the distance and the slope or bucket.
 * @param {View} view
 * @param {Explanation} explanation of the bias
 * @param {readonly number[]} index [head, query, key]
 */
export function biasNote(view, { bucket = 0 }, index) {
  const { position } = variantOf(view);
  const head = view.run.spec.heads === 1 || index.length < 3 ? 0 : (index[0] ?? 0) + 1;
  const distance = view.t("ask-distance", distanceArgs(view, index));
  const { sigma, lambda } = view.run.spec;
  const origin = view.t(`ask-bias-${position}`, {
    head: head || 1,
    bucket,
    sigma: shortNumber(sigma),
    lambda: shortNumber(lambda),
  });
  return position === "matrix" ? origin : `${distance} ${origin}`;
}

/**
 * A note on which row of relK or relV a pair of query and key uses.
 * @param {View} view
 * @param {readonly number[]} index
 * @param {string} table
 */
export function relativeNote(view, index, table) {
  const { clip } = view.run.spec;
  const args = distanceArgs(view, index);
  const row = Math.max(-clip, Math.min(clip, args.ahead));
  return `${view.t("ask-distance", args)} ${view.t("ask-relative", { table, row: view.labels.dimensions?.[table]?.[row + clip] ?? "" })}`;
}

/**
 * A note on the angle by which RoPE rotates a pair of columns.
 * @param {View} view
 * @param {Explanation} explanation
 */
export function rotationNote(view, { stage, index, terms, frequency = NaN }) {
  const { first, rope_scaling, rope_attention_factor } = view.run.spec;
  const [at = 0, pair = 0] = terms[1]?.index ?? [];
  const positions = view.trace.tensor("positions");
  const position = positions ? Number(positions.data[at]) : first + at;
  const token = quoted(tokenAt(view, stage, "row", index[1] ?? 0));
  const angle = formatNumber(position * frequency, 4);
  const turn = view.t("ask-turn", { token, place: position, pair: pair + 1, speed: shortNumber(frequency), angle });
  return rope_scaling === "yarn"
    ? `${turn} ${view.t("ask-turn-yarn", { factor: shortNumber(rope_attention_factor) })}`
    : turn;
}

/**
 * A note on where the factor of the scores comes from.
 * @param {View} view
 */
export function scaleNote(view) {
  const { d_k, scale } = view.run.spec;
  const { scale: form } = variantOf(view);
  return form === "usual" ? view.t("ask-scale", { scale: shortNumber(scale), d_k }) : "";
}

/**
 * A text that lists the reasons why a key is hidden from a query.
 * @param {View} view
 * @param {readonly number[]} index
 * @param {readonly string[]} [reasons]
 */
export function reasonsText(view, index, reasons = []) {
  const texts = reasons.map((reason) => view.t(`reason-${reason}`, tokensOf(view, index)));
  return texts.reduce((first, second) => view.t("reason-join", { first, second }));
}

/**
 * Ids of the messages for inputs that are neither embeddings nor weight matrices. They are the same for every recipe.
 */
const origins = Object.freeze(
  /** @type {Record<string, (value: number) => string>} */ ({
    keep: (value) => (value === 0 ? "ask-input-dropped" : "ask-input-kept"),
    key_valid: (value) => (value === 0 ? "ask-input-padding" : "ask-input-token"),
    P: () => "ask-input-place",
    relK: () => "ask-input-learned",
    relV: () => "ask-input-learned",
    bias_table: () => "ask-input-learned",
    bias_matrix: () => "ask-input-matrix",
    sink: () => "ask-input-sink",
  }),
);

/**
 * The value of an input before the reader edited it; null if it had none.
 * @param {View} view
 * @param {string} stage
 * @param {readonly number[]} index row and column
 */
function originalNumber({ state, engine }, stage, [row = 0, column = 0]) {
  const { inputs } = inputsOf({ ...state, edits: defaultState.edits }, engine);
  const tensor = inputs[stage];
  return tensor?.data[row * (tensor.shape[1] ?? 1) + column] ?? null;
}

/**
 * A sentence about where the value of an input comes from.
 * @param {View} view
 * @param {Explanation} explanation
 */
export function inputText(view, { stage, index, value }) {
  const { t, kind, state } = view;
  const seed = String(state.seed);
  const origin = modelOf(state) && stage === "P" ? undefined : origins[stage];
  if (origin) return t(origin(value), { seed, place: state.first_position + (index[0] ?? 0) });
  const original = isEdited(state, stage, index) ? originalNumber(view, stage, index) : null;
  if (original !== null) return t("ask-input-edited", { value: formatNumber(original, 4) });
  if (stage === "X" && isSecondLayer(state)) return ""; // the page says how the first layer computes it
  if (modelOf(state)) return t("ask-input-trained");
  if (kind !== "random") return t(`ask-input-${kind}`);
  if (/norm_(1_|2_)?(weight|bias)$/.test(stage)) return t("ask-input-norm");
  const token = tokenAt(view, stage, "row", index[0] ?? 0);
  if (token) return t("ask-input-embedding", { token, seed });
  return t("ask-input-weight", { seed });
}
