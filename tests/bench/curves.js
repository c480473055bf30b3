/** How time and memory grow with one size, all others standing still: attention alone, given Q, K and V. */
import { rm } from "node:fs/promises";

import { writeInputs } from "./inputs.js";
import { aligned, bestOf, resultsOf, short } from "./report.js";
import { runWork } from "./schedule.js";
import { attentionOf } from "./works.js";

/** @typedef {{axis: "n" | "d" | "heads", title: string, points: {x: number, results: import("./report.js").Result[]}[]}} Curve */

/** @param {number} from @param {number} to powers of two */
const doubling = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => 2 ** (from + at));

/** @type {readonly {axis: Curve["axis"], title: string, xs: number[], others: Partial<import("./works.js").Work>}[]} */
const axes = [
  { axis: "n", title: "tokens, one head of 64", xs: doubling(4, 15), others: {} },
  { axis: "d", title: "head width, one head, 1024 tokens", xs: doubling(0, 8), others: {} },
  { axis: "heads", title: "heads of 64, 1024 tokens", xs: doubling(0, 4), others: {} },
];

export const curvePeers = Object.freeze(["ours", "onnxruntime", "tfjs", "plain"]);

/**
 * @param {import("./options.js").Options} options
 * @param {any} runner
 * @param {string} inputs folder
 * @returns {Promise<Curve[]>}
 */
export async function curves({ peers, slowest, rounds, quick }, runner, inputs) {
  const limits = await runner.limits(0.2);
  /** @type {Curve[]} */
  const measured = [];
  for (const { axis, title, xs, others } of axes) {
    /** @type {Curve["points"]} */
    const points = [];
    const done = [];
    for (const x of quick ? xs.slice(0, -3) : xs) {
      const work = attentionOf({ ...others, [axis]: x });
      const own = await writeInputs(work, inputs);
      const run = (/** @type {import("./schedule.js").Entry} */ entry) => runner.run(work, entry, own);
      const compared = curvePeers.filter((peer) => peers.includes(peer));
      const rows = await runWork({ work, peers: compared, rounds: Math.min(rounds, 3), slowest, done, run });
      await rm(own, { recursive: true });
      done.push({ work, rows });
      points.push({ x, results: resultsOf(work, rows, limits) });
      console.log(`${axis} ${x}`);
    }
    measured.push({ axis, title, points });
  }
  return measured;
}

/** @param {readonly Curve[]} curves_ */
export function curveRows(curves_) {
  return curves_
    .map(({ axis, title, points }) => {
      const head = [axis, ...curvePeers.flatMap((peer) => [`${peer}, ms`, "MB"])];
      const rows = points.map(({ x, results }) => [
        String(x),
        ...curvePeers.flatMap((peer) => {
          const best = bestOf(results, peer);
          return [short(best?.fastest), short(best?.peak === undefined ? undefined : best.peak / 1e6)];
        }),
      ]);
      return `${title}: fastest times, memory\n${aligned([head, ...rows])}`;
    })
    .join("\n\n");
}
