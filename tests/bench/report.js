/** What was measured, in numbers for tables, JSON and charts. */
import { isMeasured } from "./schedule.js";
import { ratioOf, summaryOf } from "./statistics.js";
import { bytesOf, flopsOf } from "./works.js";

/** @typedef {import("./works.js").Work} Work */
/** @typedef {import("./schedule.js").Row} Row */
/** @typedef {{multiplyAdd: number, fused: number | null, stream: number}} Limits */

/**
 * @typedef {object} Result
 * @property {string} peer
 * @property {string} variant
 * @property {string} [problem] why there are no times
 * @property {number} [median] milliseconds: of the processes' medians
 * @property {number} [fastest] milliseconds
 * @property {number} [low] the least of the processes' medians
 * @property {number} [high]
 * @property {number} [processes]
 * @property {number} [first] milliseconds of the first call: the median
 * @property {number} [setup] milliseconds from nothing to ready: the median
 * @property {number} [error] the largest, against float64
 * @property {number} [peak] bytes that the process came to hold
 * @property {number} [bytes] of memory that the engine came to hold
 * @property {number} [gflops] at the median
 * @property {number} [share] of the limit, at the fastest: multiplications and additions, or the memory's bandwidth for decode
 * @property {{median: number, low: number, high: number} | null} [ratio] how many times as long as ours it takes
 */

/** @param {readonly number[]} numbers */
const middle = (numbers) => summaryOf([numbers]).median;

/** @param {Row} row @returns {readonly (readonly number[])[]} by round */
const samplesOf = ({ outcomes }) => outcomes.map((outcome) => (isMeasured(outcome) ? outcome.samples : []));

/** @param {Work} work @param {Row} row @param {Row | undefined} ours @param {Limits} limits @returns {Result} */
function resultOf(work, row, ours, limits) {
  const { peer, variant, outcomes } = row;
  const measured = outcomes.filter(isMeasured);
  const [failed] = outcomes.filter((outcome) => !isMeasured(outcome));
  if (measured.length === 0) return { peer, variant, problem: failed && "problem" in failed ? failed.problem : "" };
  const summary = summaryOf(samplesOf(row));
  const optional = (/** @type {"peak" | "bytes"} */ key) => {
    const values = measured.flatMap((one) => one[key] ?? []);
    return values.length > 0 ? { [key]: Math.max(...values) } : {};
  };
  const rate = flopsOf(work) / 1e6;
  const largest = peer === "ours" && variant === "relaxed" ? (limits.fused ?? limits.multiplyAdd) : limits.multiplyAdd;
  const share =
    work.kind === "decode" ? bytesOf(work) / summary.fastest / 1e6 / limits.stream : rate / summary.fastest / largest;
  return {
    ...{ peer, variant, ...summary, processes: measured.length },
    ...{ first: middle(measured.map(({ first }) => first)), setup: middle(measured.map(({ setup }) => setup)) },
    error: Math.max(...measured.map(({ error }) => error)),
    ...{ ...optional("peak"), ...optional("bytes"), gflops: rate / summary.median, share },
    ratio: ours && ours !== row ? ratioOf(samplesOf(row), samplesOf(ours)) : null,
  };
}

/** @param {Work} work @param {readonly Row[]} rows @param {Limits} limits @returns {Result[]} */
export function resultsOf(work, rows, limits) {
  const ours = rows.find(({ peer, variant }) => peer === "ours" && variant === "simd128");
  return rows.map((row) => resultOf(work, row, ours, limits));
}

/** A peer's best variant. @param {readonly Result[]} results @param {string} peer @returns {Result | undefined} */
export function bestOf(results, peer) {
  const timed = results.filter((result) => result.peer === peer && result.median !== undefined);
  return timed.sort((a, b) => (a.median ?? 0) - (b.median ?? 0))[0];
}

/** Three digits that count. @param {number | undefined} value */
export function short(value) {
  if (value === undefined || !Number.isFinite(value)) return "";
  return value >= 100
    ? Math.round(value).toString()
    : value
        .toPrecision(3)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
}

/** @param {number | undefined} bytes */
const megabytes = (bytes) => (bytes === undefined ? "" : short(bytes / 1e6));

const columns = Object.freeze([
  ...[
    "peer",
    "ms, median",
    "between",
    "fastest",
    "GFLOP/s",
    "of limit",
    "x ours",
    "between",
    "first",
    "set up",
    "MB",
    "error",
  ],
]);

/** @param {{peer: string, variant: string}} result */
export const nameOf = ({ peer, variant }) => (peer === variant ? peer : `${peer}, ${variant}`);

/** @param {Result} result @returns {string[]} */
function cellsOf(result) {
  const { ratio } = result;
  return [
    ...[nameOf(result), short(result.median), `${short(result.low)} to ${short(result.high)}`, short(result.fastest)],
    ...[short(result.gflops), `${Math.round(100 * (result.share ?? 0))} %`],
    ...(ratio ? [short(ratio.median), `${short(ratio.low)} to ${short(ratio.high)}`] : ["", ""]),
    ...[short(result.first), short(result.setup), megabytes(result.peak), (result.error ?? 0).toExponential(1)],
  ];
}

/**
 * A table of one work for a terminal.
 * @param {Work} work @param {readonly Result[]} results
 */
export function tableOf(work, results) {
  const timed = results.filter(({ median }) => median !== undefined);
  const others = results.filter(({ median }) => median === undefined);
  const missing = others.map((one) => `${nameOf(one)}: ${one.problem}`);
  return [`${work.id}: ${work.title}`, aligned([columns, ...timed.map(cellsOf)]), ...missing].join("\n");
}

/**
 * The whole in one table: our time, and how many times as long each other's best takes.
 * @param {readonly {work: Work, results: readonly Result[]}[]} table
 */
export function summaryTable(table) {
  const others = ["onnxruntime", "tfjs", "plain", "numpy", "torch"];
  const head = ["work", "ours, ms", "GFLOP/s", "of limit", "relaxed", "scalar", "forward", ...others];
  const times = (/** @type {Result | undefined} */ result) =>
    result?.ratio ? `${short(result.ratio.median)} (${short(result.ratio.low)}-${short(result.ratio.high)})` : "";
  const rows = table.map(({ work, results }) => {
    const own = (/** @type {string} */ variant) =>
      results.find((one) => one.peer === "ours" && one.variant === variant);
    const ours = own("simd128");
    const share = ours?.share === undefined ? "" : `${Math.round(100 * ours.share)} %`;
    return [
      ...[work.id, short(ours?.median), short(ours?.gflops), share],
      ...["relaxed", "scalar", "forward"].map(own).map(times),
      ...others.map((peer) => times(bestOf(results, peer))),
    ];
  });
  return `Times as long as ours (simd128): medians, least and largest, of processes that took turns\n${aligned([head, ...rows])}`;
}

/** Columns of words: the first to the left, the others to the right. @param {readonly (readonly string[])[]} rows */
export function aligned(rows) {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}
