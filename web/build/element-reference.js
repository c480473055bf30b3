import { allStages } from "../engine/stages.js";
import { presets } from "../state/presets.js";
import { choices, limits } from "../state/fields.js";
import { defaultState } from "../state/state.js";
import {
  attributeFields,
  attributeOf,
  controlFields,
  propertyOf,
  views,
  writeField,
} from "../components/element/attributes.js";
import { defaultLanguage, languages } from "../words/languages.js";
import { cssProperties, events, parts, properties } from "../components/element/element-api.js";

/** @typedef {import("../words/translate.js").Translate} Translate */
/** @typedef {{name: string, property: string, values: string, default: string, description: string}} Attribute */

/**
 * The interface of `<attention-stepper>`, read from the code that implements it.
 * @param {Translate} t
 * @returns {{attributes: Attribute[], properties: {name: string, type: string, description: string}[],
 *   events: {name: string, detail: string, description: string}[], parts: {name: string, description: string}[],
 *   cssProperties: {name: string, default: string, description: string}[]}}
 */
export const elementReference = (t) => ({
  attributes: [...ownAttributes(t), ...attributeFields.map((field) => attributeFor(field, t))],
  properties: Object.entries(properties).map(([name, type]) => ({ name, type, description: t(`property-${name}`) })),
  events: Object.entries(events).map(([name, detail]) => ({ name, detail, description: t(`event-${name}`) })),
  parts: parts.map((name) => ({ name, description: t(`part-${name}`) })),
  cssProperties: Object.entries(cssProperties).map(([name, usual]) => ({
    name: `--attention-${name}`,
    default: usual,
    description: t(`css-${name}`),
  })),
});

/**
 * The attributes that do not correspond to fields of the state.
 * @param {Translate} t
 * @returns {Attribute[]}
 */
function ownAttributes(t) {
  const rows = [
    ["preset", presets.map(({ id }) => id).join(", "), ""],
    ["state", "field=value&field=value", ""],
    ["view", views.join(", "), "stage"],
    ["controls", `none, all, ${controlFields.map(attributeOf).join(", ")}`, ""],
    ["caption", "text", ""],
    ["explorer", "https://…, or relative", ""],
    ["lesson", "name of a lesson, as in its link", ""],
    ["step", "name or number of a step", ""],
    ["locale", languages.map(({ tag }) => tag).join(", "), defaultLanguage],
  ];
  return rows.map(([name = "", values = "", usual = ""]) => ({
    name,
    property: name,
    values,
    default: usual,
    description: t(`attribute-${name}`),
  }));
}

/**
 * The attribute of a field of the state.
 * @param {string} field
 * @param {Translate} t
 * @returns {Attribute}
 */
function attributeFor(field, t) {
  const value = defaultState[/** @type {keyof typeof defaultState} */ (field)];
  return {
    name: attributeOf(field),
    property: propertyOf(field),
    values: valuesOf(field),
    default: writeField(field, value),
    description: t(`attribute-${field}`) || controlText(field, value, t),
  };
}

/**
 * Describes a field with the label and the hint of its control on the page.
 * @param {string} field
 * @param {unknown} value
 * @param {Translate} t
 */
const controlText = (field, value, t) =>
  `${t(`control-${field}`)}: ${t(`control-${field}-hint`) || t(`control-${field}-hint-${value}`)}`;

/** Fields whose values do not follow from their defaults and limits. @type {ReadonlyMap<string, string>} */
const specialValues = new Map(
  Object.entries({
    context: "text; empty: none",
    stage: allStages.join(", "),
    head: `0 to ${limits.heads.max - 1}, all`,
    sentence_index: `0 to ${limits.batch.max}`,
  }),
);

/**
 * @param {string} field
 * @returns {string} the values that it may have, in words
 */
function valuesOf(field) {
  const value = /** @type {Record<string, unknown>} */ (defaultState)[field];
  const range = /** @type {Readonly<Record<string, import("../state/kinds.js").Range>>} */ (limits)[field];
  const words = /** @type {Readonly<Record<string, readonly string[]>>} */ (choices)[field];
  const none = value === null ? ", or none" : "";
  const special = specialValues.get(field);
  if (special !== undefined) return special;
  if (words) return words.join(", ") + none;
  if (typeof value === "boolean") return "true, false";
  if (range && !Array.isArray(value)) return `${range.min} to ${range.max}${none}`;
  return `text${none}`;
}
