/** Which jobs run, and in which order: peers take turns at each work, each time in a process of its own. */
import { graphVariants } from "./peers/onnx-graphs.js";
import { variantsOf as ownVariants } from "./peers/ours.js";
import { variantsOf as tensorflowVariants } from "./peers/tfjs.js";
import { flopsOf } from "./works.js";

/** @typedef {import("./works.js").Work} Work */
/** @typedef {{peer: string, variant: string}} Entry */
/** @typedef {{setup: number, first: number, samples: number[], error: number, peak?: number, bytes?: number}} Measured */
/** @typedef {Measured | {problem: string}} Outcome */
/** @typedef {Entry & {outcomes: Outcome[]}} Row outcomes: by round */

/** What there is to compare. */
export const peerNames = Object.freeze(["ours", "onnxruntime", "tfjs", "plain", "numpy", "torch"]);

/** @param {Work} work @param {readonly string[]} peers @returns {Entry[]} ours first */
export function entriesOf(work, peers) {
  const variants = {
    ours: ownVariants(work),
    onnxruntime: graphVariants(work),
    tfjs: tensorflowVariants(work),
    plain: work.kind === "training" ? [] : ["plain"],
    numpy: work.kind === "training" ? [] : ["numpy"],
    torch: ["torch"],
  };
  return peers.flatMap((peer) =>
    variants[/** @type {keyof typeof variants} */ (peer)].map((variant) => ({ peer, variant })),
  );
}

/** @param {Outcome | undefined} outcome @returns {outcome is Measured} */
export const isMeasured = (outcome) => outcome !== undefined && "samples" in outcome;

/** What is measured for however long it takes. @param {Entry} entry */
const isMain = ({ peer, variant }) => peer === "ours" && variant !== "scalar";

/** The first round shows who is worth more of them: a peer's variants that are not far behind its best, and ours. */
const near = 1.4;

/**
 * @param {readonly Row[]} rows of one work, after the first round
 * @param {Row} row
 * @param {number} slowest milliseconds of one call
 */
export function staysIn(rows, row, slowest) {
  const time = (/** @type {Row} */ { outcomes: [first] }) =>
    isMeasured(first) ? Math.min(...first.samples) : Infinity;
  if (isMain(row)) return time(row) < Infinity;
  if (time(row) > slowest) return false;
  if (row.peer === "ours") return true;
  return time(row) <= near * Math.min(...rows.filter(({ peer }) => peer === row.peer).map(time));
}

/**
 * How long one call would take, from the rates at works before it.
 * @param {Work} work
 * @param {Entry} entry
 * @param {readonly {work: Work, rows: readonly Row[]}[]} done
 * @returns {number} milliseconds; 0 where nothing is known
 */
export function foreseen(work, { peer, variant }, done) {
  const rates = done.flatMap(({ work: before, rows }) =>
    rows
      .filter((row) => row.peer === peer && row.variant === variant && before.kind !== "decode")
      .flatMap(({ outcomes }) => outcomes.filter(isMeasured))
      .map(({ samples }) => flopsOf(before) / Math.min(...samples)),
  );
  return rates.length > 0 ? flopsOf(work) / Math.max(...rates) : 0;
}

/**
 * Runs all rounds of one work.
 * @param {object} given
 * @param {Work} given.work
 * @param {readonly string[]} given.peers
 * @param {number} given.rounds
 * @param {number} given.slowest milliseconds: others' calls that take longer are made in the first round alone, those that
 *   would take three times as long not at all
 * @param {readonly {work: Work, rows: readonly Row[]}[]} given.done
 * @param {(entry: Entry) => Promise<Outcome>} given.run one job
 * @returns {Promise<Row[]>}
 */
export async function runWork({ work, peers, rounds, slowest, done, run }) {
  /** @type {Row[]} */
  const rows = entriesOf(work, peers).map((entry) => ({ ...entry, outcomes: [] }));
  for (const row of rows) {
    const wait = foreseen(work, row, done);
    const tooLong = wait > 3 * slowest && !isMain(row);
    row.outcomes.push(tooLong ? { problem: `would take ${Math.round(wait / 1000)} s` } : await run(row));
  }
  const staying = rows.filter((row) => staysIn(rows, row, slowest));
  for (let round = 1; round < rounds; round++) for (const row of staying) row.outcomes.push(await run(row));
  return rows;
}
