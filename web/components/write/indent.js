/** Indentation in a field of code, by keys that do not take Tab away from those who go on with it. Pure functions. */

/** @typedef {Readonly<{from: number, to: number, text: string, select: readonly [number, number]}>} Edit what is replaced, by what, and what is selected then */

const step = "  ";

/**
 * What Enter does: the new line is indented as the one before it, and further after an opening bracket.
 * @param {string} code
 * @param {number} from of the selection
 * @param {number} to
 * @returns {Edit}
 */
export function newLine(code, from, to) {
  const line = code.slice(code.lastIndexOf("\n", from - 1) + 1, from);
  const indentation = /^ */.exec(line)?.[0] ?? "";
  const text = `\n${indentation}${/[{[(]\s*$/.test(line) ? step : ""}`;
  return { from, to, text, select: [from + text.length, from + text.length] };
}

/**
 * Indents the lines of a selection, or takes their indentation back.
 * @param {string} code
 * @param {number} start of the selection
 * @param {number} end
 * @param {boolean} isBack
 * @returns {Edit}
 */
export function indented(code, start, end, isBack) {
  const from = code.lastIndexOf("\n", start - 1) + 1;
  const after = code.indexOf("\n", end);
  const to = after < 0 ? code.length : after;
  const before = code.slice(from, to).split("\n");
  const lines = before.map((line) => (isBack ? line.replace(/^ {1,2}/, "") : step + line));
  const text = lines.join("\n");
  const first = Number(lines[0]?.length) - Number(before[0]?.length);
  return {
    from,
    to,
    text,
    select: [Math.max(from, start + first), Math.max(from, end + text.length - (to - from))],
  };
}
