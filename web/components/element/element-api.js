import { reservedHeights } from "../../view/reserved-heights.js";

// The public interface of <attention-stepper> apart from its attributes. The reference is generated from these lists, and
// tests compare them with the code.

/** The events that the element fires, each with the shape of its detail. */
export const events = Object.freeze({
  "attention-ready": "{state, link}",
  "attention-step": "{stage, head, cell}",
  "attention-change": "{state, link, fields}",
  "attention-answer": "{lesson, step, given, right}",
  "attention-error": "{field, message, got}",
  "attention-resize": "{height}",
});

/** The properties that do not mirror an attribute, each with its type. */
export const properties = Object.freeze({
  state: "object",
  inputs: "object",
  link: "string or null, to be read",
  ready: "promise, to be read",
  change: "function of {field: value, ...}",
});

/** The names of the parts that a page can style with ::part(). */
export const parts = Object.freeze([
  ...["message", "caption", "controls", "text", "formula", "figure", "panel", "strip", "note", "explorer", "lesson"],
  ...["heads", "picture", "player", "hint"],
]);

/** The custom properties that a page can set, --attention-<name>, each with its default. */
export const cssProperties = Object.freeze({
  background: "paper: warm white, or nearly black",
  text: "nearly black, or nearly white",
  muted: "warm grey",
  hairline: "light grey, or dark grey",
  control: "grey",
  radius: "10px",
  font: "that of the page around it",
  "font-words": "as font",
  "font-size": "1rem, and at least 16px",
  "math-font": "STIX Two Math, Latin Modern Math, DejaVu Math TeX Gyre, math",
  padding: "20px; 12px where it is narrow",
  "min-height": `${reservedHeights.stage}; equation: ${reservedHeights.equation}; lines: ${reservedHeights.lines}`,
});
