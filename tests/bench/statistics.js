/** Medians and the like, of times that vary. */

/** @param {readonly number[]} numbers at least one @param {number} share 0 to 1 @returns {number} between neighbours in proportion */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at % 1);
}

/** @param {readonly number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5);

/**
 * One peer's times of one work: each process gives some samples, and processes differ more than samples do.
 * @param {readonly (readonly number[])[]} processes
 */
export function summaryOf(processes) {
  const medians = processes.filter((samples) => samples.length > 0).map(median);
  const fastest = processes.flat().reduce((least, time) => Math.min(least, time), Infinity);
  return { median: median(medians), fastest, low: Math.min(...medians), high: Math.max(...medians) };
}

/**
 * How many times as long the other takes, process by process as they took turns, so that what else the machine did hits
 * both: the median of the ratios, and the least and the largest.
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
