// What readers take away: tensors as files, and code that computes the walk again. Pure: text and bytes, no document.

export { cOf } from "./c.js";
export { javascriptOf } from "./javascript.js";
export { settingsOf, walkOf, walkOfState } from "./exported-walk.js";
export { npyOf } from "./npy.js";
export { numpyOf, pytorchOf } from "./python.js";
export { caseOf, csvOf, jsonOf } from "./csv-json.js";
export { npzOf, zipOf } from "./zip.js";
