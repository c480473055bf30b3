/** Debian's Python, and what attention_case.py shows in a notebook. */
import { spawnSync } from "node:child_process";

const python = "/usr/bin/python3";

/** The reason to skip a test where a Python module is not there. @param {"numpy" | "torch"} module @returns {string | false} */
export const pythonSkip = (module) =>
  spawnSync(python, ["-c", `import ${module}`]).status !== 0 && `python3-${module} is not installed`;

/**
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {string} what it prints
 * @throws {Error} with what it says on standard error
 */
export function runPython(args, cwd) {
  const { status, stdout, stderr } = spawnSync(python, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`python3: ${stderr}`);
  return stdout;
}

/** HTML's characters as they are. @param {string} text */
const unescaped = (text) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/**
 * What show() makes of a case.
 * @param {string} path of the case
 * @param {string} folder of attention_case.py
 * @returns {{html: string, state: any, error: string}} state: what the frame gives to the element; error: the last line of it
 */
export function figureOf(path, folder) {
  const program =
    "import sys; sys.path.insert(0, sys.argv[1]); import attention_case as a; print(a.show(sys.argv[2])._repr_html_())";
  const { stdout, stderr } = spawnSync(python, ["-c", program, folder, path], { encoding: "utf8", maxBuffer: 2 ** 26 });
  const error = stderr.trim().split("\n").at(-1) ?? "";
  if (error !== "") return { html: "", state: null, error };
  const [, page = ""] = /srcdoc="([^"]*)"/.exec(stdout) ?? [];
  const [, state = "null"] = /element\.change\((\{.*\})\);\n/.exec(unescaped(page)) ?? [];
  return { html: stdout, state: JSON.parse(state), error };
}
