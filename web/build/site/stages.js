/** The one-page reference: every stage with its formula, shape, PyTorch and source, made from the engine's documentation. */
import { createEngine } from "../../engine/index.js";
import { walkOf } from "../../export/exported-walk.js";
import { walkLines } from "../../export/python-stages.js";
import { escapeXml } from "../../figures/painters/svg.js";
import { createTranslate } from "../../lessons/translate.js";
import { inputsFromState } from "../../state/index.js";

/** @typedef {Partial<import("../../state/state.js").State>} Patch */

/** States that together have every stage; a stage's PyTorch comes from the first that has it. @type {readonly Patch[]} */
const shown = Object.freeze([
  { projection_bias: true, position: "rope", softcap: 5, dropout: 0.1, causal: true },
  { position: "alibi" },
  { position: "sinusoidal" },
  { context: "I love Science", causal: false },
  { mask_mode: "after_softmax_renormalised" },
]);

/**
 * The rows of the table of stages in the engine's documentation.
 * @param {string} documentation Markdown
 * @returns {{id: string, shape: string, formula: string, when: string, source: string}[]}
 */
function stageRows(documentation) {
  const [, table = ""] = /\n## Stages\n[^|]*((?:\|.*\n)+)/.exec(documentation) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  return rows.map(([, id = "", shape = "", formula = "", when = "", source = ""]) => ({
    id,
    shape,
    formula,
    when,
    source,
  }));
}

/**
 * PyTorch's line for each stage, by id, and what these lines use: first variables, then functions.
 * @returns {Promise<{lines: Map<string, string>, functions: string[]}>}
 */
async function pytorch() {
  const engine = await createEngine();
  /** @type {Map<string, string>} */
  const lines = new Map();
  /** @type {string[]} */
  const functions = [];
  for (const patch of shown) {
    const { spec, inputs } = inputsFromState({ recipe: "random", ...patch }, engine);
    const run = engine.trace(spec, inputs).finish();
    const written = walkLines({ ...walkOf(run, inputs), stage: "", head: 0, recipe: null, file: "" }, (torch) => torch);
    for (const id of [...run.stages, "E", "P", "C"]) {
      const line = written.find((each) => each.startsWith(`${id} = `));
      if (line && !lines.has(id)) lines.set(id, line.split("  #", 1)[0] ?? "");
    }
    const helpers = /^(def | {4}|column = |angle = |i = |j = |allow = )/;
    functions.push(...written.filter((line) => helpers.test(line) && !functions.includes(line)));
    run.free();
  }
  const isIndented = (/** @type {string} */ line) => /^(def | {4})/.test(line);
  return {
    lines,
    functions: [...functions.filter((line) => !isIndented(line)), ...functions.filter(isIndented)],
  };
}

/**
 * Lines of Python as statements, each with the indented lines that belong to it.
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
const statementsOf = (lines) => lines.join("\n").split(/\n(?! )/);

/**
 * The reference as HTML.
 * @param {string} documentation of the engine, Markdown
 */
export async function stageReference(documentation) {
  const t = createTranslate("en");
  const { lines, functions } = await pytorch();
  const rows = stageRows(documentation).filter(({ id }) => t(`stage-${id}`) !== "");
  const cells = rows.map(({ id, shape, formula, when, source }) => {
    const code = lines.get(id);
    const names = `<th scope="row"><code>${id}</code> ${escapeXml(t(`stage-${id}-title`))}</th>`;
    const only = when === "always" ? "" : ` <span class="small">(${escapeXml(when)})</span>`;
    return `<tr>${names}<td>${escapeXml(formula)}${only}</td><td>${escapeXml(shape)}</td><td>${
      code ? `<code>${escapeXml(code)}</code>` : "given"
    }</td><td>${escapeXml(source)}</td></tr>`;
  });
  const columns = ["stage", "formula", "shape", "PyTorch", "source"];
  return `<div class="one-page">
<table><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>${cells.join("\n")}</tbody></table>
<pre class="functions"><code>${statementsOf(functions)
    .map((statement) => `<span>${escapeXml(statement)}\n</span>`)
    .join("")}</code></pre>
</div>`;
}
