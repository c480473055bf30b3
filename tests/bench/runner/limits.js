/**
 * The most that this machine can do on one thread: arithmetic and memory bandwidth, measured with small WebAssembly modules
 * that do nothing else. They are written byte by byte, so that no compiler changes them and browsers run the same code.
 */

const op = Object.freeze({
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  getLocal: 0x20,
  setLocal: 0x21,
  teeLocal: 0x22,
  i32: 0x41,
  add: 0x6a,
  subtract: 0x6b,
  simd: 0xfd,
});
const I32 = 0x7f;
const V128 = 0x7b;
const F32 = 0x7d;
const NO_TYPE = 0x40;

/** How many independent vectors each round updates: enough to keep the pipelines full, few enough to stay in registers. */
const chains = 12;
const roundsPerCall = 2000;
/** Half a millisecond or more, which browsers' clocks (of 0.1 ms or 5 µs) can resolve. */
const callsPerSample = 400;
/** Bytes that are read to measure bandwidth: far more than caches hold. */
const streamedBytes = 2 ** 27;

/** @param {number} value not negative @returns {number[]} */
const unsigned = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);

/** @param {number} value of at most 31 bits @returns {number[]} */
function signed(value) {
  if (value >= -64 && value < 64) return [value & 127];
  return [(value & 127) | 128, ...signed(value >> 7)];
}

/** @param {number} code @param {number[]} [rest] */
const simd = (code, rest = []) => [op.simd, ...unsigned(code), ...rest];

const vector = {
  load: (/** @type {number} */ offset) => simd(0x00, [4, ...unsigned(offset)]),
  xor: simd(0x51),
  times: simd(0xe6),
  plus: simd(0xe4),
  timesPlus: simd(0x105), // relaxed
  first: simd(0x1f, [0]),
  splat: (/** @type {number} */ value) => {
    const four = new Uint8Array(Float32Array.of(value, value, value, value).buffer);
    return simd(0x0c, [...four]);
  },
};

const get = (/** @type {number} */ local) => [op.getLocal, ...unsigned(local)];
const set = (/** @type {number} */ local) => [op.setLocal, ...unsigned(local)];
const range = (/** @type {number} */ length) => Array.from({ length }, (_, at) => at);

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, ...unsigned(content.length), ...content];

/** Repeats the body while it counts local 0 down to 0 in steps. @param {number[]} body @param {number} step */
const loop = (body, step) => [
  ...[op.loop, NO_TYPE, ...body, ...get(0), op.i32, ...signed(step), op.subtract],
  ...[op.teeLocal, 0, op.branchIf, 0, op.end],
];

/**
 * A module that exports one function, run.
 * @param {{locals: number, body: number[], memory: boolean, parameters: number}} parts locals: how many vectors follow the
 *   parameters
 */
function moduleOf({ locals, body, memory, parameters }) {
  const code = [1, ...unsigned(locals), V128, ...body, op.end];
  const names = (/** @type {string} */ name) => [name.length, ...new TextEncoder().encode(name)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...range(parameters).map(() => I32), 1, F32]),
    ...section(3, [1, 0]),
    ...(memory ? section(5, [1, 0, ...unsigned(streamedBytes / 65536)]) : []),
    ...section(7, [memory ? 2 : 1, ...names("run"), 0, 0, ...(memory ? [...names("memory"), 2, 0] : [])]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

/**
 * A module with run(rounds). Each round multiplies half of the numbers by -1 and adds 1 to the other half; with fused, it
 * replaces each number x by x / 2 + 1. Values differ from round to round, so that no compiler can leave a round out. The
 * result is the sum of all numbers.
 * @param {boolean} fused whether to multiply and add in one instruction
 */
export function arithmeticModule(fused) {
  const locals = range(chains).map((at) => at + 1);
  const [factor, term] = [chains + 1, chains + 2];
  const products = fused ? [] : locals.filter((at) => at % 2 === 0);
  const step = (/** @type {number} */ at) => {
    if (fused) return [...get(at), ...get(factor), ...get(term), ...vector.timesPlus, ...set(at)];
    const change = products.includes(at) ? [...get(factor), ...vector.times] : [...get(term), ...vector.plus];
    return [...get(at), ...change, ...set(at)];
  };
  const body = [
    ...[...vector.splat(fused ? 0.5 : -1), ...set(factor), ...vector.splat(1), ...set(term)],
    ...products.flatMap((at) => [...vector.splat(1), ...set(at)]),
    ...loop(locals.flatMap(step), 1),
    ...locals.flatMap(get),
    ...range(chains - 1).flatMap(() => vector.plus),
    ...vector.first,
  ];
  return moduleOf({ locals: chains + 2, body, memory: false, parameters: 1 });
}

/** A module with run(bytes, from): reads that many bytes, a multiple of 128, starting at address from. */
export function streamModule() {
  const body = [
    ...loop(
      [
        ...range(8).flatMap((at) => [
          ...get(2 + (at % 4)),
          ...get(1),
          ...vector.load(16 * at),
          ...vector.xor,
          ...set(2 + (at % 4)),
        ]),
        ...[...get(1), op.i32, ...signed(128), op.add, ...set(1)],
      ],
      128,
    ),
    ...[...get(2), ...get(3), ...vector.xor, ...get(4), ...vector.xor, ...get(5), ...vector.xor, ...vector.first],
  ];
  return moduleOf({ locals: 4, body, memory: true, parameters: 2 });
}

/** @param {Uint8Array} bytes */
async function exportsOf(bytes) {
  const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (bytes));
  return /** @type {any} */ (instance.exports);
}

/** The time of the fastest of several calls. @param {() => unknown} run @param {number} times @param {() => number} clock @returns {number} milliseconds */
function fastest(run, times, clock) {
  let min = Infinity;
  for (let at = 0; at < times; at++) {
    const start = clock();
    run();
    min = Math.min(min, clock() - start);
  }
  return min;
}

/** Whether this JavaScript engine supports the fused instruction of relaxed SIMD. */
export const hasFused = () => WebAssembly.validate(/** @type {BufferSource} */ (arithmeticModule(true)));

/**
 * @param {number} [effort] how long to measure, relative to a careful measurement
 * @param {() => number} [clock] milliseconds
 * @returns {Promise<{multiplyAdd: number, fused: number | null, stream: number}>} GFLOP/s, GFLOP/s, GB/s
 */
export async function measureLimits(effort = 1, clock = () => performance.now()) {
  const rate = async (/** @type {boolean} */ fused) => {
    const { run } = await exportsOf(arithmeticModule(fused));
    // Many short calls: a long one would run code of the JavaScript engine's first, slow compilation.
    const batch = () => range(callsPerSample).forEach(() => run(roundsPerCall));
    const operations = callsPerSample * roundsPerCall * chains * 4 * (fused ? 2 : 1);
    return operations / fastest(batch, Math.ceil(200 * effort), clock) / 1e6;
  };
  const { run, memory } = await exportsOf(streamModule());
  // Memory that was never written would be a single page of zeros.
  new Float64Array(memory.buffer).fill(1.5);
  const part = 2 ** 20;
  const sweep = () => range(streamedBytes / part).forEach((at) => run(part, at * part));
  return {
    multiplyAdd: await rate(false),
    fused: hasFused() ? await rate(true) : null,
    stream: streamedBytes / fastest(sweep, Math.ceil(30 * effort), clock) / 1e6,
  };
}
