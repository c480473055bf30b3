import { countEdits } from "../../state/edits.js";
import { numberFields } from "../../state/fields.js";
import { changedFields } from "../../state/history.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {keyof import("../../state/state.js").State} Field */

/**
 * What differs in the walk of an experiment, as text: "d_k 64 (yours: 4), scaling off (yours: on)".
 * @param {View} view of the experiment
 * @param {View} own of the reader's walk
 */
export function differencesText(view, own) {
  const { t } = view;
  const has = (/** @type {string} */ field) => view.controls.includes(field) || own.controls.includes(field);
  const fields = changedFields(own.state, view.state).filter(
    (field) => numberFields.includes(field) && has(field) && !isImplied(view, own, field),
  );
  return fields
    .map((field) => {
      const setting = valueText(view, field);
      if (isEdits(field)) return t("experiments-setting", { setting, own: valueText({ ...own, t }, field) });
      if (Array.isArray(view.state[field]) || !isTheirs(own, field)) return setting;
      return t("experiments-setting", { setting, own: wordOf({ ...own, t }, field, own.state[field]) });
    })
    .join(", ");
}

/** Whether a field follows from the others: a second sentence that the reader does not have either. @param {View} view @param {View} own @param {Field} field */
const isImplied = (view, own, field) =>
  field === "context" && view.state.context === null && !own.controls.includes("context");

/** Whether a field has its value in the reader's walk: a size of trained weights has, a mask that cannot apply has not. @param {View} own @param {Field} field */
const isTheirs = (own, field) => own.controls.includes(field) || typeof own.state[field] === "number";

/** @param {Field} field @returns {field is "edits" | "layer_edits"} */
const isEdits = (field) => field === "edits" || field === "layer_edits";

/** A field's name as short text. @param {View} view @param {Field} field */
export const nameOf = ({ t }, field) => t(`control-${field}-short`) || t(`control-${field}`) || field;

/**
 * A field's name and value in a walk, as text: "d_k 4", "scaling off".
 * @param {View} view
 * @param {Field} field
 */
export function valueText(view, field) {
  if (isEdits(field))
    return view.t(field === "edits" ? "compare-edited" : "compare-edited-other", {
      count: countEdits(view.state[field]),
    });
  return view.t("compare-value", { name: nameOf(view, field), value: wordOf(view, field, view.state[field]) });
}

/**
 * The value of a field as text. If kv_heads or d_v is not set, it is the value that follows from the other settings.
 * @param {View} view
 * @param {Field} field
 * @param {unknown} value
 */
export function wordOf({ t, run }, field, value) {
  if (typeof value === "boolean") return t(value ? "compare-on" : "compare-off");
  if (value === null && (field === "kv_heads" || field === "d_v")) return String(run.spec[field]);
  if (Array.isArray(value)) return t(value.length > 0 ? "compare-by-hand" : "compare-unset");
  return value === null ? t("compare-unset") : t(`option-${field}-${value}`) || String(value);
}
