/** What the command line asks for. */
import { parseArgs } from "node:util";

import { peerNames } from "./schedule.js";
import { workOf, works } from "./works.js";

export const help = `Times attention-stepper and others at the same work, and compares all results with float64.

Usage: npm run bench -- [OPTION...]

  --quick          three works, few samples: under a minute once everything is installed
  --works A,B      only these: ${works.map(({ id }) => id).join(" ")}
  --peers A,B      only these: ${peerNames.join(" ")}
  --rounds N       how many processes each peer gets (5; 2 with --quick)
  --browser        in Chromium instead of Node
  --curves         how time and memory grow with tokens, head width and heads, instead of works
  --cpu            the processor's time instead of the clock's, for a machine that does other things too; not in Chromium
  --out FOLDER     for results.json and charts (web/docs/charts)
  --build FOLDER   a finished build of attention-stepper (web/dist)
  --help           this

The first run installs what it compares with (onnxruntime-web and TensorFlow.js, some 450 MB) into tests/bench.
NumPy and PyTorch are timed where python3 has them. Everything runs on one thread. Let the machine rest meanwhile.
`;

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {string} flag @param {string | undefined} text @param {readonly string[]} known */
function listOf(flag, text, known) {
  const wanted = text === undefined ? [...known] : text.split(",");
  const unknown = wanted.find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw new Error(`${flag}: wanted some of ${known.join(",")}, got ${JSON.stringify(unknown)}`);
  return wanted;
}

/** @param {string | undefined} text @param {number} otherwise */
function roundsOf(text, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Error(`--rounds: wanted a whole number from 1 to 999, got ${text}`);
  return Number(text);
}

/** @param {string[]} args @throws {Error} naming the option, what was wanted and what came */
export function readOptions(args) {
  const text = /** @type {const} */ ({ type: "string" });
  const flag = /** @type {const} */ ({ type: "boolean", default: false });
  const { values } = parseArgs({
    args,
    options: {
      ...{ quick: flag, browser: flag, curves: flag, cpu: flag, help: flag },
      ...{ works: text, peers: text, rounds: text, out: text, build: text },
    },
  });
  const { quick, browser, curves, cpu, out, build } = values;
  if (browser && cpu) throw new Error("--cpu: not with --browser, where pages cannot ask for it");
  const inBrowsers = peerNames.filter((name) => name !== "numpy" && name !== "torch");
  const ids = quick && values.works === undefined ? "W1,W2,W4mc" : values.works;
  return {
    ...{ quick, browser, curves, cpu, out, build, help: values.help },
    works: listOf(
      "--works",
      ids,
      works.map(({ id }) => id),
    ).map(workOf),
    peers: listOf("--peers", values.peers, browser ? inBrowsers : peerNames),
    rounds: roundsOf(values.rounds, quick ? 2 : 5),
    /** Milliseconds to time one peer for in one process; and how long one call may take to be made again. */
    budget: quick ? 150 : 700,
    slowest: quick && values.rounds === undefined ? 200 : 3000,
  };
}
