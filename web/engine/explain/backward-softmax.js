/** Gradients from the weights back through softmax, masks and dropout to the scores. */
import { copy } from "./backward-terms.js";
import { count, f, reasonsHidden, SCORES, setting, term } from "./terms.js";

/** @typedef {import("./backward.js").Part} Part */
/** @typedef {import("./backward.js").Reader} Reader */
/** @typedef {import("./backward-terms.js").Passage} Passage */

/**
 * The row's mean gradient, as softmax and renormalising measure it.
 * @param {Passage} passage
 * @param {string} stage of the weights
 * @param {number} head
 * @param {number} i
 * @param {boolean} [sink] counts too, first
 */
function meanOf({ run, d }, stage, head, i, sink = false) {
  const keys = count(run.spec.n_k).map((j) => [term(run, stage, [head, i, j]), d(stage, [head, i, j])]);
  const first = sink ? [[term(run, "sink_weight", [head, i]), d("sink_weight", [head, i])]] : [];
  return [...first, ...keys].reduce((sum, [weight, gradient]) => {
    if (weight?.value === 0) return sum;
    return f(sum + f((weight?.value ?? NaN) * (gradient?.value ?? NaN)));
  }, 0);
}

/**
 * @param {Passage} passage
 * @param {string} from the weights
 * @param {number[]} index
 * @returns {Part}
 */
function softmaxed(passage, from, [head = 0, i = 0, j = 0]) {
  const { run, d } = passage;
  const mean = meanOf(passage, from, head, i, run.spec.softmax_sink === 1);
  return { from, operation: "softmax", terms: [d(from, [head, i, j]), term(run, from, [head, i, j])], mean };
}

/**
 * @param {Passage} passage
 * @param {number[]} index [head, query, key], or [head, query] for the sink's weight
 * @returns {Part}
 */
function renormalised(passage, [head = 0, i = 0, j = -1]) {
  const { run, d } = passage;
  const seen = count(run.spec.n_k).filter((key) => reasonsHidden(run, [head, i, key]).length === 0);
  if (j >= 0 && !seen.includes(j)) return { from: "weights", operation: "zero", terms: [] };
  const start = run.spec.softmax_sink === 1 ? run.at("sink_weight", [head, i]) : 0;
  const sum = seen.reduce((total, key) => f(total + run.at("zeroed", [head, i, key])), start);
  const mean = meanOf(passage, "weights", head, i);
  if (j < 0) return { from: "weights", operation: sum === 0 ? "zero" : "sink", terms: [], mean, sum };
  return { from: "weights", operation: "share", terms: [d("weights", [head, i, j])], mean, sum };
}

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {number[]} index
 * @param {boolean} [through] what is hidden passes its gradient on all the same
 * @returns {Part}
 */
function maskedBack(passage, from, index, through = false) {
  const hidden = !through && reasonsHidden(passage.run, index).length > 0;
  return hidden ? { from, operation: "zero", terms: [] } : copy(passage, from, index);
}

/**
 * What has read a score.
 * @param {Passage} passage
 * @param {string} stage
 * @param {number[]} index
 * @returns {Part}
 */
function scored(passage, stage, index) {
  const { run, d } = passage;
  const later = SCORES.slice(SCORES.indexOf(stage) + 1).find((other) => run.has(other));
  if (later === "biased") return copy(passage, later, index);
  if (later === "masked") return maskedBack(passage, later, index, run.spec.mask_how === 2);
  if (later === undefined) return softmaxed(passage, run.has("zeroed") ? "weights_unmasked" : "weights", index);
  const terms = [d(later, index), term(run, later, index), setting("softcap", run.spec.softcap)];
  return { from: later, operation: "softcap", terms };
}

/** @type {Record<string, Reader>} */
export const softmaxReaders = {
  ...Object.fromEntries(SCORES.map((stage) => [stage, (passage, index) => [scored(passage, stage, index)]])),
  weights_unmasked: (passage, index) => [maskedBack(passage, "zeroed", index)],
  zeroed: (passage, index) =>
    passage.run.spec.mask_mode === 2 ? [renormalised(passage, index)] : [copy(passage, "weights", index)],
  sink_weight: (passage, index) =>
    passage.run.has("zeroed") && passage.run.spec.mask_mode === 2 ? [renormalised(passage, index)] : [],
  sink: ({ run, d }, [head = 0]) => {
    const stage = run.has("zeroed") ? "weights_unmasked" : "weights";
    const terms = count(run.spec.n_q).map((i) => {
      const weight = run.at("sink_weight", [head, i]);
      const above = f(d("sink_weight", [head, i]).value - meanOf({ run, d }, stage, head, i, true));
      return { stage: "d_sink", index: [head, i], value: weight === 0 ? 0 : f(weight * above) };
    });
    return [{ from: stage, operation: "sum", terms }];
  },
};
