import { presets } from "../state/presets.js";
import { choices, limits } from "../state/fields.js";
import { defaultState } from "../state/state.js";
import { stagesFor } from "../state/stages.js";
import {
  attributeFields,
  attributeOf,
  controlFields,
  languages,
  propertyOf,
  views,
  writeField,
} from "../components/element/attributes.js";
import { cssProperties, events, parts, properties } from "../components/element/element-api.js";

/** @typedef {import("../lessons/translate.js").Translate} Translate */
/** @typedef {{name: string, property: string, values: string, default: string, description: string}} Attribute */

/**
 * All that a page can ask of `<attention-stepper>`, made from the code that does it.
 * @param {Translate} t
 * @returns {{attributes: Attribute[], properties: {name: string, type: string, description: string}[],
 *   events: {name: string, detail: string, description: string}[], parts: {name: string, description: string}[],
 *   cssProperties: {name: string, default: string, description: string}[]}}
 */
export const elementReference = (t) => ({
  attributes: [...own(t), ...attributeFields.map((field) => attributeFor(field, t))],
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
 * The attributes that are no fields of a state.
 * @param {Translate} t
 * @returns {Attribute[]}
 */
function own(t) {
  const rows = [
    ["preset", presets.map(({ id }) => id).join(", "), ""],
    ["state", "field=value&field=value", ""],
    ["view", views.join(", "), "stage"],
    ["controls", `none, all, ${controlFields.map(attributeOf).join(", ")}`, "none"],
    ["locale", languages.join(", "), "en"],
  ];
  return rows.map(([name = "", values = "", usual = ""]) => ({
    ...{ name, property: name, values, default: usual, description: t(`attribute-${name}`) },
  }));
}

/**
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
    description: t(`attribute-${field}`) || controlWords(field, value, t),
  };
}

/**
 * What its control says.
 * @param {string} field
 * @param {unknown} value
 * @param {Translate} t
 */
const controlWords = (field, value, t) =>
  `${t(`control-${field}`)}: ${t(`control-${field}-hint`) || t(`control-${field}-hint-${value}`)}`;

/** Walks that together have every stage. @type {Partial<typeof defaultState>[]} */
const walks = [
  { position: "sinusoidal", context: "" },
  { position: "rope" },
  { position: "alibi", softcap: 1, dropout: 0.1 },
  { mask_mode: "after_softmax" },
];

/** @type {Readonly<Record<string, string>>} */
const special = Object.freeze({
  context: "text; empty: none",
  stage: [...new Set(walks.flatMap((patch) => stagesFor({ ...defaultState, ...patch })))].join(", "),
  head: `0 to ${limits.heads.max - 1}, all`,
  item: `0 to ${limits.batch.max}`,
});

/**
 * @param {string} field
 * @returns {string} what it may be
 */
function valuesOf(field) {
  const value = /** @type {Record<string, unknown>} */ (defaultState)[field];
  const range = /** @type {Readonly<Record<string, import("../state/kinds.js").Range>>} */ (limits)[field];
  const words = /** @type {Readonly<Record<string, readonly string[]>>} */ (choices)[field];
  const none = value === null ? ", or none" : "";
  const own = special[field];
  if (own !== undefined) return own;
  if (words) return words.join(", ") + none;
  if (typeof value === "boolean") return "true, false";
  if (range && !Array.isArray(value)) return `${range.min} to ${range.max}${none}`;
  return `text${none}`;
}
