/** Runs the code cells of a notebook with python3, without Jupyter: only IPython's class HTML is a stand-in. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const program = `
import ast, json, sys, types

class HTML:
    def __init__(self, data):
        self.data = data

display = types.ModuleType("IPython.display")
display.HTML = HTML
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = display
names, results = {}, []
for source in json.loads(sys.argv[1]):
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    results.append({"text/html": value.data} if isinstance(value, HTML) else {"text/plain": repr(value)})
print(json.dumps(results))
`;

/**
 * @param {string} notebook JSON, as nbformat 4 has it
 * @param {string} folder in which the notebook runs
 * @returns {Promise<{"text/html"?: string, "text/plain"?: string}[]>} the result of each code cell
 */
export async function runNotebook(notebook, folder) {
  /** @type {{cell_type: string, source: string[]}[]} */
  const cells = JSON.parse(notebook).cells;
  const sources = cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) => source.join(""));
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)("python3", ["-c", program, JSON.stringify(sources)], options);
  return JSON.parse(stdout);
}
