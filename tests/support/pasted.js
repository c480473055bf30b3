/** What readers of the guides copy. Needs a finished build. */
import assert from "node:assert/strict";

import { readText } from "./machine.js";

const entities = Object.freeze({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" });

/** The lines that a guide shows as HTML, as a reader copies them. @param {string} guide */
export function pastedLines(guide) {
  const [, shown = ""] =
    /<figcaption>HTML<\/figcaption><pre><code>([^]*?)<\/code>/.exec(readText(`web/dist/examples/${guide}.html`)) ??
    assert.fail(guide);
  return shown.replace(/&\w+;|&#39;/g, (entity) => entities[/** @type {keyof typeof entities} */ (entity)]);
}
