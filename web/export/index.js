// What leaves the page: tensors as files, and code that computes the walk again. Pure: text and bytes, no document.

export { cOf } from "./c.js";
export { javascriptOf } from "./javascript.js";
export { npyOf } from "./npy.js";
export { numpyOf, pytorchOf } from "./python.js";
export { caseOf, csvOf, jsonOf } from "./text.js";
export { walkOf } from "./walk.js";
export { npzOf, zipOf } from "./zip.js";
export { settingsOf, walkOfState } from "./from-state.js";
