import { bool, finite, oneOf, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { SPEC_WORDS } from "./spec-words.js";

/**
 * The fields of a spec that are about the parts of a transformer's layer around attention, with defaults filled in.
 * @typedef {object} ResolvedBlock
 * @property {import("./spec-words.js").SpecWords["norm"]} norm
 * @property {import("./spec-words.js").SpecWords["norm_place"]} norm_place
 * @property {number} norm_epsilon
 * @property {boolean} norm_offset
 * @property {import("./spec-words.js").SpecWords["qk_norm"]} qk_norm
 * @property {import("./spec-words.js").SpecWords["residual"]} residual
 * @property {import("./spec-words.js").SpecWords["mlp"]} mlp
 * @property {import("./spec-words.js").SpecWords["activation"]} activation
 * @property {number} d_ff 0 without an MLP
 */

/** The fields of a spec that are about these parts. */
export const BLOCK_FIELDS = Object.freeze([
  ...["norm", "norm_place", "norm_epsilon", "norm_offset", "qk_norm", "residual", "mlp", "activation", "d_ff"],
]);

/** Attention without the other parts. @type {Readonly<ResolvedBlock>} */
export const ATTENTION_ALONE = Object.freeze({
  norm: "none",
  norm_place: "pre",
  norm_epsilon: 1e-5,
  norm_offset: false,
  qk_norm: "none",
  residual: "none",
  mlp: "none",
  activation: "relu",
  d_ff: 0,
});

/**
 * Checks these fields and fills in their defaults.
 * @param {Record<string, unknown>} spec
 * @param {number} d_model
 * @param {number | undefined} columns of W_up, where it is given
 * @returns {Readonly<ResolvedBlock>}
 */
export function resolveBlock(spec, d_model, columns) {
  if (BLOCK_FIELDS.every((field) => spec[field] === undefined)) return ATTENTION_ALONE;
  const word = (/** @type {"norm" | "norm_place" | "qk_norm" | "residual" | "mlp" | "activation"} */ field) =>
    spec[field] === undefined ? ATTENTION_ALONE[field] : oneOf(field, spec[field], SPEC_WORDS[field]);
  const block = /** @type {ResolvedBlock} */ ({
    ...ATTENTION_ALONE,
    norm: word("norm"),
    norm_place: word("norm_place"),
    norm_epsilon:
      spec.norm_epsilon === undefined ? ATTENTION_ALONE.norm_epsilon : finite("norm_epsilon", spec.norm_epsilon),
    norm_offset: spec.norm_offset === undefined ? false : bool("norm_offset", spec.norm_offset),
    qk_norm: word("qk_norm"),
    residual: word("residual"),
    mlp: word("mlp"),
    activation: word("activation"),
  });
  const size = spec.d_ff === undefined ? (columns ?? 4 * d_model) : wholeNumber("d_ff", spec.d_ff);
  checkIsRead(spec, block);
  return { ...block, d_ff: block.mlp === "none" ? 0 : size };
}

/** Throws where a field is given that nothing reads. @param {Record<string, unknown>} spec @param {ResolvedBlock} block */
function checkIsRead(spec, { norm, qk_norm, mlp }) {
  const needs = (/** @type {string} */ field, /** @type {string} */ wanted) => {
    if (spec[field] !== undefined) throw new AttentionError(field, `needs ${wanted}`);
  };
  if (mlp === "none") (needs("activation", "mlp"), needs("d_ff", "mlp"));
  if (norm === "none") needs("norm_place", "norm");
  if (norm === "none" && qk_norm === "none") {
    needs("norm_epsilon", "norm or qk_norm");
    needs("norm_offset", "norm or qk_norm");
  }
}

/** The parts of a layer around attention. */
const around = /** @type {const} */ (["norm", "qk_norm", "residual", "mlp"]);

/** Whether a spec has nothing but attention. @param {Readonly<ResolvedBlock>} block */
export const isAlone = (block) => around.every((part) => block[part] === "none");

/**
 * Throws where a spec has more than attention.
 * @param {Readonly<ResolvedBlock>} block
 * @param {string} what needs it to be so
 */
export function checkAlone(block, what) {
  for (const part of around) {
    if (block[part] !== "none") throw new AttentionError(part, `must be none for ${what}, got ${block[part]}`);
  }
}
