/** Times computations in slices between frames, so that the page stays usable; no clock, frame or DOM of its own. */

/** @typedef {{id: string, run: () => unknown}} Contestant */
/** @typedef {{id: string, fastest: number, slowest: number}} Timed milliseconds per call */
/** @typedef {{n: number, timed: Timed[]}} Sample */

/**
 * @typedef {object} Surroundings
 * @property {() => number} clock milliseconds
 * @property {() => Promise<unknown>} pause until the page has had its turn
 * @property {() => boolean} stopped whether nobody waits any longer
 */

/** Clocks of browsers are coarse, to a millisecond in some: a slice has many calls. */
const slice = 10;
const slices = 7;
/** Longer calls than this would be felt: milliseconds. */
const longest = 60;

/** @typedef {{contestant: Contestant, calls: number, times: number[]}} Entry calls: that fill a slice */

/**
 * One turn: so many calls as fill half a slice at least. Where they turn out to be too few, more are made.
 * @param {Entry} entry
 * @param {Surroundings} around
 * @returns {Promise<number>} milliseconds of all calls; 0 where nobody waits any longer
 */
async function turnOf(entry, { clock, pause, stopped }) {
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
 * Sizes one after the other; at each the contestants take turns, slice by slice. Who would hold the page for too long at
 * the next size (four times as long at twice the size) has no more samples.
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
    // The first turn finds how many calls fill a slice, while engines still compile.
    for (let turn = 0; turn <= slices; turn++)
      for (const entry of entries) {
        const spent = await turnOf(entry, around);
        if (around.stopped()) return;
        if (turn > 0) entry.times.push(spent / entry.calls);
        else entry.calls = Math.max(1, Math.round((entry.calls * slice) / spent));
      }
    const timed = entries.map(({ contestant: { id }, times }) => ({
      ...{ id, fastest: Math.min(...times), slowest: Math.max(...times) },
    }));
    for (const { id, fastest } of timed) last.set(id, { n, time: fastest });
    yield { n, timed };
  }
}
