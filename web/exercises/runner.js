/**
 * What runs beside the reader's code in its Worker: calls the reader's function with each case, and posts what it returns or throws.
 * It is sent there as text (see program.js), so it uses nothing but its arguments and what a Worker has. It starts before the reader's
 * code, takes what it needs, and withholds the rest: so that code can neither post nor end anything in its place.
 * @param {readonly string[]} withheld names that the reader's code must not reach
 * @param {readonly string[]} stages what is taken from an object that the function returns; a single one: it returns no object
 * @param {number} most values that are taken in a case
 * @returns {(written: Function | null) => void} takes the reader's function, or null without one
 */
export function runner(withheld, stages, most) {
  /** @type {(message: import("./program.js").Posted) => void} the page is no window to it, so it takes no origin */
  const say = globalThis.postMessage.bind(globalThis);
  /** @type {Function | null} */
  let called = null;
  let left = 0;
  const tooLarge = Symbol("too large");

  /** @param {string} text @param {number} length */
  const short = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);

  /** A value that is no number and no list, as code writes it. @param {unknown} value */
  const textOf = (value) => {
    if (typeof value === "string") return `"${short(value, 20)}"`;
    if (typeof value === "bigint") return `${short(String(value), 20)}n`;
    if (typeof value === "function") return "function (…) {…}";
    if (value instanceof Promise) return "Promise {…}";
    return typeof value === "object" && value !== null ? "{…}" : String(value);
  };

  /** A value without what cannot leave a Worker, and without what a list of rows does not have. @param {unknown} value @param {number} depth @returns {import("./program.js").Returned} */
  const taken = (value, depth) => {
    left--;
    if (left < 0) throw tooLarge;
    if (typeof value === "number") return value;
    if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && "length" in value)) return { text: textOf(value) };
    const list = /** @type {ArrayLike<unknown>} */ (value);
    if (list.length > left) throw tooLarge;
    const copy = [];
    if (depth > 0) for (let at = 0; at < list.length; at++) copy[at] = taken(list[at], depth - 1);
    return copy;
  };

  /** What the function returned: rows, whose numbers may be lists by mistake; or an object with those of each stage. @param {unknown} value @returns {import("./program.js").Returned} */
  const returned = (value) => {
    left = most;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (stages.length === 1 || !isObject || value instanceof Promise || ArrayBuffer.isView(value))
      return taken(value, 3);
    /** @type {Record<string, import("./program.js").Returned>} */
    const parts = {};
    for (const stage of stages)
      if (stage in value) parts[stage] = taken(/** @type {Record<string, unknown>} */ (value)[stage], 3);
    return { parts };
  };

  globalThis.addEventListener("message", ({ data: cases }) => {
    if (called === null) return say({ type: "no-function" });
    for (let at = 0; at < cases.length; at++) {
      try {
        say({ type: "returned", at, value: returned(called(...cases[at])) });
      } catch (error) {
        if (error === tooLarge) say({ type: "large", at });
        else {
          const { name = "", message = String(error), stack = "" } = Object(error);
          const [named, said] = [short(String(name), 100), short(String(message), 1000)];
          say({ type: "threw", at, name: named, message: said, stack: short(String(stack), 10_000) });
        }
      }
    }
    say({ type: "done" });
  });

  for (const name of withheld)
    for (let at = globalThis; at; at = Object.getPrototypeOf(at))
      delete (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (at))[name]);
  say({ type: "started" });
  return (written) => {
    called = written;
  };
}
