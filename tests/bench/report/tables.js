/** Turns measurements into results for JSON and charts, and into tables for a terminal. */
import { isMeasured } from "../runner/schedule.js";
import { median, ratioOf, summaryOf } from "./statistics.js";
import { bytesRead, flopsOf } from "../workloads/workloads.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */
/** @typedef {import("../runner/schedule.js").Row} Row */
/** @typedef {{multiplyAdd: number, fused: number | null, stream: number}} Limits */

/**
 * @typedef {object} Result
 * @property {string} peer
 * @property {string} variant
 * @property {string} [problem] why there are no times
 * @property {number} [median] milliseconds: the median of the processes' medians
 * @property {number} [fastest] milliseconds
 * @property {number} [low] the least of the processes' medians
 * @property {number} [high]
 * @property {number} [processes]
 * @property {number} [first] milliseconds of the first call: the median
 * @property {number} [setup] milliseconds until the peer is ready: the median
 * @property {number} [error] the largest relative error, compared with float64
 * @property {number} [peak] bytes that the process grew by
 * @property {number} [bytes] of memory that the engine held
 * @property {string} [blas] what NumPy or PyTorch multiplied with, in the measured processes
 * @property {number} [gflops] at the median
 * @property {number} [share] fraction of the limit that the fastest sample reached: of arithmetic, or for decode of memory bandwidth
 * @property {{median: number, low: number, high: number} | null} [ratio] how many times as long as ours it takes
 */

/** @param {Row} row @returns {readonly (readonly number[])[]} one list for each round */
const samplesOf = ({ outcomes }) => outcomes.map((outcome) => (isMeasured(outcome) ? outcome.samples : []));

/** @param {Workload} workload @param {Row} row @param {Row | undefined} ours @param {Limits} limits @returns {Result} */
function resultOf(workload, row, ours, limits) {
  const { peer, variant, outcomes } = row;
  const measured = outcomes.filter(isMeasured);
  const [failed] = outcomes.filter((outcome) => !isMeasured(outcome));
  if (measured.length === 0) return { peer, variant, problem: failed && "problem" in failed ? failed.problem : "" };
  const summary = summaryOf(samplesOf(row));
  const optional = (/** @type {"peak" | "bytes"} */ key) => {
    const values = measured.flatMap((one) => one[key] ?? []);
    return values.length > 0 ? { [key]: Math.max(...values) } : {};
  };
  const blas = [...new Set(measured.flatMap((one) => one.blas ?? []))];
  const rate = flopsOf(workload) / 1e6;
  const share =
    workload.kind === "decode"
      ? bytesRead(workload) / summary.fastest / 1e6 / limits.stream
      : rate / summary.fastest / limits.multiplyAdd;
  return {
    peer,
    variant,
    ...summary,
    processes: measured.length,
    first: median(measured.map(({ first }) => first)),
    setup: median(measured.map(({ setup }) => setup)),
    error: Math.max(...measured.map(({ error }) => error)),
    ...optional("peak"),
    ...optional("bytes"),
    ...(blas.length > 0 ? { blas: blas.join("; ") } : {}),
    gflops: rate / summary.median,
    share,
    ratio: ours && ours !== row ? ratioOf(samplesOf(row), samplesOf(ours)) : null,
  };
}

/** @param {Workload} workload @param {readonly Row[]} rows @param {Limits} limits @returns {Result[]} */
export function resultsOf(workload, rows, limits) {
  const ours = rows.find(({ peer, variant }) => peer === "ours" && variant === "simd128");
  return rows.map((row) => resultOf(workload, row, ours, limits));
}

/** The result of a peer's fastest variant. @param {readonly Result[]} results @param {string} peer @returns {Result | undefined} */
export function bestOf(results, peer) {
  const timed = results.filter((result) => result.peer === peer && result.median !== undefined);
  return timed.sort((a, b) => (a.median ?? 0) - (b.median ?? 0))[0];
}

/**
 * What NumPy and PyTorch multiplied with: their times are those of their BLAS.
 * @param {readonly {results: readonly Result[]}[]} table
 * @returns {string[]} a line for each
 */
export function blasLines(table) {
  const results = table.flatMap((one) => one.results);
  const lines = results.flatMap(({ peer, blas }) => (blas === undefined ? [] : [`${peer} with ${blas}`]));
  return [...new Set(lines)];
}

/** A number with three significant digits. @param {number | undefined} value */
export function threeDigits(value) {
  if (value === undefined || !Number.isFinite(value)) return "";
  return value >= 100
    ? Math.round(value).toString()
    : value
        .toPrecision(3)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
}

/** @param {number | undefined} bytes */
const megabytes = (bytes) => (bytes === undefined ? "" : threeDigits(bytes / 1e6));

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
    ...[
      nameOf(result),
      threeDigits(result.median),
      `${threeDigits(result.low)} to ${threeDigits(result.high)}`,
      threeDigits(result.fastest),
    ],
    ...[threeDigits(result.gflops), `${Math.round(100 * (result.share ?? 0))} %`],
    ...(ratio ? [threeDigits(ratio.median), `${threeDigits(ratio.low)} to ${threeDigits(ratio.high)}`] : ["", ""]),
    ...[
      threeDigits(result.first),
      threeDigits(result.setup),
      megabytes(result.peak),
      (result.error ?? 0).toExponential(1),
    ],
  ];
}

/**
 * A table of one workload for a terminal.
 * @param {Workload} workload @param {readonly Result[]} results
 */
export function tableOf(workload, results) {
  const timed = results.filter(({ median }) => median !== undefined);
  const others = results.filter(({ median }) => median === undefined);
  const missing = others.map((one) => `${nameOf(one)}: ${one.problem}`);
  return [`${workload.id}: ${workload.title}`, alignColumns([columns, ...timed.map(cellsOf)]), ...missing].join("\n");
}

/**
 * All workloads in one table: our time, and how many times as long the best variant of each other peer takes.
 * @param {readonly {workload: Workload, results: readonly Result[]}[]} table
 */
export function summaryTable(table) {
  const others = ["onnxruntime", "tfjs", "plain", "numpy", "torch"];
  const head = ["workload", "ours, ms", "GFLOP/s", "of limit", "scalar", "forward", ...others];
  const times = (/** @type {Result | undefined} */ result) =>
    result?.ratio
      ? `${threeDigits(result.ratio.median)} (${threeDigits(result.ratio.low)}-${threeDigits(result.ratio.high)})`
      : "";
  const rows = table.map(({ workload, results }) => {
    const oursAt = (/** @type {string} */ variant) =>
      results.find((one) => one.peer === "ours" && one.variant === variant);
    const ours = oursAt("simd128");
    const share = ours?.share === undefined ? "" : `${Math.round(100 * ours.share)} %`;
    return [
      ...[workload.id, threeDigits(ours?.median), threeDigits(ours?.gflops), share],
      ...["scalar", "forward"].map(oursAt).map(times),
      ...others.map((peer) => times(bestOf(results, peer))),
    ];
  });
  return `How many times as long as ours (simd128): median, least and largest ratio of the rounds\n${withBlas(table, alignColumns([head, ...rows]))}`;
}

/** @param {readonly {results: readonly Result[]}[]} table @param {string} text */
const withBlas = (table, text) => [text, ...blasLines(table)].join("\n");

/**
 * The steps per second of models that train: ours, those of the best variant of each other peer, and in brackets how many
 * times as fast ours is.
 * @param {readonly {workload: Workload, results: readonly Result[]}[]} table
 */
export function stepsTable(table) {
  const others = ["tfjs", "torch"];
  const steps = (/** @type {Result | undefined} */ result) => threeDigits(1000 / (result?.median ?? NaN));
  const rows = table.map(({ workload, results }) => [
    ...[
      workload.id,
      ...["simd128", "scalar"].map((variant) =>
        steps(results.find((one) => one.peer === "ours" && one.variant === variant)),
      ),
    ],
    ...others.map((peer) => {
      const best = bestOf(results, peer);
      if (!best?.ratio) return "";
      const { median, low, high } = best.ratio;
      return `${nameOf(best)} ${steps(best)}: ${threeDigits(median)} (${threeDigits(low)}-${threeDigits(high)})`;
    }),
  ]);
  const head = ["model", "ours, simd128", "scalar", ...others];
  return `Training steps per second; after a colon how many times as many ours (simd128) makes: median, least and largest ratio of the rounds\n${withBlas(table, alignColumns([head, ...rows]))}`;
}

/** Rows as lines with aligned columns: the first column to the left, the others to the right. @param {readonly (readonly string[])[]} rows */
export function alignColumns(rows) {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}
