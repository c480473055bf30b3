/** Times one peer on one workload, in Node or a browser, after it has checked the first result. */
import { relativeError } from "../workloads/float64.js";

/**
 * @typedef {object} Prepared
 * @property {() => any} run computes the workload once; may return a promise
 * @property {(result: any) => Record<string, ArrayLike<number>>} read the numbers of a result; not timed
 * @property {() => number} [bytes] of memory that the peer holds
 * @property {number} [maxCalls] how often run can be called
 */

/** A peer with a larger relative error is not timed. Rounding to float32 gives about 1e-7, sums of a thousand terms 1e-6. */
const tolerance = 1e-4;

/**
 * @param {() => Promise<Prepared>} prepare
 * @param {readonly {tensor: string, row: number, values: ArrayLike<number>}[]} reference
 * @param {number} budget milliseconds to take samples for; a call that takes more than ten times as long is timed once
 * @param {{clock?: () => number, called?: () => void}} [hooks] clock returns milliseconds; called is called
 *   when the first call has returned
 */
export async function measure(prepare, reference, budget, { clock = () => performance.now(), called } = {}) {
  const begun = clock();
  const { run, read, bytes, maxCalls = Infinity } = await prepare();
  const setup = clock() - begun;
  const started = clock();
  const result = run();
  const settled = result instanceof Promise ? await result : result;
  const first = clock() - started;
  called?.();
  const error = relativeError(read(settled), reference);
  if (!(error <= tolerance)) throw new Error(`wrong by ${error.toExponential(1)} of the row's largest number`);
  const samples = first > 10 * budget ? [first] : await timed(run, first, { budget, maxCalls, clock });
  return { setup, first, samples, error, bytes: bytes?.() };
}

/**
 * Warms up, then takes samples: milliseconds per call. Short calls are timed in batches, since clocks are coarse.
 * @param {() => any} run
 * @param {number} first milliseconds of the first call
 * @param {{budget: number, maxCalls: number, clock: () => number}} options
 */
async function timed(run, first, { budget, maxCalls, clock }) {
  const warmUpCalls = Math.min(maxCalls / 2, Math.ceil(budget / 3 / first));
  const from = clock();
  let calls = 0;
  while (calls < warmUpCalls || (calls < maxCalls / 2 && clock() - from < budget / 3)) {
    const result = run();
    if (result instanceof Promise) await result;
    calls++;
  }
  const each = (clock() - from) / calls;
  const batch = maxCalls < Infinity ? 1 : Math.max(1, Math.ceil(0.5 / each));
  /** @type {number[]} */
  const samples = [];
  const end = clock() + budget;
  const minSamples = each < budget ? 3 : 2;
  while ((clock() < end || samples.length < minSamples) && samples.length < Math.min(500, maxCalls / 2)) {
    const start = clock();
    for (let at = 0; at < batch; at++) {
      const result = run();
      if (result instanceof Promise) await result;
    }
    samples.push((clock() - start) / batch);
  }
  return samples;
}
