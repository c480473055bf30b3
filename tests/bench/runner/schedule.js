/** Decides which jobs run in which order: on each workload the peers take turns, each time in a new process. */
import { graphVariants } from "../peers/onnx-graphs.js";
import { variantsOf as ownVariants } from "../peers/ours.js";
import { variantsOf as tensorflowVariants } from "../peers/tfjs.js";
import { flopsOf } from "../workloads/workloads.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */
/** @typedef {{peer: string, variant: string}} Entry */
/** @typedef {{setup: number, first: number, samples: number[], error: number, peak?: number, bytes?: number, blas?: string}} Measured */
/** @typedef {Measured | {problem: string}} Outcome */
/** @typedef {Entry & {outcomes: Outcome[]}} Row outcomes: one for each round */

/** The libraries that are compared. */
export const peerNames = Object.freeze(["ours", "onnxruntime", "tfjs", "plain", "numpy", "torch"]);

/** @param {Workload} workload @param {readonly string[]} peers @returns {Entry[]} ours first */
export function entriesOf(workload, peers) {
  const forward = workload.kind !== "training" && workload.kind !== "model";
  const rotates = workload.rope === true; // written for some peers only
  const block = workload.kind === "block"; // likewise
  const variants = {
    ours: ownVariants(workload),
    onnxruntime: graphVariants(workload),
    tfjs: rotates ? [] : tensorflowVariants(workload),
    plain: forward && !rotates && !block ? ["plain"] : [],
    numpy: forward && !block ? ["numpy"] : [],
    torch: block ? [] : ["torch"],
  };
  return peers.flatMap((peer) =>
    variants[/** @type {keyof typeof variants} */ (peer)].map((variant) => ({ peer, variant })),
  );
}

/** @param {Outcome | undefined} outcome @returns {outcome is Measured} */
export const isMeasured = (outcome) => outcome !== undefined && "samples" in outcome;

/** Whether an entry is measured however long it takes. @param {Entry} entry */
const isMain = ({ peer, variant }) => peer === "ours" && variant !== "scalar";

/** After the first round, a peer's variants that take longer than its best by this factor drop out. */
const maxSlowdown = 1.4;

/**
 * Whether an entry is timed in the rounds after the first.
 * @param {readonly Row[]} rows of one workload, after the first round
 * @param {Row} row
 * @param {number} slowest the most milliseconds that one call of another peer may take
 */
function isTimedAgain(rows, row, slowest) {
  const time = (/** @type {Row} */ { outcomes: [first] }) =>
    isMeasured(first) ? Math.min(...first.samples) : Infinity;
  if (isMain(row)) return time(row) < Infinity;
  if (time(row) > slowest) return false;
  if (row.peer === "ours") return true;
  return time(row) <= maxSlowdown * Math.min(...rows.filter(({ peer }) => peer === row.peer).map(time));
}

/**
 * How long one call is expected to take, judging by the speed on earlier workloads.
 * @param {Workload} workload
 * @param {Entry} entry
 * @param {readonly {workload: Workload, rows: readonly Row[]}[]} done
 * @returns {number} milliseconds; 0 if nothing is known
 */
export function expectedTime(workload, { peer, variant }, done) {
  const rates = done.flatMap(({ workload: earlier, rows }) =>
    rows
      .filter((row) => row.peer === peer && row.variant === variant && earlier.kind !== "decode")
      .flatMap(({ outcomes }) => outcomes.filter(isMeasured))
      .map(({ samples }) => flopsOf(earlier) / Math.min(...samples)),
  );
  return rates.length > 0 ? flopsOf(workload) / Math.max(...rates) : 0;
}

/**
 * Runs all rounds of one workload.
 * @param {object} options
 * @param {Workload} options.workload
 * @param {readonly string[]} options.peers
 * @param {number} options.rounds
 * @param {number} options.slowest milliseconds: other peers whose calls take longer run in the first round only, and those
 *   expected to take three times as long do not run
 * @param {readonly {workload: Workload, rows: readonly Row[]}[]} options.done
 * @param {(entry: Entry) => Promise<Outcome>} options.run runs one job
 * @returns {Promise<Row[]>}
 */
export async function runWorkload({ workload, peers, rounds, slowest, done, run }) {
  /** @type {Row[]} */
  const rows = entriesOf(workload, peers).map((entry) => ({ ...entry, outcomes: [] }));
  for (const row of rows) {
    const expected = expectedTime(workload, row, done);
    const tooLong = expected > 3 * slowest && !isMain(row);
    row.outcomes.push(tooLong ? { problem: `would take ${Math.round(expected / 1000)} s` } : await run(row));
  }
  const remaining = rows.filter((row) => isTimedAgain(rows, row, slowest));
  for (let round = 1; round < rounds; round++) for (const row of remaining) row.outcomes.push(await run(row));
  return rows;
}
