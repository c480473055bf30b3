// Times computations in short slices between frames, so that the page stays responsive. The clock and the frames are
// parameters, so this file does not depend on a document.

/** @typedef {{id: string, run: () => unknown}} Contestant */
/**
 * @typedef {{id: string, fastest: number, slowest: number}} Timed milliseconds per call in the fastest and the
 *   slowest slice
 */
/** @typedef {{n: number, timed: Timed[]}} Sample */

/**
 * @typedef {object} Surroundings
 * @property {() => number} clock milliseconds
 * @property {() => Promise<unknown>} pause resolves after the next frame
 * @property {() => boolean} stopped whether the measurement was cancelled
 */

/** Length of a slice in ms. A slice consists of many calls, because browsers round their clocks, some to 1 ms. */
const slice = 10;
/** The number of slices at each size. */
const slices = 7;
/** The longest call in ms that is measured; a longer one would make the page unresponsive. */
const longest = 60;

/**
 * @typedef {{contestant: Contestant, calls: number, times: number[]}} Entry calls: number of calls that fill a slice;
 *   times: ms per call, for each slice
 */

/**
 * Times one slice. If its calls take less than half the length of a slice, it is repeated with more calls.
 * @param {Entry} entry
 * @param {Surroundings} around
 * @returns {Promise<number>} milliseconds of all calls together; 0 if the measurement was cancelled
 */
async function timeSlice(entry, { clock, pause, stopped }) {
  for (;;) {
    await pause();
    if (stopped()) return 0;
    const start = clock();
    for (let call = 0; call < entry.calls; call++) entry.contestant.run();
    const spent = clock() - start;
    if (spent >= slice / 2) return spent;
    entry.calls *= spent < slice / 8 ? 4 : 2;
  }
}

/**
 * Measures one size after the other; at each size the contestants alternate slice by slice. A contestant drops out when a
 * call would take too long at the next size (four times as long at twice the size).
 * @param {readonly number[]} sizes ascending
 * @param {(n: number) => Contestant[]} contestantsAt
 * @param {Surroundings} around
 * @returns {AsyncGenerator<Sample>}
 */
export async function* race(sizes, contestantsAt, around) {
  /** @type {Map<string, {n: number, time: number}>} */
  const last = new Map();
  for (const n of sizes) {
    const racing = contestantsAt(n).filter(({ id }) => {
      const before = last.get(id);
      return !before || before.time * (n / before.n) ** 2 <= longest;
    });
    if (racing.length === 0) return;
    /** @type {Entry[]} */
    const entries = racing.map((contestant) => ({ contestant, calls: 1, times: [] }));
    // The first slice finds how many calls fill a slice, while engines still compile.
    for (let round = 0; round <= slices; round++)
      for (const entry of entries) {
        const spent = await timeSlice(entry, around);
        if (around.stopped()) return;
        if (round > 0) entry.times.push(spent / entry.calls);
        else entry.calls = Math.max(1, Math.round((entry.calls * slice) / spent));
      }
    const timed = entries.map(({ contestant: { id }, times }) => ({
      id,
      fastest: Math.min(...times),
      slowest: Math.max(...times),
    }));
    for (const { id, fastest } of timed) last.set(id, { n, time: fastest });
    yield { n, timed };
  }
}
