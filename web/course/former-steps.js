/**
 * Where older links lead, which number the steps of a lesson: in lessons that became shorter a number is that of the step which
 * had it. "lesson/step" where another lesson says now what that step said.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const formerSteps = Object.freeze({
  "dot-product": ["query-key/dot", "query-key/below", "query-key/below", "query-key/below", "query-key/now-you"],
  future: ["order-future/why", "count", "order-future/first", "leak", "now-you"],
  heads: [
    "two",
    "several-heads/gender",
    "several-heads/article",
    "whole",
    "several-heads/side-by-side",
    "several-heads/mix",
    "now-you",
  ],
  learning: ["loss", "learns/slope", "square", "back", "further", "learns/train", "dropout", "now-you"],
  "next-word": ["learns/guess", "learns/added", "every-row", "wrong", "now-you"],
  order: ["order-future/swap", "added", "swap-again", "order-future/turn", "distance", "mask", "now-you"],
  scaling: ["grow", "shares/wide", "gradient", "shares/divide", "now-you"],
  scores: ["query-key/table", "read", "transpose", "directions", "now-you"],
  softmax: ["shares/share", "ratio", "temperature", "now-you"],
  values: ["mix/alive", "mix/alive", "even", "lookup", "now-you"],
});
