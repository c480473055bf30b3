/** How a model continues a sequence: token by token, each chosen by what it says comes next. */
import { integers } from "./batch.js";
import { checkSeed, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { candidatesOf, choose, resolveSampling } from "./sampling.js";
import { createRandom } from "../random/torch-random.js";

/**
 * @typedef {import("./sampling.js").SamplingOptions & {count: number, stop?: number, seed?: number | bigint,
 *   cache?: boolean}} GenerateOptions count: how many tokens at most; stop: a token that ends the sequence; seed: of the random
 *   numbers, drawn as by torch.rand; 0; cache: whether keys and values of earlier tokens are kept, which changes no bit; true
 *
 * The logits of the last position, and of how many tokens keys and values were at hand or have been computed.
 * @typedef {{logits: Float32Array, reused: number, computed: number}} Next
 *
 * A new token: what could have been chosen, and the random number.
 * @typedef {{candidates: import("./sampling.js").Candidate[], token: number, uniform: number} & Pick<Next, "reused" | "computed">
 *   } GeneratedStep
 */

/**
 * Checks the options, and returns the steps.
 * @param {import("../engine.js").Core} core
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {import("./batch.js").Integers} prompt
 * @param {Record<string, unknown>} options without cache
 * @param {(tokens: number[]) => Next} next
 */
export function generationOf(core, spec, prompt, { count, stop, seed = 0, ...others }, next) {
  const { classes, vocabulary, readout, source } = spec;
  if (readout === "pointer" || source || classes !== vocabulary) {
    throw new AttentionError("model", "must predict the next token to generate: no source, a logit for each token");
  }
  const sampling = resolveSampling(others);
  const steps = wholeNumber("count", count);
  const end = stop === undefined ? -1 : wholeNumber("stop", stop, 0, vocabulary - 1);
  const uniforms = createRandom(core, checkSeed("seed", seed), "scalar").rand(steps);
  const tokens = Array.from(integers("prompt", prompt));
  wholeNumber("prompt.length", tokens.length);
  tokens.forEach((token, at) => wholeNumber(`prompt[${at}]`, token, 0, vocabulary - 1));
  return stepsOf(tokens, uniforms, { end, sampling, next });
}

/**
 * @param {number[]} tokens the prompt, which grows
 * @param {Float32Array} uniforms a random number for each new token
 * @param {{end: number, sampling: import("./sampling.js").Sampling, next: (tokens: number[]) => Next}} how
 * @returns {Generator<GeneratedStep, void>}
 */
function* stepsOf(tokens, uniforms, { end, sampling, next }) {
  for (const uniform of uniforms) {
    const { logits, ...cached } = next(tokens);
    const candidates = candidatesOf(logits, sampling);
    const { token } = choose(candidates, uniform);
    tokens.push(token);
    yield { candidates, token, uniform, ...cached };
    if (token === end) return;
  }
}
