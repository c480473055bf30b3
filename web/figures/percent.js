/**
 * A share as a percentage. What is nearly all or nearly nothing is never written as all or nothing: "> 99.9 %", "0.3 %",
 * "< 0.1 %".
 * @param {number} share from 0 to 1
 * @param {number} decimals
 */
export function percentText(share, decimals) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  if (share >= 0.9995 && share < 1) return "> 99.9 %";
  const isNearAnEnd = share < 0.005 || share > 0.995;
  return share === 0 || share === 1 ? `${100 * share} %` : `${(100 * share).toFixed(isNearAnEnd ? 1 : decimals)} %`;
}
