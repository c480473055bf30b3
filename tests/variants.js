/** What the tests of the variants share: the reference cases that are walks, and how far a tensor is off. */
import { readCases } from "./cases.js";

/** Cases of other kinds, which have tests of their own. */
const NO_WALKS = ["softmax_unit", "renorm_underflow", "rng"];

export async function readWalkCases() {
  return (await readCases()).filter(({ variant }) => !NO_WALKS.includes(variant));
}

/**
 * The largest |got - want| / max(1, |want|); infinity where one is no number, or another infinity, and the other is not.
 * @param {{shape: number[], data: ArrayLike<number>}} got
 * @param {{shape: number[], data: ArrayLike<number>}} want
 */
export function worstError(got, want) {
  if (got.shape.join() !== want.shape.join() || got.data.length !== want.data.length) return Infinity;
  let worst = 0;
  for (let at = 0; at < want.data.length; at++) {
    const [a = NaN, b = NaN] = [got.data[at], want.data[at]];
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
    const error = Math.abs(a - b) / Math.max(1, Math.abs(b));
    worst = Number.isNaN(error) ? Infinity : Math.max(worst, error);
  }
  return worst;
}
