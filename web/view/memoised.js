/**
 * A function that remembers its last call: with the same arguments it returns the same result.
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: Args) => Result} compute
 * @returns {(...args: Args) => Result}
 */
export function memoised(compute) {
  /** @type {{args: Args, result: Result} | undefined} */
  let last;
  return (...args) => {
    if (!last || args.some((value, at) => value !== last?.args[at])) last = { args, result: compute(...args) };
    return last.result;
  };
}
