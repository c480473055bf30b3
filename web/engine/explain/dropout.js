/** How dropout is explained: a number that is kept, divided by the probability of keeping, or 0. */
import { keepOf, probabilityOf } from "../spec/dropout.js";
import { elementwise } from "./elementwise.js";
import { zero } from "./parts.js";
import { f, setting, term } from "./terms.js";

/** @typedef {import("./table.js").Rule} Rule */

/**
 * The rule of a stage that drops numbers of the stage before.
 * @param {import("../stages.js").StageId} stage
 * @returns {Rule}
 */
function dropping(stage) {
  const keep = /** @type {string} */ (keepOf(stage));
  const kept = (/** @type {import("./explain.js").Source} */ run) =>
    setting("1-p", 1 - f(probabilityOf(run.spec, keep)));
  const rule = elementwise(
    stage,
    (run, from, index) => ({ operation: "dropout", terms: [from, term(run, keep, index), kept(run)] }),
    ({ run, d }, index) => {
      if (run.at(keep, index) === 0) return zero(stage);
      return { from: stage, operation: "dropout", terms: [d(stage, index), kept(run)] };
    },
  );
  return { ...rule, uses: (run, id, index) => (id === keep ? [index] : rule.uses(run, id, index)) };
}

/** @satisfies {Record<string, Rule>} */
export const dropout = {
  dropped: dropping("dropped"),
  output_dropped: dropping("output_dropped"),
  mlp_dropped: dropping("mlp_dropped"),
  mlp_output_dropped: dropping("mlp_output_dropped"),
};
