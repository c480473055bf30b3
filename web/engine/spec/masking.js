import { bool, checkNames, checkObject, definedOnly, finite, oneOf, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { SPEC_WORDS } from "./spec-words.js";
import { eachSetting, stageSettings } from "../stages.js";

/**
 * The fields of a spec that apply between the scores and the values, with defaults filled in.
 * @typedef {Masks & Record<import("../stages.js").StageSetting, number>} ResolvedMasking settings of stages: 0 is none
 *
 * @typedef {object} Masks
 * @property {boolean} windowed whether there is a window
 * @property {number} window
 * @property {number} sink_tokens
 * @property {import("./spec-words.js").SpecWords["mask_mode"]} mask_mode
 * @property {import("./spec-words.js").SpecWords["mask_how"]} mask_how
 * @property {number} mask_value
 * @property {boolean} softmax_sink
 * @property {number} prefill 0: none
 */

/**
 * Checks the masking fields of a spec and fills in their defaults.
 * @param {Record<string, unknown>} spec
 * @param {(field: string) => boolean} has whether an input is given
 * @returns {ResolvedMasking}
 */
export function resolveMasking(spec, has) {
  const sink = spec.softmax_sink === undefined ? false : bool("softmax_sink", spec.softmax_sink);
  if (sink !== has("sink")) {
    throw new AttentionError("sink", sink ? "must be given with softmax_sink, got none" : "needs softmax_sink");
  }
  return {
    windowed: spec.window !== undefined,
    window: spec.window === undefined ? 0 : wholeNumber("window", spec.window, 0),
    sink_tokens: spec.sink_tokens === undefined ? 0 : wholeNumber("sink_tokens", spec.sink_tokens, 0),
    ...eachSetting((name) => (spec[name] === undefined ? 0 : stageSettings[name](name, spec[name]))),
    mask_mode:
      spec.mask_mode === undefined ? "before_softmax" : oneOf("mask_mode", spec.mask_mode, SPEC_WORDS.mask_mode),
    ...resolveMaskValue(spec.mask_value),
    softmax_sink: sink,
    prefill: spec.prefill === undefined ? 0 : wholeNumber("prefill", spec.prefill),
  };
}

/**
 * @param {unknown} given
 * @returns {Pick<ResolvedMasking, "mask_how" | "mask_value">}
 */
function resolveMaskValue(given) {
  const infinite = /** @type {const} */ ({ mask_how: "infinite", mask_value: 0 });
  if (given === undefined) return infinite;
  const object = definedOnly(checkObject(given, "mask_value"));
  checkNames(object, ["value", "how"], "field of mask_value");
  const how = object.how === undefined ? "fill" : oneOf("mask_value.how", object.how, ["fill", "add"]);
  if (object.value === -Infinity) return infinite;
  return { mask_how: how, mask_value: finite("mask_value.value", object.value) };
}
