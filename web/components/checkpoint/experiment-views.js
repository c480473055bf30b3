/** What an experiment from a link or a file wants, and in what the model that is open is another one. */
import { html, nothing } from "lit";

import { differences } from "../../checkpoints/experiment.js";
import { withCommas } from "../../figures/numbers.js";
import { pickedFile } from "../one-file.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/experiment.js").Experiment} Experiment */
/** @typedef {import("../../checkpoints/experiment.js").Identity} Identity */
/** @typedef {{summary: import("../../checkpoints/model.js").Summary, identity: Identity, hasTokenizer: boolean}} Opened a model */

/** What tells a model from others, in one line. @param {Translate} t @param {Identity} identity */
const inWords = (t, { file, bytes, sha256 }) => t("open-identity", { file, bytes: withCommas(bytes), sha256 });

/**
 * @param {Translate} t
 * @param {Experiment | null} wanted
 * @param {Opened | null} opened
 * @param {(file: File) => void | Promise<void>} open a saved one
 */
export function experimentText(t, wanted, opened, open) {
  const pick = (/** @type {Event} */ { target }) =>
    pickedFile(/** @type {HTMLInputElement} */ (target), (file) => open(file));
  return html`<p>
      <label class="small"
        >${t("open-experiment")} <input id="experiment" type="file" accept=".json" @change=${pick}
      /></label>
    </p>
    ${wanted ? html`<p id="wanted" role="status">${wantedText(t, wanted.model, opened?.identity ?? null)}</p>` : nothing}`;
}

/** @param {Translate} t @param {Identity} wanted @param {Identity | null} got */
function wantedText(t, wanted, got) {
  if (!got) return t("open-wants", { model: inWords(t, wanted) });
  const fields = differences(wanted, got);
  if (fields.length === 0) return nothing;
  const names = fields.map((field) => t(`open-differs-${field}`)).join(", ");
  return t("open-differs", { fields: names, count: fields.length, wanted: inWords(t, wanted), got: inWords(t, got) });
}
