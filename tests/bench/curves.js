/** Measures how the time and memory of attention on given Q, K, V grow with one size, while the other sizes are fixed. */
import { rm } from "node:fs/promises";

import { writeInputs } from "./workloads/inputs.js";
import { alignColumns, bestOf, resultsOf, threeDigits } from "./report/tables.js";
import { runWorkload } from "./runner/schedule.js";
import { attentionWorkload } from "./workloads/workloads.js";

/** @typedef {{axis: "n" | "d" | "heads", title: string, points: {x: number, results: import("./report/tables.js").Result[]}[]}} Curve */

/** The powers of two from 2^from to 2^to. @param {number} from @param {number} to */
const powersOfTwo = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => 2 ** (from + at));

/** @type {readonly {axis: Curve["axis"], title: string, xs: number[], others: Partial<import("./workloads/workloads.js").Workload>}[]} */
const axes = [
  { axis: "n", title: "tokens, one head of 64", xs: powersOfTwo(4, 15), others: {} },
  { axis: "d", title: "head width, one head, 1024 tokens", xs: powersOfTwo(0, 8), others: {} },
  { axis: "heads", title: "heads of 64, 1024 tokens", xs: powersOfTwo(0, 4), others: {} },
];

export const curvePeers = Object.freeze(["ours", "onnxruntime", "tfjs", "plain"]);

/**
 * @param {import("./options.js").Options} options
 * @param {any} runner
 * @param {string} inputs folder
 * @returns {Promise<Curve[]>}
 */
export async function measureCurves({ peers, slowest, rounds, quick }, runner, inputs) {
  const limits = await runner.limits(0.2);
  /** @type {Curve[]} */
  const measured = [];
  for (const { axis, title, xs, others } of axes) {
    /** @type {Curve["points"]} */
    const points = [];
    const done = [];
    for (const x of quick ? xs.slice(0, -3) : xs) {
      const workload = attentionWorkload({ ...others, [axis]: x });
      const folder = await writeInputs(workload, inputs);
      const run = (/** @type {import("./runner/schedule.js").Entry} */ entry) => runner.run(workload, entry, folder);
      const selected = curvePeers.filter((peer) => peers.includes(peer));
      const rows = await runWorkload({ workload, peers: selected, rounds: Math.min(rounds, 3), slowest, done, run });
      await rm(folder, { recursive: true });
      done.push({ workload, rows });
      points.push({ x, results: resultsOf(workload, rows, limits) });
      console.log(`${axis} ${x}`);
    }
    measured.push({ axis, title, points });
  }
  return measured;
}

/** Tables of the curves for a terminal. @param {readonly Curve[]} measured */
export function curveTables(measured) {
  return measured
    .map(({ axis, title, points }) => {
      const head = [axis, ...curvePeers.flatMap((peer) => [`${peer}, ms`, "MB"])];
      const rows = points.map(({ x, results }) => [
        String(x),
        ...curvePeers.flatMap((peer) => {
          const best = bestOf(results, peer);
          return [threeDigits(best?.fastest), threeDigits(best?.peak === undefined ? undefined : best.peak / 1e6)];
        }),
      ]);
      return `${title}: fastest times, memory\n${alignColumns([head, ...rows])}`;
    })
    .join("\n\n");
}
