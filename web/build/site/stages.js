/** The one-page reference: every stage with its formula, shape, PyTorch and source, made from the table of stages. */
import { createEngine } from "../../engine/index.js";
import { allStages, rowOf, tensors, tensorsWhere } from "../../engine/stages.js";
import { walkOf } from "../../export/exported-walk.js";
import { walkLines } from "../../export/python-stages.js";
import { escapeXml } from "../../figures/painters/svg.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";
import { inputsFromState } from "../../state/index.js";

/** The axes that are products or sums, in words. @type {Readonly<Record<string, string>>} */
const axisWords = Object.freeze({
  q_width: "heads·d_k",
  k_width: "kv_heads·d_k",
  v_width: "kv_heads·d_v",
  c_width: "heads·d_v",
  distances: "2·clip + 1",
  positions: "max(n_q, n_k)",
});

/** The shape of a tensor in words. @param {string} id */
export function shapeText(id) {
  const { axes } = tensors[/** @type {keyof typeof tensors} */ (id)];
  const shape = (/** @type {readonly string[]} */ names) =>
    `[${names.map((name) => axisWords[name] ?? name).join(", ")}]`;
  if (id === "allow") return `${shape(axes)} or ${shape(["heads", ...axes])}`;
  if (!axes.includes("bias_heads")) return shape(axes);
  return `${shape(["heads", ...axes.slice(1)])} or ${shape(axes.slice(1))}`;
}

/** The table of stages and of what they store beside their results, as Markdown. */
export function stageTable() {
  const rows = tensorsWhere(({ kind }) => kind !== "input").map((id) => {
    const { formula, needs, source } = tensors[id];
    return `| \`${id}\` | ${shapeText(id)} | ${formula} | ${needs || "always"} | ${source} |\n`;
  });
  return `| stage | shape | formula | when | source |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
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
  for (const id of allStages) {
    const { spec, inputs } = inputsFromState({ recipe: "random", ...rowOf(id)?.sample }, engine);
    const run = engine.trace(spec, inputs).finish();
    const written = walkLines({ ...walkOf(run, inputs), stage: "", head: 0, recipe: null, file: "" }, (torch) => torch);
    const line = written.find((each) => each.startsWith(`${id} = `));
    if (line) lines.set(id, line.split("  #", 1)[0] ?? "");
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

/** The reference as HTML. */
export async function stageReference() {
  const { t } = words(defaultLanguage);
  const { lines, functions } = await pytorch();
  const cells = allStages.map((id) => {
    const { formula = "", needs = "", source = "" } = rowOf(id) ?? {};
    const code = lines.get(id);
    const names = `<th scope="row"><code>${id}</code> ${escapeXml(t(`stage-${id}-title`))}</th>`;
    const only = needs ? ` <span class="small">(${escapeXml(needs)})</span>` : "";
    return `<tr>${names}<td>${escapeXml(formula)}${only}</td><td>${escapeXml(shapeText(id))}</td><td>${
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
