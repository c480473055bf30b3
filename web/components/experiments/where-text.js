import { numberFields } from "../../state/fields.js";
import { changedFields } from "../../state/history.js";
import { experimentOf } from "../../state/experiments/starts.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * The walk on which an experiment shows its answer, as text: "On random weights, without positions."
 * @param {import("../../words/translate.js").Translate} t
 * @param {State} state of the experiment
 * @param {State} reader of the reader's walk
 */
export function whereText(t, state, reader) {
  const { experiment, d_k, causal, position } = state;
  const source = t(`experiments-source-${sourceOf(state)}`);
  const on = t("experiments-on", { own: isOwn(state, reader) ? "yes" : "no", source });
  const order = position === "none" && !causal ? "hidden" : "seen";
  return t(`experiment-${experiment}-where`, { on, source, d_k, order });
}

/** Whether an experiment runs on the reader's own walk: only what it needs is set. @param {State} state @param {State} reader */
function isOwn(state, reader) {
  const { start = {}, own = false } = experimentOf(state.experiment) ?? {};
  return own && changedFields(reader, state).every((field) => field in start || !numberFields.includes(field));
}

/** Where the numbers of a walk come from. @param {State} state */
function sourceOf({ edits, recipe, projections: weights }) {
  if (Object.keys(edits).length > 0) return "edited";
  return weights ? recipe : "none";
}
