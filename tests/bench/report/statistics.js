/** Medians, quantiles and ratios of measured times. */

/** A quantile, interpolated linearly. @param {readonly number[]} numbers at least one @param {number} fraction 0 to 1 */
export function quantile(numbers, fraction) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = fraction * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at % 1);
}

/** @param {readonly number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5);

/**
 * Summarises one variant's times on one workload. Processes differ more than samples of one process do, so the summary takes
 * the median, the least (low) and the largest (high) of the processes' medians.
 * @param {readonly (readonly number[])[]} processes milliseconds: samples of each process
 */
export function summaryOf(processes) {
  const medians = processes.filter((samples) => samples.length > 0).map(median);
  const fastest = processes.flat().reduce((min, time) => Math.min(min, time), Infinity);
  return { median: median(medians), fastest, low: Math.min(...medians), high: Math.max(...medians) };
}

/**
 * How many times as long the other variant takes. Processes that ran in the same round are compared, so that other load on
 * the machine affects both. Gives the median, the least and the largest of these ratios.
 * @param {readonly (readonly number[])[]} others
 * @param {readonly (readonly number[])[]} ours
 */
export function ratioOf(others, ours) {
  const ratios = others.flatMap((samples, at) => {
    const own = ours[at] ?? [];
    return samples.length > 0 && own.length > 0 ? [median(samples) / median(own)] : [];
  });
  if (ratios.length === 0) return null;
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}
