/** How the MLP is explained. */
import { activations } from "../activations.js";
import { ACTIVATION_WORDS } from "../c.js";
import { NONE } from "./indices.js";
import { isVoid, NO_PARTS, products, zero } from "./parts.js";
import { projection } from "./projections.js";
import { f, setting, term } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./table.js").Rule} Rule */

/** The number of a run's activation in the engine. @param {Source} run */
const numberOf = ({ spec }) => ACTIVATION_WORDS.indexOf(spec.activation);

/** The activation of a number, as the engine computes it. @param {Source} run @param {number} x */
const activated = (run, x) => run.engine.attention_activation(x, numberOf(run));

/** Its slope. @param {Source} run @param {number} x */
const slopeAt = (run, x) => run.engine.attention_activation_slope(x, numberOf(run));

/** @type {Rule} */
const activation = {
  explain(run, index) {
    const hidden = term(run, "mlp_hidden", index);
    const fn = run.spec.activation;
    const { curve } = activations[fn];
    const gate = run.has("mlp_up") ? [term(run, "mlp_up", index)] : [];
    return {
      operation: gate.length > 0 ? "gate" : "apply",
      terms: [hidden, ...gate],
      fn,
      applied: activated(run, hidden.value),
      ...(curve && { curve: curve(run.engine, hidden.value) }),
    };
  },
  uses: (_, id, index) => (id === "mlp_hidden" || id === "mlp_up" ? [index] : NONE),
  gradient({ run, d }, id, index) {
    const from = "mlp_activated";
    const gradient = d(from, index);
    const hidden = term(run, "mlp_hidden", index);
    const fn = run.spec.activation;
    if (id === "mlp_up")
      return [products(from, [[gradient, setting(`${fn}(mlp_hidden)`, activated(run, hidden.value), index)]])];
    if (id !== "mlp_hidden") return NO_PARTS;
    const slope = slopeAt(run, hidden.value);
    if (!run.has("mlp_up")) {
      if (isVoid(gradient.value, slope)) return [zero(from)];
      return [{ from, operation: "apply", terms: [gradient, hidden], fn, slope }];
    }
    const up = term(run, "mlp_up", index);
    if (isVoid(gradient.value, up.value) || isVoid(f(gradient.value * up.value), slope)) return [zero(from)];
    return [{ from, operation: "gate", terms: [gradient, up, hidden], fn, slope }];
  },
};

/** @satisfies {Record<string, Rule>} */
export const mlp = {
  mlp_hidden: projection("mlp_hidden"),
  mlp_up: projection("mlp_up"),
  mlp_activated: activation,
  mlp_output: projection("mlp_output"),
};
