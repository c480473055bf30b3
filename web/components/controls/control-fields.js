import { fieldGroups, primaryFields } from "./control-options.js";

/** The fields that can have a control of their own, in an element or on a screen of a class. @type {readonly string[]} */
export const controlFields = Object.freeze([
  "sentence",
  ...primaryFields,
  ...fieldGroups.flatMap(([, fields]) => fields).filter((field) => field !== "batch"),
]);
