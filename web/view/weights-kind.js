import { isAllByHand, setByHand } from "../state/edits.js";
import { loadedModel, modelOf } from "../state/recipes/trained-models.js";

/** @typedef {import("./view.js").View} View */

/** What a pointer's last layer computes after its weights: training never used these numbers. */
const afterAnswer = Object.freeze(["V", "context", "concat", "output"]);

/**
 * Where the numbers of a figure come from: "computed" from the position alone, "trained", "untrained", written by hand or
 * given, set one by one ("set"), or only some whole tensors of them ("part"); in a model that ends with a pointer, "row" where training used a single row, "unused" where it used none.
 * @param {Pick<View, "state" | "kind" | "hasWo" | "run" | "engine">} view
 * @returns {"computed" | "trained" | "untrained" | "written" | "given" | "set" | "part" | "row" | "unused"}
 */
export function weightsKind({ state, kind, hasWo, run, engine }) {
  const { stage } = state;
  if (stage === "P" && run.spec.position === "sinusoidal") return "computed";
  if (isAllByHand(state)) return "set";
  if (kind === "named") return "written";
  if (kind === "given") return "given";
  const model = modelOf(state);
  if (!model && setByHand(state).length > 0) return "part";
  if (!model || loadedModel(engine, state)?.own?.steps === 0) return "untrained";
  if (!hasWo && afterAnswer.includes(stage)) return "unused";
  return model.pointer !== undefined && stage === "weights" ? "row" : "trained";
}

/** The words of a badge that says so. @param {View} view */
export const badgeText = (view) => view.t(`badge-${weightsKind(view)}`, { set: setByHand(view.state).join(", ") });
