import { bool, checkNames, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";

/**
 * What happens between the scores and the values, as members of attention_spec.
 * @typedef {object} ResolvedMasking
 * @property {number} windowed
 * @property {number} window
 * @property {number} sink_tokens
 * @property {number} softcap
 * @property {number} mask_mode
 * @property {number} mask_how
 * @property {number} mask_value
 * @property {number} softmax_sink
 * @property {number} dropout
 * @property {number} prefill
 */

/** How the words are numbered in c/attention.h. */
const MASK_MODES = ["before_softmax", "after_softmax", "after_softmax_renormalised"];
const MASK_HOWS = ["infinite", "fill", "add"];

/**
 * @param {Record<string, unknown>} spec
 * @param {(field: string) => boolean} has whether an input is given
 * @returns {ResolvedMasking}
 */
export function resolveMasking(spec, has) {
  const { dropout } = resolveDropout(spec, has);
  const sink = spec.softmax_sink === undefined ? false : bool("softmax_sink", spec.softmax_sink);
  if (sink !== has("sink")) {
    throw new AttentionError("sink", sink ? "must be given with softmax_sink, got none" : "needs softmax_sink");
  }
  return {
    windowed: Number(spec.window !== undefined),
    window: spec.window === undefined ? 0 : wholeNumber("window", spec.window, 0),
    sink_tokens: spec.sink_tokens === undefined ? 0 : wholeNumber("sink_tokens", spec.sink_tokens, 0),
    softcap: spec.softcap === undefined ? 0 : positive("softcap", spec.softcap),
    mask_mode: spec.mask_mode === undefined ? 0 : oneOf("mask_mode", spec.mask_mode, MASK_MODES),
    ...resolveMaskValue(spec.mask_value),
    softmax_sink: Number(sink),
    dropout,
    prefill: spec.prefill === undefined ? 0 : wholeNumber("prefill", spec.prefill),
  };
}

/**
 * @param {Record<string, unknown>} spec
 * @param {(field: string) => boolean} has whether an input is given
 * @returns {{dropout: number, seed: unknown}} seed: draws keep, as torch does
 */
export function resolveDropout({ dropout }, has) {
  if (dropout === undefined) {
    if (has("keep")) throw new AttentionError("keep", "needs dropout");
    return { dropout: 0, seed: undefined };
  }
  const object = definedOnly(checkObject(dropout, "dropout"));
  checkNames(object, ["p", "torch_seed"], "field of dropout");
  const p = finite("dropout.p", object.p);
  if (p < 0 || p > 1) throw new AttentionError("dropout.p", `must be from 0 to 1, got ${show(p)}`);
  if (object.torch_seed === undefined && !has("keep")) {
    throw new AttentionError("dropout.torch_seed", "must be given where keep is not, got none");
  }
  return { dropout: p, seed: object.torch_seed === undefined ? undefined : checkSeed(object.torch_seed) };
}

/** @param {unknown} seed as torch.manual_seed takes it */
function checkSeed(seed) {
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || BigInt(/** @type {number} */ (seed)) < -(2n ** 63n) || /** @type {bigint} */ (seed) >= 2n ** 64n) {
    throw new AttentionError("dropout.torch_seed", `must be a whole number from -2^63 to 2^64 - 1, got ${show(seed)}`);
  }
  return seed;
}

/** @param {unknown} given */
function resolveMaskValue(given) {
  if (given === undefined) return { mask_how: 0, mask_value: 0 };
  const object = definedOnly(checkObject(given, "mask_value"));
  checkNames(object, ["value", "how"], "field of mask_value");
  const mask_how = object.how === undefined ? 1 : oneOf("mask_value.how", object.how, MASK_HOWS.slice(1)) + 1;
  if (object.value === -Infinity) return { mask_how: 0, mask_value: 0 };
  return { mask_how, mask_value: finite("mask_value.value", object.value) };
}
