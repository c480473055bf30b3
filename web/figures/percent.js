/**
 * A share as a percentage. One that is nearly all is never written as all: "> 99.9 %".
 * @param {number} share from 0 to 1
 * @param {0 | 1} decimals 0: one that is between 99.5 % and 100 % has one all the same
 */
export function percentText(share, decimals) {
  if (share >= 0.9995 && share < 1) return "> 99.9 %";
  return `${(share * 100).toFixed(share > 0.995 && share < 1 ? 1 : decimals)} %`;
}
