/**
 * A share in percent, as short as is honest: 99.8 is not rounded to 100.
 * @param {number} share from 0 to 1
 * @returns {string}
 */
export function percent(share) {
  const whole = 100 * share;
  const isNearAnEnd = (whole > 99 && whole < 100) || (whole > 0 && whole < 1);
  return isNearAnEnd ? String(Math.min(99.9, Math.max(0.1, Math.round(10 * whole) / 10))) : whole.toFixed(0);
}
