/** The options of npm run bench. */
import { parseArgs } from "node:util";

import { peerNames } from "./runner/schedule.js";
import { models } from "./workloads/models.js";
import { workloadOf, workloads } from "./workloads/workloads.js";

export const help = `Times attention-stepper and other libraries on the same workloads, and compares all results with float64.

Usage: npm run bench -- [OPTION...]

  --quick          three workloads and few samples: under a minute once everything is installed
  --works A,B      only these workloads: ${workloads.map(({ id }) => id).join(" ")}
  --peers A,B      only these libraries: ${peerNames.join(" ")}
  --rounds N       how many processes each library gets (5; 2 with --quick)
  --browser        in Chromium instead of Node
  --curves         measures how time and memory grow with tokens, head width and heads
  --training       measures training steps per second of small models: ${models.map(({ id }) => id).join(" ")}
  --cpu            measures CPU time instead of wall time, for a busy machine; not with --browser
  --out FOLDER     where to write results.json and charts (web/docs/charts)
  --build FOLDER   the build of attention-stepper to measure (web/dist)
  --help           prints this text

The first run installs onnxruntime-web and TensorFlow.js (some 450 MB) into tests/bench. NumPy and PyTorch are timed if
python3 can import them, and refused with the reference BLAS: on Debian, install libopenblas0-pthread. Everything runs on one thread. Close other programs while it runs.
`;

/** @typedef {ReturnType<typeof readOptions>} Options */

/** The libraries that can train. */
const trainingPeers = Object.freeze(["ours", "tfjs", "torch"]);

/** @param {string} flag @param {string | undefined} text @param {readonly string[]} known */
function listOf(flag, text, known) {
  const wanted = text === undefined ? [...known] : text.split(",");
  const unknown = wanted.find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw new Error(`${flag}: wanted some of ${known.join(",")}, got ${JSON.stringify(unknown)}`);
  return wanted;
}

/** @param {string | undefined} text @param {number} fallback */
function roundsOf(text, fallback) {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Error(`--rounds: wanted a whole number from 1 to 999, got ${text}`);
  return Number(text);
}

/** @param {string[]} args @throws {Error} that names the option, what was expected and what came */
export function readOptions(args) {
  const text = /** @type {const} */ ({ type: "string" });
  const flag = /** @type {const} */ ({ type: "boolean", default: false });
  const { values } = parseArgs({
    args,
    options: {
      quick: flag,
      browser: flag,
      curves: flag,
      training: flag,
      cpu: flag,
      help: flag,
      works: text,
      peers: text,
      rounds: text,
      out: text,
      build: text,
    },
  });
  const { quick, browser, curves, training, cpu, out, build } = values;
  if (training && curves) throw new Error("--training: not with --curves");
  if (browser && cpu) throw new Error("--cpu: not with --browser: pages cannot measure CPU time");
  const able = training ? trainingPeers : peerNames;
  const peers = browser ? able.filter((name) => name !== "numpy" && name !== "torch") : able;
  const known = training ? models : workloads;
  const ids = quick && !training && values.works === undefined ? "W1,W2,W4mc" : values.works;
  return {
    quick,
    browser,
    curves,
    training,
    cpu,
    out,
    build,
    help: values.help,
    workloads: listOf(
      "--works",
      ids,
      known.map(({ id }) => id),
    ).map(workloadOf),
    peers: listOf("--peers", values.peers, peers),
    rounds: roundsOf(values.rounds, quick ? 2 : 5),
    /** Milliseconds: budget is for one library in one process; a library whose call takes longer than slowest runs once. */
    budget: quick ? 150 : 700,
    slowest: quick && values.rounds === undefined ? 200 : 3000,
  };
}
