/** How the next token is chosen: by the logits of all tokens, or a random number. */
import { checkNames, checkObject, definedOnly, finite, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";

/**
 * How to choose, with names and meaning as in transformers' generate. After the semicolon: the default.
 * @typedef {object} SamplingOptions
 * @property {number} [temperature] each logit is divided by it; 0: the most probable token, always (greedy); 1
 * @property {number} [top_k] only so many of the most probable tokens may be chosen; all
 * @property {number} [top_p] of these, only the fewest whose probabilities sum to at least so much (Holtzman et al. 2019,
 *   nucleus sampling); 1
 *
 * @typedef {{temperature: number, top_k: number, top_p: number}} Sampling all filled in; top_k Infinity: all
 *
 * A token that may come next.
 * @typedef {{token: number, logit: number, probability: number, chance: number}} Candidate probability: the softmax of
 *   logit / temperature over all tokens (temperature 0: of the logits as they are); chance: of being chosen, 0 where
 *   top_k or top_p, or temperature 0, leaves it out
 */

const FIELDS = ["temperature", "top_k", "top_p"];

/**
 * @param {unknown} given
 * @returns {Sampling}
 */
export function resolveSampling(given) {
  const options = definedOnly(checkObject(given, "options"));
  checkNames(options, FIELDS, "sampling option");
  const temperature = options.temperature === undefined ? 1 : finite("temperature", options.temperature);
  if (temperature < 0) throw new AttentionError("temperature", `must be at least 0, got ${show(temperature)}`);
  const top_p = options.top_p === undefined ? 1 : finite("top_p", options.top_p);
  if (!(top_p > 0 && top_p <= 1))
    throw new AttentionError("top_p", `must be above 0 and at most 1, got ${show(top_p)}`);
  return { temperature, top_k: options.top_k === undefined ? Infinity : wholeNumber("top_k", options.top_k), top_p };
}

/**
 * All tokens, the most probable first, and of equal ones that with the smaller id.
 * @param {ArrayLike<number>} logits of all tokens
 * @param {Sampling} sampling
 * @returns {Candidate[]}
 */
export function candidatesOf(logits, { temperature, top_k, top_p }) {
  const values = Array.from(logits);
  const max = Math.max(...values);
  const weights = values.map((logit) => Math.exp((logit - max) / (temperature === 0 ? 1 : temperature)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const all = values
    .map((logit, token) => ({ token, logit, probability: /** @type {number} */ (weights[token]) / sum, chance: 0 }))
    .sort((a, b) => b.probability - a.probability || a.token - b.token);
  const kept = temperature === 0 ? all.slice(0, 1) : nucleus(all.slice(0, Math.min(top_k, all.length)), top_p);
  const mass = kept.reduce((total, { probability }) => total + probability, 0);
  for (const candidate of kept) candidate.chance = candidate.probability / mass;
  return all;
}

/**
 * The first of some candidates whose probabilities, as shares of all of these, sum to at least top_p.
 * @param {Candidate[]} candidates the most probable first
 * @param {number} top_p
 */
function nucleus(candidates, top_p) {
  if (top_p === 1) return candidates;
  const mass = candidates.reduce((total, { probability }) => total + probability, 0);
  let sum = 0;
  const last = candidates.findIndex(({ probability }) => (sum += probability / mass) >= top_p);
  return last < 0 ? candidates : candidates.slice(0, last + 1);
}

/**
 * The candidate that a random number chooses: the first, in their order, at which the sum of chances exceeds it.
 * @param {readonly Candidate[]} candidates
 * @param {number} uniform from 0 to below 1
 * @returns {Candidate}
 */
export function choose(candidates, uniform) {
  let sum = 0;
  const possible = candidates.filter(({ chance }) => chance > 0);
  const chosen = possible.find(({ chance }) => (sum += chance) > uniform);
  return chosen ?? /** @type {Candidate} */ (possible.at(-1) ?? candidates[0]);
}
