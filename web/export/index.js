// Exports: tensors as files, and programs that compute the same walk. Pure functions that return text or bytes; no DOM.

export { javascriptOf } from "./javascript.js";
export { settingsOf, walkOf, walkOfState } from "./exported-walk.js";
export { numpyOf, pytorchOf } from "./python.js";
export { caseOf, csvOf } from "./csv-json.js";
export { formatOf, weightFormats } from "./model-files.js";
export { modelPytorchOf } from "./model-python.js";
