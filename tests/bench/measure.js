/** Times one peer at one work: in Node and in browsers alike. */
import { errorOf } from "./float64.js";

/**
 * @typedef {object} Prepared
 * @property {() => any} run the work, once; may be a promise
 * @property {(result: any) => Record<string, ArrayLike<number>>} read the result's numbers; not timed
 * @property {() => number} [bytes] of memory that it holds
 * @property {number} [maxCalls] calls that can be timed
 */

/** Nobody is timed who is farther off: float32 is some 1e-7, and sums of a thousand terms some 1e-6. */
const tolerance = 1e-4;

/**
 * @param {() => Promise<Prepared>} prepare
 * @param {readonly {tensor: string, row: number, values: ArrayLike<number>}[]} reference
 * @param {number} budget milliseconds to time for; a call that takes ten times as long is timed once
 * @param {{clock?: () => number, called?: () => void}} [around] clock: milliseconds; called: the first call has returned
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
  const error = errorOf(read(settled), reference);
  if (!(error <= tolerance)) throw new Error(`wrong by ${error.toExponential(1)} of the row's largest`);
  const samples = first > 10 * budget ? [first] : await timed(run, first, { budget, maxCalls, clock });
  return { setup, first, samples, error, bytes: bytes?.() };
}

/**
 * Milliseconds per call. Short calls are timed many at once, since clocks are coarse.
 * @param {() => any} run
 * @param {number} first
 * @param {{budget: number, maxCalls: number, clock: () => number}} given
 */
async function timed(run, first, { budget, maxCalls, clock }) {
  const warm = Math.min(maxCalls / 2, Math.ceil(budget / 3 / first));
  const from = clock();
  let calls = 0;
  while (calls < warm || (calls < maxCalls / 2 && clock() - from < budget / 3)) {
    const result = run();
    if (result instanceof Promise) await result;
    calls++;
  }
  const each = (clock() - from) / calls;
  const batch = maxCalls < Infinity ? 1 : Math.max(1, Math.ceil(0.5 / each));
  /** @type {number[]} */
  const samples = [];
  const end = clock() + budget;
  const least = each < budget ? 3 : 2;
  while ((clock() < end || samples.length < least) && samples.length < Math.min(500, maxCalls / 2)) {
    const start = clock();
    for (let at = 0; at < batch; at++) {
      const result = run();
      if (result instanceof Promise) await result;
    }
    samples.push((clock() - start) / batch);
  }
  return samples;
}
